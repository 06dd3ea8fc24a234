// SPDX-License-Identifier: Apache-2.0
// Requests that never cease, each of which must be answered once and only once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "tarantool/sender.hpp"

namespace tarantool::testing {

/// Keeps some requests in flight, sent from a thread of its own, until stop().
class Load {
 public:
  /// What a request is to call when it is answered.
  using Answer = std::function<void(const Reply&)>;
  /// Sends the request of that number, counted from 0.
  using Send = std::function<void(std::uint64_t number, Answer answer)>;

  Load(std::size_t in_flight, Send send)
      : most_(in_flight), send_(std::move(send)), thread_([this] { run(); }) {}
  ~Load() { stop(); }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  /// Sends no more. False: something is not answered yet after a long time.
  bool stop() {
    {
      const std::lock_guard lock(mutex_);
      is_stopping_ = true;
      changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [this] { return in_flight_ == 0; });
  }

  /// Waits until so many more requests went well. False: they did not.
  bool goes_well(std::uint64_t times) {
    std::unique_lock lock(mutex_);
    const std::uint64_t goal = done_.size() + times;
    return changed_.wait_for(lock, patience, [&] { return done_.size() >= goal; });
  }
  /// Waits until so many failed in all.
  bool fails(std::uint64_t times) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return failed_ >= times; });
  }

  // After stop(), or for a look in between.

  std::uint64_t sent() const { return locked(answers_.size()); }
  /// Numbers of those that went well.
  std::vector<std::uint64_t> done() const { return locked(done_); }
  std::map<Cause, std::uint64_t> failures() const { return locked(failures_); }
  /// One message of each kind of failure.
  std::map<Cause, std::string> messages() const { return locked(messages_); }
  /// Those that were answered more than once, or never.
  std::uint64_t miscounted() const {
    const std::lock_guard lock(mutex_);
    std::uint64_t n = 0;
    for (const int answers : answers_) n += answers == 1 ? 0 : 1;
    return n;
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return is_stopping_ || in_flight_ < most_; });
      if (is_stopping_) return;
      ++in_flight_;
      const std::uint64_t number = answers_.size();
      answers_.push_back(0);
      const bool has_just_failed = std::exchange(has_just_failed_, false);
      lock.unlock();
      // Where all fails at once there is nothing to be gained from more of it.
      if (has_just_failed) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      send_(number, [this, number](const Reply& reply) { answered(number, reply); });
      lock.lock();
    }
  }

  void answered(std::uint64_t number, const Reply& reply) {
    const std::lock_guard lock(mutex_);
    ++answers_[number];
    --in_flight_;
    if (reply.ok()) {
      done_.push_back(number);
    } else {
      const Error error = reply.error();
      ++failed_;
      has_just_failed_ = true;
      ++failures_[error.cause];
      messages_[error.cause] = error.message;
    }
    changed_.notify_all();
  }

  template <class T>
  T locked(const T& value) const {
    const std::lock_guard lock(mutex_);
    return value;
  }

  const std::size_t most_;
  const Send send_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool is_stopping_ = false;
  bool has_just_failed_ = false;
  std::size_t in_flight_ = 0;
  std::deque<int> answers_;  // Of each request.
  std::vector<std::uint64_t> done_;
  std::uint64_t failed_ = 0;
  std::map<Cause, std::uint64_t> failures_;
  std::map<Cause, std::string> messages_;
  std::thread thread_;
};

}  // namespace tarantool::testing
