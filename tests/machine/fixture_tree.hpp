// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace tare::machine {

/// A folder of its own that stands for `/`, gone with the test.
class FixtureTree : public testing::Test {
 protected:
  FixtureTree() {
    std::string name = (std::filesystem::temp_directory_path() / "tare-machine-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    root_ = name;
  }
  ~FixtureTree() override {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

  const std::filesystem::path& root() const { return root_; }

  void write(const std::string& path, const std::string& content) {
    const std::filesystem::path file = root_ / std::filesystem::path(path).relative_path();
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
  }

 private:
  std::filesystem::path root_;
};

}  // namespace tare::machine
