// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coroutine>
#include <utility>

#include "tarantool/sender.hpp"

namespace tarantool {

/// `co_await Ask(sender, request, options, take)` sends a request and calls take(const Reply&) with
/// the answer. All four must be there until then, which what a coroutine's frame holds is.
template <class F>
class Ask {
 public:
  Ask(Sender& sender, const RequestRef& request, const SendOptions& options, F& take)
      : sender_(sender), request_(request), options_(options), take_(take) {}

  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> waiting) {
    // It may go on, and end this, before submit() returns.
    sender_.submit(request_, options_, Completion([&take = take_, waiting](const Reply& reply) {
                     take(reply);
                     waiting.resume();
                   }));
  }
  void await_resume() const {}

 private:
  Sender& sender_;
  const RequestRef& request_;
  const SendOptions& options_;
  F& take_;
};

}  // namespace tarantool
