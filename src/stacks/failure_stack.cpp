// SPDX-License-Identifier: Apache-2.0
#include "stacks/failure_stack.hpp"

#include <algorithm>
#include <iterator>

#include "stacks/benchmark_part.hpp"

namespace tare::stacks {
namespace {

std::string line_of(const Frame& frame) {
  if (frame.file.empty()) return frame.function;
  return frame.function + " (" + frame.file + ":" + std::to_string(frame.line) + ")";
}

std::vector<std::string> lines_of(const std::vector<Frame>& frames) {
  std::vector<std::string> lines;
  for (auto frame = frames.begin(); frame != frames.end() && lines.size() < most_lines;) {
    const auto same = std::find_if(frame, frames.end(), [&](auto& one) { return one != *frame; });
    lines.push_back(line_of(*frame));
    if (same - frame > 1) lines.back() += ", " + std::to_string(same - frame) + " times";
    frame = same;
  }
  return lines;
}

}  // namespace

std::vector<std::string> failure_lines(const std::vector<NamedStack>& stacks) {
  BenchmarkPart best;
  for (const NamedStack& stack : stacks) {
    BenchmarkPart told = benchmark_part(stack);
    // A thread in the body itself may well be at work while another waits in what that calls.
    const bool tells_more =
        told.origin == best.origin && best.frames.size() == 1 && told.frames.size() > 1;
    if (!told.frames.empty() && (best.frames.empty() || told.origin > best.origin || tells_more))
      best = std::move(told);
  }
  return lines_of(best.frames);
}

std::vector<std::string> describe_failure(const std::vector<std::vector<CodeAddress>>& stacks) {
  std::vector<NamedStack> named;
  for (const std::vector<CodeAddress>& stack : stacks) {
    NamedStack& one = named.emplace_back();
    std::ranges::transform(stack, std::back_inserter(one), frames_at);
  }
  return failure_lines(named);
}

}  // namespace tare::stacks
