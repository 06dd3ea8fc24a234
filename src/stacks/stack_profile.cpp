// SPDX-License-Identifier: Apache-2.0
#include "stacks/stack_profile.hpp"

#include <utility>

namespace tare::stacks {
namespace {

/// Equal for equal frames only: a name cannot hold a zero.
std::string key_of(const Frame& frame) {
  std::string key = frame.function;
  (key += '\0') += frame.file;
  (key += '\0') += frame.object;
  (key += '\0') += std::to_string(frame.line);
  return (key += '\0') += std::to_string(static_cast<int>(frame.kind));
}

std::string key_of(const std::vector<std::uint32_t>& frames) {
  return {reinterpret_cast<const char*>(frames.data()), frames.size() * sizeof frames.front()};
}

}  // namespace

StackProfileBuilder::StackProfileBuilder(std::string title, std::vector<ValueType> types) {
  profile_.title = std::move(title);
  profile_.types = std::move(types);
}

std::uint32_t StackProfileBuilder::place_of(const Frame& frame) {
  const auto place = static_cast<std::uint32_t>(profile_.frames.size());
  const auto [known, is_new] = frame_places_.try_emplace(key_of(frame), place);
  if (is_new) profile_.frames.push_back(frame);
  return known->second;
}

void StackProfileBuilder::add(const std::vector<Frame>& frames,
                              const std::vector<std::int64_t>& values) {
  std::vector<std::uint32_t> places;
  for (const Frame& frame : frames) places.push_back(place_of(frame));
  const auto [known, is_new] = stack_places_.try_emplace(key_of(places), profile_.stacks.size());
  if (is_new) {
    profile_.stacks.push_back({std::move(places), values});
    return;
  }
  std::vector<std::int64_t>& sums = profile_.stacks[known->second].values;
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += values[i];
}

StackProfile StackProfileBuilder::take() { return std::move(profile_); }

}  // namespace tare::stacks
