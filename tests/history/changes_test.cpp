// SPDX-License-Identifier: Apache-2.0
#include "history/changes.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

namespace tare::history {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

Series series_of(const std::vector<double>& scores, const char* label = "", double error = 1) {
  Series series;
  series.key.label = label;
  for (const double score : scores) {
    Point& point = series.points.emplace_back();
    point.score = score;
    point.error = error;
  }
  return series;
}

/// Levels of a long series and how many revisions each lasts.
struct Level {
  double score;
  int revisions;
};
std::vector<double> noisy(const std::vector<Level>& levels, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise(0, 0.01);
  std::vector<double> scores;
  for (const Level& level : levels) {
    for (int i = 0; i < level.revisions; ++i)
      scores.push_back(level.score * std::exp(noise(random)));
  }
  return scores;
}

TEST(Changes, FindsShiftsOf3PercentIn1PercentOfNoiseAndNothingElse) {
  constexpr double up = 1.03;
  constexpr int planted[] = {60, 105, 155};
  constexpr unsigned many = 20;
  unsigned as_planted = 0;
  for (unsigned seed = 1; seed <= many; ++seed) {
    const Series series =
        series_of(noisy({{100, 60}, {100 * up, 45}, {100, 50}, {100 * up, 45}}, seed));
    const std::vector<Change> found = changes(series);
    ASSERT_THAT(found, SizeIs(3)) << seed;
    bool near = true;
    for (std::size_t i = 0; i < 3; ++i) {
      near = near && std::abs(static_cast<int>(found[i].first_after) - planted[i]) <= 2;
      EXPECT_EQ(found[i].last_before + 1, found[i].first_after);
      EXPECT_NEAR(found[i].ratio(), i == 1 ? 1 / up : up, 0.01) << seed;
      EXPECT_EQ(found[i].worse, i != 1);
    }
    if (near) ++as_planted;
  }
  // Even of the likeliest places for a step of 3 deviations 1 % are farther away than that: a sum
  // of n log ratios of likelihoods, of mean -4.5 n and variance 9 n, is above 0 for some n > 2.
  EXPECT_GE(as_planted, many - 1);
}

TEST(Changes, FindsNoneInFlatNoise) {
  for (unsigned seed = 1; seed <= 10; ++seed)
    EXPECT_THAT(changes(series_of(noisy({{100, 200}}, seed))), IsEmpty()) << seed;
}

TEST(Changes, AreNoneInManyFlatSeriesTogether) {
  constexpr std::size_t many = 300;
  std::size_t alone = 0;
  std::size_t together = 0;
  for (unsigned seed = 1; seed <= many; ++seed) {
    const Series series = series_of(noisy({{100, 50}}, seed));
    alone += changes(series).size();
    together += changes(series, many).size();
  }
  EXPECT_GT(alone, 0u);  // At 1 % each.
  EXPECT_EQ(together, 0u);
}

TEST(Changes, PassesOverRevisionsWithoutAScore) {
  Series series = series_of(noisy({{100, 20}, {120, 20}}, 1));
  series.points[19].outcome = Outcome::crashed;
  series.points[20].score = not_a_number;
  series.points[21].score = 0;  // No time, and without a logarithm.
  const std::vector<Change> found = changes(series);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].last_before, 18u);
  EXPECT_EQ(found[0].first_after, 22u);
}

TEST(Changes, KnowWhichDirectionIsGood) {
  Series series = series_of(noisy({{100, 20}, {120, 20}}, 1));
  series.better = Better::higher;
  ASSERT_THAT(changes(series), SizeIs(1));
  EXPECT_FALSE(changes(series)[0].worse);
}

TEST(Changes, OfExactFiguresAreAllThatDiffer) {
  const std::vector<Change> found = changes(series_of({3, 3, 4, 0, 0, 1}, "allocations", 0));
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].first_after, 2u);
  EXPECT_EQ(found[0].before, 3);
  EXPECT_EQ(found[0].after, 4);
  EXPECT_TRUE(found[0].worse);
  EXPECT_FALSE(found[1].worse);
  EXPECT_TRUE(found[2].worse);
  EXPECT_FALSE(std::isfinite(found[2].ratio()));
}

TEST(Changes, DoNotTakeATimeForExact) {
  // A clock too coarse to tell forks apart.
  EXPECT_THAT(changes(series_of({3, 3, 4}, "", 0)), IsEmpty());
}

TEST(Changes, AreNoneInWhatIsTooShort) {
  EXPECT_THAT(changes(Series()), IsEmpty());
  EXPECT_THAT(changes(series_of({1})), IsEmpty());
  EXPECT_THAT(changes(series_of({1, 100})), IsEmpty());
  EXPECT_THAT(changes(series_of({5}, "allocations", 0)), IsEmpty());
}

}  // namespace
}  // namespace tare::history
