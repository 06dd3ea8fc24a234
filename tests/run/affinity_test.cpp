// SPDX-License-Identifier: Apache-2.0
// Threads run where they are told to.
#include "run/affinity.hpp"

#include <gmock/gmock.h>
#include <sched.h>

#include <atomic>

#include "simulated.hpp"
#include "tare/tare.hpp"

namespace {

/// Where each thread may run, told by the one it has.
struct Where {
  static constexpr auto scope = tare::Scope::thread;
  static inline std::atomic<int> elsewhere = 0;
};

}  // namespace

TARE_GROUP(affinity);

TARE_BENCH(bound, const Where&) {
  tare::running::spend(100);
  if (tare::running::allowed_processors().size() != 1) ++Where::elsewhere;
}

namespace tare::running {
namespace {

TEST(affinity, gives_threads_the_processors_in_turn) {
  EXPECT_THAT(processor_of(0, {5, 7}), testing::ElementsAre(5));
  EXPECT_THAT(processor_of(3, {5, 7}), testing::ElementsAre(7));
  EXPECT_THAT(processor_of(3, {}), testing::ElementsAre());
}

TEST(affinity, binds_so_long_as_it_is_asked_to) {
  const std::vector<std::uint32_t> before = allowed_processors();
  {
    const Binding binding({before.back()});
    EXPECT_THAT(allowed_processors(), testing::ElementsAre(before.back()));
    EXPECT_EQ(sched_getcpu(), static_cast<int>(before.back()));
  }
  EXPECT_EQ(allowed_processors(), before);
  { const Binding none({}); }
  EXPECT_EQ(allowed_processors(), before);
}

TEST(affinity, holds_for_every_thread_of_a_trial_and_not_beyond) {
  const std::vector<std::uint32_t> before = allowed_processors();
  Case c = case_of("affinity.bound");
  c.threads = 3;
  c.processors = {before.front()};
  Where::elsewhere = 0;
  run(c);
  EXPECT_EQ(Where::elsewhere, 0);
  EXPECT_EQ(allowed_processors(), before);
}

TEST(affinity, that_cannot_be_fails_the_case) {
  Case c = case_of("affinity.bound");
  c.processors = {8191};
  if (allowed_processors().back() == 8191) GTEST_SKIP() << "it can";
  EXPECT_EQ(ending_of(c).reason, "a thread cannot be bound to processor 8191: Invalid argument");
}

}  // namespace
}  // namespace tare::running
