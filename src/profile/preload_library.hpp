// SPDX-License-Identifier: Apache-2.0
// The library that processes of this program can be started with, so that it stands before every
// allocator. Its bytes are a part of the program; no file of it is left anywhere.
#pragma once

#include <string>

#include "profile/preload_table.hpp"

namespace tare::profile {

/// The library as a file in memory, for processes that are started while this lives.
class PreloadLibrary {
 public:
  /// Throws std::system_error if there is no memory for it.
  PreloadLibrary();
  PreloadLibrary(const PreloadLibrary&) = delete;
  PreloadLibrary& operator=(const PreloadLibrary&) = delete;
  ~PreloadLibrary();

  /// The variable that loads it, `LD_PRELOAD=…`. What the user has preloaded comes after it: an
  /// allocator among that is what the library passes calls on to.
  std::string variable() const;

  /// Starts this program anew with the library, and has it test itself, before its main() runs.
  /// Returns why the tap would not work there, or "".
  std::string self_test() const;

 private:
  int descriptor_;
};

/// What this process shares with the library; nullptr if it is not loaded.
Redirection* preload_table();

}  // namespace tare::profile
