// SPDX-License-Identifier: Apache-2.0
// Names of what is at an address.
#pragma once

#include <string>
#include <vector>

#include "record/code_address.hpp"

namespace tare::stacks {

/// A call that was under way; one that was inlined counts like any other.
struct Frame {
  /// As people write it; inlined local functions have their bare names. What has none: object and
  /// offset.
  std::string function;
  std::string file;  ///< Empty: the program has no debug information there.
  int line = 0;      ///< 0 if there is no file.
  bool operator==(const Frame&) const = default;
};

/// The calls at an address inside an instruction, innermost first; the last of them, which is
/// always there, is a function that was not inlined. Objects that this process has not loaded have
/// no names. Slow at first: it reads all debug information there is.
std::vector<Frame> frames_at(const CodeAddress& address);

}  // namespace tare::stacks
