// SPDX-License-Identifier: Apache-2.0
// Fits to synthetic times, with and without noise.
#include "stats/fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "noise.hpp"

namespace tare::stats {
namespace {

using Law = std::function<double(double)>;

const std::vector<double> powers{16, 64, 256, 1024, 4096, 16384};
const std::vector<double> four{1000, 2000, 4000, 8000};

std::vector<Point> points_of(const std::vector<double>& sizes, const Law& law, double noise,
                             Noise& random) {
  std::vector<Point> points;
  for (const double n : sizes) points.push_back({n, law(n) * (1 + noise * random.normal()), noise});
  return points;
}

struct Known {
  const char* name;
  Law law;
};

const Known known[] = {
    {"1", [](double) { return 3.0; }},
    {"log n", [](double n) { return 3 * std::log2(n); }},
    {"n", [](double n) { return 3 * n; }},
    {"n log n", [](double n) { return 3 * n * std::log2(n); }},
    {"n^2", [](double n) { return 3 * n * n; }},
    {"n^3", [](double n) { return 3 * n * n * n; }},
};

TEST(fit, finds_each_complexity_and_its_coefficient) {
  Noise random(1);
  for (const auto& [name, law] : known) {
    for (const auto& sizes : {powers, four}) {
      const auto found = fit(points_of(sizes, law, 0, random));
      ASSERT_TRUE(found) << name;
      EXPECT_EQ(found->complexity, name);
      EXPECT_NEAR(found->coefficient, 3, 1e-9) << name;
      EXPECT_NEAR(found->fixed_ns, 0, 1e-6) << name;
      EXPECT_LT(found->residual, 1e-9) << name;
    }
  }
}

TEST(fit, finds_it_in_noise_of_two_per_cent) {
  Noise random(2);
  for (const auto& [name, law] : known) {
    int right = 0;
    for (int trial = 0; trial < 200; ++trial) {
      const auto found = fit(points_of(powers, law, 0.02, random));
      ASSERT_TRUE(found);
      right += found->complexity == name ? 1 : 0;
    }
    EXPECT_GE(right, 180) << name;
  }
}

TEST(fit, sees_fixed_costs_apart) {
  Noise random(3);
  const auto found = fit(points_of(
      {1, 10, 100, 1000}, [](double n) { return 100 + 7 * n; }, 0, random));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->complexity, "n");
  EXPECT_NEAR(found->fixed_ns, 100, 1e-6);
  EXPECT_NEAR(found->coefficient, 7, 1e-9);
}

TEST(fit, prefers_the_simpler_where_noise_hides_the_difference) {
  Noise random(4);
  int constant = 0;
  for (int trial = 0; trial < 200; ++trial) {
    auto points = points_of(
        four, [](double) { return 50.0; }, 0.05, random);
    constant += fit(points)->complexity == "1" ? 1 : 0;
  }
  EXPECT_GE(constant, 170);
}

TEST(fit, tells_what_is_left_over_as_a_share_of_the_times) {
  const auto found = fit({{1, 9, 0.1}, {2, 11, 0.1}, {3, 9, 0.1}, {4, 11, 0.1}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->complexity, "1");
  EXPECT_NEAR(found->residual, 0.1, 0.01);
}

TEST(fit, refuses_nonsense) {
  EXPECT_FALSE(fit({}));
  EXPECT_FALSE(fit({{1, 1, 0}, {2, 2, 0}, {3, 3, 0}}));
  EXPECT_FALSE(fit({{1, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 3, 0}}));
  EXPECT_FALSE(fit({{-1, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 3, 0}}));
  EXPECT_FALSE(fit({{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 3, 0}}));
  EXPECT_FALSE(fit({{1, 0, 0}, {2, 2, 0}, {3, 3, 0}, {4, 3, 0}}));
  EXPECT_FALSE(fit({{1, not_a_number, 0}, {2, 2, 0}, {3, 3, 0}, {4, 3, 0}}));
}

TEST(fit, copes_with_huge_sizes) {
  const auto found = fit({{1e100, 1, 0}, {2e100, 2, 0}, {4e100, 4, 0}, {8e100, 8, 0}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->complexity, "n");
}

}  // namespace
}  // namespace tare::stats
