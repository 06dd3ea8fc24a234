// SPDX-License-Identifier: Apache-2.0
#include "records/documents.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <javaser/reader.hpp>
#include <string>

namespace {

const std::filesystem::path vectors = TARE_TEST_DATA "/java-streams";

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

template <class Line>
void expect_the_jdks_bytes(const std::string& kind) {
  if (!std::filesystem::exists(vectors)) GTEST_SKIP() << "no " << vectors;
  for (const std::size_t length : {10, 100, 1000}) {
    const auto path = vectors / ("bench-" + kind + "-" + std::to_string(length) + ".ser");
    ASSERT_TRUE(std::filesystem::exists(path)) << path;
    EXPECT_EQ(text_of(suite::stream_of(suite::make_lines<Line>(length))), content_of(path)) << path;
  }
}

TEST(Documents, ClassesHaveTheBytesThatTheJdkWrites) {
  expect_the_jdks_bytes<suite::LineC>("classes");
}

TEST(Documents, RecordsHaveTheBytesThatTheJdkWrites) {
  expect_the_jdks_bytes<suite::LineR>("records");
}

TEST(Documents, WhatIsReadIsWhatWasWritten) {
  constexpr std::size_t length = 10'000;
  const std::vector<std::byte> stream = suite::stream_of(suite::make_lines<suite::LineC>(length));
  javaser::Reader reader(stream);
  const auto lines = reader.read<std::vector<suite::LineC>>();
  ASSERT_TRUE(lines.has_value()) << javaser::to_string(reader.error());
  ASSERT_EQ(lines->size(), length);
  EXPECT_EQ(lines->front().p1.x, -1558921493);
  EXPECT_EQ(lines->front().p2.y, -1297885497);
  EXPECT_EQ(suite::stream_of(*lines), stream);
}

}  // namespace
