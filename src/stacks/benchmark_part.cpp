// SPDX-License-Identifier: Apache-2.0
#include "stacks/benchmark_part.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>

#include "stacks/function_scope.hpp"

namespace tare::stacks {
namespace {

constexpr std::string_view harness[] = {"tare::running::", "tare::fork::", "tare::run("};
/// Code of the harness that is compiled with the benchmark, and around it.
constexpr std::string_view around_body = "tare::detail::";
/// Where the loop around the body is: inlined functions of local types have bare names.
constexpr std::string_view loop_file = "/tare/bench.hpp";
/// What the loop keeps results by, inlined.
constexpr std::string_view keep_file = "/tare/keep.hpp";
/// What profilers have patched in, and what drives operations for them.
constexpr std::string_view profilers = "tare::profile::";

bool is_harness(const Frame& frame) {
  return std::ranges::any_of(harness,
                             [&](auto scope) { return is_in_scope(frame.function, scope); });
}

bool is_loop(const Frame& frame) { return frame.file.ends_with(loop_file); }

/// Runs over a text outside of its brackets, until `ends(place)`. Returns that place, or the end.
std::size_t outside_brackets(std::string_view text, auto&& ends) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (depth == 0 && ends(i)) return i;
    if (std::string_view("<({").find(text[i]) != std::string_view::npos) ++depth;
    if (std::string_view(">)}").find(text[i]) != std::string_view::npos) --depth;
  }
  return text.size();
}

/// `a::b<int>` of `auto a::b<int>(char)`: without return type and arguments.
std::string_view bare_name(std::string_view function) {
  std::size_t begin = 0;
  const std::size_t end = outside_brackets(function, [&](std::size_t at) {
    if (function[at] == ' ') begin = at + 1;
    if (function[at] != '(') return false;
    // `(anonymous namespace)::`, or the function that a local one is in.
    const std::string_view inside = function.substr(at + 1);
    const std::size_t close =
        outside_brackets(inside, [&](std::size_t place) { return inside[place] == ')'; });
    return !inside.substr(std::min(close + 1, inside.size())).starts_with("::");
  });
  return function.substr(begin, end - begin);
}

/// The benchmark's body in the name of the loop around it, which it may have been inlined into:
/// `X` of `tare::detail::BodyOf<&X, …>::repeat(…)`. Empty if this is not that loop.
std::string_view body_in(std::string_view loop) {
  constexpr std::string_view before = "tare::detail::BodyOf<&";
  const std::size_t begin = loop.find(before);
  if (begin == std::string_view::npos) return {};
  const std::string_view rest = loop.substr(begin + before.size());
  const std::string_view body =
      rest.substr(0, outside_brackets(rest, [&](std::size_t at) { return rest[at] == ','; }));
  // Of a template: `(auto X(…))`.
  const bool has_type = body.starts_with('(') && body.ends_with(')');
  return has_type ? bare_name(body.substr(1, body.size() - 2)) : body;
}

/// `full` is the name of what `function` may name without its scope, or with more than that.
bool names_same(std::string_view full, std::string_view function) {
  const std::string_view name = bare_name(function);
  return full == name ||
         (full.ends_with(name) && full.substr(0, full.size() - name.size()).ends_with("::"));
}

/// The frames at an address up to the one that is around the body, if any is. That is the last,
/// unless the harness has inlined the loop.
std::span<const Frame> loop_in(const std::vector<Frame>& frames) {
  const auto loop = std::ranges::find_if(frames.rbegin(), frames.rend(), is_loop);
  if (loop != frames.rend()) return {frames.begin(), loop.base()};
  const bool is_last = !frames.empty() && is_in_scope(frames.back().function, around_body);
  return is_last ? std::span(frames) : std::span<const Frame>();
}

/// Adds what the loop around the body has inlined, and the body's name in any case.
void add_body(std::span<const Frame> loop, std::vector<Frame>& told) {
  std::ranges::copy_if(loop, std::back_inserter(told), [&](const Frame& frame) {
    return frame.file != loop.back().file && !frame.file.ends_with(keep_file);
  });
  const std::string body(body_in(loop.back().function));
  if (body.empty()) return;
  if (told.empty() || !names_same(body, told.back().function))
    told.push_back({body, "", 0, loop.back().object});
  else if (told.back().function.size() < body.size())
    told.back().function = body;
}

/// What starts a thread or the program. The C library's own functions have no names mostly.
bool is_start(const Frame& frame) {
  constexpr std::string_view objects[] = {"libc.so", "libpthread", "libstdc++.so", "libc++.so"};
  constexpr std::string_view scopes[] = {"std::thread::", "std::jthread::", "std::__invoke"};
  constexpr std::string_view files[] = {"/bits/std_thread.h", "/bits/invoke.h"};
  constexpr std::string_view functions[] = {"main", "_start"};
  const auto any = [](const auto& texts, auto&& test) { return std::ranges::any_of(texts, test); };
  return any(functions, [&](auto text) { return frame.function == text; }) ||
         any(scopes, [&](auto text) { return is_in_scope(frame.function, text); }) ||
         any(objects, [&](auto text) { return frame.object.starts_with(text); }) ||
         any(files, [&](auto text) { return frame.file.ends_with(text); });
}

}  // namespace

BenchmarkPart benchmark_part(const NamedStack& stack) {
  BenchmarkPart part;
  for (const std::vector<Frame>& frames : stack) {
    const bool ends_here = std::ranges::any_of(frames, is_harness);
    if (const std::span loop = loop_in(frames); !loop.empty()) {
      part.origin = Origin::body;
      add_body(loop, part.frames);
    } else if (!ends_here) {
      part.frames.insert(part.frames.end(), frames.begin(), frames.end());
    }
    if (!ends_here) continue;
    part.origin = std::max(part.origin, Origin::harness);
    break;
  }
  return part;
}

BenchmarkPart profiled_part(const NamedStack& stack) {
  NamedStack others;
  std::ranges::copy_if(stack, std::back_inserter(others), [](const std::vector<Frame>& frames) {
    return frames.empty() || !is_in_scope(frames.back().function, profilers);
  });
  BenchmarkPart part = benchmark_part(others);
  if (part.origin == Origin::own_thread)
    while (part.frames.size() > 1 && is_start(part.frames.back())) part.frames.pop_back();
  return part;
}

}  // namespace tare::stacks
