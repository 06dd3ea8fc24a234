// SPDX-License-Identifier: Apache-2.0
// Boxes, java.math, dates, UUIDs and addresses, as JDK 17 writes them.
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdio>
#include <unordered_map>

#include "javaser/modified_utf8.hpp"
#include "meaning_content.hpp"
#include "meaning_net.hpp"
#include "meaning_uri.hpp"

namespace javaser {

namespace {

using boost::multiprecision::cpp_int;

bool box(Node node, std::string_view level, Content& out) {
  static const std::unordered_map<std::string_view, char> types = {
      {"java.lang.Boolean", 'Z'}, {"java.lang.Byte", 'B'},    {"java.lang.Character", 'C'},
      {"java.lang.Short", 'S'},   {"java.lang.Integer", 'I'}, {"java.lang.Long", 'J'},
      {"java.lang.Float", 'F'},   {"java.lang.Double", 'D'}};
  out.box = node.class_data(level).field("value");
  if (out.box.type() != types.at(level)) return false;
  out.kind = MeaningKind::box;
  out.set_hash(hash_of_box(out.box));
  return true;
}

// BigInteger.hashCode(): of the magnitude's words, from the highest down.
std::int32_t hash_of_magnitude(Bytes magnitude, std::int64_t signum) {
  std::uint32_t hash = 0;
  std::uint32_t word = 0;
  for (std::size_t at = 0; at < magnitude.size(); ++at) {
    word = word << 8 | static_cast<std::uint8_t>(magnitude[at]);
    if ((magnitude.size() - at - 1) % 4 == 0) {
      hash = 31 * hash + word;
      word = 0;
    }
  }
  return static_cast<std::int32_t>(hash * static_cast<std::uint32_t>(signum));
}

bool big_integer(Node node, std::string_view level, Content& out) {
  const ClassData data = node.class_data(level);
  const std::int64_t signum = data.field("signum").integer();
  const Node array = data.field("magnitude").value();
  if (array.element_type() != 'B' || signum < -1 || signum > 1) return false;
  Bytes magnitude = array.bytes();
  while (!magnitude.empty() && magnitude.front() == std::byte{0}) magnitude = magnitude.subspan(1);
  if (magnitude.empty() != (signum == 0) || magnitude.size() > Meanings::max_magnitude)
    return false;
  cpp_int value;
  const auto* first = reinterpret_cast<const unsigned char*>(magnitude.data());
  if (!magnitude.empty()) import_bits(value, first, first + magnitude.size());
  out.text = (signum < 0 ? "-" : "") + value.str();
  out.kind = MeaningKind::big_integer;
  out.set_hash(hash_of_magnitude(magnitude, signum));
  return true;
}

bool big_decimal(Node node, std::string_view level, Content& out) {
  const ClassData data = node.class_data(level);
  const Node integer = data.field("intVal").value();
  const Field scale = data.field("scale");
  Content unscaled;
  if (integer.class_name() != "java.math.BigInteger" || !integer.is_complete() ||
      !big_integer(integer, integer.class_name(), unscaled) || scale.type() != 'I')
    return false;
  out.kind = MeaningKind::big_decimal;
  out.text = unscaled.text;
  out.scale = static_cast<std::int32_t>(scale.integer());
  out.set_hash(static_cast<std::int32_t>(31 * static_cast<std::uint32_t>(unscaled.hash) +
                                         static_cast<std::uint32_t>(out.scale)));
  return true;
}

bool become_date(std::int64_t millis, Content& out) {
  out.kind = MeaningKind::date;
  out.millis = millis;
  out.set_hash(hash_of_long(static_cast<std::uint64_t>(millis)));
  return true;
}

bool date(Node node, std::string_view level, Content& out) {
  CustomData in(node.class_data(level));
  std::int64_t millis = 0;
  return in.int64(millis) && in.at_end() && become_date(millis, out);
}

// Its Date has whole seconds, the rest is apart.
bool timestamp(Node node, std::string_view level, Content& out) {
  constexpr std::int64_t nanos_of_second = 1'000'000'000;
  constexpr std::int64_t nanos_of_milli = 1'000'000;
  const Field nanos = node.class_data(level).field("nanos");
  if (nanos.type() != 'I' || nanos.integer() < 0 || nanos.integer() >= nanos_of_second)
    return false;
  if (!date(node, "java.util.Date", out)) return false;
  const auto seconds = static_cast<std::uint64_t>(out.millis);
  const auto rest = static_cast<std::uint64_t>(nanos.integer() / nanos_of_milli);
  return become_date(static_cast<std::int64_t>(seconds + rest), out);
}

bool uuid(Node node, std::string_view level, Content& out) {
  const ClassData data = node.class_data(level);
  const Field most = data.field("mostSigBits");
  const Field least = data.field("leastSigBits");
  if (most.type() != 'J' || least.type() != 'J') return false;
  std::array<char, 37> text;
  std::snprintf(
      text.data(), text.size(), "%08x-%04x-%04x-%04x-%012llx",
      static_cast<unsigned>(most.bits() >> 32), static_cast<unsigned>(most.bits() >> 16 & 0xffff),
      static_cast<unsigned>(most.bits() & 0xffff), static_cast<unsigned>(least.bits() >> 48),
      static_cast<unsigned long long>(least.bits() & 0xffffffffffff));
  out.kind = MeaningKind::uuid;
  out.text = text.data();
  out.set_hash(hash_of_long(most.bits() ^ least.bits()));
  return true;
}

bool uri(Node node, std::string_view level, Content& out) {
  const Node string = node.class_data(level).field("string").value();
  if (string.kind() != NodeKind::string) return false;
  out.kind = MeaningKind::text;
  out.text = string.text();
  if (const auto hash = hash_of_uri(out.text)) out.set_hash(*hash);
  return true;
}

// URL.toExternalForm(). Its hash code is that of its host's address.
bool url(Node node, std::string_view level, Content& out) {
  const ClassData data = node.class_data(level);
  const Node protocol = data.field("protocol").value();
  if (protocol.kind() != NodeKind::string) return false;
  const std::string authority = data.field("authority").value().text();
  const Node reference = data.field("ref").value();
  out.kind = MeaningKind::text;
  out.text = protocol.text() + ":";
  if (!authority.empty()) out.text += "//" + authority;
  out.text += data.field("file").value().text();
  if (reference) out.text += "#" + reference.text();
  return true;
}

const std::unordered_map<std::string_view, ContentReader>& readers() {
  static const std::unordered_map<std::string_view, ContentReader> table = {
      {"java.lang.Boolean", box},
      {"java.lang.Byte", box},
      {"java.lang.Character", box},
      {"java.lang.Short", box},
      {"java.lang.Integer", box},
      {"java.lang.Long", box},
      {"java.lang.Float", box},
      {"java.lang.Double", box},
      {"java.math.BigInteger", big_integer},
      {"java.math.BigDecimal", big_decimal},
      {"java.util.Date", date},
      {"java.sql.Timestamp", timestamp},
      {"java.util.UUID", uuid},
      {"java.net.URI", uri},
      {"java.net.URL", url},
      {"java.net.InetAddress", inet4_address},
      {"java.net.Inet6Address", inet6_address},
      {"java.net.InetSocketAddress", inet_socket_address},
  };
  return table;
}

}  // namespace

ContentReader value_reader(std::string_view class_name) {
  const auto found = readers().find(class_name);
  return found == readers().end() ? nullptr : found->second;
}

}  // namespace javaser
