// SPDX-License-Identifier: Apache-2.0
// The run's side of a fork: starts it, listens, and says how it ended.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <system_error>

#include "fork/connection.hpp"
#include "fork/launcher.hpp"
#include "fork/output_tail.hpp"
#include "fork/process.hpp"
#include "fork/reasons.hpp"

namespace tare::fork {
namespace {

using Clock = std::chrono::steady_clock;

/// A fork has this long to start up, to set its trial up and to tear it down, besides the time-out
/// of an iteration, and to go after it has said Done.
constexpr std::chrono::seconds grace{10};

/// A fork that took too long has this long to say where it is. A thread needs microseconds, unless
/// it does not run.
constexpr std::chrono::milliseconds patience_for_stacks{200};

/// A wait that lasts so much longer than it was to did not have a busy machine alone.
constexpr std::chrono::milliseconds longest_delay{500};

/// Reads what is there, but no more than a pipe holds: one that is filled as fast as it is read
/// must not keep us from looking at the time.
void read_output(int descriptor, OutputTail& tail) {
  std::array<char, 4096> buffer;
  for (std::size_t read_bytes = 0; read_bytes < 65536; read_bytes += buffer.size()) {
    const ssize_t n = read(descriptor, buffer.data(), buffer.size());
    if (n <= 0) return;
    tail.feed({buffer.data(), static_cast<std::size_t>(n)});
  }
}

Activity activity_of(running::Stage stage) {
  switch (stage) {
    case running::Stage::trial_set_up:
      return Activity::trial_set_up;
    case running::Stage::iteration_set_up:
      return Activity::iteration_set_up;
    case running::Stage::iteration_tear_down:
      return Activity::iteration_tear_down;
    case running::Stage::trial_tear_down:
      return Activity::trial_tear_down;
  }
  return Activity::iteration;
}

/// One fork from its start to its end.
class Conversation {
 public:
  Conversation(const Job& job, running::Sink& sink, int stop, const StackDescriber& describe)
      : job_(job),
        sink_(sink),
        stop_(stop),
        describe_(describe),
        process_(job),
        connection_(process_.take_socket()) {}

  ForkRun run() {
    begin(Activity::start_up);
    speak();
    while (!process_.end_if_over() && !stopped_ && broken_.empty() && Clock::now() < deadline_)
      listen();
    // What it said before it ended; then the wire is closed, since nobody is left who had it.
    while (process_.end_if_over() && open_ && broken_.empty()) read_wire();
    ForkRun ended = conclude();
    read_output(process_.output(), tail_);
    if (ended.outcome != Outcome::ok) ended.output_tail = tail_.lines();
    if (describe_ && (ended.outcome == Outcome::crashed || ended.outcome == Outcome::timeout))
      ended.stack = describe_(process_.last_words().stacks());
    return ended;
  }

 private:
  void begin(Activity activity) {
    activity_ = activity;
    const bool around_trial = activity == Activity::start_up ||
                              activity == Activity::trial_set_up ||
                              activity == Activity::trial_tear_down;
    besides_ = around_trial ? grace : std::chrono::nanoseconds::zero();
    const std::uint64_t longest = activity == Activity::iteration
                                      ? std::max(job_.warmup.time_ns, job_.measurement.time_ns)
                                      : 0;
    // Both may be as large as a user likes.
    constexpr std::uint64_t ten_years_ns = 315'360'000'000'000'000;
    timeout_ = std::chrono::nanoseconds(std::min(job_.timeout_ns, ten_years_ns));
    deadline_ = Clock::now() + timeout_ + besides_ +
                std::chrono::nanoseconds(std::min(longest, ten_years_ns));
  }

  void speak() {
    try {
      connection_.send(Hello{wire_version, TARE_VERSION});
      connection_.send(job_);
    } catch (const WireError&) {
      open_ = false;  // Gone already: how it ended tells more.
    }
  }

  void listen() {
    std::array<pollfd, 4> pollers{{{open_ ? connection_.descriptor() : -1, POLLIN, 0},
                                   {output_closed_ ? -1 : process_.output(), POLLIN, 0},
                                   {process_.tidings(), POLLIN, 0},
                                   {done_ ? -1 : stop_, POLLIN, 0}}};
    const Clock::time_point begin = Clock::now();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - begin);
    const auto most = std::chrono::milliseconds(1 << 30);
    poll(pollers.data(), pollers.size(), static_cast<int>(std::clamp(left, {}, most).count()));
    // Whoever stops all processes for a while (a container that is paused) makes none of them late.
    const Clock::time_point end = Clock::now();
    if (end - begin > left + longest_delay) deadline_ = end + left;
    stopped_ = pollers[3].revents != 0;
    if (pollers[1].revents != 0) {
      read_output(process_.output(), tail_);
      output_closed_ = (pollers[1].revents & POLLIN) == 0;
    }
    if (pollers[0].revents != 0) read_wire();
  }

  void read_wire() {
    if (!open_ || !broken_.empty()) return;
    try {
      open_ = connection_.read_available();
      while (std::optional<Message> message = connection_.next()) take(*message);
    } catch (const WireError& error) {
      broken_ = fmt::format(
          "its words to the run are garbled, as when it writes to descriptors that are not its "
          "own: "
          "{}",
          error.what());
    }
  }

  void take(const Message& message) {
    if (const auto* hello = std::get_if<Hello>(&message)) {
      spoke_ = true;
      if (hello->version != wire_version)
        broken_ = fmt::format("it speaks version {} of the wire, this run version {}",
                              hello->version, wire_version);
    } else if (const auto* stage = std::get_if<StageStarted>(&message)) {
      begin(activity_of(stage->stage));
    } else if (std::holds_alternative<IterationStarted>(message)) {
      begin(Activity::iteration);
      sink_.iteration_started();
    } else if (const auto* result = std::get_if<running::IterationResult>(&message)) {
      sink_.iteration(*result);
    } else if (const auto* findings = std::get_if<extend::Findings>(&message)) {
      sink_.findings(*findings);
    } else if (const auto* ending = std::get_if<running::Ending>(&message)) {
      ending_ = *ending;
    } else if (std::holds_alternative<Done>(message)) {
      done_ = true;
      deadline_ = Clock::now() + grace;
    } else {
      throw WireError("it sent a message that only a run sends");
    }
  }

  /// How it came out, and its end where that has not come.
  ForkRun conclude() {
    ForkRun run;
    if (done_) {
      run.outcome = ending_.outcome;
      run.reason = ending_.reason;
    } else if (stopped_) {
      run.outcome = Outcome::skipped;
      run.reason = "the run was told to stop";
    } else if (!process_.end_if_over() && open_ && broken_.empty()) {
      run.outcome = Outcome::timeout;
      run.reason = reason_of_timeout(activity_, timeout_, besides_) + by_launcher();
      process_.ask_for_stacks(patience_for_stacks);
    } else {
      run.outcome = Outcome::crashed;
      run.reason = reason_of_crash(process_.kill());
    }
    process_.kill();
    return run;
  }

  std::string reason_of_crash(const ProcessEnd& end) const {
    if (!broken_.empty()) return broken_;
    const LastWords* const words = process_.last_words().get();
    if (end.killed || (words != nullptr && words->wire_lost != 0))
      return "it closed the descriptor that it speaks to the run over, which is not its own";
    if (!spoke_ && !job_.launcher.empty() && end.start_error == 0 && !end.guardian_lost)
      return reason_of_launcher(job_.launcher.front(), end);
    return reason_of_end(end) + by_launcher();
  }

  /// Some do more than start a program: they make it slower, or do not know all its instructions.
  std::string by_launcher() const {
    return job_.launcher.empty() ? "" : "; it was started by " + job_.launcher.front();
  }

  const Job& job_;
  running::Sink& sink_;
  int stop_;
  const StackDescriber& describe_;
  Process process_;
  Connection connection_;
  OutputTail tail_;
  Activity activity_ = Activity::start_up;
  std::chrono::nanoseconds timeout_{};
  std::chrono::nanoseconds besides_{};  ///< Time allowed for the activity on top of the time-out.
  Clock::time_point deadline_;
  running::Ending ending_{Outcome::ok, ""};
  std::string broken_;  ///< Why nothing can be made of what came over the wire.
  bool spoke_ = false;
  bool done_ = false;
  bool open_ = true;
  bool stopped_ = false;
  bool output_closed_ = false;
};

class ProcessLauncher final : public Launcher {
 public:
  ProcessLauncher(int stop, StackDescriber describe)
      : stop_(stop), describe_(std::move(describe)) {}

  ForkRun launch(const Job& job, running::Sink& sink) override {
    ForkRun ended;
    try {
      ended = Conversation(job, sink, stop_, describe_).run();
    } catch (const std::system_error& error) {
      ended.outcome = Outcome::failed;
      ended.reason = error.what();
    }
    ended.profiler = job.profiler;
    ended.seed = job.layout.seed;
    ended.environment_bytes = job.layout.environment_bytes;
    ended.stack_offset = job.layout.stack_offset;
    ended.heap_offset = job.layout.heap_offset;
    return ended;
  }

 private:
  int stop_;
  StackDescriber describe_;
};

}  // namespace

std::unique_ptr<Launcher> make_process_launcher(int stop, StackDescriber describe) {
  return std::make_unique<ProcessLauncher>(stop, std::move(describe));
}

}  // namespace tare::fork
