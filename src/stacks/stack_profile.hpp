// SPDX-License-Identifier: Apache-2.0
// Stacks with what was measured in each: what flame graphs, tables and files of other tools are
// made of.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "stacks/symbols.hpp"

namespace tare::stacks {

/// What the values of a profile are.
struct ValueType {
  std::string name;  ///< `cpu`, `alloc`, `allocations`, `retained`, …
  std::string unit;  ///< pprof's: `nanoseconds`, `bytes`, `count`.
  bool operator==(const ValueType&) const = default;
};

struct WeightedStack {
  std::vector<std::uint32_t> frames;  ///< Places in StackProfile::frames, innermost first.
  std::vector<std::int64_t> values;   ///< One for each type; negative only in a difference.
  bool operator==(const WeightedStack&) const = default;
};

struct StackProfile {
  std::string title;  ///< Whose it is: display_name() of a case, or a file's name.
  std::vector<ValueType> types;
  std::vector<Frame> frames;          ///< Each different one once.
  std::vector<WeightedStack> stacks;  ///< Each different one once.
  /// Operations that values are the sum over; 0: not known.
  std::uint64_t operations = 0;
  bool operator==(const StackProfile&) const = default;
};

/// Makes a profile: equal frames and equal stacks become one.
class StackProfileBuilder {
 public:
  StackProfileBuilder(std::string title, std::vector<ValueType> types);

  /// `frames` innermost first; `values` one for each type, added to those of the same stack.
  void add(const std::vector<Frame>& frames, const std::vector<std::int64_t>& values);

  /// The profile; the builder is of no use after that.
  StackProfile take();

 private:
  std::uint32_t place_of(const Frame& frame);

  StackProfile profile_;
  std::unordered_map<std::string, std::uint32_t> frame_places_;
  std::unordered_map<std::string, std::size_t> stack_places_;
};

}  // namespace tare::stacks
