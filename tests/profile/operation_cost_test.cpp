// SPDX-License-Identifier: Apache-2.0
#include "profile/operation_cost.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include "fake_operations.hpp"

namespace tare::profile {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::Le;
using testing::SizeIs;

/// What is counted: operations spend it, and so does everything around them.
class Meter {
 public:
  explicit Meter(std::uint64_t around = 0) : around_(around) {}

  void spend(std::uint64_t amount) { spent_ += amount; }

  CostCounter counter() {
    return [this](const std::function<void()>& work) {
      const std::uint64_t before = spent_;
      work();
      return spent_ - before + around_;
    };
  }

 private:
  std::uint64_t spent_ = 0;
  std::uint64_t around_;
};

/// Operations of which the first, the second, … cost what `cost_of` says of 0, 1, …
template <class CostOf>
auto operations(Meter& meter, CostOf cost_of, std::size_t slots = 1024,
                std::uint64_t per_invocation = 1) {
  auto body = [&meter, cost_of, call = std::uint64_t{0}]() mutable {
    meter.spend(cost_of(call++));
  };
  return FakeOperations<decltype(body)>(body, slots, per_invocation);
}

template <class CostOf>
double cost_of_operation(CostOf cost_of, std::size_t slots = 1024,
                         std::uint64_t per_invocation = 1) {
  Meter meter(12345);  // Comes with each round, and is no part of any operation.
  auto all = operations(meter, cost_of, slots, per_invocation);
  return operation_cost(all, meter.counter());
}

template <class CostOf>
std::vector<std::size_t> rounds_of(CostOf cost_of, std::size_t slots = 1024) {
  Meter meter;
  auto all = operations(meter, cost_of, slots);
  operation_cost(all, meter.counter());
  return all.batches;
}

TEST(operation_cost, is_what_the_operation_costs_and_nothing_else) {
  for (const std::uint64_t cost : {0ULL, 1ULL, 7ULL, 4013ULL, 123'456'789ULL, 10'000'000'000ULL})
    EXPECT_EQ(cost_of_operation([=](std::uint64_t) { return cost; }), static_cast<double>(cost));
}

TEST(operation_cost, is_of_one_operation_of_an_invocation) {
  EXPECT_EQ(cost_of_operation([](std::uint64_t) { return 300; }, 1024, 1000), 0.3);
}

TEST(operation_cost, has_nothing_of_what_is_done_once) {
  const auto first_is_dear = [](std::uint64_t call) { return call == 0 ? 1'000'000'000 : 50; };
  EXPECT_EQ(cost_of_operation(first_is_dear), 50);
}

TEST(operation_cost, is_the_mean_of_what_takes_turns) {
  EXPECT_EQ(cost_of_operation([](std::uint64_t call) { return call % 2 == 0 ? 100 : 0; }), 50);
}

TEST(operation_cost, of_what_grows_is_that_of_the_calls_in_the_middle) {
  std::uint64_t last = 0;
  const double mean = cost_of_operation([&](std::uint64_t call) { return last = 1000 + call; });
  EXPECT_GT(mean, 1000.0);
  EXPECT_LT(mean, static_cast<double>(last));
}

TEST(operation_cost, needs_no_more_states_than_there_are_slots) {
  for (const std::size_t slots : {1U, 2U, 3U, 1024U}) {
    EXPECT_EQ(cost_of_operation([](std::uint64_t) { return 5; }, slots), 5) << slots;
    EXPECT_THAT(rounds_of([](std::uint64_t) { return 5; }, slots), Each(Le(slots))) << slots;
  }
}

TEST(operation_cost, calls_what_is_dear_as_rarely_as_can_be) {
  EXPECT_THAT(rounds_of([](std::uint64_t) { return 10'000'000'000; }), ElementsAre(1, 1, 2, 1, 2));
}

TEST(operation_cost, calls_what_is_cheap_often_and_not_without_end) {
  EXPECT_THAT(rounds_of([](std::uint64_t) { return 1; }),
              AllOf(SizeIs(2 + 1 + 2 * 16), testing::Contains(1024)));
  EXPECT_EQ(rounds_of([](std::uint64_t) { return 0; }), rounds_of([](std::uint64_t) { return 1; }));
}

TEST(operation_cost, calls_what_waits_as_often_as_there_is_time) {
  const auto waits = [](std::uint64_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return 1;
  };
  const std::vector<std::size_t> rounds = rounds_of(waits);
  EXPECT_LT(std::accumulate(rounds.begin(), rounds.end(), std::size_t{0}), 250U);
  EXPECT_EQ(cost_of_operation(waits), 1);
}

TEST(operation_cost, is_not_planned_by_a_call_that_another_process_held_up) {
  const auto held_up = [](std::uint64_t call) {
    if (call == 1) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return 1;
  };
  EXPECT_THAT(rounds_of(held_up), testing::Contains(1024));
}

TEST(operation_cost, makes_equally_many_calls_where_costs_differ_little) {
  EXPECT_EQ(rounds_of([](std::uint64_t) { return 1000; }),
            rounds_of([](std::uint64_t) { return 1010; }));
}

TEST(operation_cost, says_before_each_round_that_it_goes_on) {
  Meter meter;
  auto all = operations(meter, [](std::uint64_t) { return 1000; });
  operation_cost(all, meter.counter());
  EXPECT_EQ(all.said_running, all.batches.size());
}

}  // namespace
}  // namespace tare::profile
