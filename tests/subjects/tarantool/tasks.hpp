// SPDX-License-Identifier: Apache-2.0
// What tasks come to; and a sender that tells what it is asked to send.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "answers.hpp"
#include "tarantool/sender.hpp"
#include "tarantool/task.hpp"

namespace tarantool::testing {

template <class T>
T value_of(Task<T>&& task) {
  return value_of(got(std::move(task).future()));
}
template <class T>
Error error_of(Task<T>&& task) {
  return error_of(got(std::move(task).future()));
}

/// Passes everything on, and counts it.
class CountingSender : public Sender {
 public:
  explicit CountingSender(std::shared_ptr<Sender> next) : next_(std::move(next)) {}

  /// Called with each request before it is sent.
  void before_each(std::function<void(Command)> function) { before_ = std::move(function); }
  std::size_t sent(Command command) {
    const std::lock_guard lock(mutex_);
    return sent_[command];
  }

  RequestId submit(const RequestRef& request, const SendOptions& options,
                   Completion done) override {
    {
      const std::lock_guard lock(mutex_);
      ++sent_[request.command()];
    }
    if (before_) before_(request.command());
    return next_->submit(request, options, std::move(done));
  }
  bool cancel(RequestId id) override { return next_->cancel(id); }

 private:
  const std::shared_ptr<Sender> next_;
  std::function<void(Command)> before_;
  std::mutex mutex_;
  std::map<Command, std::size_t> sent_;
};

}  // namespace tarantool::testing
