// SPDX-License-Identifier: Apache-2.0
// A real Tarantool, one for all tests of a program, and connections to it.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "answers.hpp"
#include "tarantool/connection.hpp"
#include "tarantool/servers/topologies.hpp"

namespace tarantool::testing {

/// Runs from its first use to the program's end.
inline servers::Server& real_server() {
  static servers::Instance instance([] {
    servers::Options options;
    options.memtx_memory = std::size_t{1} << 30;  // For tuples of 100 MB.
    options.extra_lua = R"(
      fiber = require('fiber')
      function echo(...) return ... end
      function slow(seconds, ...) fiber.sleep(seconds) return ... end
    )";
    return options;
  }());
  return instance.server();
}

/// Whose tests speak to the real server.
class RealServerTest : public ::testing::Test {
 protected:
  /// May fail.
  Result<std::shared_ptr<Connection>> try_connect(const ConnectionOptions& options = {},
                                                  const std::string& uri = real_server().uri()) {
    return got(Connection::connect(loop(), *Address::parse(uri), options));
  }
  std::shared_ptr<Connection> connect(const ConnectionOptions& options = patient()) {
    return value_of(try_connect(options));
  }
  EventLoop& loop() { return background_.loop(); }

  /// The defaults, but for times that a busy machine could exceed.
  static ConnectionOptions patient() {
    ConnectionOptions options;
    options.connect_timeout = patience;
    options.request_timeout = patience;
    return options;
  }

  /// The number of a new space with that format (Lua), whose first field is the key.
  static std::uint32_t make_space(const std::string& format) {
    const std::string json = real_server().evaluate(
        "local space = box.schema.space.create('test' .. tostring(require('uuid').new()), "
        "{format = " +
        format + "}) space:create_index('primary', {parts = {1}}) return space.id");
    return static_cast<std::uint32_t>(std::stoul(json.substr(1)));
  }

 private:
  BackgroundLoop background_;
};

}  // namespace tarantool::testing
