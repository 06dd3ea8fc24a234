// SPDX-License-Identifier: Apache-2.0
#include "pool_core.hpp"

#include <algorithm>
#include <iterator>
#include <string>

#include "late_failure.hpp"

namespace tarantool {

using namespace std::chrono_literals;

namespace {

/// How often it is seen whether the last request of a connection that goes has ended.
constexpr auto drain_period = 10ms;

/// Silence is counted in beats rather than measured: a program that was itself suspended for a
/// while must not take that for the servers' silence. As many beats as that to the shorter of the
/// heartbeat's times.
constexpr int beats = 4;

std::chrono::milliseconds beat_of(const Heartbeat& heartbeat) {
  return std::max(1ms, std::min(heartbeat.period, heartbeat.timeout) / beats);
}

}  // namespace

Pool::Core::Core(EventLoop& event_loop, Discovery discovery, PoolOptions options)
    : loop(event_loop),
      options_(std::move(options)),
      discovery_(std::move(discovery)),
      discovery_timer_(event_loop),
      heartbeat_timer_(event_loop),
      drain_timer_(event_loop) {}

RequestId Pool::Core::submit(const RequestRef& request, const SendOptions& options,
                             Completion done) {
  std::shared_ptr<Chooser> chooser;
  {
    const std::lock_guard lock(mutex_);
    chooser = chooser_;
  }
  Connection* const connection = chooser ? chooser->choose(request.command(), options) : nullptr;
  if (connection != nullptr) return connection->submit(request, options, std::move(done));
  fail_later(
      loop, std::move(done),
      closed_error(chooser ? chooser->missing(request.command(), options) : "open connection"));
  return {};
}

bool Pool::Core::cancel(RequestId id) {
  std::shared_ptr<Connection> connection;
  {
    const std::lock_guard lock(mutex_);
    for (const Connections* some : {&open_, &draining_}) {
      for (const auto& each : *some) {
        if (each->number() == id.sender) connection = each;
      }
    }
  }
  return connection && connection->cancel(id);
}

Connections Pool::Core::connections() const {
  const std::lock_guard lock(mutex_);
  return open_;
}

void Pool::Core::start() {
  if (options_.heartbeat.period > 0ms) beat();
  discover();
}

// Where the servers are.

void Pool::Core::discover() {
  const std::lock_guard lock(calling_);
  if (is_silent_ || is_closed() || std::exchange(is_discovering_, true)) return;
  discovery_(loop, [weak = weak_from_this(), turn = discoveries_](auto addresses) {
    const auto self = weak.lock();
    if (self && turn == self->discoveries_ && !self->is_closed()) self->found(addresses);
  });
}

void Pool::Core::found(const Result<Addresses>& addresses) {
  end_discovery();
  if (options_.discovery_period > 0ms) {
    discovery_timer_.start(options_.discovery_period, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->discover();
    });
  }
  if (addresses) return adopt(*addresses);
  keep_failure(addresses.error());
  tell(&PoolListener::discovery_failed, addresses.error());
  tell_ready();
}

void Pool::Core::end_discovery() {
  is_discovering_ = false;
  ++discoveries_;
}

void Pool::Core::set_addresses(const Addresses& addresses) {
  end_discovery();  // If one is under way, what it finds is stale.
  discovery_ = discover_fixed(addresses);
  discover();
}

void Pool::Core::adopt(const Addresses& addresses) {
  std::vector<SlotRef> slots;
  std::size_t count = 0;
  for (auto address = addresses.begin(); address != addresses.end(); ++address) {
    if (std::find(addresses.begin(), address, *address) != address) continue;  // Named twice.
    ++count;
    const std::size_t first = slots.size();
    for (auto& slot : slots_) {
      if (slot && slot->address == *address) slots.push_back(std::exchange(slot, nullptr));
    }
    while (slots.size() < first + options_.connections) {
      slots.push_back(std::make_shared<Slot>(loop, *address));
    }
  }
  std::swap(slots_, slots);
  {
    const std::lock_guard lock(mutex_);
    addresses_ = count;
  }
  for (const auto& slot : slots) {
    if (slot && slot->connection) drain(std::move(slot->connection));
  }
  publish();
  reconnect(Which::missing);
  tell_ready();
}

// Connecting.

void Pool::Core::reconnect(Which which) {
  if (is_closed()) return;
  for (const auto& slot : slots_) {
    if (which == Which::all || !slot->connection) connect(slot);
  }
}

void Pool::Core::connect(const SlotRef& slot) {
  if (is_closed() || std::exchange(slot->is_connecting, true)) return;
  slot->retry.cancel();
  Connection::connect(loop, slot->address, options_.connection,
                      [weak = weak_from_this(), weak_slot = std::weak_ptr(slot)](auto result) {
                        const auto self = weak.lock();
                        const auto slot = weak_slot.lock();
                        if (!self || !slot || self->is_closed()) return;
                        self->connected(slot, std::move(result));
                      });
}

void Pool::Core::connect_later(const SlotRef& slot) {
  slot->retry.start(options_.reconnect.after(++slot->failures),
                    [weak = weak_from_this(), weak_slot = std::weak_ptr(slot)] {
                      const auto self = weak.lock();
                      const auto slot = weak_slot.lock();
                      if (self && slot) self->connect(slot);
                    });
}

void Pool::Core::connected(const SlotRef& slot, Result<std::shared_ptr<Connection>> result) {
  slot->is_connecting = false;
  slot->was_tried = true;
  if (!result) return failed_to_connect(slot, result.error());
  auto old = std::exchange(slot->connection, *result);
  slot->failures = 0;
  slot->received = 0;
  slot->quiet_beats = 0;
  if (old) drain(std::move(old));
  publish();
  tell(&PoolListener::connected, *result);
  watch(slot);
  tell_ready();
}

void Pool::Core::failed_to_connect(const SlotRef& slot, const Error& error) {
  keep_failure(error);
  tell(&PoolListener::failed, slot->address, error);
  if (!slot->connection) connect_later(slot);
  tell_ready();
}

void Pool::Core::watch(const SlotRef& slot) {
  slot->connection->on_close([weak = weak_from_this(), weak_slot = std::weak_ptr(slot),
                              number = slot->connection->number(),
                              address = slot->address](const Error& error) {
    const auto self = weak.lock();
    if (!self) return;
    const auto slot = weak_slot.lock();
    if (slot && slot->connection && slot->connection->number() == number) {
      self->lost(slot, error);
    }
    self->tell(&PoolListener::closed, address, error);
  });
}

void Pool::Core::lost(const SlotRef& slot, const Error& error) {
  slot->connection.reset();
  keep_failure(error);
  publish();
  connect_later(slot);
}

void Pool::Core::publish() {
  Connections open;
  for (const auto& slot : slots_) {
    if (slot->connection) open.push_back(slot->connection);
  }
  std::shared_ptr<Chooser> chooser;
  {
    const std::lock_guard lock(calling_);
    if (!is_silent_) chooser = options_.selection(open);
  }
  const std::lock_guard lock(mutex_);
  if (is_closed_) return;
  std::swap(open_, open);
  std::swap(chooser_, chooser);
}

// Being ready.

void Pool::Core::ready(Until until, Ready ready) {
  waiting_.push_back({until, std::move(ready)});
  tell_ready();
}

void Pool::Core::tell_ready() {
  for (auto& [until, ready] : std::exchange(waiting_, {})) {
    if (const auto result = outcome(until)) {
      ready(*result);
    } else {
      waiting_.push_back({until, std::move(ready)});
    }
  }
}

std::optional<Result<Done>> Pool::Core::outcome(Until until) const {
  const auto is_open = [](const SlotRef& slot) { return slot->connection != nullptr; };
  const auto was_tried = [](const SlotRef& slot) { return slot->was_tried; };
  const bool is_up = until == Until::first
                         ? std::any_of(slots_.begin(), slots_.end(), is_open)
                         : !slots_.empty() && std::all_of(slots_.begin(), slots_.end(), is_open);
  if (is_closed()) return closed_error("open connection");
  if (is_up) return Done{};
  if (is_discovering_ || !std::all_of(slots_.begin(), slots_.end(), was_tried)) return std::nullopt;
  const std::lock_guard lock(mutex_);
  return last_failure_.value_or(make_error(Cause::closed, "the pool has no addresses"));
}

// Servers that hang, and those that are not needed any more.

void Pool::Core::beat() {
  for (const auto& slot : slots_) {
    if (slot->connection) beat(*slot);
  }
  heartbeat_timer_.start(beat_of(options_.heartbeat), [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self && !self->is_closed()) self->beat();
  });
}

void Pool::Core::beat(Slot& slot) {
  const Heartbeat& heartbeat = options_.heartbeat;
  const auto beat = beat_of(heartbeat);
  const std::int64_t until_ping = (heartbeat.period + beat - 1ms) / beat;
  const std::int64_t until_end = until_ping + (heartbeat.timeout + beat - 1ms) / beat;
  const std::uint64_t received = slot.connection->received();
  if (std::exchange(slot.received, received) != received) {
    slot.quiet_beats = 0;
  } else if (++slot.quiet_beats == until_ping) {
    // Its answer is seen in received(). That it cannot be sent tells nothing of the server.
    slot.connection->send(ping(), [](const Reply&) {}, {.timeout = heartbeat.timeout});
  } else if (slot.quiet_beats == until_end) {
    const auto silence = std::to_string((until_end * beat).count());
    slot.connection->close(make_error(Cause::network, slot.address.to_string() +
                                                          ": nothing has come for " + silence +
                                                          " ms, not even the answer to a ping"));
  }
}

void Pool::Core::drain(std::shared_ptr<Connection> connection) {
  const std::lock_guard lock(mutex_);
  draining_.push_back(std::move(connection));
  if (draining_.size() == 1) loop.post([self = shared_from_this()] { self->end_drained(); });
}

void Pool::Core::end_drained() {
  Connections ended;
  const std::lock_guard lock(mutex_);
  // A thread that has chosen a connection, but not sent on it yet, holds its chooser.
  const auto is_needed = [](const std::shared_ptr<Connection>& connection) {
    return connection.use_count() > 1 || connection->in_flight() > 0;
  };
  const auto unneeded = std::partition(draining_.begin(), draining_.end(), is_needed);
  std::move(unneeded, draining_.end(), std::back_inserter(ended));
  draining_.erase(unneeded, draining_.end());
  if (draining_.empty()) return;
  drain_timer_.start(drain_period, [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->end_drained();
  });
}

// The end.

void Pool::Core::refuse() {
  std::shared_ptr<Chooser> chooser;
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  std::swap(chooser_, chooser);
}

void Pool::Core::fall_silent() {
  const std::lock_guard lock(calling_);
  is_silent_ = true;
}

void Pool::Core::shut() {
  discovery_timer_.cancel();
  heartbeat_timer_.cancel();
  drain_timer_.cancel();
  Connections all;
  {
    const std::lock_guard lock(mutex_);
    std::swap(all, open_);
    std::move(draining_.begin(), draining_.end(), std::back_inserter(all));
    draining_.clear();
  }
  for (const auto& connection : all) connection->close();
  slots_.clear();
  tell_ready();
}

template <class Function, class... Arguments>
void Pool::Core::tell(Function PoolListener::*which, const Arguments&... arguments) {
  const std::lock_guard lock(calling_);
  if (is_silent_) return;
  for (const auto& listener : options_.listeners) {
    if (const auto& function = listener.*which) function(arguments...);
  }
}

bool Pool::Core::is_closed() const {
  const std::lock_guard lock(mutex_);
  return is_closed_;
}

void Pool::Core::keep_failure(const Error& error) {
  const std::lock_guard lock(mutex_);
  last_failure_ = error;
}

Error Pool::Core::closed_error(const char* missing) const {
  const std::lock_guard lock(mutex_);
  if (is_closed_) return make_error(Cause::closed, "the pool is closed");
  std::string message = std::string("no ") + missing + " at any of " + std::to_string(addresses_) +
                        (addresses_ == 1 ? " address" : " addresses");
  if (last_failure_) message += "; last failure: " + to_string(*last_failure_);
  return make_error(Cause::closed, std::move(message));
}

}  // namespace tarantool
