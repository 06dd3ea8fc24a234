// SPDX-License-Identifier: Apache-2.0
#include "recording/output_file.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace tare::recording {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

class OutputFileTest : public ::testing::TestWithParam<OutputFile::Until> {
 protected:
  OutputFileTest() {
    std::string pattern = ::testing::TempDir() + "output_file_XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  ~OutputFileTest() override { std::filesystem::remove_all(folder_); }

  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      names.insert(entry.path().filename());
    return names;
  }
  static std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string folder_;
};

TEST_P(OutputFileTest, AppearsWholeAndReplacesNothing) {
  for (const char* name : {"case.jfr", "case-2.jfr", "case-3.jfr"}) {
    OutputFile file(folder_, "case", "jfr", GetParam());
    file.write(name);
    file.write(" is whole");
    EXPECT_EQ(names().count(name), 0U);
    EXPECT_EQ(file.publish(), folder_ + "/" + name);
  }
  EXPECT_THAT(names(), UnorderedElementsAre("case.jfr", "case-2.jfr", "case-3.jfr"));
  for (const std::string& name : names())
    EXPECT_EQ(content(folder_ + "/" + name), name + " is whole");
}

TEST_P(OutputFileTest, IsWrittenBesideOthersOfItsName) {
  OutputFile one(folder_, "case", "jfr", GetParam());
  OutputFile other(folder_, "case", "jfr", GetParam());
  one.write("one");
  other.write("other");
  EXPECT_EQ(content(other.publish()), "other");
  EXPECT_EQ(content(one.publish()), "one");
}

TEST_P(OutputFileTest, IsNoMoreIfItWasNotPublished) {
  OutputFile(folder_, "case", "jfr", GetParam()).write("half");
  EXPECT_TRUE(names().empty());
}

TEST_P(OutputFileTest, LeavesNothingThatLooksWholeWhereItsWriterIsKilled) {
  const pid_t child = fork();
  if (child == 0) {
    OutputFile file(folder_, "case", "jfr", GetParam());
    file.write("half");
    raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(names().count("case.jfr"), 0U);
  if (GetParam() == OutputFile::Until::nameless) {
    EXPECT_TRUE(names().empty());
  }
}

TEST_P(OutputFileTest, MakesANameOfAnyText) {
  const std::string umlauts = [] {
    std::string text = "x";
    while (text.size() < 400) text += "ä";
    return text;
  }();
  for (const std::string& stem :
       {std::string("a/b\n"), std::string("../up"), umlauts, std::string()}) {
    OutputFile file(folder_, stem, "txt", GetParam());
    const std::string path = file.publish();
    EXPECT_EQ(std::filesystem::path(path).parent_path(), folder_);
    EXPECT_TRUE(path.ends_with(".txt"));
  }
  EXPECT_EQ(names().count("a_b_.txt"), 1U);
  EXPECT_EQ(names().count("_._up.txt"), 1U);
  for (const std::string& name : names())
    EXPECT_TRUE(!name.starts_with("x") || name.ends_with("ä.txt")) << name;
}

INSTANTIATE_TEST_SUITE_P(Until, OutputFileTest,
                         ::testing::Values(OutputFile::Until::nameless, OutputFile::Until::hidden));

TEST(OutputFile, SaysWhereItCannotWrite) {
  try {
    OutputFile("/no/such", "case", "jfr");
    FAIL();
  } catch (const RecordingError& error) {
    EXPECT_THAT(error.what(), HasSubstr("/no/such/case.jfr: No such file or directory; choose"));
  }
}

}  // namespace
}  // namespace tare::recording
