// SPDX-License-Identifier: Apache-2.0
// Which case and which figure of two reports belong together.
#pragma once

#include <cstdint>
#include <vector>

#include "tare/comparison.hpp"

namespace tare::compare {

/// Those of the reports they were found in.
struct CasePair {
  const Case* baseline = nullptr;
  const Case* candidate = nullptr;
};
struct MetricPair {
  const Metric* baseline = nullptr;
  const Metric* candidate = nullptr;
};

template <class Pair>
struct Pairing {
  std::vector<Pair> pairs;  ///< In the baseline's order.
  std::vector<Unpaired> unpaired;
};

/// Pairs cases that are ok in both, by benchmark, parameters in any order and mode, and that were
/// measured alike: with as many threads in the same roles, batches as large, caches as cold. Of
/// cases that a report has several times, the first is paired with the first. All others are
/// unpaired, with the program at fault: the candidate's if it is at fault itself, else the
/// baseline.
Pairing<CasePair> pair_cases(const Report& baseline, const Report& candidate,
                             std::uint32_t program);

/// Pairs figures by label, the primary ones first; those in units that measure different things
/// are unpaired.
Pairing<MetricPair> pair_metrics(const CasePair& cases, std::uint32_t program);

}  // namespace tare::compare
