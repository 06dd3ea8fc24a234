// SPDX-License-Identifier: Apache-2.0
#include "stacks/top_functions.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace tare::stacks {
namespace {

/// What makes frames those of one function.
using Function = std::pair<std::string_view, std::string_view>;
Function function_of(const Frame& frame) { return {frame.function, frame.object}; }

}  // namespace

std::vector<FunctionCost> top_functions(const StackProfile& profile, std::size_t type) {
  std::map<Function, FunctionCost> functions;
  std::map<std::uint32_t, std::int64_t> self_by_frame;
  for (const WeightedStack& stack : profile.stacks) {
    std::set<Function> counted;  // Of a recursive function the stack counts once.
    for (const std::uint32_t place : stack.frames) {
      const Frame& frame = profile.frames[place];
      const auto [cost, is_new] = functions.try_emplace(function_of(frame));
      if (is_new) cost->second.hottest = frame;
      if (counted.insert(function_of(frame)).second) cost->second.total += stack.values[type];
    }
    if (!stack.frames.empty()) self_by_frame[stack.frames.front()] += stack.values[type];
  }
  std::map<Function, std::int64_t> most;
  for (const auto& [place, self] : self_by_frame) {
    const Frame& frame = profile.frames[place];
    FunctionCost& cost = functions.at(function_of(frame));
    cost.self += self;
    std::int64_t& known = most[function_of(frame)];
    if (self <= known) continue;
    known = self;
    cost.hottest = frame;
  }
  std::vector<FunctionCost> sorted;
  for (auto& [function, cost] : functions) sorted.push_back(std::move(cost));
  std::ranges::sort(sorted, [](const FunctionCost& a, const FunctionCost& b) {
    return std::tie(b.self, b.total, a.hottest.function) <
           std::tie(a.self, a.total, b.hottest.function);
  });
  return sorted;
}

}  // namespace tare::stacks
