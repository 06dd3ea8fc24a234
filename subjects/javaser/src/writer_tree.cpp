// SPDX-License-Identifier: Apache-2.0
#include "writer_tree.hpp"

namespace javaser {

bool TreeWriter::write(const Tree& tree) {
  for (const Item& item : tree.items())
    if (!put_item(item)) return false;
  return true;
}

bool TreeWriter::write(Node node) {
  output_.begin_item();
  if (!put_value(node)) return false;
  output_.end_item();
  return true;
}

bool TreeWriter::put_item(const Item& item) {
  output_.begin_item();
  switch (item.kind) {
    case ItemKind::value:
      if (!put_value(item.value)) return false;
      break;
    case ItemKind::block_data:
      for (std::uint32_t index = 0; index < item.block_count; ++index)
        output_.put_block(item.block(index).bytes());
      break;
    case ItemKind::reset:
      output_.put(TypeCode::reset);
      output_.forget_handles();
      break;
    case ItemKind::aborted:
      output_.put(TypeCode::exception);
      output_.forget_handles();
      if (!put_value(item.value)) return false;
      output_.forget_handles();
      break;
  }
  output_.end_item();
  return true;
}

bool TreeWriter::put_value(Node node) {
  if (epoch_ != output_.epoch()) {
    epoch_ = output_.epoch();
    classes_.clear();
    handles_.clear();
  }
  stack_.clear();
  bool is_well = begin(node);
  while (is_well && !stack_.empty()) is_well = step();
  return is_well;
}

bool TreeWriter::fail(ErrorCode code) {
  error_ = {code, output_.size(), {}, {}};
  return false;
}

bool TreeWriter::begin(Node node) {
  if (!output_.has_handles()) return fail(ErrorCode::too_many_handles);
  if (!node.is_complete()) return fail(ErrorCode::truncated);
  if (const auto written = handles_.find(node.id()); written != handles_.end()) {
    output_.put_reference(written->second);
    return true;
  }
  switch (node.kind()) {
    case NodeKind::null:
      output_.put(TypeCode::null);
      break;
    case NodeKind::block:
      output_.put_block(node.bytes());
      break;
    case NodeKind::descriptor:
      output_.put_class(node.descriptor(), classes_);
      break;
    case NodeKind::string:
      handles_[node.id()] = output_.put_string(node.modified_utf8());
      break;
    case NodeKind::class_object:
      put_head(TypeCode::class_object, node);
      break;
    case NodeKind::enum_constant:
      put_head(TypeCode::enum_constant, node);
      output_.put_string(node.modified_utf8());
      break;
    case NodeKind::object:
      put_head(TypeCode::object, node);
      stack_.push_back({node});
      break;
    case NodeKind::array:
      put_head(TypeCode::array, node);
      output_.put(static_cast<std::int32_t>(node.size()));
      output_.put(node.bytes());
      if (size_of_type(node.element_type()) == 0) stack_.push_back({node});
      break;
  }
  return true;
}

void TreeWriter::put_head(TypeCode code, Node node) {
  output_.put(code);
  output_.put_class(node.descriptor(), classes_);
  handles_[node.id()] = output_.new_handle();
}

bool TreeWriter::step() {
  Frame& frame = stack_.back();
  if (frame.node.kind() == NodeKind::object) return object_step(frame);
  if (frame.next < frame.node.size()) return begin(frame.node.at(frame.next++));
  stack_.pop_back();
  return true;
}

// Fields of a level, its custom data, the next level.
bool TreeWriter::object_step(Frame& frame) {
  const ClassData data = frame.node.class_data(frame.level);
  if (!data) {
    stack_.pop_back();
    return true;
  }
  const ClassDescriptor& level = *data.descriptor();
  if (frame.next == 0) output_.put(data.primitives());
  const std::uint32_t next = frame.next++;
  const std::uint32_t references = data.field_count() - level.primitive_fields;
  if (next < references) return begin(data.field(level.primitive_fields + next).value());
  if (next - references < data.custom_count()) return begin(data.custom(next - references));
  if (level.has(flag::write_method) || level.has(flag::externalizable))
    output_.put(TypeCode::end_block_data);
  ++frame.level;
  frame.next = 0;
  return true;
}

}  // namespace javaser
