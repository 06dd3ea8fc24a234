// SPDX-License-Identifier: Apache-2.0
#include "machine/usage.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include "fixture_tree.hpp"

namespace tare::machine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class UsageTest : public FixtureTree {};

TEST_F(UsageTest, OfAnEmptyTreeIsZeroButForOurOwn) {
  const Usage none = usage(root());
  EXPECT_EQ(none.all_s, 0);
  EXPECT_EQ(none.steal_s, 0);
  EXPECT_EQ(none.throttled, 0);
  EXPECT_GT(none.own_s, 0);
}

TEST_F(UsageTest, ReadsTicksOfAllProcessorsTogether) {
  const long tick = sysconf(_SC_CLK_TCK);
  const auto ticks = [tick](int seconds) { return std::to_string(seconds * tick) + ' '; };
  // user nice system idle iowait irq softirq steal guest guest_nice
  write("/proc/stat", "cpu  " + ticks(10) + ticks(1) + ticks(2) + ticks(500) + ticks(50) +
                          ticks(3) + ticks(4) + ticks(7) + ticks(9) + ticks(0) +
                          "\ncpu0 1 1 1 1 1 1 1 1\n");
  const Usage read = usage(root());
  EXPECT_EQ(read.all_s, 20);
  EXPECT_EQ(read.steal_s, 7);
}

TEST_F(UsageTest, ALineTooShortIsNoReading) {
  write("/proc/stat", "cpu 1 2 3\n");
  EXPECT_EQ(usage(root()).all_s, 0);
}

TEST_F(UsageTest, ReadsHowOftenTheControlGroupStoppedUs) {
  write("/proc/self/cgroup", "0::/a/b\n");
  write("/sys/fs/cgroup/a/cpu.stat", "usage_usec 5\nnr_periods 9\nnr_throttled 4\n");
  EXPECT_EQ(usage(root()).throttled, 4);
}

TEST(UsageFactsTest, OthersAreAllButUs) {
  const Usage before{.at_s = 100, .all_s = 50, .own_s = 5, .steal_s = 1, .throttled = 3};
  const Usage after{.at_s = 110, .all_s = 62, .own_s = 14, .steal_s = 1.5, .throttled = 3};
  EXPECT_THAT(usage_facts(before, after),
              ElementsAre(Fact{"load.others", "0.30"}, Fact{"cpu.steal", "4.0 %"}));
}

TEST(UsageFactsTest, TicksThatRoundInOurFavourAreNotNegative) {
  const Usage after{.at_s = 10, .all_s = 9, .own_s = 9.01};
  EXPECT_THAT(usage_facts({}, after),
              ElementsAre(Fact{"load.others", "0.00"}, Fact{"cpu.steal", "0.0 %"}));
}

TEST(UsageFactsTest, BeingStoppedIsAFact) {
  const Usage after{.throttled = 12};
  EXPECT_THAT(usage_facts({}, after), ElementsAre(Fact{"cgroup.throttled", "12"}));
}

TEST(UsageFactsTest, WhatWasNotReadIsAbsent) { EXPECT_THAT(usage_facts({}, {}), IsEmpty()); }

}  // namespace
}  // namespace tare::machine
