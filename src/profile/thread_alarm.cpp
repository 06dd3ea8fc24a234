// SPDX-License-Identifier: Apache-2.0
#include "profile/thread_alarm.hpp"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#ifndef sigev_notify_thread_id  // glibc has it from 2.38 on.
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace tare::profile {
namespace {

constexpr std::uint64_t ns_in_s = 1'000'000'000;

/// The clock of a thread's processor time (linux/posix-timers_types.h: CPUCLOCK_PERTHREAD and
/// CPUCLOCK_SCHED), which pthread_getcpuclockid() gives for threads whose pthread_t one has.
clockid_t processor_clock(std::int32_t thread) {
  return static_cast<clockid_t>(~static_cast<std::uint32_t>(thread) << 3 | 6u);
}

/// A descriptor, or a negative errno.
int open_event(std::int32_t thread, std::uint64_t period_ns, bool user_mode_only) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_TASK_CLOCK;
  attributes.sample_period = period_ns;
  attributes.disabled = 1;
  attributes.exclude_kernel = user_mode_only ? 1 : 0;
  attributes.exclude_hv = 1;
  attributes.wakeup_events = 1;
  const long opened =
      syscall(SYS_perf_event_open, &attributes, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return opened < 0 ? -errno : static_cast<int>(opened);
}

}  // namespace

ThreadAlarm::ThreadAlarm(SamplingEngine engine, std::int32_t thread, std::uint64_t period_ns)
    : engine_(engine), thread_(thread), period_ns_(period_ns), error_(0) {
  engine == SamplingEngine::perf ? open_perf() : make_timer();
}

ThreadAlarm::ThreadAlarm(ThreadAlarm&& other) noexcept { *this = std::move(other); }

ThreadAlarm& ThreadAlarm::operator=(ThreadAlarm&& other) noexcept {
  std::swap(engine_, other.engine_);
  std::swap(thread_, other.thread_);
  std::swap(period_ns_, other.period_ns_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(timer_, other.timer_);
  std::swap(error_, other.error_);
  return *this;
}

ThreadAlarm::~ThreadAlarm() {
  if (!is_owner()) return;
  if (engine_ == SamplingEngine::perf)
    close(descriptor_);
  else
    timer_delete(timer_);
}

void ThreadAlarm::open_perf() {
  descriptor_ = open_event(thread_, period_ns_, false);
  // Then time in the kernel is not seen, which is better than nothing.
  if (descriptor_ == -EACCES || descriptor_ == -EPERM)
    descriptor_ = open_event(thread_, period_ns_, true);
  if (descriptor_ < 0) {
    error_ = -descriptor_;
    return;
  }
  const f_owner_ex owner{F_OWNER_TID, thread_};
  if (fcntl(descriptor_, F_SETFL, O_ASYNC | O_NONBLOCK) != 0 ||
      fcntl(descriptor_, F_SETSIG, SIGPROF) != 0 || fcntl(descriptor_, F_SETOWN_EX, &owner) != 0) {
    error_ = errno;
    close(descriptor_);
  }
}

void ThreadAlarm::make_timer() {
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event.sigev_notify_thread_id = thread_;
  if (timer_create(processor_clock(thread_), &event, &timer_) != 0) error_ = errno;
}

void ThreadAlarm::start() {
  if (!is_owner()) return;
  if (engine_ == SamplingEngine::perf) {
    ioctl(descriptor_, PERF_EVENT_IOC_ENABLE, 0);
    return;
  }
  const timespec period{static_cast<time_t>(period_ns_ / ns_in_s),
                        static_cast<long>(period_ns_ % ns_in_s)};
  const itimerspec times{period, period};
  timer_settime(timer_, 0, &times, nullptr);
}

void ThreadAlarm::stop() {
  if (!is_owner()) return;
  if (engine_ == SamplingEngine::perf) {
    ioctl(descriptor_, PERF_EVENT_IOC_DISABLE, 0);
    return;
  }
  const itimerspec never{};
  timer_settime(timer_, 0, &never, nullptr);
}

}  // namespace tare::profile
