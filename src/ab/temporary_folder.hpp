// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tare::ab {

/// A new folder among the system's temporary files, removed with all that is in it.
class TemporaryFolder {
 public:
  /// Throws std::system_error.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace tare::ab
