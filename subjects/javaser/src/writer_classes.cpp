// SPDX-License-Identifier: Apache-2.0
#include "writer_classes.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#include "javaser/types.hpp"

namespace javaser::java {

namespace {

using Sha1 = std::array<std::uint32_t, 5>;

void add_block(Sha1& hash, const std::byte* block) {
  std::array<std::uint32_t, 80> words;
  for (std::size_t at = 0; at < 16; ++at)
    words[at] = static_cast<std::uint32_t>(types::load<std::int32_t>(block + 4 * at));
  for (std::size_t at = 16; at < 80; ++at)
    words[at] = std::rotl(words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16], 1);
  auto [a, b, c, d, e] = hash;
  for (std::size_t at = 0; at < 80; ++at) {
    std::uint32_t mixed = (b & c) | (~b & d);
    if (at >= 20) mixed = b ^ c ^ d;
    if (at >= 40 && at < 60) mixed = (b & c) | (b & d) | (c & d);
    constexpr std::uint32_t keys[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    const std::uint32_t next = std::rotl(a, 5) + mixed + e + keys[at / 20] + words[at];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  hash = {hash[0] + a, hash[1] + b, hash[2] + c, hash[3] + d, hash[4] + e};
}

// FIPS 180-4. What is hashed here is a name: speed is no matter, and no library is worth its
// weight.
Sha1 sha1(std::vector<std::byte> message) {
  const std::uint64_t bits = message.size() * 8;
  message.push_back(std::byte{0x80});
  while (message.size() % 64 != 56) message.push_back(std::byte{0});
  message.resize(message.size() + sizeof bits);
  types::store(static_cast<std::int64_t>(bits), message.data() + message.size() - sizeof bits);
  Sha1 hash = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  for (std::size_t at = 0; at < message.size(); at += 64) add_block(hash, message.data() + at);
  return hash;
}

// What ObjectStreamClass.computeDefaultSUID() comes to for an array: a hash of the name and of the
// modifiers public, abstract and final.
std::uint64_t array_suid(std::string_view name) {
  constexpr std::int32_t modifiers = 0x411;
  std::vector<std::byte> message(2 + name.size() + 4);
  types::store(static_cast<std::int16_t>(name.size()), message.data());
  for (std::size_t at = 0; at < name.size(); ++at)
    message[2 + at] = static_cast<std::byte>(name[at]);
  types::store(modifiers, message.data() + 2 + name.size());
  const Sha1 hash = sha1(std::move(message));
  return std::uint64_t{__builtin_bswap32(hash[1])} << 32 | __builtin_bswap32(hash[0]);
}

ClassDescriptor make_box(char code, std::string_view name, std::uint64_t suid,
                         const ClassDescriptor* super) {
  ClassDescriptor box = make_class(name, suid, flag::serializable, super);
  box.fields.push_back({code, "value", {}});
  return box;
}

ClassDescriptor with_fields(ClassDescriptor descriptor, std::vector<FieldDescriptor> fields) {
  descriptor.fields = Recycled<FieldDescriptor>(std::move(fields));
  return descriptor;
}

constexpr std::uint8_t writes_itself = flag::serializable | flag::write_method;

}  // namespace

ClassDescriptor make_class(std::string_view name, std::uint64_t suid, std::uint8_t flags,
                           const ClassDescriptor* super) {
  ClassDescriptor made;
  made.name = name;
  made.suid = suid;
  made.flags = flags;
  made.super = super;
  return made;
}

ClassDescriptor make_array_class(const std::string& name) {
  return make_class(name, array_suid(name), flag::serializable);
}

const ClassDescriptor& box(char code) {
  static const ClassDescriptor number =
      make_class("java.lang.Number", 0x86ac951d0b94e08b, flag::serializable);
  static const std::array boxes = {
      make_box('B', box_name('B'), 0x9c4e6084ee50f51c, &number),
      make_box('C', box_name('C'), 0x348b47d96b1a2678, nullptr),
      make_box('D', box_name('D'), 0x80b3c24a296bfb04, &number),
      make_box('F', box_name('F'), 0xdaedc9a2db3cf0ec, &number),
      make_box('I', box_name('I'), 0x12e2a0a4f7818738, &number),
      make_box('J', box_name('J'), 0x3b8be490cc8f23df, &number),
      make_box('S', box_name('S'), 0x684d37133460da52, &number),
      make_box('Z', box_name('Z'), 0xcd207280d59cfaee, nullptr),
  };
  for (const ClassDescriptor& made : boxes)
    if (made.fields[0].type == code) return made;
  return boxes.back();
}

std::string_view box_name(char code) {
  switch (code) {
    case 'B':
      return "java.lang.Byte";
    case 'C':
      return "java.lang.Character";
    case 'D':
      return "java.lang.Double";
    case 'F':
      return "java.lang.Float";
    case 'I':
      return "java.lang.Integer";
    case 'J':
      return "java.lang.Long";
    case 'S':
      return "java.lang.Short";
    default:
      return "java.lang.Boolean";
  }
}

const ClassDescriptor& enumeration() {
  static const ClassDescriptor made =
      make_class("java.lang.Enum", 0, flag::serializable | flag::enumeration);
  return made;
}

const ClassDescriptor& array_list() {
  static const ClassDescriptor made = with_fields(
      make_class("java.util.ArrayList", 0x7881d21d99c7619d, writes_itself), {{'I', "size", {}}});
  return made;
}

const ClassDescriptor& linked_hash_set() {
  static const ClassDescriptor super =
      make_class("java.util.HashSet", 0xba44859596b8b734, writes_itself);
  static const ClassDescriptor made =
      make_class("java.util.LinkedHashSet", 0xd86cd75a95dd2a1e, flag::serializable, &super);
  return made;
}

const ClassDescriptor& linked_hash_map() {
  static const ClassDescriptor super =
      with_fields(make_class("java.util.HashMap", 0x0507dac1c31660d1, writes_itself),
                  {{'F', "loadFactor", {}}, {'I', "threshold", {}}});
  static const ClassDescriptor made = with_fields(
      make_class("java.util.LinkedHashMap", 0x34c04e5c106cc0fb, flag::serializable, &super),
      {{'Z', "accessOrder", {}}});
  return made;
}

}  // namespace javaser::java
