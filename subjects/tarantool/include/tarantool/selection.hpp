// SPDX-License-Identifier: Apache-2.0
// Which of a pool's connections a request goes to.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "tarantool/connection.hpp"

namespace tarantool {

using Connections = std::vector<std::shared_ptr<Connection>>;

/// Chooses among connections, which are the same ones all its life; some may be lost meanwhile. Its
/// functions are called on any thread, on several at once, for each request: they must be quick.
class Chooser {
 public:
  virtual ~Chooser() = default;

  /// The connection for a request, which lives as long as this chooser; null: there is none.
  virtual Connection* choose(Command command, const SendOptions& options) = 0;
  /// What there is none of where choose() finds none, for people.
  virtual const char* missing(Command, const SendOptions&) const { return "open connection"; }
};

/// A strategy: makes a chooser for the open connections of a pool, which are in the order of its
/// addresses, whenever they have changed. Called on the loop's thread.
using Selection = std::function<std::unique_ptr<Chooser>(const Connections&)>;

/// One connection after the other. A server with two connections gets twice the requests.
Selection round_robin();
/// One server after the other, and of each one connection after the other: every server gets the
/// same number of requests, however many of its connections are open.
Selection parallel_round_robin();

/// Connections in turn, those that are lost skipped: what choosers are made of.
class Turns {
 public:
  Turns() = default;
  explicit Turns(Connections connections) : connections_(std::move(connections)) {}

  /// The next that is open, or null. On any thread.
  Connection* next();

 private:
  Connections connections_;
  std::atomic<std::uint32_t> turn_{0};
};

}  // namespace tarantool
