// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "answers.hpp"
#include "tarantool/connection.hpp"

namespace tarantool::testing {

/// Tests of connections, on an event loop with a thread of its own.
class ConnectingTest : public ::testing::Test {
 protected:
  /// May fail.
  Result<std::shared_ptr<Connection>> try_connect(const Address& address,
                                                  const ConnectionOptions& options = patient()) {
    return got(Connection::connect(loop(), address, options));
  }
  std::shared_ptr<Connection> connect(const Address& address,
                                      const ConnectionOptions& options = patient()) {
    return value_of(try_connect(address, options));
  }
  EventLoop& loop() { return background_.loop(); }

  /// The defaults, but for times that a busy machine could exceed.
  static ConnectionOptions patient() {
    ConnectionOptions options;
    options.connect_timeout = patience;
    options.request_timeout = patience;
    return options;
  }

 private:
  BackgroundLoop background_;
};

}  // namespace tarantool::testing
