// SPDX-License-Identifier: Apache-2.0
#include "meaning_hashes.hpp"

#include <utility>

#include "javaser/modified_utf8.hpp"

namespace javaser {

namespace {

// Java's int wraps around.
using Wrapping = std::uint32_t;

// What looks like a record, as Meanings says.
bool looks_like_a_record(Node node) {
  const ClassDescriptor& descriptor = *node.descriptor();
  return descriptor.suid == 0 && descriptor.super == nullptr && node.is_complete() &&
         descriptor.flags == flag::serializable;
}

// Components that are primitives, in the same way as boxes.
Wrapping hash_of_primitives(Node record) {
  Wrapping hash = 0;
  record.class_data(0U).for_each_primitive(
      [&](const Field& field) { hash = 31 * hash + static_cast<Wrapping>(hash_of_box(field)); });
  return hash;
}

// AbstractMap.SimpleEntry, and the immutable one.
bool is_map_entry(Node node) {
  return node.is_complete() && (node.class_name() == "java.util.AbstractMap$SimpleEntry" ||
                                node.class_name() == "java.util.AbstractMap$SimpleImmutableEntry");
}

// Of what is no more than its text, or its texts in a row.
std::optional<std::int32_t> hash_of_texts(Node node) {
  const auto text_hash = [&](std::string_view field) {
    return static_cast<Wrapping>(hash_of_text(node.field(field).value().modified_utf8()));
  };
  if (!node.is_complete()) return std::nullopt;
  Wrapping hash = 0;
  if (node.class_name() == "java.io.File") {
    constexpr Wrapping of_unix = 1234321;  // UnixFileSystem.hashCode()
    hash = text_hash("path") ^ of_unix;
  } else if (node.class_name() == "java.util.Locale" &&
             node.field("extensions").value().modified_utf8().empty()) {
    for (const char* field : {"language", "script", "country", "variant"})
      hash = 31 * hash + text_hash(field);
  } else {
    return std::nullopt;
  }
  return static_cast<std::int32_t>(hash);
}

}  // namespace

std::int32_t hash_of_box(const Field& value) {
  const std::uint64_t bits = value.bits();
  switch (value.type()) {
    case 'Z':
      return bits != 0 ? 1231 : 1237;
    case 'J':
      return hash_of_long(bits);
    case 'F':
      return value.real() != value.real() ? 0x7fc00000 : static_cast<std::int32_t>(bits);
    case 'D':
      return hash_of_long(value.real() != value.real() ? 0x7ff8000000000000 : bits);
    default:
      return static_cast<std::int32_t>(value.integer());
  }
}

std::int32_t hash_of_text(std::string_view modified_utf8) {
  Wrapping hash = 0;
  for (const char16_t unit : modified_utf8::to_utf16(modified_utf8)) hash = 31 * hash + unit;
  return static_cast<std::int32_t>(hash);
}

std::optional<std::int32_t> Meanings::Hashes::known(Node node) const {
  if (!node) return 0;
  return known_.at(node.id());
}

std::optional<std::int32_t> Meanings::Hashes::of(Node node) {
  begin(node);
  while (!open_.empty()) {
    Open& top = open_.back();
    if (top.next < top.elements.size()) {
      begin(top.elements[top.next++]);
      continue;
    }
    known_[top.node.id()] = combine(top);
    open_.pop_back();
  }
  return known(node);
}

// Finds the code of `node`, or opens it. While it is open its code is not known: what contains
// itself has none.
void Meanings::Hashes::begin(Node node) {
  if (!node || known_.contains(node.id())) return;
  std::optional<std::int32_t>& hash = known_[node.id()];
  if (node.kind() == NodeKind::string) hash = hash_of_text(node.modified_utf8());
  if (node.kind() != NodeKind::object) return;

  Content content = content_of(node, room_);
  if (content.rule == HashRule::scalar) {
    hash = content.hash;
  } else if (content.rule != HashRule::identity) {
    open_.push_back({node, content.rule, std::move(content.values)});
  } else if (content.kind != MeaningKind::unknown) {
    return;
  } else if (is_map_entry(node)) {
    open_.push_back(
        {node, HashRule::map, {node.field("key").value(), node.field("value").value()}});
  } else if (!looks_like_a_record(node)) {
    hash = hash_of_texts(node);
  } else {
    std::vector<Node> components;
    const ClassData data = node.class_data(0U);
    for (std::uint32_t index = node.descriptor()->primitive_fields; index < data.field_count();
         ++index)
      components.push_back(data.field(index).value());
    open_.push_back({node, HashRule::record, std::move(components)});
  }
}

std::optional<std::int32_t> Meanings::Hashes::combine(const Open& open) const {
  const std::vector<Node>& elements = open.elements;
  Wrapping total = open.rule == HashRule::list     ? 1
                   : open.rule == HashRule::record ? hash_of_primitives(open.node)
                                                   : 0;
  for (std::size_t at = 0; at < elements.size(); ++at) {
    const std::optional<std::int32_t> hash = known(elements[at]);
    if (!hash) return std::nullopt;
    auto part = static_cast<Wrapping>(*hash);
    switch (open.rule) {
      case HashRule::list:
      case HashRule::record:
        total = 31 * total + part;
        break;
      case HashRule::map: {
        const std::optional<std::int32_t> value = known(elements[++at]);
        if (!value) return std::nullopt;
        part ^= static_cast<Wrapping>(*value);
        total += part;
        break;
      }
      default:
        total += part;
    }
  }
  return static_cast<std::int32_t>(total);
}

}  // namespace javaser
