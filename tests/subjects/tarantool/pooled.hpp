// SPDX-License-Identifier: Apache-2.0
// Pools of connections to real servers, for tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "connecting.hpp"
#include "tarantool/pool.hpp"
#include "tarantool/servers/topologies.hpp"

namespace tarantool::testing {

inline Address address_of(const servers::Server& server) { return *Address::parse(server.uri()); }

/// An address at which nobody listens.
class DeadAddress {
 public:
  Address address() const { return {"127.0.0.1", port_.number(), {}}; }

 private:
  servers::Port port_ = servers::Port::reserve();
};

/// Finds a server that hangs in a moment.
inline constexpr Heartbeat quick_heartbeat{std::chrono::milliseconds(100),
                                           std::chrono::milliseconds(300)};

/// What a pool's listeners were told.
class Events {
 public:
  PoolListener listener() {
    return {
        .connected = [this](const auto& connection) { note("connected", connection->address()); },
        .failed = [this](const Address& address, const Error&) { note("failed", address); },
        .closed =
            [this](const Address& address, const Error& error) {
              note("closed", address);
              const std::lock_guard lock(mutex_);
              why_closed_ = error;
            },
        .discovery_failed =
            [this](const Error& error) {
              note("discovery failed", {});
              const std::lock_guard lock(mutex_);
              discovery_failure_ = error;
            }};
  }

  int count(const std::string& what) const {
    const std::lock_guard lock(mutex_);
    int n = 0;
    for (const auto& [key, times] : times_) n += key.first == what ? times : 0;
    return n;
  }
  int count(const std::string& what, const Address& address) const {
    const std::lock_guard lock(mutex_);
    const auto found = times_.find({what, address});
    return found == times_.end() ? 0 : found->second;
  }
  Error why_closed() const {
    const std::lock_guard lock(mutex_);
    return why_closed_;
  }
  Error discovery_failure() const {
    const std::lock_guard lock(mutex_);
    return discovery_failure_;
  }

 private:
  void note(const char* what, const Address& address) {
    const std::lock_guard lock(mutex_);
    ++times_[{what, address}];
  }

  mutable std::mutex mutex_;
  std::map<std::pair<std::string, Address>, int> times_;
  Error why_closed_;
  Error discovery_failure_;
};

/// Where a request went: the server's port and its number of the connection.
struct Place {
  std::uint16_t port = 0;
  std::uint64_t session = 0;
  auto operator<=>(const Place&) const = default;
};

inline Place place_of_next(Sender& sender, const SendOptions& options = {}) {
  const auto [uri, session] = value_of(
      sender.values<std::string, std::uint64_t>(eval("return box.cfg.listen, box.session.id()"))
          .with(options));
  return {Address::parse(uri)->port, session};
}

/// Where the next n requests go, one after the other.
inline std::vector<Place> places_of_next(Sender& sender, std::size_t n) {
  std::vector<Place> places;
  while (places.size() < n) places.push_back(place_of_next(sender));
  return places;
}

/// How many of them went to each.
template <class Key>
std::map<Key, std::size_t> counted(const std::vector<Place>& places, Key Place::*key) {
  std::map<Key, std::size_t> counts;
  for (const Place& place : places) ++counts[place.*key];
  return counts;
}

/// Tests of pools.
class PooledTest : public ConnectingTest {
 protected:
  void SetUp() override {
    if (!servers::available()) GTEST_SKIP() << "there is no program tarantool in $PATH";
  }

  /// A pool that nothing but its servers' failures disturbs, however busy the machine, and that
  /// does not make tests wait.
  static PoolOptions patient_pool() {
    PoolOptions options;
    options.connection = patient();
    options.reconnect.first = std::chrono::milliseconds(5);
    options.reconnect.most = std::chrono::milliseconds(50);
    options.heartbeat.period = std::chrono::milliseconds(0);
    return options;
  }
};

}  // namespace tarantool::testing
