// SPDX-License-Identifier: Apache-2.0
#include "machine/files.hpp"

#include <gmock/gmock.h>

#include "fixture_tree.hpp"

namespace tare::machine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class FilesTest : public FixtureTree {
 protected:
  Files files() const { return Files(root()); }
};

TEST_F(FilesTest, WhatIsAbsentIsEmpty) {
  EXPECT_EQ(files().text("/proc/none"), "");
  EXPECT_THAT(files().lines("/proc/none"), IsEmpty());
  EXPECT_EQ(files().field("/proc/none", "key", ':'), "");
}

TEST_F(FilesTest, AFolderIsNoFile) {
  write("/proc/folder/file", "x");
  EXPECT_EQ(files().text("/proc/folder"), "");
}

TEST_F(FilesTest, TextHasNoBlanksAtItsEnds) {
  write("/a", std::string("  one two\t\n\0", 11));
  EXPECT_EQ(files().text("/a"), "one two");
}

TEST_F(FilesTest, TextIsValidUtf8) {
  write("/a", "caf\xc3\xa9 \xff\xc3 end");
  EXPECT_EQ(files().text("/a"), "caf\xc3\xa9 \xef\xbf\xbd\xef\xbf\xbd end");
}

TEST_F(FilesTest, TextEndsAtItsLimit) {
  write("/long", std::string(2 * Files::most_bytes, 'x'));
  EXPECT_EQ(files().text("/long").size(), Files::most_bytes);
}

TEST_F(FilesTest, LinesMayBeEmpty) {
  write("/a", "one\n\nthree\n");
  EXPECT_THAT(files().lines("/a"), ElementsAre("one", "", "three"));
}

TEST_F(FilesTest, AFieldIsTheFirstWithExactlyThatKey) {
  write("/a", "model : 7\nmodel name\t: A: b\nmodel name : C\n");
  EXPECT_EQ(files().field("/a", "model name", ':'), "A: b");
  EXPECT_EQ(files().field("/a", "model", ':'), "7");
  EXPECT_EQ(files().field("/a", "name", ':'), "");
}

TEST(LeadingNumberTest, EndsWhereTheUnitBegins) {
  EXPECT_EQ(leading_number("1.5 %"), 1.5);
  EXPECT_EQ(leading_number("-1"), -1);
  EXPECT_FALSE(leading_number("none"));
  EXPECT_FALSE(leading_number(""));
}

}  // namespace
}  // namespace tare::machine
