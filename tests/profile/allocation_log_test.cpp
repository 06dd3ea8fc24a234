// SPDX-License-Identifier: Apache-2.0
#include "profile/allocation_log.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

namespace tare::profile {
namespace {

constexpr std::uint64_t interval = 1000;

void allocate(AllocationLog& log, std::uint64_t bytes) { log.allocated(nullptr, bytes, bytes, {}); }

TEST(AllocationLog, LogsNothingBeforeAndAfter) {
  AllocationLog log(1);
  allocate(log, 10);
  log.begin();
  log.end();
  allocate(log, 10);
  EXPECT_TRUE(log.drain().empty());
  EXPECT_EQ(log.bytes(), 0U);
}

TEST(AllocationLog, LogsEachWithAnIntervalOfOne) {
  AllocationLog log(1);
  log.begin();
  for (const std::uint64_t bytes : {3, 1, 500}) allocate(log, bytes);
  log.end();
  const std::vector<LoggedAllocation> logged = log.drain();
  ASSERT_EQ(logged.size(), 3U);
  EXPECT_EQ(logged[1].bytes, 1U);
  EXPECT_EQ(logged[2].bytes, 500U);
  EXPECT_EQ(logged[2].weight, 500U);
  EXPECT_EQ(logged[2].thread, gettid());
  EXPECT_LE(logged[0].time_ns, logged[2].time_ns);
  EXPECT_TRUE(log.drain().empty());
}

TEST(AllocationLog, GivesAllBytesButTheLastToEvents) {
  AllocationLog log(interval);
  log.begin();
  constexpr std::uint64_t allocations = 100'000, bytes = 24;
  for (std::uint64_t i = 0; i < allocations; ++i) allocate(log, bytes);
  const std::vector<LoggedAllocation> logged = log.drain();
  std::uint64_t weights = 0, largest = 0;
  for (const LoggedAllocation& one : logged) {
    weights += one.weight;
    largest = std::max(largest, one.weight);
    EXPECT_EQ(one.bytes, bytes);
  }
  EXPECT_EQ(log.bytes(), allocations * bytes);
  EXPECT_LE(weights, log.bytes());
  EXPECT_GT(weights + 2 * interval, log.bytes());
  EXPECT_LT(largest, 2 * interval + bytes);
  // 2,400 of them in the mean; the generator is the same in each run, so this is no matter of luck.
  EXPECT_NEAR(static_cast<double>(logged.size()), 2'400, 100);
}

TEST(AllocationLog, LogsALargeOneForItselfAlone) {
  AllocationLog log(interval);
  log.begin();
  allocate(log, 1);  // The first is always logged.
  log.drain();
  allocate(log, interval - 1);
  log.drain();
  for (int i = 0; i < 3; ++i) {
    allocate(log, interval);
    const std::vector<LoggedAllocation> logged = log.drain();
    ASSERT_EQ(logged.size(), 1U);
    EXPECT_EQ(logged[0].weight, interval);
  }
}

TEST(AllocationLog, GivesPlacesWhatTheyAllocate) {
  // In turns, as loops do: no place's turn is always the one that is logged.
  AllocationLog log(interval);
  log.begin();
  constexpr std::uint64_t rounds = 200'000;
  for (std::uint64_t i = 0; i < rounds; ++i)
    for (const std::uint64_t bytes : {60, 30, 10}) allocate(log, bytes);
  std::uint64_t of_60 = 0, all = 0;
  for (const LoggedAllocation& one : log.drain()) {
    all += one.weight;
    if (one.bytes == 60) of_60 += one.weight;
  }
  // Of 20,000 events; six standard errors, as they weigh 1 to 2 of the mean.
  EXPECT_NEAR(static_cast<double>(of_60) / static_cast<double>(all), 0.6, 0.024);
}

TEST(AllocationLog, SaysHowManyItHadNoRoomFor) {
  AllocationLog log(1);
  log.begin();
  for (std::size_t i = 0; i < AllocationLog::most_events + 5; ++i) allocate(log, 8);
  EXPECT_EQ(log.lost(), 5U);
  EXPECT_EQ(log.drain().size(), AllocationLog::most_events);
  allocate(log, 8);
  EXPECT_EQ(log.drain().size(), 1U);
  EXPECT_EQ(log.bytes(), 8 * (AllocationLog::most_events + 6));
}

}  // namespace
}  // namespace tare::profile
