// SPDX-License-Identifier: Apache-2.0
#include "profile/processor_load.hpp"

#include <gtest/gtest.h>

namespace tare::profile {
namespace {

TEST(ProcessorLoad, CountsIdleTimeAndWaitingAsNotBusy) {
  // Guests' time, the last two, is in user and nice already.
  const auto ticks = ticks_in("cpu  10 20 30 400 50 6 7 8 9 1");
  ASSERT_TRUE(ticks);
  EXPECT_EQ(ticks->all, 531);
  EXPECT_EQ(ticks->busy, 81);
}

TEST(ProcessorLoad, KnowsNothingFromOtherLines) {
  for (const char* line : {"", "cpu", "cpu0 1 2 3 4 5 6 7 8", "cpu  1 2 3", "cpu  1 2 3 4 5 6 7 x"})
    EXPECT_FALSE(ticks_in(line)) << line;
}

TEST(ProcessorLoad, IsAShareOfAllProcessors) {
  const ProcessorTimes before{1, 2, 100, 1000, 50};
  const ProcessorTimes after{3, 3, 160, 1080, 54};
  const ProcessorLoad load = load_between(before, after, 2);
  EXPECT_DOUBLE_EQ(load.user, 2.0 / 8);
  EXPECT_DOUBLE_EQ(load.system, 1.0 / 8);
  EXPECT_DOUBLE_EQ(load.machine, 60.0 / 80);
}

TEST(ProcessorLoad, IsAShareWhateverTheClocksSay) {
  const ProcessorTimes times{1, 1, 1, 1, 1};
  EXPECT_EQ(load_between(times, times, 2).user, 0);
  EXPECT_EQ(load_between(times, times, 2).machine, 0);
  // Ticks are coarse: more may come to be in them than there was time.
  EXPECT_EQ(load_between(times, {9, 0, 9, 5, 2}, 1).user, 1);
  EXPECT_EQ(load_between(times, {9, 0, 9, 5, 2}, 1).system, 0);
  EXPECT_EQ(load_between(times, {9, 0, 9, 5, 2}, 1).machine, 1);
}

TEST(ProcessorLoad, TimesOfAProcessThatWorksGoOn) {
  const ProcessorTimes before = processor_times();
  ProcessorTimes after = before;
  for (volatile int i = 0; after.user_s + after.system_s <= before.user_s + before.system_s;) {
    i = i + 1;
    after = processor_times();
  }
  EXPECT_GT(after.wall_s, before.wall_s);
  EXPECT_GE(after.all, before.all);
  EXPECT_GE(after.busy, before.busy);
}

}  // namespace
}  // namespace tare::profile
