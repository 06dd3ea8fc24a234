// SPDX-License-Identifier: Apache-2.0
// Which tap counts: the one that was asked for, or the first that works.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/allocation_tap.hpp"
#include "profile/preload_library.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

enum class TapKind { sanitizer, symbols, preload };

/// By its name in `mem:tap=`; none if there is no such tap.
std::optional<TapKind> parse_tap(std::string_view name);
/// `sanitizer, symbols, preload`.
std::string tap_names();

/// How a run found out which tap its forks shall use.
struct TapChoice {
  std::optional<TapKind> wanted;  ///< What was asked for.
  std::optional<TapKind> kind;    ///< None: none works.
  std::string reason;             ///< Why symbol patching does not, or the one asked for; or "".
  std::unique_ptr<PreloadLibrary> library;  ///< What forks need to be started with; or null.

  /// Variables that forks are started with, for extend::Profiler::environment().
  std::vector<std::string> environment() const;
  /// Where none works: why, and what to do, for extend::Profiler::probe().
  extend::Support refusal() const;
};

/// Asked in the run. Every test runs in a process of its own.
TapChoice choose_tap(std::optional<TapKind> wanted);

/// Asked in the fork: the tap, self-tested; nullptr and a reason for the user if there is none.
/// Where the preloaded library is, it is what the run has chosen.
std::unique_ptr<AllocationTap> find_working_tap(std::optional<TapKind> wanted, std::string& reason);

}  // namespace tare::profile
