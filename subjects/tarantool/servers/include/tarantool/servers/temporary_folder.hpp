// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace tarantool::servers {

/// A new folder under `$TMPDIR` or `/tmp`, removed with all that is in it.
class TemporaryFolder {
 public:
  /// Throws Failure where none can be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace tarantool::servers
