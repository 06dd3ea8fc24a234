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

namespace tare::fork {
namespace {

using Clock = std::chrono::steady_clock;

/// A fork has this long to start up and set its states up, besides the time-out of an iteration,
/// and to go after it has said Done.
constexpr std::chrono::seconds grace{10};

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

/// One fork from its start to its end.
class Conversation {
 public:
  Conversation(const Job& job, running::Sink& sink)
      : job_(job), sink_(sink), process_(job), connection_(process_.take_socket()) {
    extend_deadline();
    deadline_ += grace;
  }

  ForkRun run() {
    connection_.send(Hello{wire_version, TARE_VERSION});
    connection_.send(job_);
    while (!done_ && open_ && Clock::now() < deadline_) listen();
    return conclude();
  }

 private:
  void extend_deadline() {
    const std::uint64_t longest = std::max(job_.warmup.time_ns, job_.measurement.time_ns);
    // Saturating: both may be as large as a user likes.
    constexpr std::uint64_t ten_years_ns = 315'360'000'000'000'000;
    const std::uint64_t ns =
        std::min(job_.timeout_ns, ten_years_ns) + std::min(longest, ten_years_ns);
    deadline_ = Clock::now() + std::chrono::nanoseconds(ns);
  }

  void listen() {
    std::array<pollfd, 3> pollers{{{connection_.descriptor(), POLLIN, 0},
                                   {process_.output(), POLLIN, 0},
                                   {process_.ended(), POLLIN, 0}}};
    if (output_closed_) pollers[1].fd = -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
    const auto most = std::chrono::milliseconds(1 << 30);
    poll(pollers.data(), pollers.size(), static_cast<int>(std::clamp(left, {}, most).count()));
    if (pollers[1].revents != 0) {
      read_output(process_.output(), tail_);
      output_closed_ = (pollers[1].revents & POLLIN) == 0;
    }
    if (pollers[0].revents == 0) {
      // The socket of a fork that has ended stays open if a process of its own making holds it.
      if (pollers[2].revents != 0) open_ = false;
      return;
    }
    open_ = connection_.read_available();
    while (std::optional<Message> message = connection_.next()) take(*message);
  }

  void take(const Message& message) {
    if (const auto* hello = std::get_if<Hello>(&message)) {
      if (hello->version != wire_version)
        throw WireError(fmt::format("it speaks version {} of the wire, this run version {}",
                                    hello->version, wire_version));
    } else if (std::holds_alternative<IterationStarted>(message)) {
      extend_deadline();
      sink_.iteration_started();
    } else if (const auto* result = std::get_if<running::IterationResult>(&message)) {
      sink_.iteration(*result);
    } else if (const auto* findings = std::get_if<extend::Findings>(&message)) {
      sink_.findings(*findings);
    } else if (const auto* ending = std::get_if<running::Ending>(&message)) {
      ending_ = *ending;
    } else if (std::holds_alternative<Done>(message)) {
      done_ = true;
    } else {
      throw WireError("it sent a message that only a run sends");
    }
  }

  ForkRun conclude() {
    ForkRun ended;
    read_output(process_.output(), tail_);  // A full pipe would keep the fork from ending.
    if (done_) {
      process_.wait(std::chrono::milliseconds(grace).count());
      ended.outcome = ending_.outcome;
      ended.reason = ending_.reason;
    } else if (!open_) {
      const int status = process_.wait(std::chrono::milliseconds(grace).count());
      ended.outcome = Outcome::crashed;
      ended.reason = describe_status(status) + " before it was done";
    } else {
      process_.kill();
      ended.outcome = Outcome::timeout;
      ended.reason = fmt::format("an iteration took longer than {} s (-to)",
                                 static_cast<double>(job_.timeout_ns) / 1e9);
    }
    read_output(process_.output(), tail_);
    if (ended.outcome != Outcome::ok) ended.output_tail = tail_.lines();
    return ended;
  }

  const Job& job_;
  running::Sink& sink_;
  Process process_;
  Connection connection_;
  OutputTail tail_;
  Clock::time_point deadline_;
  running::Ending ending_{Outcome::ok, ""};
  bool done_ = false;
  bool open_ = true;
  bool output_closed_ = false;
};

class ProcessLauncher final : public Launcher {
 public:
  ForkRun launch(const Job& job, running::Sink& sink) override {
    ForkRun ended;
    try {
      ended = Conversation(job, sink).run();
    } catch (const WireError& error) {
      ended.outcome = Outcome::crashed;
      ended.reason = std::string("its fork broke off: ") + error.what();
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
};

}  // namespace

std::unique_ptr<Launcher> make_process_launcher() { return std::make_unique<ProcessLauncher>(); }

}  // namespace tare::fork
