// SPDX-License-Identifier: Apache-2.0
// Waiting for what comes from another thread, never for ever.
#pragma once

#include <chrono>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "tarantool/error.hpp"
#include "tarantool/sender.hpp"

namespace tarantool::testing {

/// Far longer than anything takes: to hang is to fail.
inline constexpr std::chrono::seconds patience{60};

/// What a future comes to hold.
template <class T>
T got(std::future<T> future) {
  if (future.wait_for(patience) != std::future_status::ready) {
    throw std::runtime_error("no answer at all");
  }
  return future.get();
}

template <class T>
T got(std::promise<T>& promise) {
  return got(promise.get_future());
}

/// The value of what must go well.
template <class T>
T value_of(Result<T> result) {
  if (!result) throw std::runtime_error(to_string(result.error()));
  return *std::move(result);
}
template <class T, class R>
T value_of(Operation<T, R>&& operation) {
  return value_of(got(std::move(operation).future()));
}

/// The error of what must not.
template <class T>
Error error_of(Result<T> result) {
  if (result) throw std::runtime_error("it went well");
  return result.error();
}
template <class T, class R>
Error error_of(Operation<T, R>&& operation) {
  return error_of(got(std::move(operation).future()));
}

/// Whether a condition comes true.
template <class Condition>
bool eventually(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace tarantool::testing
