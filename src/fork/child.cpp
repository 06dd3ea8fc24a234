// SPDX-License-Identifier: Apache-2.0
#include "fork/child.hpp"

#include <alloca.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "fork/connection.hpp"
#include "fork/crash_handler.hpp"
#include "run/alternate_stack.hpp"
#include "run/trial.hpp"
#include "tare/keep.hpp"

namespace tare::fork {
namespace {

/// Results over the wire.
class WireSink final : public running::Sink {
 public:
  explicit WireSink(Connection& connection) : connection_(connection) {}
  void stage_started(running::Stage stage) override { connection_.send(StageStarted{stage}); }
  void iteration_started() override { connection_.send(IterationStarted{}); }
  void iteration(const running::IterationResult& result) override { connection_.send(result); }
  void findings(const extend::Findings& findings) override { connection_.send(findings); }

 private:
  Connection& connection_;
};

/// Calls `work` with the stack `offset` bytes deeper.
template <class Work>
[[gnu::noinline]] void at_stack_offset(std::uint32_t offset, Work& work) {
  void* const moved = alloca(offset + 1);
  keep(moved);
  work();
  clobber();  // The stack is still moved here: this is no tail call.
}

/// Moves the heap by a block that stays. A static pointer keeps leak checkers from minding it.
void move_heap(std::uint32_t offset) {
  static void* block = nullptr;
  block = std::malloc(offset);
  keep(block);
}

std::optional<int> number_in(std::string_view text) {
  int number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Passes on what the time-out needs; figures of a warm-up are nobody's.
class WarmupSink final : public running::Sink {
 public:
  explicit WarmupSink(running::Sink& sink) : sink_(sink) {}
  void stage_started(running::Stage stage) override { sink_.stage_started(stage); }
  void iteration_started() override { sink_.iteration_started(); }
  void iteration(const running::IterationResult&) override {}
  void findings(const extend::Findings&) override {}

 private:
  running::Sink& sink_;
};

running::Trial trial_of(const CasePlan& plan, const catalog::Catalog& catalog, bool synchronise) {
  const catalog::Benchmark* benchmark = catalog.find(plan.benchmark);
  const catalog::Variant* variant =
      benchmark != nullptr ? catalog::find_variant(*benchmark, plan.params) : nullptr;
  if (variant == nullptr)
    throw running::Ending{Outcome::failed, fmt::format("this program has no {}", plan.benchmark)};
  return {plan, *benchmark, *variant, synchronise};
}

void warm_up(CasePlan plan, const catalog::Catalog& catalog, bool synchronise,
             running::Clock& clock, running::Sink& sink) {
  plan.measurement.iterations = 0;
  WarmupSink warmup(sink);
  try {
    running::run_trial(trial_of(plan, catalog, synchronise), clock, warmup);
  } catch (running::Ending& ending) {
    ending.reason = fmt::format("in the warm-up of {}: {}", plan.benchmark, ending.reason);
    throw;
  }
}

}  // namespace

std::optional<ForkDescriptors> fork_descriptors(int argc, char** argv) {
  if (argc != 4 || std::strcmp(argv[1], fork_argument) != 0) return std::nullopt;
  const std::optional<int> wire = number_in(argv[2]);
  const std::optional<int> last_words = number_in(argv[3]);
  if (!wire || !last_words || *wire < 0 || *last_words < -1) return std::nullopt;
  return ForkDescriptors{*wire, *last_words};
}

void do_job(const Job& job, const catalog::Catalog& catalog, const ProfilerSource& profilers,
            running::Sink& sink) {
  const running::Trial trial = trial_of(job, catalog, job.synchronise);
  running::SteadyClock clock;
  if (job.profiler.empty()) {
    for (const CasePlan& plan : job.warmed_up) warm_up(plan, catalog, job.synchronise, clock, sink);
    running::run_trial(trial, clock, sink);
    return;
  }
  const std::unique_ptr<extend::Profiler> profiler = profilers(job.profiler, job.profiler_options);
  if (profiler == nullptr)
    throw running::Ending{Outcome::failed,
                          fmt::format("this program has no profiler {}", job.profiler)};
  running::run_observation(trial, *profiler, job.fork, clock, sink);
}

void run_as_fork(ForkDescriptors descriptors, const catalog::Catalog& catalog,
                 const ProfilerSource& profilers) {
  // It was started as /proc/self/exe: profiles and `top` would call it exe.
  prctl(PR_SET_NAME, program_invocation_short_name);
  Connection connection(descriptors.wire);
  const SharedWords last_words(descriptors.last_words);
  const running::AlternateStack for_overflows;
  if (last_words.get() != nullptr) keep_stacks_of_crashes(*last_words.get());
  try {
    const Hello hello = connection.receive<Hello>();
    connection.send(Hello{wire_version, TARE_VERSION});
    if (hello.version != wire_version) _exit(EXIT_FAILURE);  // The other side can read ours.
    const Job job = connection.receive<Job>();
    move_heap(job.layout.heap_offset);
    auto work = [&] {
      try {
        WireSink sink(connection);
        do_job(job, catalog, profilers, sink);
      } catch (const running::Ending& ending) {
        connection.send(ending);
      }
      connection.send(Done{});
    };
    at_stack_offset(job.layout.stack_offset, work);
  } catch (const std::exception& error) {
    // Nobody listens any more, or nonsense was said: the parent reports a fork without Done.
    if (last_words.get() != nullptr) last_words.get()->wire_lost = 1;
    std::fprintf(stderr, "fork: %s\n", error.what());  // It may be closed, too.
    _exit(EXIT_FAILURE);
  }
  // What a benchmark printed is worth keeping; its static destructors are not worth running.
  std::fflush(nullptr);
  _exit(EXIT_SUCCESS);
}

}  // namespace tare::fork
