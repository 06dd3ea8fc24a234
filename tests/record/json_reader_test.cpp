// SPDX-License-Identifier: Apache-2.0
// What from_json refuses, with which words, and what it reads that others wrote.
#include <gmock/gmock.h>

#include "record/json.hpp"

namespace tare {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

/// The text of the error; "" if there is none.
std::string error_of(const std::string& text, const ReadLimits& limits = {}) {
  try {
    from_json(text, limits);
    return "";
  } catch (const RecordError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return error.what();
  }
}

const std::string jmh_case = R"({
  "jmhVersion": "1.37", "benchmark": "org.sample.Foo.bar", "mode": "thrpt", "threads": 2,
  "forks": 5, "jvm": "/usr/bin/java", "jvmArgs": ["-Xmx1g"], "jdkVersion": "17", "vmName": "J",
  "vmVersion": "17", "warmupIterations": 5, "warmupTime": "10 s", "warmupBatchSize": 1,
  "measurementIterations": 3, "measurementTime": "1 min", "measurementBatchSize": 1,
  "params": {"size": "10"},
  "primaryMetric": {"score": 12.5, "scoreError": "NaN", "scoreConfidence": ["NaN", "NaN"],
    "scorePercentiles": {"0.0": 12, "50.0": 12.5}, "scoreUnit": "ops/ms",
    "rawData": [[12, 13]]},
  "secondaryMetrics": {
    "gc.count": {"score": 7, "scoreError": "NaN", "scoreConfidence": [6.5, 7.5],
      "scorePercentiles": {}, "scoreUnit": "counts", "rawData": [[7]]},
    "alloc": {"score": 1, "scoreUnit": "ops/ms", "rawData": []}}
})";

/// `jmh_case` with one text in it replaced.
std::string with(const std::string& what, const std::string& by) {
  std::string text = "[" + jmh_case + "]";
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(json_reader, reads_what_jmh_wrote) {
  const Report report = from_json("[" + jmh_case + "]");
  ASSERT_EQ(report.cases.size(), 1U);
  const Case& one = report.cases.front();
  EXPECT_EQ(one.benchmark, "org.sample.Foo.bar");
  EXPECT_EQ(one.mode, Mode::throughput);
  EXPECT_EQ(one.threads, 2U);
  EXPECT_EQ(one.warmup, (Phase{5, 10'000'000'000, 1}));
  EXPECT_EQ(one.measurement, (Phase{3, 60'000'000'000, 1}));
  EXPECT_EQ(one.params, (std::vector<Param>{{"size", "10"}}));
  EXPECT_EQ(one.primary.better, Better::higher);
  EXPECT_EQ(one.primary.score, 12.5);
  EXPECT_EQ(one.primary.sample.values, (std::vector<std::vector<double>>{{12, 13}}));
  ASSERT_EQ(one.secondary.size(), 2U);
  EXPECT_EQ(one.secondary[0].label, "alloc");
  EXPECT_EQ(one.secondary[0].better, Better::higher);
  EXPECT_EQ(one.secondary[1].label, "gc.count");
  EXPECT_EQ(one.secondary[1].better, Better::lower);
  EXPECT_EQ(one.secondary[1].interval_high, 7.5);
}

TEST(json_reader, reads_a_histogram_of_jmh) {
  const Report report =
      from_json(with("\"rawData\": [[12, 13]]", "\"rawDataHistogram\": [[[[12, 3], [12.5, 1]]]]"));
  const Sample& sample = report.cases.front().primary.sample;
  EXPECT_EQ(sample.histograms,
            (std::vector<std::vector<Histogram>>{{Histogram{{12, 3}, {12.5, 1}}}}));
  EXPECT_TRUE(sample.values.empty());
}

TEST(json_reader, a_count_that_went_through_a_double_is_still_a_count) {
  EXPECT_EQ(from_json(with("\"threads\": 2", "\"threads\": 2e0")).cases.front().threads, 2U);
}

TEST(json_reader, says_where_the_text_stops_being_json) {
  EXPECT_THAT(error_of(""), StartsWith("line 1, column 1: "));
  EXPECT_THAT(error_of("[\n  nul]"), StartsWith("line 2, column "));
  EXPECT_THAT(error_of("[] []"), StartsWith("line 1, column 4: "));
  EXPECT_THAT(error_of("[\"\xff\"]"), HasSubstr("UTF-8"));
  EXPECT_THAT(error_of("[1e999]"), MatchesRegex("byte [0-9]+: the number is too large"));
  EXPECT_THAT(error_of("[" + std::string(100'000, 'x')), Not(HasSubstr("xx")));
}

TEST(json_reader, says_what_is_wrong_and_where) {
  EXPECT_EQ(error_of("{}"), "top level: expected array, found object");
  EXPECT_EQ(error_of("[1]"), "[0]: expected object, found number");
  EXPECT_EQ(error_of("[{}]"), "[0]: \"benchmark\" is missing");
  EXPECT_EQ(error_of(with("\"mode\": \"thrpt\"", "\"mode\": \"x\"")),
            "[0].mode: expected one of thrpt avgt sample ss");
  EXPECT_EQ(error_of(with("\"threads\": 2", "\"threads\": -2")),
            "[0].threads: expected a whole number of at most 4294967295");
  EXPECT_EQ(error_of(with("\"threads\": 2", "\"threads\": 4294967296")),
            "[0].threads: expected a whole number of at most 4294967295");
  EXPECT_EQ(error_of(with("\"threads\": 2", "\"threads\": 2.5")),
            "[0].threads: expected a whole number of at most 4294967295");
  EXPECT_EQ(error_of(with("\"10 s\"", "\"soon\"")),
            "[0].warmupTime: expected a duration such as \"100 ms\"");
  EXPECT_EQ(error_of(with("12.5, \"scoreError\"", "\"Nan\", \"scoreError\"")),
            "[0].primaryMetric.score: expected a number, \"NaN\", \"+INF\" or \"-INF\"");
  EXPECT_EQ(error_of(with("[[12, 13]]", "[[12, 13], [1, null]]")),
            "[0].primaryMetric.rawData[1][1]: expected number, found null");
  EXPECT_EQ(error_of(with("[6.5, 7.5]", "[6.5]")),
            "[0].secondaryMetrics[\"gc.count\"].scoreConfidence: expected two numbers");
  EXPECT_EQ(error_of(with("\"50.0\"", "\"half\"")),
            "[0].primaryMetric.scorePercentiles: a key is no number");
  EXPECT_EQ(error_of(with("\"size\": \"10\"", "\"si\\nze\": 10")),
            "[0].params[\"si\\nze\"]: expected string, found number");
}

/// A case of our own, for its `tare`.
std::string our_text() {
  Report report;
  report.cases.emplace_back().benchmark = "b";
  return to_json(report);
}

TEST(json_reader, refuses_a_schema_it_does_not_know) {
  std::string text = our_text();
  text.replace(text.find("\"schema\": 1"), 11, "\"schema\": 2");
  EXPECT_EQ(error_of(text), "[0].tare.schema: written as version 2; this program reads version 1");
}

TEST(json_reader, misses_what_its_own_schema_promises) {
  std::string text = our_text();
  text.replace(text.find("outcome"), 7, "Outcome");
  EXPECT_EQ(error_of(text), "[0].tare: \"outcome\" is missing");
}

TEST(json_reader, refuses_cases_of_several_runs_in_one_file) {
  const std::string one = our_text();
  std::string other = one;
  other.replace(other.find("\"confidence\": 0.999"), 19, "\"confidence\": 0.9");
  // Two files, joined as `jq -s add` would.
  const std::string joined = one.substr(0, one.rfind(']')) + "," + other.substr(1);
  EXPECT_EQ(error_of(joined), "[1].tare.run: the case is of another run than those before it");
}

TEST(json_reader, keeps_metrics_that_others_added) {
  std::string text = our_text();
  text.replace(text.find("\"secondaryMetrics\": {}"), 22,
               R"("secondaryMetrics": {"x": {"score": 1, "scoreUnit": "B"}})");
  EXPECT_EQ(from_json(text).cases.front().secondary.front().label, "x");
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(json_reader, depth_limit_holds_and_one_more_does_not) {
  EXPECT_EQ(error_of(nested(ReadLimits{}.depth)), "[0]: expected object, found array");
  EXPECT_EQ(error_of(nested(ReadLimits{}.depth + 1)), "nested deeper than 32 levels");
  EXPECT_EQ(error_of(std::string(1'000'000, '[')), "nested deeper than 32 levels");
}

TEST(json_reader, size_limit_holds_and_one_more_does_not) {
  const ReadLimits limits{.bytes = 10};
  EXPECT_EQ(error_of("[]        ", limits), "");
  EXPECT_EQ(error_of("[]         ", limits), "longer than 10 bytes");
}

std::string object_of(std::size_t members) {
  std::string text = "[{";
  for (std::size_t i = 0; i < members; ++i) {
    text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":{}";
  }
  return text + "}]";
}

TEST(json_reader, member_limit_holds_and_one_more_does_not) {
  EXPECT_EQ(error_of(object_of(ReadLimits{}.members)), "[0]: \"benchmark\" is missing");
  EXPECT_EQ(error_of(object_of(ReadLimits{}.members + 1)), "an object has more than 1000 members");
}

}  // namespace
}  // namespace tare
