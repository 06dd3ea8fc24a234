// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "tarantool/pool.hpp"

namespace tarantool {

/// What a pool is while it lives, which may be longer than its handle does. Requests come from any
/// thread, and see what is under the mutex; all else is the loop's thread's.
class Pool::Core : public std::enable_shared_from_this<Core> {
 public:
  Core(EventLoop& event_loop, Discovery discovery, PoolOptions options);

  RequestId submit(const RequestRef& request, const SendOptions& options, Completion done);
  bool cancel(RequestId id);
  Connections connections() const;
  /// No request is sent any more. shut() must follow.
  void refuse();
  /// What the pool was given to call is not called any more.
  void fall_silent();

  // On the loop's thread.
  void start();
  void ready(Until until, Ready ready);
  void discover();
  void set_addresses(const Addresses& addresses);
  void reconnect(Which which);
  /// Gives requests what they choose from, after that has changed.
  void publish();
  void shut();

  EventLoop& loop;

 private:
  /// A connection that is to be.
  struct Slot {
    Slot(EventLoop& loop, Address where) : address(std::move(where)), retry(loop) {}

    const Address address;
    std::shared_ptr<Connection> connection;  // Null: there is none now.
    Timer retry;
    unsigned failures = 0;  // In a row.
    bool is_connecting = false;
    bool was_tried = false;        // An attempt has ended, one way or the other.
    std::uint64_t received = 0;    // At the last beat.
    std::int64_t quiet_beats = 0;  // In a row.
  };
  using SlotRef = std::shared_ptr<Slot>;

  struct Waiting {
    Until until;
    Ready ready;
  };

  void end_discovery();
  void found(const Result<Addresses>& addresses);
  void adopt(const Addresses& addresses);

  void connect(const SlotRef& slot);
  void connect_later(const SlotRef& slot);
  void connected(const SlotRef& slot, Result<std::shared_ptr<Connection>> result);
  void failed_to_connect(const SlotRef& slot, const Error& error);
  void watch(const SlotRef& slot);
  void lost(const SlotRef& slot, const Error& error);

  void tell_ready();
  std::optional<Result<Done>> outcome(Until until) const;

  void beat();
  void beat(Slot& slot);
  /// Sends nothing more on a connection, and ends it with the last that is in flight.
  void drain(std::shared_ptr<Connection> connection);
  void end_drained();

  void keep_failure(const Error& error);
  /// Calls the function `which` of all listeners.
  template <class Function, class... Arguments>
  void tell(Function PoolListener::*which, const Arguments&... arguments);
  bool is_closed() const;
  Error closed_error(const char* missing) const;

  const PoolOptions options_;
  Discovery discovery_;
  Timer discovery_timer_;
  Timer heartbeat_timer_;
  Timer drain_timer_;
  bool is_discovering_ = false;
  std::uint64_t discoveries_ = 0;  // That have ended.
  std::vector<SlotRef> slots_;     // In the order of their addresses.
  std::vector<Waiting> waiting_;

  std::recursive_mutex calling_;  // Held by the loop's thread while it calls what it was given.
  bool is_silent_ = false;

  mutable std::mutex mutex_;
  bool is_closed_ = false;
  std::shared_ptr<Chooser> chooser_;
  Connections open_;
  Connections draining_;
  std::size_t addresses_ = 0;
  std::optional<Error> last_failure_;
};

}  // namespace tarantool
