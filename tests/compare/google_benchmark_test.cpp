// SPDX-License-Identifier: Apache-2.0
#include "compare/google_benchmark.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

namespace tare::compare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string document(const std::string& benchmarks) {
  return fmt::format(R"({{"context": {{"date": "2026-01-02T03:04:05+00:00", "executable": "./x",
    "num_cpus": 2, "caches": [{{"level": 1}}], "library_build_type": "release"}},
    "benchmarks": [{}]}})",
                     benchmarks);
}

/// As version 1.7.1 writes a repetition.
std::string repetition(const char* name, double real, const char* unit = "ns", int threads = 1) {
  return fmt::format(
      R"({{"name": "{0}", "family_index": 0, "run_name": "{0}", "run_type": "iteration",
      "repetitions": 3, "repetition_index": 0, "threads": {3}, "iterations": 1000,
      "real_time": {1}, "cpu_time": {1}, "time_unit": "{2}", "items_per_second": 1e9}})",
      name, real, unit, threads);
}

Case read(const char* name) {
  return from_google_benchmark(document(repetition(name, 1))).cases.at(0);
}

std::string complaint(const std::string& text) {
  try {
    from_google_benchmark(text);
    return "";
  } catch (const RecordError& error) {
    return error.what();
  }
}

TEST(GoogleBenchmark, RepetitionsAreForks) {
  const Report report =
      from_google_benchmark(document(repetition("a", 1) + "," + repetition("b", 5) + "," +
                                     repetition("a", 2) + "," + repetition("a", 3)));
  ASSERT_EQ(report.cases.size(), 2U);
  const Case& one = report.cases[0];
  EXPECT_EQ(one.benchmark, "a");
  EXPECT_EQ(one.mode, Mode::average_time);
  EXPECT_EQ(one.forks, 3U);
  EXPECT_THAT(one.primary.sample.values,
              ElementsAre(ElementsAre(1), ElementsAre(2), ElementsAre(3)));
  EXPECT_EQ(one.primary.score, 2);
  EXPECT_EQ(one.primary.unit, "ns/op");
  EXPECT_EQ(one.primary.better, Better::lower);
  ASSERT_EQ(one.secondary.size(), 1U);
  EXPECT_EQ(one.secondary[0].label, "cpu_time");
  EXPECT_EQ(one.secondary[0].score, 2);
  EXPECT_TRUE(report.complete);
  EXPECT_EQ(report.notes.at(0).code, "one-process");
}

TEST(GoogleBenchmark, ContextTellsOfTheRun) {
  const Report report = from_google_benchmark(document(""));
  EXPECT_EQ(report.started, "2026-01-02T03:04:05+00:00");
  EXPECT_THAT(report.command, ElementsAre("./x"));
  EXPECT_THAT(report.environment, ElementsAre(Fact{"cpu.count", "2"}));
  EXPECT_THAT(report.cases, IsEmpty());
  EXPECT_THAT(from_google_benchmark(R"({"benchmarks": []})").command, IsEmpty());
}

TEST(GoogleBenchmark, UnitsAreKept) {
  const Report report = from_google_benchmark(document(
      repetition("a", 1, "us") + "," + repetition("b", 1, "ms") + "," + repetition("c", 1, "s")));
  EXPECT_EQ(report.cases[0].primary.unit, "us/op");
  EXPECT_EQ(report.cases[1].secondary[0].unit, "ms/op");
  EXPECT_EQ(report.cases[2].primary.unit, "s/op");
}

TEST(GoogleBenchmark, NamesHoldParameters) {
  EXPECT_EQ(read("BM_copy").benchmark, "BM_copy");
  EXPECT_THAT(read("BM_copy").params, IsEmpty());
  const Case one = read("BM_copy/8/-16/n:4/threads:2");
  EXPECT_EQ(one.benchmark, "BM_copy");
  EXPECT_THAT(one.params, ElementsAre(Param{"range0", "8"}, Param{"range1", "-16"}, Param{"n", "4"},
                                      Param{"threads", "2"}));
}

TEST(GoogleBenchmark, HowLongACaseWasMeasuredIsNoPartOfItsName) {
  const Case one = read("a/8/iterations:1000/repeats:3/min_time:0.500/min_warmup_time:1.000");
  EXPECT_EQ(one.benchmark, "a");
  EXPECT_THAT(one.params, ElementsAre(Param{"range0", "8"}));
}

TEST(GoogleBenchmark, OtherPartsOfNamesStay) {
  EXPECT_EQ(read("Fixture/method/8/real_time").benchmark, "Fixture/method/real_time");
  EXPECT_EQ(read("map<std::string, int>/8").benchmark, "map<std::string, int>");
  EXPECT_EQ(read("a/kind:fast").benchmark, "a/kind:fast");
  EXPECT_EQ(read("a//b/").benchmark, "a//b/");
}

TEST(GoogleBenchmark, ThreadsAreThoseOfTheCase) {
  const Report report = from_google_benchmark(document(repetition("a/threads:4", 1, "ns", 4)));
  EXPECT_EQ(report.cases[0].threads, 4U);
}

TEST(GoogleBenchmark, ErrorsAreFailures) {
  const Report report = from_google_benchmark(
      document(repetition("a", 1) + R"(, {"name": "a", "run_name": "a", "run_type": "iteration",
      "error_occurred": true, "error_message": "no such device", "iterations": 0,
      "real_time": 0, "cpu_time": 0, "time_unit": "ns"},
      {"name": "b", "run_name": "b", "skipped": true, "skip_message": "not here"})"));
  ASSERT_EQ(report.cases.size(), 2U);
  EXPECT_EQ(report.cases[0].outcome, Outcome::failed);
  EXPECT_EQ(report.cases[0].reason, "no such device");
  EXPECT_EQ(report.cases[0].primary.sample.values.size(), 1U);
  EXPECT_EQ(report.cases[1].outcome, Outcome::skipped);
  EXPECT_EQ(report.cases[1].reason, "not here");
  EXPECT_TRUE(std::isnan(report.cases[1].primary.score));
}

TEST(GoogleBenchmark, AggregatesAreLeftOut) {
  const std::string mean = R"({"name": "a_mean", "run_name": "a", "run_type": "aggregate",
      "aggregate_name": "mean", "real_time": 7, "cpu_time": 7, "time_unit": "ns"})";
  const Report report = from_google_benchmark(document(repetition("a", 1) + "," + mean));
  ASSERT_EQ(report.cases.size(), 1U);
  EXPECT_EQ(report.cases[0].primary.score, 1);
  EXPECT_THAT(complaint(document(mean)), HasSubstr("--benchmark_report_aggregates_only"));
}

TEST(GoogleBenchmark, OldVersionsHadNoRunName) {
  const Report report = from_google_benchmark(
      R"({"benchmarks": [{"name": "a/8", "real_time": 3, "cpu_time": 2, "time_unit": "ns"}]})");
  EXPECT_EQ(report.cases[0].benchmark, "a");
  EXPECT_EQ(report.cases[0].primary.score, 3);
}

TEST(GoogleBenchmark, OtherTextsAreRefusedWithAPlace) {
  EXPECT_THAT(complaint("{"), HasSubstr("line 1, column 2"));
  EXPECT_EQ(complaint("{}"), "top level: \"benchmarks\" is missing");
  EXPECT_EQ(complaint("[]"), "top level: expected object, found array");
  EXPECT_EQ(complaint(R"({"benchmarks": 1})"), ".benchmarks: expected array, found number");
  EXPECT_EQ(complaint(R"({"benchmarks": [1]})"), ".benchmarks[0]: expected object, found number");
  EXPECT_EQ(complaint(R"({"benchmarks": [{}]})"), ".benchmarks[0]: \"name\" is missing");
  EXPECT_EQ(complaint(R"({"benchmarks": [{"name": "a", "time_unit": "ell"}]})"),
            ".benchmarks[0][\"time_unit\"]: expected a unit of time such as \"ns\"");
  EXPECT_EQ(complaint(R"({"benchmarks": [{"name": "a"}]})"),
            ".benchmarks[0]: \"real_time\" is missing");
}

TEST(GoogleBenchmark, LimitsHold) {
  ReadLimits limits;
  limits.depth = 3;
  const std::string text = R"({"benchmarks": [], "x": [[[]]]})";
  EXPECT_THROW(from_google_benchmark(text, limits), RecordError);
  limits.depth = 4;
  EXPECT_NO_THROW(from_google_benchmark(text, limits));
  limits.bytes = text.size() - 1;
  EXPECT_THROW(from_google_benchmark(text, limits), RecordError);
}

}  // namespace
}  // namespace tare::compare
