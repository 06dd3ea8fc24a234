// SPDX-License-Identifier: Apache-2.0
#include "profile/sampler.hpp"

#include <dirent.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "profile/sample_buffer.hpp"
#include "profile/thread_alarm.hpp"
#include "profile/turn.hpp"
#include "recording/moment.hpp"
#include "stacks/unwinder.hpp"

namespace tare::profile {
namespace {

/// Frames that a handler has room for on its stack: 2 KiB.
constexpr std::size_t most_frames_ever = 256;

/// How often is looked for threads that have started since.
constexpr std::chrono::milliseconds rescan_interval{10};

constexpr std::uint64_t ns_in_s = 1'000'000'000;

/// What handlers write to. A process that is forked off has none of the alarms.
struct Target {
  SampleBuffer& buffer;
  const stacks::Unwinder& unwinder;
  std::size_t most_frames;
};
std::atomic<const Target*> current = nullptr;
/// Handlers at work.
std::atomic<unsigned> at_work = 0;

void sample(const Target& target, const siginfo_t& info, const void* context) noexcept {
  std::array<std::uintptr_t, most_frames_ever> pcs;
  const stacks::Registers from = stacks::interrupted_registers(context);
  const std::size_t frames = target.unwinder.walk(from, stacks::readable_stack(from.sp),
                                                  std::span(pcs).first(target.most_frames));
  const auto late = info.si_code == SI_TIMER ? std::max(0, info.si_overrun) : 0;
  target.buffer.add({recording::monotonic_ns(), gettid(), 1 + static_cast<std::uint32_t>(late),
                     std::span(pcs).first(frames)});
}

void on_alarm(int, siginfo_t* info, void* context) {
  const int error = errno;
  at_work.fetch_add(1);
  if (const Target* target = current.load()) sample(*target, *info, context);
  at_work.fetch_sub(1);
  errno = error;
}

/// The handler stays for good: an alarm may still be under way, and by default it kills.
void install_handler() {
  struct sigaction action {};
  action.sa_sigaction = on_alarm;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  sigaction(SIGPROF, &action, nullptr);
}

std::vector<std::int32_t> own_threads() {
  std::vector<std::int32_t> threads;
  DIR* const folder = opendir("/proc/self/task");
  if (folder == nullptr) return threads;
  while (const dirent* entry = readdir(folder))
    if (const int thread = std::atoi(entry->d_name); thread > 0) threads.push_back(thread);
  closedir(folder);
  return threads;
}

std::string reason_of(SamplingEngine engine, int error) {
  if (error == EACCES || error == EPERM) return "this user may not use perf events";
  if (error == ENOSYS) return "the kernel has no perf events";
  return std::string("the kernel refuses ") +
         (engine == SamplingEngine::perf ? "perf's task-clock: " : "timers of processor time: ") +
         std::strerror(error);
}

}  // namespace

const char* name_of(SamplingEngine engine) {
  return engine == SamplingEngine::perf ? "perf" : "timer";
}

std::optional<SamplingEngine> parse_engine(std::string_view name) {
  for (const SamplingEngine engine : {SamplingEngine::perf, SamplingEngine::timer})
    if (name == name_of(engine)) return engine;
  return std::nullopt;
}

std::string trouble_with(SamplingEngine engine) {
#if !defined(__x86_64__)
  return "stacks are walked on x86-64 alone";
#endif
  const ThreadAlarm alarm(engine, gettid(), ns_in_s);
  return alarm.error() == 0 ? "" : reason_of(engine, alarm.error());
}

class Sampler::Work {
 public:
  explicit Work(const SamplerSettings& settings)
      : engine_(settings.engine),
        period_ns_(ns_in_s / std::max<std::uint32_t>(1, settings.frequency)),
        target_{buffer_, unwinder_,
                std::clamp<std::size_t>(settings.most_frames, 1, most_frames_ever)} {
    if (const std::string trouble = trouble_with(engine_); !trouble.empty())
      throw std::runtime_error(trouble);
    install_handler();
    rescanner_ = std::jthread([this](const std::stop_token& stop) { rescan(stop); });
    rescanner_thread_.wait(0);  // It must be known before it could be sampled.
  }

  ~Work() { stop(); }

  void start() {
    const std::lock_guard lock(mutex_);
    unwinder_.refresh();  // Nobody walks yet.
    current.store(&target_);
    is_on_ = true;
    for (ThreadAlarm& alarm : alarms_) alarm.start();
    arm_others();
    turned_on_.notify_one();
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    is_on_ = false;
    for (ThreadAlarm& alarm : alarms_) alarm.stop();
    current.store(nullptr);
    while (at_work.load() != 0) std::this_thread::yield();
  }

  SampleBuffer& buffer() { return buffer_; }

 private:
  /// Threads that have no alarm yet, but the rescanner. Threads that are no more lose theirs.
  void arm_others() {
    const std::vector<std::int32_t> threads = own_threads();
    std::erase_if(alarms_, [&](const ThreadAlarm& alarm) {
      return std::ranges::find(threads, alarm.thread()) == threads.end();
    });
    for (const std::int32_t thread : threads) {
      if (thread == rescanner_thread_ ||
          std::ranges::find(alarms_, thread, &ThreadAlarm::thread) != alarms_.end())
        continue;
      alarms_.emplace_back(engine_, thread, period_ns_).start();
    }
  }

  void rescan(const std::stop_token& stop) {
    const Unseen what_this_allocates;  // It is no thread of the benchmark's.
    std::unique_lock lock(mutex_);
    rescanner_thread_ = gettid();
    rescanner_thread_.notify_one();
    while (!stop.stop_requested()) {
      turned_on_.wait(lock, stop, [this] { return is_on_; });
      turned_on_.wait_for(lock, stop, rescan_interval, [] { return false; });
      if (is_on_) arm_others();
    }
  }

  SamplingEngine engine_;
  std::uint64_t period_ns_;
  SampleBuffer buffer_;
  stacks::Unwinder unwinder_;
  Target target_;
  std::mutex mutex_;
  std::condition_variable_any turned_on_;
  bool is_on_ = false;
  std::atomic<std::int32_t> rescanner_thread_ = 0;
  std::vector<ThreadAlarm> alarms_;
  std::jthread rescanner_;  // Last: it uses all of the above.
};

Sampler::Sampler(const SamplerSettings& settings) : work_(std::make_unique<Work>(settings)) {}

Sampler::~Sampler() = default;

void Sampler::start() { work_->start(); }

void Sampler::stop() { work_->stop(); }

void Sampler::take(const std::function<void(const CpuSample&)>& use) { work_->buffer().take(use); }

std::uint64_t Sampler::lost() const { return work_->buffer().lost(); }

}  // namespace tare::profile
