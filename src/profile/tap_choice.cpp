// SPDX-License-Identifier: Apache-2.0
#include "profile/tap_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <vector>

#include "profile/child_answer.hpp"

namespace tare::profile {
namespace {

struct Kind {
  TapKind kind;
  std::string_view name;
  std::unique_ptr<AllocationTap> (*make)();
};

// In the order in which they are tried. A sanitizer's allocator tells more than its symbols do; the
// library comes last because it stays in a process for good.
constexpr Kind kinds[] = {
    {TapKind::sanitizer, "sanitizer", make_sanitizer_tap},
    {TapKind::symbols, "symbols", make_symbol_patching_tap},
    {TapKind::preload, "preload", make_preload_tap},
};

const Kind& known(TapKind kind) {
  return *std::find_if(std::begin(kinds), std::end(kinds),
                       [&](const Kind& candidate) { return candidate.kind == kind; });
}

std::vector<Kind> candidates(std::optional<TapKind> wanted) {
  if (wanted) return {known(*wanted)};
  return {std::begin(kinds), std::end(kinds)};
}

/// Tests the tap as forks will use it. Returns why it does not work, or "".
std::string try_out(const Kind& kind, TapChoice& choice) {
  if (kind.kind != TapKind::preload) {
    return answer_of_child([&](int) { return self_test(*kind.make()); });
  }
  try {
    choice.library = std::make_unique<PreloadLibrary>();
  } catch (const std::exception& error) {
    return error.what();
  }
  return choice.library->self_test();
}

}  // namespace

std::optional<TapKind> parse_tap(std::string_view name) {
  for (const Kind& kind : kinds)
    if (kind.name == name) return kind.kind;
  return std::nullopt;
}

std::string tap_names() {
  std::vector<std::string_view> names;
  for (const Kind& kind : kinds) names.push_back(kind.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string> TapChoice::environment() const {
  if (library == nullptr) return {};
  return {library->variable()};
}

extend::Support TapChoice::refusal() const {
  return {false, reason,
          wanted ? "leave tap= out: the first tap that works counts then"
                 : "link the program dynamically, and allocators as libraries of their own"};
}

TapChoice choose_tap(std::optional<TapKind> wanted) {
  TapChoice choice;
  choice.wanted = wanted;
  for (const Kind& kind : candidates(wanted)) {
    const std::string reason = try_out(kind, choice);
    // The usual one's is worth telling: the others are ways round it.
    if (wanted || kind.kind == TapKind::symbols) choice.reason = reason;
    if (!reason.empty()) continue;
    choice.kind = kind.kind;
    return choice;
  }
  choice.library.reset();
  return choice;
}

std::unique_ptr<AllocationTap> find_working_tap(std::optional<TapKind> wanted,
                                                std::string& reason) {
  if (!wanted && preload_table() != nullptr) wanted = TapKind::preload;
  for (const Kind& kind : candidates(wanted)) {
    std::unique_ptr<AllocationTap> tap = kind.make();
    const std::string trouble = self_test(*tap);
    if (trouble.empty()) return tap;
    if (wanted || kind.kind == TapKind::symbols) reason = trouble;
  }
  return nullptr;
}

}  // namespace tare::profile
