// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "tarantool/completion.hpp"
#include "tarantool/event_loop.hpp"
#include "tarantool/reply.hpp"

namespace tarantool {

/// Completes a request that nobody answers, on the loop's thread and not within this call.
inline void fail_later(EventLoop& loop, Completion done, Error error) {
  loop.post([done = std::make_shared<Completion>(std::move(done)), error = std::move(error)] {
    (*done)(Reply(error));
  });
}

}  // namespace tarantool
