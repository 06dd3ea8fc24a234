// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

namespace javaser::testing {

/// A stream that the JDK wrote, from the folder of test data.
class VectorFile {
 public:
  explicit VectorFile(const std::string& name)
      : path_(std::filesystem::path(TARE_TEST_DATA) / "java-streams" / (name + ".ser")) {
    std::ifstream file(path_, std::ios::binary);
    text_.assign(std::istreambuf_iterator<char>(file), {});
  }

  bool exists() const { return std::filesystem::exists(path_); }
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(text_)); }

 private:
  std::filesystem::path path_;
  std::string text_;
};

}  // namespace javaser::testing

/// Declares the vector `variable`; skips the test where there is no test data.
#define TARE_VECTOR(variable, name)                    \
  const ::javaser::testing::VectorFile variable(name); \
  if (!variable.exists()) GTEST_SKIP() << "no test data"
