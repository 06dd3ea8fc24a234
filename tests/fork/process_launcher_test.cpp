// SPDX-License-Identifier: Apache-2.0
// Forks as processes, and all the ways in which they end.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>

#include "fork/child.hpp"
#include "fork/process.hpp"
#include "tare/tare.hpp"

namespace {

struct WithParam {
  std::string text;
  static void params(tare::Params<WithParam>& p) { p.add("text", &WithParam::text, {"a"}); }
};

struct FailingSetUp {
  void set_up(tare::Trial) { tare::fail("no set-up"); }
};

struct SlowSetUp {
  void set_up(tare::Trial) { std::this_thread::sleep_for(std::chrono::milliseconds(150)); }
};

struct LoudTearDown {
  void tear_down(tare::Trial) {
    for (int i = 0; i < 20'000; ++i) std::printf("line %d of what it has to say\n", i);
  }
};

}  // namespace

TARE_GROUP(forks);

TARE_BENCH(good) { return 1; }
TARE_BENCH(checks_param, const WithParam& state) {
  if (state.text != "a\nb") tare::fail("param is '" + state.text + "'");
}
TARE_BENCH(checks_environment) {
  const char* const padding = std::getenv("TARE_PADDING");
  tare::fail(padding == nullptr ? "none" : std::to_string(std::strlen(padding)));
}
TARE_BENCH(checks_variable) {
  const char* const value = std::getenv("TARE_TEST_VARIABLE");
  tare::fail(value == nullptr ? "none" : value);
}
TARE_BENCH(fails) { tare::fail("it said so"); }
TARE_BENCH(skips) { tare::skip("not here"); }
TARE_BENCH(throws) { throw std::runtime_error("out of luck"); }
TARE_BENCH(fails_in_set_up, FailingSetUp&) {}
TARE_BENCH(segfaults) {
  std::printf("about to crash\n");
  std::fflush(stdout);
  raise(SIGSEGV);
}
TARE_BENCH(aborts) { std::abort(); }
TARE_BENCH(exits) { std::exit(0); }
TARE_BENCH(hangs) {
  for (;;) pause();
}
TARE_BENCH(tells_its_number_and_hangs) {
  std::printf("%d\n", getpid());
  std::fflush(stdout);
  for (;;) pause();
}
TARE_BENCH(prints_without_end) {
  for (;;) std::puts("and again");
}
TARE_BENCH(leaves_its_group_and_hangs) {
  setpgid(0, getppid());  // Any other group will do; where it may not, it stays.
  for (;;) pause();
}
TARE_BENCH(slow_to_set_up, SlowSetUp&) {}
TARE_BENCH(loud_at_its_end, LoudTearDown&) {}
TARE_BENCH(leaves_a_child) {
  static bool left = false;
  if (left) return;
  left = true;
  if (const pid_t child = ::fork(); child != 0) tare::fail(std::to_string(child));
  for (;;) pause();
}
TARE_BENCH(closes_its_descriptors) {
  for (int descriptor = 3; descriptor < 64; ++descriptor) close(descriptor);
}

namespace tare::fork {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint64_t ms = 1'000'000;

struct Kept final : running::Sink {
  std::size_t started = 0;
  std::vector<running::IterationResult> results;
  void iteration_started() override { ++started; }
  void iteration(const running::IterationResult& result) override { results.push_back(result); }
  void findings(const extend::Findings&) override {}
};

Job job_of(const std::string& name) {
  Job job;
  job.benchmark = "forks." + name;
  job.warmup = {1, 1 * ms, 1};
  job.measurement = {2, 1 * ms, 1};
  job.timeout_ns = 60'000 * ms;
  job.layout = draw_layout(1);
  return job;
}

ForkRun launch(const Job& job) {
  Kept kept;
  return make_process_launcher()->launch(job, kept);
}

TEST(process_launcher, hands_on_the_results_of_a_fork_that_goes_well) {
  Kept kept;
  const Job job = job_of("good");
  const ForkRun run = make_process_launcher()->launch(job, kept);
  EXPECT_EQ(run.outcome, Outcome::ok) << run.reason;
  EXPECT_EQ(run.reason, "");
  EXPECT_THAT(run.output_tail, ElementsAre());
  EXPECT_EQ(run.seed, 1U);
  EXPECT_EQ(run.environment_bytes, job.layout.environment_bytes);
  EXPECT_EQ(run.stack_offset, job.layout.stack_offset);
  EXPECT_EQ(run.heap_offset, job.layout.heap_offset);
  EXPECT_EQ(kept.started, 3U);
  ASSERT_EQ(kept.results.size(), 3U);
  EXPECT_TRUE(kept.results[0].warmup);
  EXPECT_FALSE(kept.results[2].warmup);
  EXPECT_EQ(kept.results[2].index, 2U);
  EXPECT_GT(kept.results[2].score, 0);
}

TEST(process_launcher, hands_parameters_over) {
  Job job = job_of("checks_param");
  job.params = {{"text", "a\nb"}};
  EXPECT_EQ(launch(job).reason, "");
}

TEST(process_launcher, pads_the_environment) {
  Job job = job_of("checks_environment");
  job.layout.environment_bytes = 1234;
  EXPECT_EQ(launch(job).reason, "1234");
}

TEST(process_launcher, gives_variables_in_the_place_of_its_own) {
  Job job = job_of("checks_variable");
  EXPECT_EQ(launch(job).reason, "none");
  job.environment = {"TARE_TEST_VARIABLE=one=1"};
  EXPECT_EQ(launch(job).reason, "one=1");
  setenv("TARE_TEST_VARIABLE", "two", 1);
  const ForkRun own = launch(job_of("checks_variable"));
  const ForkRun replaced = launch(job);
  unsetenv("TARE_TEST_VARIABLE");
  EXPECT_EQ(own.reason, "two");
  EXPECT_EQ(replaced.reason, "one=1");
}

struct Ends {
  std::string name;
  Outcome outcome;
  std::string reason;
};

TEST(process_launcher, says_how_a_fork_ended) {
  for (const Ends& ends :
       std::vector<Ends>{{"fails", Outcome::failed, "it said so"},
                         {"skips", Outcome::skipped, "not here"},
                         {"throws", Outcome::failed, "threw std::runtime_error: out of luck"},
                         {"fails_in_set_up", Outcome::failed, "no set-up"},
                         {"exits", Outcome::crashed,
                          "exited with code 0 before it was done: something in it called exit()"},
                         {"unknown", Outcome::failed, "this program has no forks.unknown"}}) {
    const ForkRun run = launch(job_of(ends.name));
    EXPECT_EQ(run.outcome, ends.outcome) << ends.name;
    EXPECT_EQ(run.reason, ends.reason) << ends.name;
  }
}

TEST(process_launcher, says_which_signal_ended_a_fork_and_what_it_printed) {
#ifdef TARE_SANITIZED
  GTEST_SKIP() << "a sanitizer turns signals into exits";
#endif
  const ForkRun run = launch(job_of("segfaults"));
  EXPECT_EQ(run.outcome, Outcome::crashed);
  EXPECT_EQ(run.reason, "killed by signal 11 (Segmentation fault) before it was done");
  EXPECT_THAT(run.output_tail, ElementsAre("about to crash"));
  EXPECT_THAT(launch(job_of("aborts")).reason,
              HasSubstr("killed by signal 6 (Aborted) before it was done: something in it called"));
}

TEST(process_launcher, knows_no_profiler_that_is_not_there) {
  Job job = job_of("good");
  job.profiler = "none";
  const ForkRun run = launch(job);
  EXPECT_EQ(run.reason, "this program has no profiler none");
  EXPECT_EQ(run.profiler, "none");
}

TEST(process_launcher, ends_a_fork_that_takes_too_long) {
  for (const char* name : {"hangs", "prints_without_end", "leaves_its_group_and_hangs"}) {
    Job job = job_of(name);
    job.timeout_ns = 100 * ms;
    const ForkRun run = launch(job);
    EXPECT_EQ(run.outcome, Outcome::timeout) << name;
    EXPECT_EQ(run.reason, "an iteration took longer than 0.1 s (-to)") << name;
  }
}

TEST(process_launcher, does_not_count_start_up_as_an_iteration) {
  Job job = job_of("slow_to_set_up");
  job.timeout_ns = 50 * ms;
  EXPECT_EQ(launch(job).reason, "");
}

TEST(process_launcher, does_not_wait_for_what_nobody_reads) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(launch(job_of("loud_at_its_end")).reason, "");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(9));
}

/// Whether there is such a process, other than as a name waiting to be forgotten.
bool runs(pid_t process) {
  std::FILE* const stat = std::fopen(("/proc/" + std::to_string(process) + "/stat").c_str(), "r");
  if (stat == nullptr) return false;
  char state = 'Z';
  const bool read = std::fscanf(stat, "%*d (%*[^)]) %c", &state) == 1;
  std::fclose(stat);
  return read && state != 'Z';
}

/// It has been sent its signal; how soon it goes is the kernel's.
bool runs_a_moment_later(pid_t process) {
  for (int i = 0; i < 1000 && runs(process); ++i) usleep(1000);
  return runs(process);
}

TEST(process_launcher, leaves_no_child_of_a_fork_behind) {
  const ForkRun run = launch(job_of("leaves_a_child"));
  const pid_t child = std::atoi(run.reason.c_str());
  ASSERT_GT(child, 0) << run.reason;
  EXPECT_FALSE(runs_a_moment_later(child));
}

using Words = std::vector<std::string>;

ForkRun launch_by(Words launcher, const std::string& name) {
  Job job = job_of(name);
  job.timeout_ns = name.ends_with("hangs") ? 100 * ms : job.timeout_ns;
  job.launcher = std::move(launcher);
  return launch(job);
}

/// Starts a child and waits for it, as strace does.
const Words staying{"sh", "-c", "\"$@\"; exit 3", "sh"};

TEST(process_launcher, starts_forks_by_other_programs) {
  EXPECT_EQ(launch_by({"env", "TARE_TEST_VARIABLE=by env"}, "checks_variable").reason, "by env");
  EXPECT_EQ(launch_by({"/usr/bin/env", "TARE_TEST_VARIABLE=by path"}, "checks_variable").reason,
            "by path");
  EXPECT_EQ(launch_by(staying, "fails").reason, "it said so");
}

TEST(process_launcher, says_which_launcher_started_nothing) {
  const ForkRun run = launch_by({"no-such-launcher", "-x"}, "good");
  EXPECT_EQ(run.outcome, Outcome::crashed);
  EXPECT_EQ(run.reason, "no-such-launcher exited with code 127 and did not start the program");
  EXPECT_THAT(run.output_tail, ElementsAre(HasSubstr("no-such-launcher: not found")));
  EXPECT_EQ(launch_by({"false"}, "good").reason,
            "false exited with code 1 and did not start the program");
  EXPECT_EQ(launch_by({"sh", "-c", "kill -9 $$"}, "good").reason,
            "sh was killed by signal 9 and did not start the program");
}

TEST(process_launcher, says_of_a_fork_that_ended_what_had_started_it) {
  EXPECT_EQ(launch_by({"env"}, "exits").reason,
            "exited with code 0 before it was done: something in it called exit(); it was started "
            "by env");
  EXPECT_EQ(launch_by(staying, "exits").reason,
            "exited with code 3 before it was done: something in it called exit(); it was started "
            "by sh");
  EXPECT_EQ(launch_by({"env"}, "hangs").reason,
            "an iteration took longer than 0.1 s (-to); it was started by env");
}

TEST(process_launcher, leaves_nothing_behind_that_a_launcher_started) {
  const ForkRun run = launch_by(staying, "leaves_a_child");
  const pid_t child = std::atoi(run.reason.c_str());
  ASSERT_GT(child, 0) << run.reason;
  EXPECT_FALSE(runs_a_moment_later(child));
  const ForkRun hanging = launch_by(staying, "tells_its_number_and_hangs");
  const pid_t fork = std::atoi(hanging.output_tail.at(0).c_str());
  ASSERT_GT(fork, 0);
  EXPECT_FALSE(runs_a_moment_later(fork));
}

TEST(process_launcher, survives_a_fork_that_closes_what_it_speaks_over) {
  const ForkRun run = launch(job_of("closes_its_descriptors"));
  EXPECT_EQ(run.outcome, Outcome::crashed);
}

TEST(process_launcher, waits_for_no_time_that_cannot_be_told) {
  Job job = job_of("good");
  job.timeout_ns = UINT64_MAX;
  EXPECT_EQ(launch(job).reason, "");
}

std::optional<ForkDescriptors> descriptors_of(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  const int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  return fork_descriptors(count, arguments.data());
}

TEST(fork_descriptors, are_there_for_a_forks_arguments_only) {
  EXPECT_EQ(descriptors_of({"program", fork_argument, "7", "8"}), (ForkDescriptors{7, 8}));
  EXPECT_EQ(descriptors_of({"program", fork_argument, "0", "-1"}), (ForkDescriptors{0, -1}));
  for (const char* bad : {"", "x", "7x", " 7", "-2", "+7", "99999999999", "7.0"}) {
    EXPECT_EQ(descriptors_of({"program", fork_argument, bad, "8"}), std::nullopt) << bad;
    EXPECT_EQ(descriptors_of({"program", fork_argument, "7", bad}), std::nullopt) << bad;
  }
  EXPECT_EQ(descriptors_of({"program", fork_argument, "-1", "8"}), std::nullopt);
  EXPECT_EQ(descriptors_of({"program"}), std::nullopt);
  EXPECT_EQ(descriptors_of({"program", fork_argument}), std::nullopt);
  EXPECT_EQ(descriptors_of({"program", fork_argument, "7"}), std::nullopt);
  EXPECT_EQ(descriptors_of({"program", fork_argument, "7", "8", "-f"}), std::nullopt);
  EXPECT_EQ(descriptors_of({"program", "--other", "7", "8"}), std::nullopt);
}

}  // namespace
}  // namespace tare::fork
