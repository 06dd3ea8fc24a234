// SPDX-License-Identifier: Apache-2.0
// The order in which states are made, set up, torn down and destroyed, spelled as the log that
// they write.
#include <gmock/gmock.h>

#include <string>
#include <thread>

#include "event_log.hpp"
#include "simulated.hpp"
#include "tare/tare.hpp"

namespace {

using tare::running::events;
using tare::running::Logged;

using Whole = Logged<"whole", tare::Scope::benchmark>;
using Own = Logged<"own", tare::Scope::thread>;

/// One for each call of a batch. Its hooks take the states before it.
struct PerCall {
  static constexpr auto scope = tare::Scope::thread;
  static inline int made = 0;
  std::string name = "slot " + std::to_string(made++);
  PerCall() { events.add("make " + name); }
  PerCall(const PerCall&) = delete;
  ~PerCall() { events.add("destroy " + name); }
  void set_up(tare::Trial) { events.add("  trial up " + name); }
  void tear_down(tare::Trial) { events.add("  trial down " + name); }
  void set_up(tare::Iteration) { events.add("    iteration up " + name); }
  void tear_down(tare::Iteration, const Whole&) {
    events.add("    iteration down " + name + " with whole");
  }
  void set_up(tare::Invocation, const Whole&, Own&) {
    events.add("      call up " + name + " with whole, own");
  }
  void tear_down(tare::Invocation) { events.add("      call down " + name); }
};

/// A second one with an invocation level, behind the first.
struct Behind {
  static constexpr auto scope = tare::Scope::thread;
  void set_up(tare::Invocation, const PerCall& before) {
    events.add("      call up behind " + before.name);
  }
  void tear_down(tare::Invocation, const PerCall& before) {
    events.add("      call down behind " + before.name);
  }
};

struct Result {
  Result() { events.add("        call"); }
  Result(const Result&) = delete;
  ~Result() { events.add("        drop"); }
};

}  // namespace

TARE_GROUP(order);

TARE_BENCH(simple, const Whole&, Own&) { events.add("      call"); }
TARE_BENCH(per_call, const Whole&, Own&, PerCall&) { return Result(); }
TARE_BENCH(per_call_outside, const Whole&, Own&, PerCall&) { return Result(); }
TARE_OPTIONS(per_call_outside, drop(outside));
TARE_BENCH(outside) { return Result(); }
TARE_OPTIONS(outside, drop(outside));
TARE_BENCH(inside) { return Result(); }
TARE_BENCH(behind, const Whole&, Own&, PerCall&, Behind&) {}

namespace tare::running {
namespace {

/// The log of a case of `calls` calls an iteration.
std::string log_of(Case c, std::uint32_t calls) {
  events.clear();
  PerCall::made = 0;
  c.mode = Mode::single_shot;
  c.measurement.batch = c.warmup.batch = calls;
  run(c);
  return events.text();
}

TEST(order, set_up_as_the_parameters_stand_and_tear_down_in_reverse) {
  Case c = case_of("order.simple");
  c.warmup.iterations = 1;
  EXPECT_EQ(log_of(c, 2), R"(make whole
make own
  trial up whole
  trial up own
    iteration up whole
    iteration up own
      call
      call
    iteration down own
    iteration down whole
    iteration up whole
    iteration up own
      call
      call
    iteration down own
    iteration down whole
  trial down own
  trial down whole
destroy own
destroy whole
)");
}

TEST(order, calls_are_set_up_in_batches_and_each_slot_goes_through_all_levels) {
  Case c = case_of("order.per_call");
  c.measurement.iterations = 2;
  EXPECT_EQ(log_of(c, 2), R"(make whole
make own
make slot 0
  trial up whole
  trial up own
  trial up slot 0
    iteration up whole
    iteration up own
    iteration up slot 0
make slot 1
  trial up slot 1
    iteration up slot 1
      call up slot 0 with whole, own
      call up slot 1 with whole, own
        call
        drop
        call
        drop
      call down slot 0
      call down slot 1
    iteration down slot 0 with whole
    iteration down slot 1 with whole
    iteration down own
    iteration down whole
    iteration up whole
    iteration up own
    iteration up slot 0
    iteration up slot 1
      call up slot 0 with whole, own
      call up slot 1 with whole, own
        call
        drop
        call
        drop
      call down slot 0
      call down slot 1
    iteration down slot 0 with whole
    iteration down slot 1 with whole
    iteration down own
    iteration down whole
  trial down slot 0
  trial down slot 1
  trial down own
  trial down whole
destroy slot 0
destroy slot 1
destroy own
destroy whole
)");
}

TEST(order, results_kept_outlive_the_batch_and_not_its_tear_down) {
  const std::string log = log_of(case_of("order.per_call_outside"), 2);
  EXPECT_THAT(log, testing::HasSubstr(R"(      call up slot 1 with whole, own
        call
        call
        drop
        drop
      call down slot 0
)"));
}

TEST(order, results_are_dropped_at_once_or_after_the_batch) {
  EXPECT_EQ(log_of(case_of("order.inside"), 3), R"(        call
        drop
        call
        drop
        call
        drop
)");
  EXPECT_EQ(log_of(case_of("order.outside"), 3), R"(        call
        call
        call
        drop
        drop
        drop
)");
}

TEST(order, states_of_a_slot_see_each_other) {
  EXPECT_THAT(log_of(case_of("order.behind"), 2),
              testing::HasSubstr(R"(      call up slot 0 with whole, own
      call up behind slot 0
      call up slot 1 with whole, own
      call up behind slot 1
      call down behind slot 0
      call down slot 0
      call down behind slot 1
      call down slot 1
)"));
}

TEST(order, a_thread_has_states_of_its_own_and_shares_the_others) {
  Case c = case_of("order.simple");
  c.threads = 3;
  log_of(c, 4);
  EXPECT_EQ(events.count("make whole"), 1);
  EXPECT_EQ(events.count("make own"), 3);
  EXPECT_EQ(events.count("  trial up whole"), 1);
  EXPECT_EQ(events.count("  trial up own"), 3);
  EXPECT_EQ(events.count("    iteration down own"), 3);
  EXPECT_EQ(events.count("      call"), 12);
  EXPECT_EQ(events.count("destroy own"), 3);
  EXPECT_EQ(events.count("destroy whole"), 1);
}

TEST(order, what_threads_share_is_ready_before_any_needs_it_and_stays_until_none_does) {
  Case c = case_of("order.simple");
  c.threads = 3;
  log_of(c, 4);
  EXPECT_LT(events.first("  trial up whole"), events.first("  trial up own"));
  EXPECT_LT(events.last("  trial up own"), events.first("    iteration up whole"));
  EXPECT_LT(events.first("    iteration up whole"), events.first("    iteration up own"));
  EXPECT_LT(events.last("    iteration up own"), events.first("      call"));
  EXPECT_LT(events.last("      call"), events.first("    iteration down own"));
  EXPECT_LT(events.last("    iteration down own"), events.first("    iteration down whole"));
  EXPECT_LT(events.last("  trial down own"), events.first("  trial down whole"));
  EXPECT_LT(events.first("  trial down whole"), events.first("destroy own"));
}

TEST(order, what_threads_share_is_set_up_by_the_thread_that_started_the_trial) {
  Case c = case_of("order.simple");
  c.threads = 3;
  log_of(c, 1);
  for (const char* event :
       {"make whole", "  trial up whole", "    iteration up whole", "    iteration down whole"})
    EXPECT_EQ(events.thread_of(event), std::this_thread::get_id()) << event;
}

}  // namespace
}  // namespace tare::running
