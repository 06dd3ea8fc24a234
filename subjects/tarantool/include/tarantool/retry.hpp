// SPDX-License-Identifier: Apache-2.0
// Sending again what failed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "tarantool/backoff.hpp"
#include "tarantool/event_loop.hpp"
#include "tarantool/sender.hpp"

namespace tarantool {

/// Whether nobody knows if a request that failed so was done: it had been sent, or a router had
/// passed it on.
bool is_effect_unknown(const Error& error);

/// Whether what failed so may well succeed a little later: Cause::network, timeout, closed and
/// overloaded, and a router's own lost connections and timeouts (server errors 77 and 78).
bool is_passing(const Error& error);

struct RetryPolicy {
  std::uint32_t attempts = 3;  ///< The first one included; 0: as many as the time allows.
  /// Of requests that have none of their own: from the first attempt to the answer.
  std::chrono::milliseconds timeout{2000};
  std::chrono::milliseconds try_timeout{0};  ///< Of each attempt; 0: all that is left.
  std::chrono::milliseconds give_up_after{
      0};  ///< No attempt begins later than that; 0: the timeout.
  Backoff delay{.first = std::chrono::milliseconds(20), .most = std::chrono::milliseconds(500)};
  /// Which failures are worth another attempt. What may have been done already is sent again only
  /// if the request is idempotent, whatever this says. Called on the loop's thread, until the last
  /// answer has come.
  std::function<bool(const Error&)> is_worth_it = is_passing;
  /// Told of each failure after which there will be another attempt; likewise.
  std::function<void(const Error&)> on_retry = {};
};

/// Sends requests by another sender, again and again. A request is idempotent if it only reads
/// (reads_only()) or says so (SendOptions::idempotent). Keeps a copy of each until its answer.
/// Requests of streams are sent once: a stream ends with its connection.
class Retrying : public Sender {
 public:
  /// `next` calls back on `loop`.
  Retrying(EventLoop& loop, std::shared_ptr<Sender> next, RetryPolicy policy = {});
  /// What is in flight gets its answer, but no further attempt.
  ~Retrying() override;

  RequestId submit(const RequestRef& request, const SendOptions& options, Completion done) override;
  bool cancel(RequestId id) override;

  class Core;

 private:
  std::shared_ptr<Core> core_;
};

}  // namespace tarantool
