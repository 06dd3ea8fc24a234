// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tarantool::servers {

/// How each server of a topology is set up.
struct Options {
  /// What the server listens on. Tarantool 2.6 has one binary port.
  enum class Transport : std::uint8_t {
    tcp,          ///< a free port of 127.0.0.1
    unix_socket,  ///< a socket in the server's folder; of an Instance only
  };

  Transport transport = Transport::tcp;
  std::size_t memtx_memory = std::size_t{256} << 20U;  ///< bytes of tuples, mapped when used
  std::size_t memtx_max_tuple_size = std::size_t{128} << 20U;  ///< bytes
  std::size_t readahead = std::size_t{10} << 20U;              ///< bytes of a connection's buffer
  unsigned net_msg_max = 11140;                                ///< requests in the works at once
  /// `write`: what was acknowledged is in the log when the process is killed. `none`: no log, for
  /// figures without the disk; a restarted server is then empty. Replicas need a log.
  std::string wal_mode = "write";
  /// How many records test_space and test__profile begin with, their keys from first_key.
  unsigned records = 0;
  /// Lua that each server runs when all else is done, with the variable `server`: the table of its
  /// settings (`server.role`, `server.name`, …). Run again at each restart.
  std::string extra_lua = {};
};

/// The key of the first record that Options::records asks for.
inline constexpr std::uint64_t first_key = 1'000'000;

/// A user that may do everything, as guest may.
inline constexpr std::string_view user = "tester";
inline constexpr std::string_view password = "secret";

/// A user that may do nothing but log in.
inline constexpr std::string_view stranger = "stranger";
inline constexpr std::string_view stranger_password = "unknown";

}  // namespace tarantool::servers
