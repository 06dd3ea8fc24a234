// SPDX-License-Identifier: Apache-2.0
#include "compare/load.hpp"

#include <gmock/gmock.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "cases.hpp"

namespace tare::compare {
namespace {

using test::counted;
using test::named;
using test::report_of;
using testing::HasSubstr;
using testing::StartsWith;

std::string complaint(const std::string& path, const ReadLimits& limits = {}) {
  try {
    load(path, limits);
    return "";
  } catch (const RecordError& error) {
    return error.what();
  }
}

/// A file that goes with the test.
class File {
 public:
  explicit File(const std::string& text)
      : path_(testing::TempDir() + "load_test." +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(Load, ReadsOurResults) {
  Report report = report_of({named("a")});
  report.tare_version = "1.2.3";
  report.complete = false;
  report.cases[0].secondary = {counted("gc.alloc.rate", 1)};
  const File file(to_json(report));
  const Report read = load(file.path());
  EXPECT_EQ(read.cases.at(0).benchmark, "a");
  EXPECT_FALSE(read.complete);
  EXPECT_EQ(read.cases[0].secondary[0].label, "gc.alloc.rate");
}

TEST(Load, TellsJmhsAllocationsAsOurs) {
  Report report = report_of({named("a")});
  report.cases[0].secondary = {counted("gc.alloc.rate", 1), counted("gc.alloc.rate.norm", 2),
                               counted("gc.count", 3), counted("\u00b7gc.alloc.rate.norm", 4),
                               counted("\u00b7stack", 5)};
  const Report read = read_results(to_jmh_json(report));
  std::vector<std::string> labels;
  for (const Metric& metric : read.cases.at(0).secondary) labels.push_back(metric.label);
  EXPECT_THAT(labels,
              testing::UnorderedElementsAre("gc.count", "mem.alloc.rate", "mem.alloc.rate.norm",
                                            "mem.alloc.rate.norm", "\u00b7stack"));
  EXPECT_TRUE(std::ranges::is_sorted(labels));
  EXPECT_TRUE(read.complete);
}

TEST(Load, ReadsGoogleBenchmarks) {
  const Report report = read_results(
      R"(  {"benchmarks": [{"name": "a", "real_time": 1, "cpu_time": 1, "time_unit": "ns"}]})");
  EXPECT_EQ(report.cases.at(0).benchmark, "a");
}

TEST(Load, ComplainsInOneLineThatNamesTheFile) {
  const File nothing("");
  EXPECT_EQ(complaint(nothing.path()), nothing.path() + ": there is nothing in it");
  EXPECT_EQ(complaint("/nowhere/x.json"), "/nowhere/x.json: No such file or directory");
  EXPECT_THAT(complaint("/"), StartsWith("/: "));
  EXPECT_THAT(complaint("/tmp/\n.json"), HasSubstr("\\n"));
}

TEST(Load, ComplainsOfWhatIsNoResult) {
  const File words("hello");
  EXPECT_THAT(complaint(words.path()), HasSubstr("line 1, column 1"));
  const File torn(to_json(report_of({named("a")})).substr(0, 100));
  EXPECT_NE(complaint(torn.path()), "");
}

TEST(Load, ReadsNoMoreThanIsAllowed) {
  EXPECT_THAT(complaint("/dev/zero", {.bytes = 1000}), HasSubstr("longer than 1000 bytes"));
}

}  // namespace
}  // namespace tare::compare
