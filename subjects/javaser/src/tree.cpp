// SPDX-License-Identifier: Apache-2.0
#include "javaser/tree.hpp"

#include <bit>

#include "javaser/modified_utf8.hpp"
#include "tree_store.hpp"

namespace javaser {

NodeKind Node::kind() const { return id_ == 0 ? NodeKind::null : store_->nodes[id_].kind; }

std::uint64_t Node::offset() const { return id_ == 0 ? 0 : store_->nodes[id_].offset; }

bool Node::is_complete() const { return id_ == 0 || store_->nodes[id_].is_complete; }

const ClassDescriptor* Node::descriptor() const {
  return id_ == 0 ? nullptr : store_->nodes[id_].descriptor;
}

std::string_view Node::class_name() const {
  const ClassDescriptor* about = descriptor();
  return about == nullptr ? std::string_view() : about->name;
}

std::string_view Node::modified_utf8() const {
  if (kind() == NodeKind::enum_constant)
    return Node(store_, store_->nodes[id_].content).modified_utf8();
  if (kind() != NodeKind::string) return {};
  const NodeRecord& record = store_->nodes[id_];
  const Bytes bytes = store_->bytes(record.content, record.count);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string Node::text() const { return modified_utf8::to_utf8(modified_utf8()); }

char Node::element_type() const { return kind() == NodeKind::array ? class_name()[1] : '\0'; }

std::uint32_t Node::size() const {
  if (kind() != NodeKind::array) return 0;
  const std::uint32_t each = size_of_type(element_type());
  return each == 0 ? store_->nodes[id_].count : store_->nodes[id_].count / each;
}

Node Node::at(std::uint32_t index) const {
  if (index >= size() || size_of_type(element_type()) != 0) return {};
  return {store_, store_->slots[store_->nodes[id_].content + index]};
}

std::uint64_t Node::bits_at(std::uint32_t index) const {
  const std::uint32_t each = size_of_type(element_type());
  if (each == 0 || index >= size()) return 0;
  return unsigned_number(bytes().subspan(std::size_t{index} * each, each));
}

Bytes Node::bytes() const {
  const bool has_bytes =
      kind() == NodeKind::block || (kind() == NodeKind::array && size_of_type(element_type()) != 0);
  if (!has_bytes) return {};
  return store_->bytes(store_->nodes[id_].content, store_->nodes[id_].count);
}

std::uint32_t Node::class_data_count() const {
  return kind() == NodeKind::object ? store_->nodes[id_].count : 0;
}

ClassData Node::class_data(std::uint32_t index) const {
  if (index >= class_data_count()) return {};
  return {store_, store_->nodes[id_].content + index};
}

ClassData Node::class_data(std::string_view class_name) const {
  for (std::uint32_t level = class_data_count(); level-- > 0;)
    if (class_data(level).descriptor()->name == class_name) return class_data(level);
  return {};
}

Field Node::field(std::string_view name) const {
  for (std::uint32_t level = class_data_count(); level-- > 0;)
    if (const Field found = class_data(level).field(name)) return found;
  return {};
}

std::int64_t Field::integer() const {
  switch (type()) {
    case 'B':
      return static_cast<std::int8_t>(bits_);
    case 'S':
      return static_cast<std::int16_t>(bits_);
    case 'I':
      return static_cast<std::int32_t>(bits_);
    case 'J':
    case 'C':
    case 'Z':
      return static_cast<std::int64_t>(bits_);
    default:
      return 0;
  }
}

double Field::real() const {
  if (type() == 'D') return std::bit_cast<double>(bits_);
  if (type() == 'F')
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits_)));
  return 0;
}

const ClassDescriptor* ClassData::descriptor() const {
  return store_ == nullptr ? nullptr : store_->levels[level_].descriptor;
}

std::uint32_t ClassData::field_count() const {
  return store_ == nullptr ? 0 : store_->levels[level_].fields;
}

Field ClassData::field(std::uint32_t index) const {
  if (index >= field_count()) return {};
  const LevelRecord& level = store_->levels[level_];
  const FieldDescriptor& field = level.descriptor->fields[index];
  if (!field.is_primitive()) {
    const std::uint32_t slot = level.first_reference + index - level.descriptor->primitive_fields;
    return {&field, 0, Node(store_, store_->slots[slot])};
  }
  std::uint64_t at = level.primitives;
  for (std::uint32_t before = 0; before < index; ++before)
    at += size_of_type(level.descriptor->fields[before].type);
  return {&field, unsigned_number(store_->bytes(at, size_of_type(field.type))), Node()};
}

void ClassData::for_each_primitive(const std::function<void(const Field&)>& visit) const {
  Bytes left = primitives();
  for (std::uint32_t index = 0; !left.empty(); ++index) {
    const FieldDescriptor& field = descriptor()->fields[index];
    const std::uint32_t size = size_of_type(field.type);
    visit({&field, unsigned_number(left.first(size)), Node()});
    left = left.subspan(size);
  }
}

Field ClassData::field(std::string_view name) const {
  for (std::uint32_t index = 0; index < field_count(); ++index)
    if (descriptor()->fields[index].name == name) return field(index);
  return {};
}

Bytes ClassData::primitives() const {
  if (field_count() == 0) return {};
  const LevelRecord& level = store_->levels[level_];
  return store_->bytes(level.primitives, level.descriptor->primitive_bytes);
}

std::uint32_t ClassData::custom_count() const {
  return store_ == nullptr ? 0 : store_->levels[level_].custom;
}

Node ClassData::custom(std::uint32_t index) const {
  if (index >= custom_count()) return {};
  return {store_, store_->slots[store_->levels[level_].first_custom + index]};
}

Bytes ClassData::raw_custom() const {
  if (store_ == nullptr) return {};
  const LevelRecord& level = store_->levels[level_];
  return store_->bytes(level.raw_begin, level.raw_end - level.raw_begin);
}

Node Item::block(std::uint32_t index) const {
  if (index >= block_count) return {};
  return {value.store_, value.id() + index};
}

Tree::Tree() : store_(std::make_unique<TreeStore>()) {}
Tree::~Tree() = default;
Tree::Tree(Tree&&) noexcept = default;
Tree& Tree::operator=(Tree&&) noexcept = default;

std::span<const Item> Tree::items() const { return store_->items; }
const Error& Tree::error() const { return store_->error; }
Node Tree::partial_item() const { return {store_.get(), store_->partial}; }
Bytes Tree::stream() const { return store_->stream; }
std::uint32_t Tree::node_count() const { return static_cast<std::uint32_t>(store_->nodes.size()); }
Node Tree::node(std::uint32_t id) const { return {store_.get(), id}; }

}  // namespace javaser
