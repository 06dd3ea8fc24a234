// SPDX-License-Identifier: Apache-2.0
// A real Tarantool, one for all tests of a program, and connections to it.
#pragma once

#include <memory>
#include <string>

#include "connecting.hpp"
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
class RealServerTest : public ConnectingTest {
 protected:
  static Address address() { return *Address::parse(real_server().uri()); }
  using ConnectingTest::connect;
  std::shared_ptr<Connection> connect(const ConnectionOptions& options = patient()) {
    return connect(address(), options);
  }

  /// The number of a new space with that format (Lua), whose first field is the key.
  static std::uint32_t make_space(const std::string& format) {
    const std::string json = real_server().evaluate(
        "local space = box.schema.space.create('test' .. tostring(require('uuid').new()), "
        "{format = " +
        format + "}) space:create_index('primary', {parts = {1}}) return space.id");
    return static_cast<std::uint32_t>(std::stoul(json.substr(1)));
  }
};

}  // namespace tarantool::testing
