// SPDX-License-Identifier: Apache-2.0
#include "history/sparkline.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tare/record.hpp"

namespace tare::history {
namespace {

TEST(Sparkline, SpreadsValuesOverEightBlocks) {
  const std::vector<double> values{0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(sparkline(values, 80), "▁▂▃▄▅▆▇█");
}

TEST(Sparkline, MarksWhatIsMissing) {
  const std::vector<double> values{1, not_a_number, 2, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(sparkline(values, 80), "▁·█·");
  EXPECT_EQ(sparkline(std::vector{not_a_number}, 80), "·");
  EXPECT_EQ(sparkline({}, 80), "");
}

TEST(Sparkline, ShowsNoiseAsNoise) {
  // 1 % up and down is far from the tenth that fills the height.
  EXPECT_EQ(sparkline(std::vector{100.0, 100.9, 100.0, 100.9}, 80), "▄▅▄▅");
  EXPECT_EQ(sparkline(std::vector{5.0, 5.0}, 80), "▅▅");
  EXPECT_EQ(sparkline(std::vector{0.0, 0.0}, 80), "▁▁");
}

TEST(Sparkline, ShowsMediansOfNeighboursWhereThereIsNoRoom) {
  EXPECT_EQ(sparkline(std::vector<double>{1, 1, 9, 2, 2, 2}, 2), "▁█");
  EXPECT_EQ(sparkline(std::vector<double>{1, not_a_number, 2, 2}, 2), "▁█");
}

}  // namespace
}  // namespace tare::history
