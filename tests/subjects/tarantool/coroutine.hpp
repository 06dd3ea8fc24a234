// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coroutine>
#include <exception>

namespace tarantool::testing {

/// What a coroutine returns that runs at once and that nobody waits for.
struct Detached {
  struct promise_type {
    Detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

}  // namespace tarantool::testing
