// SPDX-License-Identifier: Apache-2.0
#include "meaning_uri.hpp"

#include <algorithm>

#include "meaning_content.hpp"

namespace javaser {

namespace {

using Part = std::optional<std::string_view>;

struct Uri {
  Part scheme;
  Part opaque;  // the scheme's own part, of a URI that is no path
  Part authority;
  Part user;
  Part host;
  std::int32_t port = -1;
  std::string_view path;
  Part query;
  Part fragment;
};

// What is before `mark` leaves `text`, and the mark. All of it if there is no mark.
std::string_view take_until(char mark, std::string_view& text, bool& found) {
  const std::size_t at = text.find(mark);
  found = at != std::string_view::npos;
  const std::string_view taken = text.substr(0, at);
  text = found ? text.substr(at + 1) : std::string_view();
  return taken;
}

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// user@host:port, as far as it is surely that.
bool split_authority(std::string_view authority, Uri& out) {
  bool has_user = authority.find('@') != std::string_view::npos;
  if (has_user) out.user = take_until('@', authority, has_user);
  bool has_port = false;
  const std::string_view host = take_until(':', authority, has_port);
  const auto is_sound = [](char c) { return is_letter_or_digit(c) || c == '.' || c == '-'; };
  if (host.empty() || !std::ranges::all_of(host, is_sound)) return false;
  // The last label of a name begins with a letter; else all of it is an IPv4 address.
  const std::string_view last = host.substr(host.rfind('.') + 1);
  if (last.empty() ||
      (last.front() >= '0' && last.front() <= '9' && std::ranges::count(host, '.') != 3))
    return false;
  out.host = host;
  constexpr std::size_t digits_of_port = 5;
  if (!has_port || authority.empty()) return true;
  if (authority.size() > digits_of_port) return false;
  out.port = 0;
  for (const char c : authority) {
    if (c < '0' || c > '9') return false;
    out.port = out.port * 10 + (c - '0');
  }
  return true;
}

std::optional<Uri> split(std::string_view text) {
  Uri uri;
  bool found = false;
  const std::string_view before = take_until('#', text, found);
  if (found) uri.fragment = text;
  text = before;
  const std::size_t colon = text.find_first_of(":/?");
  if (colon != std::string_view::npos && text[colon] == ':') {
    uri.scheme = text.substr(0, colon);
    text.remove_prefix(colon + 1);
    if (!text.starts_with('/')) {
      uri.opaque = text;
      return uri;
    }
  }
  uri.path = take_until('?', text, found);
  if (found) uri.query = text;
  if (uri.path.starts_with("//")) {
    const std::size_t end = std::min(uri.path.find('/', 2), uri.path.size());
    uri.authority = uri.path.substr(2, end - 2);
    uri.path.remove_prefix(end);
    if (uri.authority->empty())
      uri.authority.reset();
    else if (!split_authority(*uri.authority, uri))
      return std::nullopt;
  }
  return uri;
}

std::uint32_t hash_part(std::uint32_t hash, const Part& part) {
  if (!part) return hash;
  return hash * 127 + static_cast<std::uint32_t>(hash_of_text(*part));
}

std::uint32_t hash_ignoring_case(std::uint32_t hash, const Part& part) {
  if (!part) return hash;
  for (const char c : *part)
    hash = 31 * hash + static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return hash;
}

}  // namespace

std::optional<std::int32_t> hash_of_uri(std::string_view text) {
  const bool is_plain = std::ranges::all_of(
      text, [](char c) { return c != '%' && static_cast<unsigned char>(c) < 0x80; });
  const std::optional<Uri> uri = is_plain ? split(text) : std::nullopt;
  if (!uri) return std::nullopt;
  std::uint32_t hash = hash_part(hash_ignoring_case(0, uri->scheme), uri->fragment);
  if (uri->opaque) return static_cast<std::int32_t>(hash_part(hash, uri->opaque));
  hash = hash_part(hash_part(hash, uri->path), uri->query);
  hash = hash_ignoring_case(hash_part(hash, uri->user), uri->host);
  if (uri->host) hash += 1949 * static_cast<std::uint32_t>(uri->port);
  return static_cast<std::int32_t>(hash);
}

}  // namespace javaser
