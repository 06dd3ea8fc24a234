// SPDX-License-Identifier: Apache-2.0
#include "profile/sampler.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "profile/sample_buffer.hpp"
#include "stacks/symbols.hpp"

namespace tare::profile {
namespace {

using testing::Ge;
using testing::Le;

double own_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

/// Keeps its thread busy for so much processor time.
[[gnu::noinline]] void spin_here(double seconds) {
  const double end = own_seconds() + seconds;
  volatile unsigned long sum = 0;
  while (own_seconds() < end)
    for (unsigned long i = 0; i < 10'000; ++i) sum = sum + i;
}

struct Seen {
  std::uint32_t samples = 0;
  std::map<std::string, std::uint32_t> by_function;  ///< Weights of stacks that it is in.
  std::map<int, std::uint32_t> by_thread;
};

Seen taken(Sampler& sampler) {
  Seen seen;
  stacks::StackNamer namer;
  sampler.take([&](const CpuSample& sample) {
    seen.samples += sample.weight;
    seen.by_thread[sample.thread] += sample.weight;
    for (const auto& frames : namer.named(sample.pcs))
      for (const stacks::Frame& frame : frames) seen.by_function[frame.function] += sample.weight;
  });
  return seen;
}

std::uint32_t of(const Seen& seen, const std::string& name) {
  std::uint32_t sum = 0;
  for (const auto& [function, weight] : seen.by_function)
    if (function.find(name) != std::string::npos) sum += weight;
  return sum;
}

class sampler : public testing::TestWithParam<SamplingEngine> {
 protected:
  void SetUp() override {
    if (const std::string trouble = trouble_with(GetParam()); !trouble.empty())
      GTEST_SKIP() << trouble;
  }
};

TEST_P(sampler, sees_what_runs_as_often_as_it_runs) {
  Sampler sampler({GetParam(), 500, 256});
  sampler.start();
  spin_here(0.4);
  sampler.stop();
  const Seen seen = taken(sampler);
  // 200; a sanitizer holds signals back, and a busy machine rounds.
  EXPECT_THAT(seen.samples, Ge(100U));
  EXPECT_THAT(seen.samples, Le(300U));
  EXPECT_THAT(of(seen, "spin_here"), Ge(seen.samples * 9 / 10));
  EXPECT_THAT(of(seen, "main"), Ge(seen.samples * 9 / 10)) << "stacks are whole";
  EXPECT_EQ(sampler.lost(), 0U);
}

TEST_P(sampler, sees_nothing_while_it_is_off) {
  Sampler sampler({GetParam(), 500, 256});
  spin_here(0.05);
  sampler.start();
  sampler.stop();
  EXPECT_THAT(taken(sampler).samples, Le(1U));
  spin_here(0.1);
  EXPECT_EQ(taken(sampler).samples, 0U);
  sampler.start();
  spin_here(0.1);
  sampler.stop();
  EXPECT_THAT(taken(sampler).samples, Ge(20U)) << "it can be turned on again";
}

TEST_P(sampler, sees_all_threads_those_that_start_meanwhile_too) {
  std::atomic<bool> go = false;
  std::atomic<int> before = 0, meanwhile = 0;
  std::thread early([&] {
    before = gettid();
    go.wait(false);
    spin_here(0.2);
  });
  Sampler sampler({GetParam(), 500, 256});
  sampler.start();
  go = true;
  go.notify_all();
  std::thread late([&] {
    meanwhile = gettid();
    spin_here(0.2);
  });
  early.join();
  late.join();
  sampler.stop();
  Seen seen = taken(sampler);
  EXPECT_THAT(seen.by_thread[before], Ge(40U));
  EXPECT_THAT(seen.by_thread[meanwhile], Ge(30U));
  EXPECT_EQ(seen.by_thread[gettid()] > 40U, false) << "which slept";
}

TEST_P(sampler, does_not_follow_a_forked_child_nor_break_it) {
  Sampler sampler({GetParam(), 997, 256});
  sampler.start();
  const pid_t child = fork();
  if (child == 0) {
    spin_here(0.1);
    raise(SIGPROF);  // One that was under way.
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  sampler.stop();
  EXPECT_EQ(status, 0);
  raise(SIGPROF);
  EXPECT_THAT(taken(sampler).samples, Le(20U));
}

TEST_P(sampler, cuts_deep_stacks_where_it_is_told) {
  Sampler sampler({GetParam(), 997, 2});
  sampler.start();
  spin_here(0.05);
  sampler.stop();
  std::size_t longest = 0;
  sampler.take([&](const CpuSample& sample) { longest = std::max(longest, sample.pcs.size()); });
  EXPECT_EQ(longest, 2U);
}

INSTANTIATE_TEST_SUITE_P(engines, sampler,
                         testing::Values(SamplingEngine::perf, SamplingEngine::timer),
                         [](const auto& info) { return std::string(name_of(info.param)); });

TEST(sampling_engine, has_a_name) {
  EXPECT_EQ(parse_engine("perf"), SamplingEngine::perf);
  EXPECT_EQ(parse_engine("timer"), SamplingEngine::timer);
  EXPECT_FALSE(parse_engine("Perf"));
}

TEST(sample_buffer, counts_what_does_not_fit) {
  SampleBuffer buffer(10);
  const std::vector<std::uintptr_t> pcs{1, 2, 3};
  buffer.add({5, 7, 1, pcs});
  buffer.add({6, 8, 9, {}});
  buffer.add({7, 9, 4, pcs});  // Six words are needed, and one is left.
  EXPECT_EQ(buffer.lost(), 4U);
  std::vector<std::string> seen;
  buffer.take([&](const CpuSample& sample) {
    seen.push_back(std::to_string(sample.time_ns) + " " + std::to_string(sample.thread) + " " +
                   std::to_string(sample.weight) + " " + std::to_string(sample.pcs.size()));
  });
  EXPECT_EQ(seen, (std::vector<std::string>{"5 7 1 3", "6 8 9 0"}));
  buffer.take([](const CpuSample&) { FAIL() << "they were forgotten"; });
  buffer.add({7, -9, 4, pcs});
  buffer.take([](const CpuSample& sample) { EXPECT_EQ(sample.thread, -9); });
}

}  // namespace
}  // namespace tare::profile
