// SPDX-License-Identifier: Apache-2.0
// A case in the hands of a profiler: operations one by one, their order of states, and failures.
#include <gmock/gmock.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "simulated.hpp"
#include "tare/tare.hpp"

namespace {

std::string story;

void tell(const std::string& event) { story += event + "; "; }

struct Whole {
  void set_up(tare::Trial) { tell("trial up"); }
  void set_up(tare::Iteration) { tell("iteration up"); }
  void tear_down(tare::Iteration) { tell("iteration down"); }
  void tear_down(tare::Trial) { tell("trial down"); }
};

struct PerCall {
  static inline int made = 0;
  int number = made++;
  void set_up(tare::Invocation) { tell("call up " + std::to_string(number)); }
  void tear_down(tare::Invocation) { tell("call down " + std::to_string(number)); }
};

struct Result {
  explicit Result(int slot) : number(slot) { tell("made " + std::to_string(number)); }
  Result(const Result&) = delete;
  ~Result() { tell("dropped " + std::to_string(number)); }
  int number;
};

struct Huge {
  void set_up(tare::Invocation) {}
  char bytes[1 << 20];
};

}  // namespace

TARE_GROUP(observation);

TARE_BENCH(all, const Whole&, PerCall& state) { return Result(state.number); }
TARE_BENCH(nothing, const Whole&) { tell("called"); }
TARE_BENCH(huge_state, Huge& state) { tare::keep(state); }
TARE_BENCH(failing, const Whole&) { tare::fail("in the body"); }

namespace tare::running {
namespace {

/// Does what a test says.
class Told final : public extend::Profiler {
 public:
  explicit Told(std::function<extend::Findings(extend::Operations&)> what)
      : what_(std::move(what)) {}
  const char* name() const override { return "told"; }
  const char* summary() const override { return ""; }
  std::string set_option(const std::string&, const std::string&) override { return ""; }
  extend::Support probe() override { return {}; }
  std::uint32_t forks() const override { return 1; }
  extend::Findings observe(const extend::Assignment&, extend::Operations& operations) override {
    return what_(operations);
  }
  extend::Conclusion conclude(const std::vector<extend::Findings>&, const Case&) const override {
    return {};
  }

 private:
  std::function<extend::Findings(extend::Operations&)> what_;
};

/// Watches iterations, and tells of them.
class Watching final : public extend::Profiler, public extend::IterationWatcher {
 public:
  const char* name() const override { return "watching"; }
  const char* summary() const override { return ""; }
  std::string set_option(const std::string&, const std::string&) override { return ""; }
  extend::Support probe() override { return {}; }
  std::uint32_t forks() const override { return 1; }
  extend::Course course() const override { return extend::Course::iterations; }
  extend::Findings watch(const extend::Assignment& assignment,
                         extend::Iterations& iterations) override {
    EXPECT_EQ(assignment.fork, 3U);
    iterations.run(*this);
    return {{}, {}, {{"file", assignment.plan.benchmark}}, {}};
  }
  void iteration_starts(bool warmup, std::uint32_t index) override {
    tell((warmup ? "warm-up " : "iteration ") + std::to_string(index));
  }
  void iteration_ended(const extend::Iteration& iteration) override {
    EXPECT_GT(iteration.operations, 0U);
    EXPECT_GT(iteration.nanoseconds, 0);
    tell((iteration.warmup ? "warm-up over " : "over ") + std::to_string(iteration.index));
  }
  extend::Conclusion conclude(const std::vector<extend::Findings>&, const Case&) const override {
    return {};
  }
};

class observation : public testing::Test {
 protected:
  void SetUp() override {
    story.clear();
    PerCall::made = 0;
  }
};

TEST_F(observation, drives_operations_one_by_one_between_the_other_levels) {
  Told profiler([](extend::Operations& operations) {
    tell("begin");
    operations.set_up(2);
    operations.invoke(0);
    operations.invoke(1);
    operations.drop(0);
    operations.drop(1);
    operations.tear_down(2);
    tell("end");
    Metric metric;
    metric.label = "found";
    return extend::Findings{{metric}, {}, {}, {}};
  });
  const Results results = observe(case_of("observation.all"), profiler);
  EXPECT_EQ(story,
            "trial up; iteration up; begin; call up 0; call up 1; made 0; made 1; dropped 0; "
            "dropped 1; call down 0; call down 1; end; iteration down; trial down; ");
  EXPECT_EQ(results.started, 1U);
  ASSERT_EQ(results.found.size(), 1U);
  EXPECT_EQ(results.found[0].metrics.at(0).label, "found");
  EXPECT_TRUE(results.measured.empty());
}

TEST_F(observation, slots_can_be_used_again_and_in_any_order) {
  Told profiler([](extend::Operations& operations) {
    operations.set_up(2);
    operations.invoke(1);
    operations.drop(1);
    operations.invoke(1);
    operations.invoke(0);
    operations.drop(1);
    operations.drop(0);
    operations.tear_down(2);
    return extend::Findings();
  });
  observe(case_of("observation.all"), profiler);
  EXPECT_THAT(story, testing::HasSubstr("made 1; dropped 1; made 1; made 0; dropped 1; dropped 0"));
}

TEST_F(observation, tells_what_the_operation_is) {
  Told profiler([](extend::Operations& operations) {
    EXPECT_TRUE(operations.returns_value());
    EXPECT_EQ(operations.result_size(), sizeof(Result));
    EXPECT_EQ(operations.operations_per_invocation(), 5U);
    EXPECT_EQ(operations.slots(), 2U);
    return extend::Findings();
  });
  Case c = case_of("observation.all");
  c.operations_per_invocation = 5;
  observe(c, profiler);
}

TEST_F(observation, of_an_operation_that_returns_nothing) {
  Told profiler([](extend::Operations& operations) {
    EXPECT_FALSE(operations.returns_value());
    EXPECT_EQ(operations.result_size(), 0U);
    operations.set_up(1);
    operations.invoke(0);
    operations.drop(0);
    operations.tear_down(1);
    return extend::Findings();
  });
  observe(case_of("observation.nothing"), profiler);
  EXPECT_EQ(story, "trial up; iteration up; called; iteration down; trial down; ");
}

TEST_F(observation, has_two_slots_of_states_set_up_around_calls) {
  Told profiler([](extend::Operations& operations) {
    EXPECT_EQ(operations.slots(), 2U);
    operations.set_up(2);
    operations.tear_down(2);
    return extend::Findings();
  });
  observe(case_of("observation.huge_state"), profiler);
}

TEST_F(observation, is_by_one_thread_whatever_the_case_says) {
  Told profiler([](extend::Operations& operations) {
    operations.set_up(1);
    operations.invoke(0);
    operations.drop(0);
    return extend::Findings();
  });
  Case c = case_of("observation.nothing");
  c.threads = 4;
  observe(c, profiler);
  EXPECT_EQ(story, "trial up; iteration up; called; iteration down; trial down; ");
}

Ending ending_of_observing(const std::string& benchmark, extend::Profiler& profiler) {
  try {
    observe(case_of(benchmark), profiler);
    return {Outcome::ok, ""};
  } catch (const Ending& ending) {
    return ending;
  }
}

TEST_F(observation, ends_as_the_operation_or_the_profiler_fails) {
  Told invoking([](extend::Operations& operations) {
    operations.invoke(0);
    return extend::Findings();
  });
  EXPECT_EQ(ending_of_observing("observation.failing", invoking).reason, "in the body");
  Told unable([](extend::Operations&) -> extend::Findings {
    throw std::runtime_error("no counters here");
  });
  EXPECT_EQ(ending_of_observing("observation.nothing", unable).reason,
            "threw std::runtime_error: no counters here");
}

TEST_F(observation, iterations_are_watched_where_they_are_measured) {
  Watching profiler;
  Case c = case_of("observation.nothing");
  c.warmup = {1, 1, 1};
  c.measurement = {2, 1, 1};
  const Results results = observe(c, profiler);
  EXPECT_EQ(story,
            "trial up; iteration up; warm-up 1; called; warm-up over 1; iteration down; iteration "
            "up; iteration 1; called; over 1; iteration down; iteration up; iteration 2; called; "
            "over 2; iteration down; trial down; ");
  EXPECT_TRUE(results.measured.empty()) << "its scores are nobody's";
  EXPECT_EQ(results.started, 3U) << "the time-out counts from these";
  ASSERT_EQ(results.found.size(), 1U);
  EXPECT_EQ(results.found[0].files.at(0).content, "observation.nothing");
}

TEST_F(observation, repeats_as_the_timed_loop_does) {
  Told profiler([](extend::Operations& operations) {
    operations.set_up(2);
    operations.repeat(2);
    operations.tear_down(2);
    return extend::Findings();
  });
  observe(case_of("observation.all"), profiler);
  EXPECT_THAT(story, testing::HasSubstr(
                         "made 0; dropped 0; made 1; dropped 1; call down 0; call down 1; "));
}

}  // namespace
}  // namespace tare::running
