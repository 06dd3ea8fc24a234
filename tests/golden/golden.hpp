// SPDX-License-Identifier: Apache-2.0
// Approved texts: tests/golden/<name>.txt is what a reader has looked at and found right. A test
// that receives another text keeps it in TARE_RECEIVED_DIR; tools/approve copies it over.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace tare::test {

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// What `diff -u` says of two files.
inline std::string difference(const std::filesystem::path& approved,
                              const std::filesystem::path& received) {
  const std::string command =
      "diff -uN '" + approved.string() + "' '" + received.string() + "' 2>&1";
  std::string text;
  if (std::FILE* const pipe = popen(command.c_str(), "r")) {
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
    pclose(pipe);
  }
  return text;
}

/// Fails with a diff unless `text` is the approved one.
inline void expect_approved(std::string_view text, const std::string& name) {
  const auto approved = std::filesystem::path(TARE_TESTS_DIR) / "golden" / (name + ".txt");
  const auto received = std::filesystem::path(TARE_RECEIVED_DIR) / (name + ".txt");
  if (std::filesystem::exists(approved) && contents(approved) == text) {
    std::filesystem::remove(received);
    return;
  }
  std::filesystem::create_directories(received.parent_path());
  std::ofstream(received, std::ios::binary) << text;
  ADD_FAILURE() << "not what was approved. If it is right, run tools/approve.\n"
                << difference(approved, received);
}

}  // namespace tare::test
