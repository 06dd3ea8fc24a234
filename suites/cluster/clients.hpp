// SPDX-License-Identifier: Apache-2.0
// The two shapes of a client: connections of one thread, which also runs their event loop, and
// connections that all threads share.
#pragma once

#include <cstdint>
#include <memory>
#include <tarantool/connection.hpp>
#include <tare/tare.hpp>
#include <vector>

#include "load.hpp"
#include "operations.hpp"
#include "target.hpp"

namespace suite {

/// A connection, and where what it reads comes to.
struct Link {
  std::shared_ptr<tarantool::Connection> connection;
  std::unique_ptr<Records> records;
};

/// Links that take turns.
class Links {
 public:
  void add(std::shared_ptr<tarantool::Connection> connection) {
    links_.push_back({std::move(connection), std::make_unique<Records>()});
  }
  void clear() { links_.clear(); }
  /// The one whose turn it is. On any thread.
  const Link& next() {
    const unsigned turn = __atomic_fetch_add(&turn_, 1U, __ATOMIC_RELAXED);
    return links_[turn % links_.size()];
  }
  const Link& front() const { return links_.front(); }

 private:
  std::vector<Link> links_;
  unsigned turn_ = 0;
};

/// Connections of the benchmark's thread alone.
class OwnClient {
 public:
  static constexpr auto scope = tare::Scope::thread;

  void set_up(tare::Trial, const Target& target, const Load& load);
  void tear_down(tare::Trial);
  /// The harness calls it while it waits.
  void drive();

  const Link& next() { return links_.next(); }
  const Operations& operations() const { return operations_; }

 private:
  tarantool::EventLoop loop_;
  Links links_;
  Operations operations_;
};

/// Connections of all threads, on two event loops of their own, as the original's.
class SharedClient {
 public:
  void set_up(tare::Trial, const Target& target, const Load& load);
  void tear_down(tare::Trial);

  const Link& next() { return links_.next(); }
  const Operations& operations() const { return operations_; }

 private:
  std::vector<std::unique_ptr<tarantool::BackgroundLoop>> loops_;
  Links links_;
  Operations operations_;
};

}  // namespace suite
