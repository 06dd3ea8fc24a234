// SPDX-License-Identifier: Apache-2.0
#include "ab/temporary_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace tare::ab {

TemporaryFolder::TemporaryFolder()
    : path_(std::filesystem::temp_directory_path() / "tare-ab-XXXXXX") {
  if (mkdtemp(path_.data()) == nullptr)
    throw std::system_error(errno, std::generic_category(), "cannot make " + path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace tare::ab
