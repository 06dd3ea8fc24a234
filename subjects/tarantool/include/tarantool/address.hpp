// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tarantool {

/// Where a server listens.
struct Address {
  std::string host;  ///< Name or number; empty: a unix socket.
  std::uint16_t port = 0;
  std::string path;  ///< Of the unix socket.

  /// "host:port", "[::1]:3301", "3301" (of this machine), "unix:/path" or "unix/:/path", "/path".
  static std::optional<Address> parse(std::string_view text);
  std::string to_string() const;
  auto operator<=>(const Address&) const = default;
};

/// Who asks.
struct Credentials {
  std::string user;  ///< Empty: guest.
  std::string password;
  bool operator==(const Credentials&) const = default;
};

/// "user:password@host:port", with or without "tarantool://" before it.
struct Uri {
  Address address;
  Credentials credentials;
  static std::optional<Uri> parse(std::string_view text);
};

}  // namespace tarantool
