// SPDX-License-Identifier: Apache-2.0
// When a case has had forks enough: its interval is as narrow as was asked for, or it had its time.
#pragma once

#include <cstdint>
#include <optional>

#include "tare/record.hpp"

namespace tare::session {

/// `--until 1%,60s`
struct Until {
  double share = 0;  ///< Half the width of the interval over forks, of the score.
  /// Wall time that the timed forks of one case may take, in ns. A minute is some 160 forks of the
  /// default plan, whose error is a quarter of the deviation between forks.
  std::uint64_t longest_ns = 60'000'000'000;
  bool operator==(const Until&) const = default;
};

/// How a case stands.
struct Standing {
  bool goes_on = false;
  std::uint32_t forks_left = 0;  ///< An estimate; at least 1 if it goes on.
};

/// After the timed forks so far, which took `spent_s` together. No case stops with fewer than
/// enough_forks, but for want of time.
Standing standing(const Until& until, const Sample& sample, double confidence, double spent_s);

/// What must be said of a case that ended short of what was asked for: how far it got, how many
/// forks it would take, and what to do. None if it did not end short.
std::optional<Note> shortfall(const Until& until, const Case& c, double confidence);

}  // namespace tare::session
