// SPDX-License-Identifier: Apache-2.0
#include "tarantool/address.hpp"

#include <charconv>

namespace tarantool {

namespace {

std::optional<std::uint16_t> parse_port(std::string_view text) {
  std::uint16_t port = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, port);
  if (error != std::errc{} || stop != end || port == 0) return std::nullopt;
  return port;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace

std::optional<Address> Address::parse(std::string_view text) {
  const bool is_unix = take(text, "unix/:") || take(text, "unix:");
  if (is_unix || text.starts_with('/')) {
    if (text.empty()) return std::nullopt;
    return Address{"", 0, std::string(text)};
  }
  std::string host = "localhost";
  if (text.starts_with('[')) {
    const std::size_t close = text.find("]:");
    if (close == std::string_view::npos || close == 1) return std::nullopt;
    host = text.substr(1, close - 1);
    text.remove_prefix(close + 2);
  } else if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    if (colon == 0) return std::nullopt;
    host = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  const auto port = parse_port(text);
  if (!port) return std::nullopt;
  return Address{std::move(host), *port, ""};
}

std::string Address::to_string() const {
  if (host.empty()) return "unix:" + path;
  const bool is_ipv6 = host.find(':') != std::string::npos;
  return (is_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

std::optional<Uri> Uri::parse(std::string_view text) {
  take(text, "tarantool://");
  Credentials credentials;
  const bool is_path = text.starts_with('/');  // Which may have any character.
  if (const std::size_t at = text.rfind('@'); !is_path && at != std::string_view::npos) {
    const std::string_view who = text.substr(0, at);
    const std::size_t colon = who.find(':');
    credentials.user = who.substr(0, colon);
    if (credentials.user.empty()) return std::nullopt;
    if (colon != std::string_view::npos) credentials.password = who.substr(colon + 1);
    text.remove_prefix(at + 1);
  }
  auto address = Address::parse(text);
  if (!address) return std::nullopt;
  return Uri{*std::move(address), std::move(credentials)};
}

}  // namespace tarantool
