// SPDX-License-Identifier: Apache-2.0
#include "stacks/failure_stack.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace tare::stacks {
namespace {

constexpr std::string_view harness[] = {"tare::running::", "tare::fork::", "tare::run("};
/// Code of the harness that is compiled with the benchmark, and around it.
constexpr std::string_view around_body = "tare::detail::";

/// Whether a function's name begins so; the name of a template begins with its return type.
bool begins_with(std::string_view function, std::string_view scope) {
  const std::size_t at = function.find(scope);
  return at == 0 || (at < function.find_first_of("(<") && function[at - 1] == ' ');
}

bool is_harness(const Frame& frame) {
  return std::ranges::any_of(harness,
                             [&](auto scope) { return begins_with(frame.function, scope); });
}

/// The benchmark's body in the name of the loop around it, which it may have been inlined into:
/// `X` of `tare::detail::BodyOf<&X, …>::repeat(…)`. Empty if this is not that loop.
std::string_view body_in(std::string_view loop) {
  constexpr std::string_view before = "tare::detail::BodyOf<&";
  const std::size_t begin = loop.find(before);
  if (begin == std::string_view::npos) return {};
  std::string_view body = loop.substr(begin + before.size());
  int depth = 0;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] == ',' && depth == 0) return body.substr(0, i);
    if (body[i] == '<' || body[i] == '(') ++depth;
    if (body[i] == '>' || body[i] == ')') --depth;
  }
  return body;
}

std::string line_of(const Frame& frame) {
  if (frame.file.empty()) return frame.function;
  return frame.function + " (" + frame.file + ":" + std::to_string(frame.line) + ")";
}

/// `full` is the name of what `name` may name barely, or with its arguments.
bool names_same(std::string_view full, std::string_view name) {
  return name.starts_with(full) ||
         (full.ends_with(name) && full.substr(0, full.size() - name.size()).ends_with("::"));
}

/// Adds what the loop around the body has inlined, and the body's name in any case.
void add_body(const std::vector<Frame>& loop, std::vector<Frame>& told) {
  for (const Frame& frame : loop)
    if (frame.file != loop.back().file) told.push_back(frame);
  const std::string body(body_in(loop.back().function));
  if (body.empty()) return;
  if (told.empty() || !names_same(body, told.back().function))
    told.push_back({body, "", 0});
  else if (told.back().function.size() < body.size())
    told.back().function = body;
}

/// How surely a stack is one of the benchmark.
enum class Origin {
  own_thread,    ///< The harness has no part in it: a thread that the benchmark started.
  harness,       ///< What the harness called, itself or through something that left no frame.
  body_or_hook,  ///< What the harness calls a benchmark's functions through has a frame.
};

struct Told {
  Origin origin = Origin::own_thread;
  std::vector<Frame> frames;  ///< None of the harness's.
};

Told told_of(const NamedStack& stack) {
  Told told;
  for (const std::vector<Frame>& frames : stack) {
    if (frames.empty()) continue;
    if (is_harness(frames.back())) {
      told.origin = std::max(told.origin, Origin::harness);
      break;
    }
    if (begins_with(frames.back().function, around_body)) {
      told.origin = Origin::body_or_hook;
      add_body(frames, told.frames);
    } else {
      told.frames.insert(told.frames.end(), frames.begin(), frames.end());
    }
  }
  return told;
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
  Told best;
  for (const NamedStack& stack : stacks) {
    Told told = told_of(stack);
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
