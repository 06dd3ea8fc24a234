// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "answers.hpp"
#include "fake_server.hpp"
#include "tarantool/connection.hpp"

namespace tarantool::testing {

/// Whose tests speak to servers that follow a script.
class FakeServerTest : public ::testing::Test {
 protected:
  Result<std::shared_ptr<Connection>> try_connect(const FakeServer& server,
                                                  const ConnectionOptions& options = patient()) {
    return got(Connection::connect(loop(), server.address(), options));
  }
  std::shared_ptr<Connection> connect(const FakeServer& server,
                                      const ConnectionOptions& options = patient()) {
    return value_of(try_connect(server, options));
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
