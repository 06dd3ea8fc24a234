// SPDX-License-Identifier: Apache-2.0
#include "tarantool/event_loop.hpp"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <utility>

#include "event_loop_core.hpp"

namespace tarantool {

namespace asio = boost::asio;

namespace {

/// The loop that the calling thread runs; null: none.
thread_local const EventLoop::Core* current = nullptr;

class Running {
 public:
  explicit Running(EventLoop::Core& core)
      : core_(core), outer_(std::exchange(current, &core)), work_(core.context.get_executor()) {
    core_.enter();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  /// A stopped context stays so until it is restarted: stop() ends one call, not all that follow.
  ~Running() {
    core_.leave();
    current = outer_;
    work_.reset();  // Which stops the context where there is nothing else.
    if (core_.context.stopped()) core_.context.restart();
  }

 private:
  EventLoop::Core& core_;
  const EventLoop::Core* outer_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
};

}  // namespace

EventLoop::EventLoop() : core_(std::make_unique<Core>()) {}
EventLoop::~EventLoop() = default;

EventLoop::Core::~Core() {
  while (first_ != nullptr) {
    const auto task = std::move(first_->self_);
    first_ = task->next_;
  }
}

void EventLoop::Core::enter() {
  const std::lock_guard lock(mutex_);
  ++running_;
  runner_ = std::this_thread::get_id();
}

void EventLoop::Core::leave() {
  run_deferred();
  const std::lock_guard lock(mutex_);
  --running_;
}

bool EventLoop::Core::is_run_here() {
  const std::lock_guard lock(mutex_);
  return runner_ == std::this_thread::get_id();
}

void EventLoop::Core::defer(std::shared_ptr<Deferred> task) {
  const std::lock_guard lock(mutex_);
  if (task->self_) return;
  task->next_ = std::exchange(first_, task.get());
  task->self_ = std::move(task);
  // A loop that nobody runs finds it when it is run, and the loop's own thread when it is done.
  if (running_ == 0 || current == this || std::exchange(is_awake_, true)) return;
  asio::post(context, RememberedHandler(wake_memory_, [] {}));
}

void EventLoop::Core::run_deferred() {
  std::unique_lock lock(mutex_);
  is_awake_ = false;
  while (first_ != nullptr) {
    const auto task = std::move(first_->self_);
    first_ = task->next_;
    lock.unlock();
    task->run_deferred();
    lock.lock();
  }
}

void EventLoop::run() {
  const Running running(*core_);
  while (!core_->context.stopped()) {
    core_->run_deferred();
    core_->context.run_one();
  }
}

void EventLoop::run_for(std::chrono::milliseconds time) {
  const Running running(*core_);
  const auto end = std::chrono::steady_clock::now() + std::min(time, longest_wait);
  do {
    core_->run_deferred();
  } while (core_->context.run_one_until(end) != 0);
}

void EventLoop::run_once(std::chrono::milliseconds most) {
  const Running running(*core_);
  core_->run_deferred();
  if (most.count() > 0) {
    core_->context.run_one_for(std::min(most, longest_wait));
  } else {
    core_->context.poll_one();
  }
}

void EventLoop::stop() { core_->context.stop(); }

void EventLoop::post(std::function<void()> function) {
  asio::post(core_->context, std::move(function));
}

bool EventLoop::is_current() const { return current == core_.get(); }

BackgroundLoop::BackgroundLoop() : thread_([this] { loop_.run(); }) {}

BackgroundLoop::~BackgroundLoop() {
  loop_.stop();
  thread_.join();
}

struct Timer::Core : std::enable_shared_from_this<Timer::Core> {
  explicit Core(EventLoop& loop) : timer(loop.core().context) {}

  void start(std::chrono::milliseconds after, std::function<void()> function) {
    timer.expires_after(std::min(after, longest_wait));
    timer.async_wait([self = weak_from_this(), turn = ++turns,
                      function = std::move(function)](boost::system::error_code) {
      // What was cancelled, or started anew, after it had expired comes here without an error.
      const auto core = self.lock();
      if (core && core->turns == turn) function();
    });
  }
  void cancel() {
    ++turns;
    timer.cancel();
  }

  asio::steady_timer timer;
  std::uint64_t turns = 0;
};

Timer::Timer(EventLoop& loop) : core_(std::make_shared<Core>(loop)) {}

Timer::~Timer() {
  // Elsewhere than on the loop's thread the timer must not be touched: let the loop end it.
  asio::post(core_->timer.get_executor(), [core = core_] { core->cancel(); });
}

void Timer::start(std::chrono::milliseconds after, std::function<void()> function) {
  core_->start(after, std::move(function));
}

void Timer::cancel() { core_->cancel(); }

}  // namespace tarantool
