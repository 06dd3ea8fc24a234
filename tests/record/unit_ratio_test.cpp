// SPDX-License-Identifier: Apache-2.0
#include "record/unit_ratio.hpp"

#include <gtest/gtest.h>

namespace tare {
namespace {

TEST(UnitRatio, TurnsTimesIntoEachOther) {
  EXPECT_EQ(unit_ratio("us/op", "ns/op"), 1000);
  EXPECT_EQ(unit_ratio("ns/op", "us/op"), 1 / 1000.0);
  EXPECT_EQ(unit_ratio("min/op", "s/op"), 60);
}

TEST(UnitRatio, TurnsRatesIntoEachOther) {
  EXPECT_EQ(unit_ratio("ops/s", "ops/ms"), 1 / 1000.0);
  EXPECT_EQ(unit_ratio("ops/us", "ops/s"), 1e6);
}

TEST(UnitRatio, IsOneForWhatIsTheSame) {
  EXPECT_EQ(unit_ratio("B/op", "B/op"), 1);
  EXPECT_EQ(unit_ratio("whatever", "whatever"), 1);
}

TEST(UnitRatio, IsNoneForWhatIsUnlike) {
  EXPECT_FALSE(unit_ratio("ns/op", "ops/s"));
  EXPECT_FALSE(unit_ratio("B/op", "#/op"));
  EXPECT_FALSE(unit_ratio("MB/sec", "B/op"));
  EXPECT_FALSE(unit_ratio("", "ns/op"));
  EXPECT_FALSE(unit_ratio("/op", "ns/op"));
}

}  // namespace
}  // namespace tare
