// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace tare::recording {

/// Why a file cannot be read or written; what() is one line for people, and names the file or the
/// place in it.
class RecordingError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tare::recording
