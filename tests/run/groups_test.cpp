// SPDX-License-Identifier: Apache-2.0
// Groups of unlike threads: what their scores come to, that they stay in their roles, and that
// none is left waiting.
#include <gmock/gmock.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <thread>

#include "run/company.hpp"
#include "run/iteration.hpp"
#include "simulated.hpp"
#include "tare/tare.hpp"

namespace {

using tare::running::spend;

struct Recorded {
  static constexpr auto scope = tare::Scope::thread;
  long seen = 0;
  static void counters(tare::Counters<Recorded>& c) { c.rate("seen", &Recorded::seen); }
};

/// Which threads have been in which role.
struct Places {
  std::mutex mutex;
  std::map<std::thread::id, std::string> roles;
  std::atomic<int> changed = 0;
  void in(const std::string& role) {
    const std::lock_guard lock(mutex);
    const auto [known, is_new] = roles.emplace(std::this_thread::get_id(), role);
    if (!is_new && known->second != role) ++changed;
  }
};

struct SeenPlaces {
  static inline std::size_t threads = 0;
  static inline int changed = 0;
  void tear_down(tare::Trial, const Places& places) {
    threads = places.roles.size();
    changed = places.changed;
  }
};

/// A place for one thing that blocks, and knows nothing of iterations.
struct Exchange {
  static constexpr auto scope = tare::Scope::group;
  std::atomic<bool> full = false;
  void set(bool value) {
    bool other = !value;
    while (!full.compare_exchange_weak(other, value)) {
      other = !value;
      std::this_thread::yield();
    }
  }
};

struct Seen {
  std::atomic<int> over_before = 0;
  std::atomic<int> not_measuring = 0;
};

/// Where the thread's own state is.
struct Located {
  static constexpr auto scope = tare::Scope::thread;
  static inline std::mutex mutex;
  static inline std::vector<std::uintptr_t> places;
  int value = 0;
  Located() {
    const std::lock_guard lock(mutex);
    places.push_back(reinterpret_cast<std::uintptr_t>(this));
  }
};

}  // namespace

TARE_GROUP(groups);

TARE_ROLE(paced, slow, Recorded& recorded) {
  spend(30);
  recorded.seen += 2;
}
TARE_ROLE(paced, quick) { spend(10); }

TARE_ROLE(placed, a, Places& places, const SeenPlaces&) {
  places.in("a");
  spend(1000);
}
TARE_ROLE(placed, b, Places& places) {
  places.in("b");
  spend(1000);
}

TARE_ROLE(blocking, put, Exchange& exchange) {
  exchange.set(true);
  spend(5000);
}
TARE_ROLE(blocking, take, Exchange& exchange) {
  exchange.set(false);
  spend(5000);
}

TARE_ROLE(controlled, work) { spend(100); }
TARE_ROLE(controlled, wait, const tare::Control& control) {
  while (!control.iteration_over()) std::this_thread::yield();
}

TARE_ROLE(failing, work, const tare::Control& control) {
  while (!control.iteration_over()) std::this_thread::yield();
}
TARE_ROLE(failing, fail) { tare::fail("failed while another waits"); }

TARE_BENCH(alone, const tare::Control& control, Seen& seen) {
  if (control.iteration_over()) ++seen.over_before;
  if (!control.measuring()) ++seen.not_measuring;
  if (seen.over_before + seen.not_measuring > 0) tare::fail("not while it is measured");
  spend(100);
}

TARE_BENCH(located, Located& state) {
  ++state.value;
  spend(100);
}

namespace tare::running {
namespace {

Case group_of(const std::string& benchmark, const char* one, const char* other,
              std::uint32_t groups = 1, std::uint32_t threads = 1) {
  Case c = case_of("groups." + benchmark);
  c.roles = {{one, threads}, {other, 1}};
  c.threads = (threads + 1) * groups;
  return c;
}

double value_of(const IterationResult& result, const std::string& label) {
  for (const CounterValue& counter : result.counters)
    if (counter.label == label) return counter.value;
  ADD_FAILURE() << "no " << label;
  return 0;
}

TEST(posts, are_by_group_and_role) {
  EXPECT_THAT(
      posts_of(group_of("", "put", "take", 2, 2)),
      testing::ElementsAre(Post{0, 0}, Post{0, 0}, Post{1, 0}, Post{0, 1}, Post{0, 1}, Post{1, 1}));
  Case plain = case_of("");
  plain.threads = 2;
  EXPECT_THAT(posts_of(plain), testing::ElementsAre(Post{0, 0}, Post{0, 0}));
}

TEST(groups, average_times_over_all_threads_and_over_those_of_each_role) {
  const IterationResult result = run(group_of("paced", "slow", "quick", 2, 3)).last();
  EXPECT_NEAR(result.score, (3 * 30 + 10) / 4.0, 0.1);
  EXPECT_NEAR(value_of(result, "slow"), 30, 0.1);
  EXPECT_NEAR(value_of(result, "quick"), 10, 0.1);
  EXPECT_NEAR(value_of(result, "seen"), 15, 0.1);  // Of those that have the counter.
}

TEST(groups, sum_throughputs_over_all_threads_and_over_those_of_each_role) {
  Case c = group_of("paced", "slow", "quick", 2, 3);
  c.mode = Mode::throughput;
  const IterationResult result = run(c).last();
  EXPECT_NEAR(value_of(result, "slow") / (6e9 / 30), 1, 0.01);
  EXPECT_NEAR(value_of(result, "quick") / (2e9 / 10), 1, 0.01);
  EXPECT_NEAR(value_of(result, "seen") / (12e9 / 30), 1, 0.01);
  EXPECT_DOUBLE_EQ(result.score, value_of(result, "slow") + value_of(result, "quick"));
}

TEST(groups, sample_into_one_histogram_and_give_roles_their_means) {
  Case c = group_of("paced", "slow", "quick");
  c.mode = Mode::sample_time;
  const IterationResult result = run(c).last();
  EXPECT_THAT(result.histogram,
              testing::ElementsAre(testing::Pair(35, testing::_), testing::Pair(55, testing::_)));
  EXPECT_NEAR(value_of(result, "slow"), 55, 0.1);
  EXPECT_NEAR(value_of(result, "quick"), 35, 0.1);
}

TEST(groups, keep_their_roles_over_iterations) {
  Case c = group_of("placed", "a", "b", 2);
  c.measurement.iterations = 5;
  run(c);
  EXPECT_EQ(SeenPlaces::threads, 4U);
  EXPECT_EQ(SeenPlaces::changed, 0);
}

TEST(groups, that_block_on_each_other_end_without_control) {
  for (const bool synchronise : {true, false})
    for (const Mode mode : {Mode::average_time, Mode::sample_time}) {
      Case c = group_of("blocking", "put", "take", 2);
      c.mode = mode;
      c.measurement.iterations = 3;
      SimulatedClock clock;
      EXPECT_EQ(run(c, clock, synchronise).measured.size(), 3U);
    }
}

TEST(groups, that_block_on_fewer_threads_of_another_role_end_too) {
  Case c = group_of("blocking", "put", "take", 1, 3);
  c.measurement = {2, 100 * us, 1};
  EXPECT_EQ(run(c).measured.size(), 2U);
}

TEST(groups, that_wait_end_by_control_once_any_thread_is_done) {
  for (const Mode mode :
       {Mode::average_time, Mode::throughput, Mode::sample_time, Mode::single_shot}) {
    Case c = group_of("controlled", "work", "wait");
    c.mode = mode;
    c.warmup = {1, 100 * us, 1};
    c.measurement = {2, 100 * us, 1};
    SimulatedClock clock;
    for (const bool synchronise : {true, false})
      EXPECT_EQ(run(c, clock, synchronise).measured.size(), 2U);
  }
}

TEST(groups, whose_thread_fails_leave_nobody_waiting_for_control) {
  EXPECT_EQ(ending_of(group_of("failing", "work", "fail")).reason, "failed while another waits");
}

TEST(control, tells_a_single_thread_that_it_is_measured_and_never_that_it_is_over) {
  for (const Mode mode :
       {Mode::average_time, Mode::throughput, Mode::sample_time, Mode::single_shot}) {
    Case c = case_of("groups.alone");
    c.mode = mode;
    c.measurement.iterations = 3;
    EXPECT_EQ(ending_of(c).reason, "");
  }
}

TEST(control, goes_from_idle_to_measuring_to_over_and_not_back) {
  Control control;
  EXPECT_FALSE(control.measuring());
  control.begin();
  EXPECT_TRUE(control.measuring());
  control.end();
  control.begin();  // A thread that is late.
  EXPECT_TRUE(control.iteration_over());
  EXPECT_FALSE(control.measuring());
  control.reset();
  EXPECT_FALSE(control.iteration_over());
}

TEST(own_lines, hold_what_each_thread_writes_and_what_all_poll) {
  EXPECT_EQ(alignof(ThreadResult) % own_lines, 0U);
  EXPECT_EQ(alignof(Company) % own_lines, 0U);
  EXPECT_EQ(alignof(Control) % own_lines, 0U);
  EXPECT_EQ(sizeof(Control) % own_lines, 0U);
  Located::places.clear();
  Case c = case_of("groups.located");
  c.threads = 4;
  run(c);
  for (const std::uintptr_t place : Located::places) EXPECT_EQ(place % own_lines, 0U);
  EXPECT_EQ(Located::places.size(), 4U);
}

}  // namespace
}  // namespace tare::running
