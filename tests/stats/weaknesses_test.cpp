// SPDX-License-Identifier: Apache-2.0
#include "stats/weaknesses.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "noise.hpp"
#include "stats/summary.hpp"

namespace tare::stats {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Values = std::vector<std::vector<double>>;

constexpr std::size_t default_forks = 12;
constexpr std::size_t default_iterations = 3;

Case case_of(Values values, Mode mode = Mode::average_time) {
  Case result;
  result.benchmark = "group.name";
  result.params = {{"size", "10"}};
  result.mode = mode;
  result.forks = static_cast<std::uint32_t>(values.size());
  result.primary.unit = mode == Mode::throughput ? "ops/us" : "ns/op";
  result.primary.better = mode == Mode::throughput ? Better::higher : Better::lower;
  result.primary.sample.values = std::move(values);
  summarise(result.primary, 0.999);
  return result;
}

std::vector<std::string> codes(const Case& summarised, ClockFacts clock = {}) {
  std::vector<std::string> found;
  for (const Note& note : weaknesses(summarised, clock)) found.push_back(note.code);
  return found;
}

/// The one note there is.
Note only_note(const Case& summarised, ClockFacts clock = {}) {
  const std::vector<Note> notes = weaknesses(summarised, clock);
  EXPECT_EQ(notes.size(), 1U);
  return notes.empty() ? Note{} : notes.front();
}

/// How often each code is raised, as a share of `trials`. Printed for docs/statistics.md.
std::map<std::string, double> alarm_rates(int trials, const std::function<Values()>& draw) {
  std::map<std::string, double> rates{{"wide-error", 0}, {"drift", 0}, {"bimodal", 0}};
  for (int trial = 0; trial < trials; ++trial) {
    for (const std::string& code : codes(case_of(draw()))) rates[code] += 1.0 / trials;
  }
  for (const auto& [code, rate] : rates) fmt::print("{} {:.2f} %  ", code, 100 * rate);
  fmt::print("\n");
  return rates;
}

Values steady(std::size_t forks) {
  Values values;
  for (std::size_t fork = 0; fork < forks; ++fork) {
    values.push_back({100 + 0.1 * static_cast<double>(fork % 4), 100.15});
  }
  return values;
}

TEST(WeaknessesTest, OfASteadyCaseThereAreNone) {
  EXPECT_THAT(codes(case_of(steady(12))), IsEmpty());
}

TEST(WeaknessesTest, OfACaseWithoutFiguresThereAreNone) {
  EXPECT_THAT(codes(case_of({})), IsEmpty());
  EXPECT_THAT(codes(case_of({{}, {}})), IsEmpty());
}

TEST(WeaknessesTest, NamesTheCase) {
  const Note note = only_note(case_of(steady(1)));
  EXPECT_EQ(note.case_name, "group.name (size = 10)");
  EXPECT_EQ(note.severity, Severity::warning);
}

TEST(WeaknessesTest, ForksAreTooFewForAnyErrorBelowThree) {
  EXPECT_THAT(codes(case_of(steady(1))), ElementsAre("no-fork-error"));
  EXPECT_THAT(codes(case_of(steady(2))), ElementsAre("no-fork-error"));
  EXPECT_THAT(only_note(case_of(steady(2))).text, HasSubstr("two forks"));
}

TEST(WeaknessesTest, SaysThatAnInProcessRunHasNoForks) {
  Case in_process = case_of(steady(1));
  in_process.forks = 0;
  EXPECT_THAT(only_note(in_process).text, HasSubstr("this process"));
}

TEST(WeaknessesTest, ForksAreFewBelowEight) {
  EXPECT_THAT(codes(case_of(steady(3))), ElementsAre("few-forks"));
  EXPECT_THAT(codes(case_of(steady(7))), ElementsAre("few-forks"));
  EXPECT_THAT(codes(case_of(steady(8))), IsEmpty());
  EXPECT_THAT(only_note(case_of(steady(7))).text, HasSubstr("7 forks"));
}

TEST(WeaknessesTest, CountsTheForksThatMeasuredSomething) {
  Values values = steady(12);
  for (std::size_t fork = 0; fork < 7; ++fork) values[fork].clear();
  EXPECT_THAT(only_note(case_of(values)).text, HasSubstr("5 forks"));
}

TEST(WeaknessesTest, AnErrorOfATenthIsWide) {
  Values values = steady(12);
  for (std::size_t fork = 0; fork < 12; fork += 2)
    values[fork] = {100.0 + 2 * static_cast<double>(fork)};
  const Note note = only_note(case_of(values));
  EXPECT_EQ(note.code, "wide-error");
  EXPECT_THAT(note.text, AllOf(HasSubstr("100"), HasSubstr("120 ns/op")));
}

TEST(WeaknessesTest, IterationsInWhichNoTimePassedSayMoreOfTheClock) {
  EXPECT_THAT(codes(case_of(Values(12, {0, 0, 0}))), ElementsAre("clock-still"));
  Values rates(12, {5, 5, 5});
  rates[3][1] = not_a_number;
  EXPECT_EQ(only_note(case_of(rates, Mode::throughput)).text,
            "By the clock no time passed in 1 of 36 iterations.");
  EXPECT_THAT(codes(case_of(Values(12, {not_a_number}), Mode::throughput)),
              ElementsAre("clock-still"));
}

/// Iterations of each fork: these factors times a little noise.
Values drifting(const std::vector<double>& factors) {
  Noise noise(3);
  Values values = noisy_forks(noise, default_forks, factors.size(), 1, 0.5);
  for (auto& fork : values) {
    for (std::size_t i = 0; i < fork.size(); ++i) fork[i] *= factors[i];
  }
  return values;
}

TEST(WeaknessesTest, AFallingTimeMeansThatWarmUpIsNotFinished) {
  const Note note = only_note(case_of(drifting({1.03, 1.01, 1.0})));
  EXPECT_EQ(note.code, "drift");
  EXPECT_THAT(note.text, HasSubstr("falls"));
  EXPECT_THAT(note.advice, HasSubstr("warm up longer"));
}

TEST(WeaknessesTest, ARisingTimeMeansThatSomethingBuildsUp) {
  const Note note = only_note(case_of(drifting({1.0, 1.01, 1.03})));
  EXPECT_EQ(note.code, "drift");
  EXPECT_THAT(note.text, HasSubstr("rises"));
  EXPECT_THAT(note.advice, HasSubstr("builds up"));
}

TEST(WeaknessesTest, ARisingThroughputMeansThatWarmUpIsNotFinished) {
  const Note note = only_note(case_of(drifting({1.0, 1.01, 1.03}), Mode::throughput));
  EXPECT_EQ(note.code, "drift");
  EXPECT_THAT(note.advice, HasSubstr("warm up longer"));
}

TEST(WeaknessesTest, ADriftBelowOnePercentIsNotWorthAWarning) {
  Values values;
  for (std::size_t fork = 0; fork < 12; ++fork) values.push_back({100.9, 100.4, 100.0});
  EXPECT_THAT(codes(case_of(values)), IsEmpty());
}

TEST(WeaknessesTest, ADriftIsFoundInEveryPlan) {
  EXPECT_THAT(codes(case_of(drifting({1.03, 1.0}))), ElementsAre("drift"));
  EXPECT_THAT(codes(case_of(drifting({1.04, 1.03, 1.02, 1.0, 1.0, 1.0, 1.0}))),
              ElementsAre("drift"));
}

TEST(WeaknessesTest, ForksInTwoGroupsAreBimodal) {
  Values values = steady(12);
  for (std::size_t fork = 0; fork < 12; fork += 3)
    values[fork] = {102.0 + 0.01 * static_cast<double>(fork)};
  const Note note = only_note(case_of(values));
  EXPECT_EQ(note.code, "bimodal");
  EXPECT_THAT(note.text, AllOf(HasSubstr("8 at 100"), HasSubstr("4 at 102")));
}

TEST(WeaknessesTest, TwoGroupsExplainAWideError) {
  Values values = steady(12);
  for (std::size_t fork = 0; fork < 12; fork += 3) values[fork] = {140.0};
  EXPECT_THAT(codes(case_of(values)), ElementsAre("bimodal"));
}

TEST(WeaknessesTest, TwoOutliersAreNoGroup) {
  Values values = steady(12);
  values[0] = {106};
  values[1] = {106.01};
  EXPECT_THAT(codes(case_of(values)), IsEmpty());
}

TEST(WeaknessesTest, GroupsThatHardlyDifferAreNotWorthAWarning) {
  Values values(12, {100.0});
  for (std::size_t fork = 0; fork < 6; ++fork) values[fork] = {100.9};
  EXPECT_THAT(codes(case_of(values)), IsEmpty());
}

Case sampled(double ns, Mode mode, const char* unit, double unit_ns) {
  Case result = case_of(Values(12, {ns / unit_ns}), mode);
  result.primary.unit = unit;
  return result;
}

TEST(WeaknessesTest, AShortOperationTimedOnItsOwnDrownsInTheClock) {
  const ClockFacts clock{.step_ns = 10, .cost_ns = 24};
  for (const Mode mode : {Mode::sample_time, Mode::single_shot}) {
    EXPECT_THAT(codes(sampled(2000, mode, "ns/op", 1), clock), ElementsAre("clock-step"));
    EXPECT_THAT(codes(sampled(2500, mode, "ns/op", 1), clock), IsEmpty());
    EXPECT_THAT(codes(sampled(2000, mode, "us/op", 1e3), clock), ElementsAre("clock-step"));
    EXPECT_THAT(codes(sampled(2500, mode, "us/op", 1e3), clock), IsEmpty());
  }
  EXPECT_THAT(only_note(sampled(80, Mode::sample_time, "ns/op", 1), clock).text,
              AllOf(HasSubstr("80 ns"), HasSubstr("10 ns"), HasSubstr("24 ns")));
}

TEST(WeaknessesTest, OperationsOfOneInvocationAreTimedTogether) {
  Case hundred = sampled(80, Mode::sample_time, "ns/op", 1);
  hundred.operations_per_invocation = 100;
  EXPECT_THAT(codes(hundred, {.step_ns = 10, .cost_ns = 24}), IsEmpty());
}

TEST(WeaknessesTest, ARareLongOperationDoesNotHideThatMostAreShort) {
  Case rare = case_of(Values(12), Mode::sample_time);
  rare.primary.sample.histograms.assign(12, {{{50, 999}, {1e7, 1}}});
  summarise(rare.primary, 0.999);
  EXPECT_THAT(only_note(rare, {.step_ns = 10, .cost_ns = 24}).text, HasSubstr("50 ns"));
}

TEST(WeaknessesTest, BatchesAndUnknownClocksAreNoReasonToComplain) {
  EXPECT_THAT(codes(sampled(1, Mode::average_time, "ns/op", 1), {10, 24}), IsEmpty());
  EXPECT_THAT(codes(sampled(1, Mode::single_shot, "ns/op", 1), {}), IsEmpty());
  EXPECT_THAT(codes(sampled(1, Mode::single_shot, "#", 1), {10, 24}), IsEmpty());
}

TEST(WeaknessesTest, WellBehavedNoiseRaisesHardlyAnyAlarm) {
  for (const std::size_t forks : {std::size_t{8}, default_forks, std::size_t{20}}) {
    for (const double within : {0.1, 0.5, 1.0}) {
      Noise noise(forks);
      const auto rates = alarm_rates(
          5000, [&] { return noisy_forks(noise, forks, default_iterations, 1, within); });
      for (const auto& [code, rate] : rates) {
        EXPECT_LT(rate, 0.01) << code << " of " << forks << " forks, within " << within;
      }
    }
  }
}

TEST(WeaknessesTest, SkewedNoiseRaisesHardlyAnyAlarm) {
  Noise noise(7);
  const auto skewed = [&] { return 100 - std::log(noise.uniform()); };  // Exponential tail.
  const auto rates = alarm_rates(4000, [&] {
    Values values(default_forks);
    for (auto& fork : values) {
      const double level = skewed();
      for (std::size_t i = 0; i < default_iterations; ++i) fork.push_back(level + skewed());
    }
    return values;
  });
  for (const auto& [code, rate] : rates) EXPECT_LT(rate, 0.01) << code;
}

TEST(WeaknessesTest, PlantedFaultsAreFound) {
  Noise noise(11);
  const auto plain = [&] { return noisy_forks(noise, default_forks, default_iterations, 1, 1); };
  const auto unfinished = alarm_rates(1000, [&] {
    Values values = plain();
    for (auto& fork : values) fork.front() *= 1.05;
    return values;
  });
  EXPECT_GT(unfinished.at("drift"), 0.95);
  const auto two_modes = alarm_rates(1000, [&] {
    Values values = plain();
    for (std::size_t fork = 0; fork < 4; ++fork) {
      for (double& value : values[fork]) value *= 1.2;
    }
    return values;
  });
  EXPECT_GT(two_modes.at("bimodal"), 0.95);
  const auto restless = alarm_rates(
      1000, [&] { return noisy_forks(noise, default_forks, default_iterations, 8, 1); });
  EXPECT_GT(restless.at("wide-error"), 0.95);
}

}  // namespace
}  // namespace tare::stats
