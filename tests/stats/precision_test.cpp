// SPDX-License-Identifier: Apache-2.0
#include "stats/precision.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "noise.hpp"

namespace tare::stats {
namespace {

Sample sample_of(std::vector<std::vector<double>> values) { return {std::move(values), {}}; }

TEST(precision, is_half_the_interval_as_a_share_of_the_score) {
  // s = 1, t(0.95; 2) = 4.3027: 4.3027 / √3 = 2.4842.
  const Precision found = precision(sample_of({{9}, {10}, {11}}), 0.95);
  EXPECT_EQ(found.forks, 3U);
  EXPECT_NEAR(found.reached, 0.24842, 1e-5);
  EXPECT_TRUE(found.is_within(0.25));
  EXPECT_FALSE(found.is_within(0.24));
  EXPECT_EQ(precision(sample_of({{-9}, {-10}, {-11}}), 0.95).reached, found.reached);
}

TEST(precision, of_equal_forks_is_perfect_and_of_too_few_unknown) {
  EXPECT_EQ(precision(sample_of({{0}, {0}, {0}}), 0.999).reached, 0);
  const Precision one = precision(sample_of({{1}}), 0.999);
  EXPECT_FALSE(one.is_within(0.5));
  EXPECT_TRUE(std::isnan(one.forks_for(0.5)));
  EXPECT_EQ(precision(sample_of({{not_a_number}, {1}}), 0.999).forks, 1U);
}

TEST(precision, foretells_forks_by_the_square_of_what_is_missing) {
  EXPECT_EQ((Precision{10, 0.03}.forks_for(0.01)), 90);
  EXPECT_EQ((Precision{10, 0.005}.forks_for(0.01)), 3);
}

TEST(spread, lies_between_forks_or_within_them) {
  Noise noise(7);
  EXPECT_EQ(spread(sample_of(noisy_forks(noise, 40, 3, 1, 0.1))), Spread::between_forks);
  EXPECT_EQ(spread(sample_of(noisy_forks(noise, 40, 3, 0.1, 1))), Spread::within_forks);
}

TEST(spread, is_drift_where_neighbours_are_alike) {
  Noise noise(7);
  std::vector<std::vector<double>> values;
  double level = 100;
  for (int fork = 0; fork < 40; ++fork) {
    level = 100 + 0.95 * (level - 100) + 0.3 * noise.normal();
    values.push_back({level, level});
  }
  EXPECT_EQ(spread(sample_of(values)), Spread::drift);
}

TEST(spread, of_independent_forks_is_hardly_ever_called_drift) {
  Noise noise(7);
  for (const std::size_t forks : {8UL, 40UL}) {
    int called = 0;
    for (int trial = 0; trial < 10'000; ++trial)
      called += spread(sample_of(noisy_forks(noise, forks, 1, 1, 0))) == Spread::drift ? 1 : 0;
    EXPECT_LE(called, 30);  // One in a thousand, and what chance adds.
  }
}

}  // namespace
}  // namespace tare::stats
