// SPDX-License-Identifier: Apache-2.0
#include "meaning_net.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace javaser {

namespace {

constexpr std::string_view of_both = "java.net.InetAddress";  // Inet6Address's superclass

// What both write as their family: AF_INET, and IPv6's number in Java.
constexpr std::int64_t family = 2;

std::string host_of(Node node) { return node.class_data(of_both).field("hostName").value().text(); }

// Inet6Address.numericToTextFormat(): no run of zeros is left out.
std::string numeric_text(Bytes address) {
  std::string text;
  for (std::size_t at = 0; at < address.size(); at += 2) {
    const unsigned group =
        static_cast<unsigned>(address[at]) << 8 | static_cast<unsigned>(address[at + 1]);
    std::array<char, 4> digits;
    char* const begin = digits.data();
    const char* const end = std::to_chars(begin, begin + digits.size(), group, 16).ptr;
    if (at > 0) text += ':';
    text.append(begin, static_cast<std::size_t>(end - begin));
  }
  return text;
}

// Inet6Address.hashCode(): the sum of four numbers, each of bytes that have signs.
std::int32_t hash_of_address(Bytes address) {
  std::uint32_t hash = 0;
  for (std::size_t at = 0; at < address.size(); at += 4) {
    std::uint32_t part = 0;
    for (const std::byte byte : address.subspan(at, 4))
      part = (part << 8) + static_cast<std::uint32_t>(static_cast<std::int8_t>(byte));
    hash += part;
  }
  return static_cast<std::int32_t>(hash);
}

// String.toLowerCase() of a name's letters.
std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// InetSocketAddress's address; its text with brackets around the number of an Inet6Address.
bool address_of_socket(Node node, Content& out) {
  if (node.kind() != NodeKind::object || !node.is_complete()) return false;
  if (node.class_name() != "java.net.Inet6Address")
    return inet4_address(node, node.class_name(), out);
  if (!inet6_address(node, node.class_name(), out)) return false;
  out.text.insert(out.text.rfind('/') + 1, "[");
  out.text += ']';
  return true;
}

}  // namespace

// `host/1.2.3.4`, without a host `/1.2.3.4`. Stands in the stream as an InetAddress, as
// Inet4Address.writeReplace() says.
bool inet4_address(Node node, std::string_view /*level*/, Content& out) {
  const ClassData data = node.class_data(of_both);
  const Field address = data.field("address");
  if (node.class_name() != of_both || address.type() != 'I' ||
      data.field("family").integer() != family)
    return false;
  out.kind = MeaningKind::text;
  out.class_name = "java.net.Inet4Address";
  out.text = host_of(node);
  for (int shift = 24; shift >= 0; shift -= 8) {
    out.text += shift == 24 ? '/' : '.';
    out.text += std::to_string(address.bits() >> shift & 0xff);
  }
  out.set_hash(static_cast<std::int32_t>(address.integer()));
  return true;
}

// `host/2001:db8:0:0:0:0:0:1%3`. One that names its network interface is left alone: what it means
// depends on the interfaces of the machine that reads it.
bool inet6_address(Node node, std::string_view level, Content& out) {
  constexpr std::size_t size = 16;
  const ClassData data = node.class_data(level);
  const Node address = data.field("ipaddress").value();
  if (address.element_type() != 'B' || address.size() != size || !address.is_complete() ||
      data.field("ifname").value() || node.class_data(of_both).field("family").integer() != family)
    return false;
  out.kind = MeaningKind::text;
  out.text = host_of(node) + "/" + numeric_text(address.bytes());
  if (data.field("scope_id_set").integer() != 0)
    out.text += "%" + std::to_string(data.field("scope_id").integer());
  out.set_hash(hash_of_address(address.bytes()));
  return true;
}

// `host/1.2.3.4:80`, `host/<unresolved>:80`.
bool inet_socket_address(Node node, std::string_view level, Content& out) {
  const ClassData data = node.class_data(level);
  const Field port = data.field("port");
  const Node host = data.field("hostname").value();
  const Node address = data.field("addr").value();
  if (port.type() != 'I') return false;
  Content part;
  if (!address) {
    if (host.kind() != NodeKind::string) return false;
    part.text = host.text() + "/<unresolved>";
    if (is_ascii(host.text())) part.set_hash(hash_of_text(lower_case(host.text())));
  } else if (!address_of_socket(address, part)) {
    return false;
  }
  out.kind = MeaningKind::text;
  out.text = part.text + ":" + std::to_string(port.integer());
  if (part.rule == HashRule::scalar)
    out.set_hash(static_cast<std::int32_t>(static_cast<std::uint32_t>(part.hash) +
                                           static_cast<std::uint32_t>(port.integer())));
  return true;
}

}  // namespace javaser
