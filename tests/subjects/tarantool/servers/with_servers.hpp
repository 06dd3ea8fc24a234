// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include "tarantool/servers/topologies.hpp"

namespace tarantool::servers {

/// Tests that need the program tarantool.
class WithServers : public testing::Test {
 protected:
  void SetUp() override {
    if (!available()) GTEST_SKIP() << "there is no program tarantool in $PATH";
  }
};

/// Asks again and again; false when it has not become true in a time that is long for anything.
template <typename Condition>
bool eventually(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

/// Whether there is such a process, a dead one that nobody has waited for among them.
inline bool exists(pid_t pid) { return ::kill(pid, 0) == 0 || errno != ESRCH; }

/// Lua that connects as a client: `call` calls a function of the server at `uri`, over the wire.
inline std::string as_client(const std::string& uri, const std::string& lua) {
  return "local client = require('net.box').connect('" + uri +
         "', {connect_timeout = 10})\n"
         "local function call(name, ...) return client:call(name, {...}) end\n"
         "local function crud(name, ...) return client:call('crud.' .. name, {...}) end\n" +
         lua;
}

}  // namespace tarantool::servers
