// SPDX-License-Identifier: Apache-2.0
// The order of forks: what holds for every plan and seed.
#include "session/schedule.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tare::session {
namespace {

catalog::Planned case_of(std::uint32_t forks, std::uint32_t warmup_forks = 0) {
  catalog::Planned planned;
  planned.benchmark_case.forks = forks;
  planned.benchmark_case.warmup_forks = warmup_forks;
  return planned;
}

std::vector<Start> without_seeds(std::vector<Start> schedule) {
  for (Start& start : schedule) start.seed = 0;
  return schedule;
}

const std::vector<catalog::Planned> plan{case_of(3), case_of(1, 2), case_of(5, 1), case_of(0, 4)};

TEST(schedule, lets_no_profiler_run_the_roles_of_a_group_one_by_one) {
  catalog::Planned group = case_of(2);
  group.benchmark_case.roles = {{"put", 1}, {"take", 1}};
  for (const Start& start : make_schedule({group, case_of(1)}, {{2}, {1}}, 7))
    EXPECT_TRUE(start.profiler == 0 || start.case_index == 1);
}

TEST(schedule, starts_each_fork_once) {
  std::map<std::tuple<std::size_t, std::size_t, bool, std::uint32_t>, int> starts;
  for (const Start& start : make_schedule(plan, {{2}, {1}}, 7))
    ++starts[{start.case_index, start.profiler, start.warmup_fork, start.fork}];
  std::size_t expected = 0;
  const auto expect = [&](std::size_t index, std::size_t profiler, bool warmup, std::uint32_t n) {
    for (std::uint32_t fork = 0; fork < n; ++fork, ++expected)
      EXPECT_EQ((starts[{index, profiler, warmup, fork}]), 1) << index << profiler << fork;
  };
  expect(0, 0, false, 3);
  expect(1, 0, true, 2);
  expect(1, 0, false, 1);
  expect(2, 0, true, 1);
  expect(2, 0, false, 5);
  expect(3, 0, false, 1);  // In process: once, and no warm-up forks.
  for (std::size_t index = 0; index < plan.size(); ++index) {
    expect(index, 1, false, 2);
    expect(index, 2, false, 1);
  }
  EXPECT_EQ(starts.size(), expected);
}

TEST(schedule, goes_round_by_round) {
  const std::vector<catalog::Planned> same(6, case_of(4));
  const std::vector<Start> schedule = make_schedule(same, {{1}}, 7);
  ASSERT_EQ(schedule.size(), 6U * 5);
  for (std::size_t round = 0; round < 5; ++round) {
    std::set<std::size_t> cases;
    for (std::size_t i = 0; i < 6; ++i) {
      const Start& start = schedule[round * 6 + i];
      cases.insert(start.case_index);
      EXPECT_EQ(start.fork, round < 4 ? round : 0);
    }
    EXPECT_EQ(cases.size(), 6U);
  }
}

TEST(schedule, takes_warm_up_forks_of_a_case_before_its_others) {
  const std::vector<Start> schedule = make_schedule({case_of(2, 3), case_of(2, 3)}, {}, 7);
  for (std::size_t index = 0; index < 2; ++index) {
    std::vector<bool> warmups;
    for (const Start& start : schedule)
      if (start.case_index == index) warmups.push_back(start.warmup_fork);
    EXPECT_THAT(warmups, testing::ElementsAre(true, true, true, false, false));
  }
}

TEST(schedule, takes_profilers_after_all_timed_forks_in_their_order) {
  std::vector<std::size_t> profilers;
  for (const Start& start : make_schedule(plan, {{1}, {2}}, 7)) profilers.push_back(start.profiler);
  EXPECT_TRUE(std::is_sorted(profilers.begin(), profilers.end()));
}

TEST(schedule, is_remade_by_its_seed) {
  EXPECT_EQ(make_schedule(plan, {{1}}, 7), make_schedule(plan, {{1}}, 7));
  EXPECT_NE(make_schedule(plan, {{1}}, 7), make_schedule(plan, {{1}}, 8));
}

TEST(schedule, of_another_seed_has_another_order) {
  const std::vector<catalog::Planned> same(10, case_of(1));
  EXPECT_NE(without_seeds(make_schedule(same, {}, 1)), without_seeds(make_schedule(same, {}, 2)));
}

TEST(schedule, does_not_favour_a_place) {
  // Of 600 rounds of three cases each is first in about 200: 7 standard deviations are 81.
  const std::vector<Start> schedule =
      make_schedule(std::vector<catalog::Planned>(3, case_of(600)), {}, 7);
  std::map<std::size_t, int> first;
  for (std::size_t i = 0; i < schedule.size(); i += 3) ++first[schedule[i].case_index];
  for (std::size_t index = 0; index < 3; ++index) EXPECT_NEAR(first[index], 200, 81);
}

TEST(schedule, gives_each_fork_a_layout_of_its_own) {
  std::set<std::uint64_t> seeds;
  const std::vector<Start> schedule = make_schedule(plan, {{3}}, 7);
  for (const Start& start : schedule) seeds.insert(start.seed);
  EXPECT_EQ(seeds.size(), schedule.size());
}

TEST(schedule, of_nothing_is_empty) { EXPECT_TRUE(make_schedule({}, {{1}}, 7).empty()); }

}  // namespace
}  // namespace tare::session
