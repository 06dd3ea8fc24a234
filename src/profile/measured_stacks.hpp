// SPDX-License-Identifier: Apache-2.0
// From addresses of stacks to the benchmark's part of them, by name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "stacks/benchmark_part.hpp"
#include "stacks/symbols.hpp"

namespace tare::profile {

/// Names stacks, each different one once.
class MeasuredStacks {
 public:
  /// `pcs` as stacks::Unwinder::walk() tells them. Null: the harness's own work, which is no part
  /// of what is measured. Valid as long as this is.
  const std::vector<stacks::Frame>* frames(std::span<const std::uintptr_t> pcs);

 private:
  stacks::StackNamer namer_;
  std::map<std::vector<std::uintptr_t>, std::optional<std::vector<stacks::Frame>>> known_;
};

}  // namespace tare::profile
