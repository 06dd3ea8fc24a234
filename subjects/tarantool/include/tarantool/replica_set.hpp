// SPDX-License-Identifier: Apache-2.0
// Servers that hold the same data, of which some take writes.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "tarantool/pool.hpp"
#include "tarantool/retry.hpp"

namespace tarantool {

struct ReplicaSetOptions {
  /// Where requests that only read go, as long as there is one of that role.
  enum class Reads : std::uint8_t { replicas, master, any };

  PoolOptions pool;  ///< But for its selection.
  Reads reads = Reads::replicas;
  /// How often servers are asked for their role. They are asked at once when they connect, and
  /// when a request finds no server of the role it needs.
  std::chrono::milliseconds role_period{1000};
  /// How requests look for a server that can do them, as after the master's death: again and again
  /// as long as their time, or give_up_after, lasts. is_worth_it and on_retry are not used.
  RetryPolicy search{
      .attempts = 0,
      .delay = {.first = std::chrono::milliseconds(10), .most = std::chrono::milliseconds(100)}};
};

/// Sends writes to the master and reads to the replicas (SendOptions::access), whoever is which at
/// the time. A write that meets a server that takes none (error 7), or does not serve yet (error
/// 116), was not done, and is sent again to the master; of calls and evals that holds if they write
/// before they do anything else. What was in flight when its server was lost fails, unless it is
/// idempotent.
class ReplicaSet : public Sender {
 public:
  ReplicaSet(EventLoop& loop, Addresses addresses, ReplicaSetOptions options = {});
  ReplicaSet(EventLoop& loop, Discovery discovery, ReplicaSetOptions options = {});
  ~ReplicaSet() override;

  RequestId submit(const RequestRef& request, const SendOptions& options, Completion done) override;
  bool cancel(RequestId id) override;

  /// The server that takes writes, as far as is known; the first one if there are several.
  std::optional<Address> master() const;
  /// Its connections. What is sent by the pool itself goes to servers by role, but is not sent
  /// again.
  Pool& pool();

  class Core;

 private:
  std::shared_ptr<Core> core_;
  std::shared_ptr<Pool> pool_;
  Retrying retrying_;
};

}  // namespace tarantool
