// SPDX-License-Identifier: Apache-2.0
#include "tree_builder.hpp"

#include <algorithm>

namespace javaser {

namespace {

std::uint32_t size_of(const auto& vector) { return static_cast<std::uint32_t>(vector.size()); }

}  // namespace

std::uint32_t TreeBuilder::new_node(NodeKind kind, std::uint64_t offset,
                                    const ClassDescriptor* descriptor) {
  const std::uint32_t id = size_of(store_.nodes);
  NodeRecord& record = store_.nodes.emplace_back();
  record.kind = kind;
  record.offset = static_cast<std::uint32_t>(offset);
  record.descriptor = descriptor;
  return id;
}

void TreeBuilder::give_handle(std::uint32_t handle, std::uint32_t node) {
  const std::uint32_t index = handle - base_handle;
  if (index >= handles_.size()) handles_.resize(index + 1);
  handles_[index] = node;
}

void TreeBuilder::open(Frame::Kind kind, std::uint32_t node, Role role) {
  Frame& frame = open_.emplace_back();
  frame.kind = kind;
  frame.role = role;
  frame.node = node;
  frame.first_value = size_of(values_);
  frame.first_level = size_of(levels_);
}

// A value is there, for what is open around it.
void TreeBuilder::arrive(std::uint32_t value) {
  if (open_.empty())
    add_item(ItemKind::value, store_.nodes[value].offset, value);
  else
    values_.push_back(value);
}

void TreeBuilder::add_item(ItemKind kind, std::uint64_t offset, std::uint32_t value) {
  Item& item = store_.items.emplace_back();
  item.kind = kind;
  item.offset = offset;
  item.value = Node(&store_, value);
  item.block_count = kind == ItemKind::block_data ? 1 : 0;
}

// Moves the values from `first` on into the store and returns their first slot.
std::uint32_t TreeBuilder::keep_values(std::uint32_t first) {
  const std::uint32_t slot = size_of(store_.slots);
  store_.slots.insert(store_.slots.end(), values_.begin() + first, values_.end());
  values_.resize(first);
  return slot;
}

// The fields of the open level, or its custom data, are all there that will be.
void TreeBuilder::keep_level() {
  const Frame& frame = open_.back();
  LevelRecord& level = levels_.back();
  const std::uint32_t count = size_of(values_) - frame.first_value;
  (frame.is_in_custom_data ? level.custom : level.fields) += count;
  (frame.is_in_custom_data ? level.first_custom : level.first_reference) =
      keep_values(frame.first_value);
}

// Ends the innermost open thing with what it has, and returns its node.
std::uint32_t TreeBuilder::close_top() {
  if (open_.back().level_is_open) keep_level();
  const Frame frame = open_.back();
  open_.pop_back();
  NodeRecord& record = store_.nodes[frame.node];
  switch (frame.kind) {
    case Frame::Kind::object:
      record.content = size_of(store_.levels);
      record.count = size_of(levels_) - frame.first_level;
      store_.levels.insert(store_.levels.end(), levels_.begin() + frame.first_level, levels_.end());
      levels_.resize(frame.first_level);
      break;
    case Frame::Kind::array:
      if (frame.first_value < values_.size()) {
        record.count = size_of(values_) - frame.first_value;
        record.content = keep_values(frame.first_value);
      }
      break;
    case Frame::Kind::enum_constant:
    case Frame::Kind::descriptor:
    case Frame::Kind::exception:
      values_.resize(frame.first_value);
      break;
  }
  return frame.node;
}

void TreeBuilder::finish_top() {
  const std::uint32_t node = close_top();
  store_.nodes[node].is_complete = true;
  arrive(node);
}

void TreeBuilder::abandon() {
  while (!open_.empty()) {
    const Frame::Kind kind = open_.back().kind;
    const bool is_value = kind != Frame::Kind::exception &&
                          (kind != Frame::Kind::descriptor || open_.back().role == Role::value);
    const std::uint32_t node = close_top();
    if (open_.empty())
      store_.partial = is_value ? node : 0;
    else if (is_value)
      values_.push_back(node);
  }
}

void TreeBuilder::null(std::uint64_t offset, Role role) {
  if (role != Role::value) return;
  if (open_.empty())
    add_item(ItemKind::value, offset, 0);
  else
    values_.push_back(0);
}

void TreeBuilder::reference(std::uint64_t offset, Role role, std::uint32_t handle) {
  const std::uint32_t node = handles_[handle - base_handle];
  if (role == Role::enum_name)
    store_.nodes[open_.back().node].content = node;
  else if (role == Role::value && open_.empty())
    add_item(ItemKind::value, offset, node);
  else if (role == Role::value)
    values_.push_back(node);
}

void TreeBuilder::string(std::uint64_t offset, Role role, std::uint32_t handle,
                         std::string_view bytes) {
  const std::uint32_t node = new_node(NodeKind::string, offset, nullptr);
  const auto code = static_cast<TypeCode>(store_.stream[offset]);
  NodeRecord& record = store_.nodes[node];
  record.content = record.offset + (code == TypeCode::long_string ? 9 : 3);
  record.count = size_of(bytes);
  record.is_complete = true;
  give_handle(handle, node);
  if (role == Role::enum_name)
    store_.nodes[open_.back().node].content = node;
  else if (role == Role::value)
    arrive(node);
}

void TreeBuilder::begin_descriptor(Role role, const ClassDescriptor& descriptor,
                                   std::uint32_t /*fields*/) {
  const std::uint32_t node = new_node(NodeKind::descriptor, descriptor.offset, &descriptor);
  give_handle(descriptor.handle, node);
  open(Frame::Kind::descriptor, node, role);
}

void TreeBuilder::end_descriptor(const ClassDescriptor& /*descriptor*/) {
  const bool is_value = open_.back().role == Role::value;
  const std::uint32_t node = close_top();
  store_.nodes[node].is_complete = true;
  if (is_value) arrive(node);
}

void TreeBuilder::begin_object(std::uint64_t offset, std::uint32_t handle,
                               const ClassDescriptor& descriptor) {
  const std::uint32_t node = new_node(NodeKind::object, offset, &descriptor);
  give_handle(handle, node);
  open(Frame::Kind::object, node);
}

void TreeBuilder::begin_class_data(std::uint64_t /*offset*/, const ClassDescriptor& level) {
  levels_.emplace_back().descriptor = &level;
  open_.back().first_value = size_of(values_);
  open_.back().level_is_open = true;
  open_.back().is_in_custom_data = false;
}

void TreeBuilder::primitives(std::uint64_t offset, const ClassDescriptor& level, Bytes /*values*/) {
  levels_.back().primitives = static_cast<std::uint32_t>(offset);
  levels_.back().fields = level.primitive_fields;
}

void TreeBuilder::begin_custom_data(std::uint64_t offset, const ClassDescriptor& /*level*/) {
  keep_level();
  LevelRecord& level = levels_.back();
  level.raw_begin = static_cast<std::uint32_t>(offset);
  level.raw_end = level.raw_begin;
  open_.back().is_in_custom_data = true;
}

void TreeBuilder::end_class_data(const ClassDescriptor& /*level*/) {
  keep_level();
  open_.back().level_is_open = false;
}

void TreeBuilder::end_object(const ClassDescriptor& /*descriptor*/) { finish_top(); }

void TreeBuilder::begin_array(std::uint64_t offset, std::uint32_t handle,
                              const ClassDescriptor& descriptor, std::uint32_t /*length*/) {
  const std::uint32_t node = new_node(NodeKind::array, offset, &descriptor);
  give_handle(handle, node);
  open(Frame::Kind::array, node);
}

void TreeBuilder::elements(std::uint64_t offset, const ClassDescriptor& /*descriptor*/,
                           Bytes values) {
  NodeRecord& record = store_.nodes[open_.back().node];
  if (record.count == 0) record.content = static_cast<std::uint32_t>(offset);
  record.count += size_of(values);
}

void TreeBuilder::end_array(const ClassDescriptor& /*descriptor*/) { finish_top(); }

void TreeBuilder::begin_enum(std::uint64_t offset, std::uint32_t handle,
                             const ClassDescriptor& descriptor) {
  const std::uint32_t node = new_node(NodeKind::enum_constant, offset, &descriptor);
  give_handle(handle, node);
  open(Frame::Kind::enum_constant, node);
}

void TreeBuilder::end_enum() { finish_top(); }

void TreeBuilder::class_object(std::uint64_t offset, std::uint32_t handle,
                               const ClassDescriptor& descriptor) {
  const std::uint32_t node = new_node(NodeKind::class_object, offset, &descriptor);
  store_.nodes[node].is_complete = true;
  give_handle(handle, node);
  arrive(node);
}

void TreeBuilder::block(std::uint64_t offset, Bytes content) {
  const std::uint32_t node = new_node(NodeKind::block, offset, nullptr);
  const auto code = static_cast<TypeCode>(store_.stream[offset]);
  NodeRecord& record = store_.nodes[node];
  record.content = record.offset + (code == TypeCode::block_data ? 2 : 5);
  record.count = size_of(content);
  record.is_complete = true;
  if (!open_.empty())
    values_.push_back(node);
  else if (!store_.items.empty() && store_.items.back().kind == ItemKind::block_data)
    ++store_.items.back().block_count;
  else
    add_item(ItemKind::block_data, offset, node);
}

void TreeBuilder::end_block(std::uint64_t offset) {
  if (open_.back().kind == Frame::Kind::object)
    levels_.back().raw_end = static_cast<std::uint32_t>(offset);
}

void TreeBuilder::reset(std::uint64_t offset) {
  handles_.clear();
  add_item(ItemKind::reset, offset, 0);
}

void TreeBuilder::begin_exception(std::uint64_t offset) {
  handles_.clear();
  open_.clear();
  values_.clear();
  levels_.clear();
  exception_at_ = offset;
  open(Frame::Kind::exception, 0);
}

void TreeBuilder::end_exception() {
  const std::uint32_t exception = values_.back();
  close_top();
  handles_.clear();
  add_item(ItemKind::aborted, exception_at_, exception);
}

}  // namespace javaser
