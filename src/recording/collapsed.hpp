// SPDX-License-Identifier: Apache-2.0
// Collapsed stacks, which flamegraph.pl and many others read: `outermost;…;innermost 12`, a stack a
// line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "recording/recording_error.hpp"
#include "stacks/stack_profile.hpp"

namespace tare::recording {

/// Values of the profile's type number `type`; stacks without any are left out, those of equal
/// names added up. What would end a name or a line in a name is spelled otherwise.
std::string collapsed_text(const stacks::StackProfile& profile, std::size_t type);

/// What a file may make a reader keep; one more of anything is an error.
struct CollapsedLimits {
  std::size_t most_line_bytes = std::size_t{1} << 20;
  std::size_t most_frames = 65'536;  ///< Of a stack.
};

/// A profile with one type, `samples` in `count`; stacks that occur again are added up. Numbers may
/// be negative (of a difference). Empty lines are passed over. Throws RecordingError, which names
/// `title` and the line.
stacks::StackProfile read_collapsed(std::string_view text, const std::string& title,
                                    const CollapsedLimits& limits = {});

}  // namespace tare::recording
