// SPDX-License-Identifier: Apache-2.0
// Connections to several servers, which are kept open.
//
//   Pool pool(background.loop(), {*Address::parse("localhost:3301"), ...});
//   if (const auto up = pool.ready().get(); !up) std::cerr << to_string(up.error()) << '\n';
//   auto rows = pool.rows<Row>(select(512, args(1))).future().get();
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <vector>

#include "tarantool/backoff.hpp"
#include "tarantool/discovery.hpp"
#include "tarantool/selection.hpp"

namespace tarantool {

/// What is told of a pool's connections, on the loop's thread. Each function may be empty.
struct PoolListener {
  std::function<void(const std::shared_ptr<Connection>&)> connected = {};
  /// A connection could not be made. It is tried again.
  std::function<void(const Address&, const Error&)> failed = {};
  /// A connection was lost, or closed by the pool.
  std::function<void(const Address&, const Error&)> closed = {};
  /// The pool keeps the addresses that it has.
  std::function<void(const Error&)> discovery_failed = {};
};

/// How servers that hang are found: their sockets stay open, but nothing comes any more.
struct Heartbeat {
  /// A connection from which nothing has come for so long is sent a ping. 0: none ever is.
  std::chrono::milliseconds period{1000};
  /// If nothing comes for so much longer, the connection is closed. A server whose Lua computes
  /// without a pause answers nobody meanwhile, and is no different from one that hangs.
  std::chrono::milliseconds timeout{2000};
};

struct PoolOptions {
  ConnectionOptions connection;
  unsigned connections = 1;  ///< To each address.
  Selection selection = round_robin();
  Backoff reconnect;
  Heartbeat heartbeat;
  std::chrono::milliseconds discovery_period{60'000};  ///< 0: on refresh() only.
  std::vector<PoolListener> listeners;
};

/// Sends each request on one of its open connections; Cause::closed where there is none. A
/// connection that is lost is made again in the background, after a while that grows from failure
/// to failure. Its loop must outlive it. Its end closes it, and when it has ended its discovery,
/// selection and listeners are not called any more.
class Pool : public Sender {
 public:
  Pool(EventLoop& loop, Addresses addresses, PoolOptions options = {});
  Pool(EventLoop& loop, Discovery discovery, PoolOptions options = {});
  ~Pool() override;

  RequestId submit(const RequestRef& request, const SendOptions& options, Completion done) override;
  bool cancel(RequestId id) override;

  enum class Until : std::uint8_t { first, all };
  using Ready = std::function<void(Result<Done>)>;
  /// Calls `ready` once, on the loop's thread: when the first connection is open, or all that there
  /// are to be; or with the last failure when each was tried and that is not so.
  void ready(Until until, Ready ready);
  std::future<Result<Done>> ready(Until until = Until::first);

  /// Discovers anew. Addresses that are new are connected; connections to those that are gone take
  /// no more requests and end with the last that is in flight.
  void refresh();
  /// These from now on, as if a discovery had found them; there will be no other.
  void set_addresses(Addresses addresses);
  enum class Which : std::uint8_t {
    missing,  ///< Tries at once to make those that are lost.
    all,      ///< Also makes the open ones anew; each serves until its successor can.
  };
  void reconnect(Which which);
  /// Has the selection choose among the open connections anew, since what it goes by has changed.
  void select_anew();

  /// Ends all connections and what is in flight on them; nothing is sent any more.
  void close();

  /// Those that are open now. Who keeps one keeps it open where the pool would end it; close()
  /// ends it nevertheless.
  Connections connections() const;
  EventLoop& loop() const;

  class Core;

 private:
  std::shared_ptr<Core> core_;
};

}  // namespace tarantool
