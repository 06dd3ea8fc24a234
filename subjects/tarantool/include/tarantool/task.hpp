// SPDX-License-Identifier: Apache-2.0
// Several requests that come to one result, written as a coroutine and used as an Operation is: by
// callback, future or co_await.
#pragma once

#include <coroutine>
#include <cstddef>
#include <exception>
#include <future>
#include <optional>
#include <utility>

#include "tarantool/error.hpp"

namespace tarantool {

namespace detail {

/// Memory of coroutines' frames, which the thread that ends one keeps for its next: work that goes
/// on and on within the event loop allocates none.
class RecycledFrame {
 public:
  static void* operator new(std::size_t n);
  static void operator delete(void* frame, std::size_t n) noexcept;
};

/// A coroutine that nobody waits for: it begins at once and ends by itself.
struct Detached {
  struct promise_type : RecycledFrame {
    Detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

}  // namespace detail

/// Work that is not begun yet: by then(), future() or co_await it is. Unlike an Operation it owns
/// what it is made of, and may be kept. One that is dropped was never begun. What it comes to is
/// told on the event loop's thread; within the call where it is known already.
template <class T>
class [[nodiscard]] Task {
 public:
  class promise_type;

  /// Done already.
  Task(Result<T> result) : known_(std::move(result)) {}
  Task(T value) : known_(Result<T>(std::move(value))) {}
  Task(Error error) : known_(Result<T>(std::move(error))) {}
  Task(Task&& other) noexcept
      : work_(std::exchange(other.work_, {})), known_(std::move(other.known_)) {}
  Task& operator=(Task&&) = delete;
  ~Task() {
    if (work_) work_.destroy();
  }

  /// callback(Result<T>).
  template <class F>
  void then(F callback) && {
    drive(std::move(*this), std::move(callback));
  }

  std::future<Result<T>> future() && {
    std::promise<Result<T>> promise;
    auto future = promise.get_future();
    std::move(*this).then([promise = std::move(promise)](Result<T> result) mutable {
      promise.set_value(std::move(result));
    });
    return future;
  }

  // Of whatever co_awaits it.
  bool await_ready() const { return known_.has_value(); }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting) {
    work_.promise().waiting_ = waiting;
    return work_;
  }
  Result<T> await_resume() { return std::move(known_ ? *known_ : *work_.promise().result_); }

 private:
  explicit Task(std::coroutine_handle<promise_type> work) : work_(work) {}

  template <class F>
  static detail::Detached drive(Task task, F callback) {
    callback(co_await task);
  }

  std::coroutine_handle<promise_type> work_;
  std::optional<Result<T>> known_;  // Or else there is work to do.
};

template <class T>
class Task<T>::promise_type : public detail::RecycledFrame {
 public:
  Task get_return_object() {
    return Task(std::coroutine_handle<promise_type>::from_promise(*this));
  }
  std::suspend_always initial_suspend() noexcept { return {}; }
  auto final_suspend() noexcept { return GoOn{}; }
  void return_value(Result<T> result) { result_.emplace(std::move(result)); }
  // As with a callback of a request: none of it may throw.
  void unhandled_exception() { std::terminate(); }

 private:
  friend class Task;
  struct GoOn {
    bool await_ready() noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> ended) noexcept {
      return ended.promise().waiting_;
    }
    void await_resume() noexcept {}
  };

  std::optional<Result<T>> result_;
  std::coroutine_handle<> waiting_;
};

}  // namespace tarantool
