// SPDX-License-Identifier: Apache-2.0
#include "session/growth.hpp"

#include <gmock/gmock.h>

namespace tare::session {
namespace {

using testing::HasSubstr;

Case case_of(const std::string& benchmark, std::vector<Param> params, double score,
             const std::string& unit = "ns/op", Mode mode = Mode::average_time) {
  Case c;
  c.benchmark = benchmark;
  c.params = std::move(params);
  c.mode = mode;
  c.primary.unit = unit;
  c.primary.score = score;
  c.primary.sample.values = {{score}, {score}, {score}};
  return c;
}

TEST(growth, is_fitted_for_each_choice_of_the_other_parameters) {
  Report report;
  for (const char* n : {"10", "100", "1000", "10000"}) {
    report.cases.push_back(case_of("b", {{"n", n}, {"kind", "list"}}, 2 * std::stod(n)));
    report.cases.push_back(case_of("b", {{"n", n}, {"kind", "table"}}, 5));
  }
  fit_growth(report);
  for (const Case& c : report.cases) {
    ASSERT_EQ(c.fits.size(), 1U);
    EXPECT_EQ(c.fits[0].parameter, "n");
    EXPECT_EQ(c.fits[0].complexity, c.params[1].value == "list" ? "n" : "1");
  }
  ASSERT_EQ(report.notes.size(), 2U);
  EXPECT_EQ(report.notes[0].code, "fit");
  EXPECT_EQ(report.notes[0].severity, Severity::info);
  EXPECT_EQ(report.notes[0].case_name, "b (kind = list)");
  EXPECT_EQ(report.notes[0].text, "Grows with n as O(n): 2 ns · n, off by 0 % (RMS).");
}

TEST(growth, of_a_throughput_is_that_of_its_inverse) {
  Report report;
  for (const char* n : {"1", "2", "4", "8"})
    report.cases.push_back(
        case_of("b", {{"n", n}}, 0.1 / std::stod(n), "ops/us", Mode::throughput));
  fit_growth(report);
  ASSERT_EQ(report.cases[0].fits.size(), 1U);
  EXPECT_EQ(report.cases[0].fits[0].complexity, "n");
  EXPECT_NEAR(report.cases[0].fits[0].coefficient, 10'000, 1e-6);
}

TEST(growth, is_not_fitted_to_sizes_below_nought) {
  Report report;
  for (const char* n : {"-1", "2", "4", "8"}) report.cases.push_back(case_of("b", {{"n", n}}, 3));
  fit_growth(report);
  EXPECT_TRUE(report.cases[0].fits.empty());
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_EQ(report.notes[0].severity, Severity::warning);
  EXPECT_THAT(report.notes[0].text, HasSubstr("not all of its values are above 0"));
}

TEST(growth, of_words_or_failures_is_none_and_that_is_said) {
  Report report;
  for (const char* n : {"1", "2", "4", "8"}) {
    report.cases.push_back(case_of("b", {{"n", n}}, 3));
    report.cases.back().outcome = Outcome::crashed;
    report.cases.push_back(case_of("c", {{"word", std::string("x") + n}}, 3));
  }
  fit_growth(report);
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_THAT(report.notes[0].text, HasSubstr("no benchmark was run with 4 values"));
}

}  // namespace
}  // namespace tare::session
