// SPDX-License-Identifier: Apache-2.0
// What a reader does next with what has begun.
#include <algorithm>
#include <exception>

#include "reader_machine.hpp"

namespace javaser {

Reader::Machine::Frame* Reader::Machine::push(Kind kind, const Type& type, void* cell,
                                              std::uint32_t object) {
  if (stack_.size() >= options_.limits.max_value_depth) {
    fail(ErrorCode::too_deep, at_, std::to_string(options_.limits.max_value_depth));
    return nullptr;
  }
  Frame frame;
  frame.kind = kind;
  frame.type = &type;
  frame.cell = cell;
  frame.object = object;
  frame.mark = scratch_.mark();
  if (object != no_object) {
    if (open_.size() <= object) open_.resize(object + 1);
    open_[object] = true;
  }
  stack_.push_back(frame);
  return &stack_.back();
}

void* Reader::Machine::new_cell(const Type& type) {
  void* cell = scratch_.allocate(type.cell_size, type.cell_alignment);
  type.construct(cell);
  return cell;
}

// Destroys what a frame has in scratch memory.
void Reader::Machine::drop(Frame& frame) {
  if (frame.element != nullptr) frame.element_type->destroy(frame.element);
  if (frame.mapped != nullptr) frame.mapped_type->destroy(frame.mapped);
  if (frame.kind == Kind::structure && frame.plan != nullptr && frame.plan->binding->is_record &&
      frame.values != nullptr)
    frame.plan->binding->end_gathering(frame.values);
  if (frame.object < open_.size()) open_[frame.object] = false;
  scratch_.release(frame.mark);
}

bool Reader::Machine::pop() {
  drop(stack_.back());
  stack_.pop_back();
  return true;
}

void Reader::Machine::unwind() {
  while (!stack_.empty()) pop();
}

bool Reader::Machine::run() {
  while (!stack_.empty())
    if (!step()) return false;
  return true;
}

bool Reader::Machine::step() {
  switch (stack_.back().kind) {
    case Kind::structure:
      return structure_step();
    case Kind::array:
      return array_step();
    case Kind::collection:
      return collection_step();
    case Kind::holder:
      return holder_step();
    case Kind::replay:
      return replay_step();
  }
  return false;
}

bool Reader::Machine::structure_step() {
  Frame& frame = stack_.back();
  if (frame.waits) {
    frame.waits = false;
    ++frame.index;
  }
  if (frame.level == frame.plan->levels.size()) return end_structure();
  const Plan::Level& level = frame.plan->levels[frame.level];
  void* object = frame.values;
  const StructBinding* binding = frame.plan->binding;
  for (std::uint32_t up = 0; up < level.ups; ++up) {
    object = binding->to_super(object);
    binding = &binding->super();
  }
  if (level.is_serializable && frame.index == 0 && !primitives(level, object)) return false;
  if (level.may_lack_fields && frame.index == 0) {
    if (!need(1)) return false;
    if (begins_custom_data(code()))
      frame.index = static_cast<std::uint32_t>(level.references.size());
  }
  for (; frame.index < level.references.size(); ++frame.index) {
    if (const FieldBinding* field = level.references[frame.index]) {
      frame.waits = true;
      return begin_value(field->type(), field->cell(object));
    }
    if (!skip_value()) return false;
  }
  if (level.has_custom_data && !skip_custom_data()) return false;
  ++frame.level;
  frame.index = 0;
  return true;
}

bool Reader::Machine::primitives(const Plan::Level& level, void* object) {
  if (!need(level.primitive_bytes)) return false;
  for (const Plan::Primitive& primitive : level.primitives)
    load_primitive(primitive.code, stream_.data() + at_ + primitive.source,
                   primitive.field->cell(object));
  at_ += level.primitive_bytes;
  return true;
}

bool Reader::Machine::end_structure() {
  Frame& frame = stack_.back();
  const StructBinding& binding = *frame.plan->binding;
  if (!binding.is_record) return pop();
  try {
    if (!binding.construct(frame.values, frame.cell))
      return fail(ErrorCode::unexpected_null, at_, std::string(binding.java_name));
  } catch (const std::exception& thrown) {
    return fail(ErrorCode::construction_failed, at_,
                std::string(binding.java_name) + ": " + thrown.what());
  } catch (...) {
    return fail(ErrorCode::construction_failed, at_, std::string(binding.java_name));
  }
  return pop();
}

bool Reader::Machine::array_step() {
  Frame& frame = stack_.back();
  if (frame.waits) {
    frame.waits = false;
    ++frame.index;
    take_element(frame);
  }
  if (frame.type->read_exactly != nullptr && !tables_.is_replaying()) read_exactly(frame);
  if (frame.index < frame.count) return begin_element(frame);
  // What an array has more than its collection counts: room that is not used.
  for (; frame.spare > 0; --frame.spare)
    if (!need(1) || !skip_value()) return false;
  return pop();
}

bool Reader::Machine::begin_element(Frame& frame) {
  frame.waits = true;
  void* cell = frame.element != nullptr ? frame.element : frame.type->append(frame.cell);
  return begin_value(frame.type->element(), cell);
}

// An element that came whole goes to its place, and leaves a new cell for the next.
void Reader::Machine::take_element(Frame& frame) {
  if (frame.element == nullptr) return;
  frame.type->insert(frame.cell, frame.element, frame.mapped);
  frame.element_type->destroy(frame.element);
  frame.element_type->construct(frame.element);
  if (frame.mapped == nullptr) return;
  frame.mapped_type->destroy(frame.mapped);
  frame.mapped_type->construct(frame.mapped);
}

// The usual elements, by code that is made for their type. Handles are counted once for all: an
// object takes more than three bytes.
void Reader::Machine::read_exactly(Frame& frame) {
  constexpr std::uint64_t least_bytes_of_handle = 3;
  if (tables_.next() + left() / least_bytes_of_handle > options_.limits.max_handles) return;
  ExactReader exact{.at = stream_.data() + at_,
                    .begin = stream_.data(),
                    .end = stream_.data() + stream_.size(),
                    .tables = tables_,
                    .plans = plans_,
                    .exact_types = plans_.exact_types(),
                    .asks_per_record = plans_.asks_per_record()};
  frame.index += static_cast<std::uint32_t>(
      frame.type->read_exactly(frame.cell, exact, frame.count - frame.index));
  at_ = static_cast<std::uint64_t>(exact.at - exact.begin);
}

bool Reader::Machine::holder_step() {
  Frame& frame = stack_.back();
  frame.type->fill(frame.cell, frame.alternative, frame.element);
  remember(*frame.type, frame.cell, frame.alternative,
           {HandleKind::object, nullptr, frame.held, 0});
  return pop();
}

bool Reader::Machine::replay_step() {
  const Frame& frame = stack_.back();
  if (!copied(at_ - frame.replay_from)) return false;
  at_ = frame.resume_at;
  tables_.go_to(frame.resume_handle);
  return pop();
}

bool Reader::Machine::collection_step() {
  Frame& frame = stack_.back();
  if (frame.waits) {
    frame.waits = false;
    if (frame.mapped != nullptr && !std::exchange(frame.has_key, !frame.has_key)) return true;
    take_element(frame);
    ++frame.count;
  }
  if (frame.level > frame.descriptor->superclasses) return pop();
  const ClassDescriptor& level = frame.descriptor->at_level(frame.level);
  if (!level.has(flag::serializable)) return next_level(frame);
  if (frame.index == 0) {
    if (!need(level.primitive_bytes)) return false;
    find_count(frame, level);
    at_ += level.primitive_bytes;
    frame.index = level.primitive_fields;
  }
  if (frame.index < level.fields.size()) return collection_field(level.fields[frame.index++]);
  if (level.has(flag::write_method)) return collection_custom_data();
  return next_level(frame);
}

bool Reader::Machine::next_level(Frame& frame) {
  ++frame.level;
  frame.index = 0;
  return true;
}

void Reader::Machine::find_count(Frame& frame, const ClassDescriptor& level) const {
  std::uint32_t source = 0;
  for (std::uint32_t index = 0; index < level.primitive_fields; ++index) {
    const FieldDescriptor& field = level.fields[index];
    if (field.type == 'I' && field.name == frame.layout->count_field)
      frame.wanted = peek<std::uint32_t>(source);
    source += size_of_type(field.type);
  }
}

bool Reader::Machine::collection_field(const FieldDescriptor& field) {
  using How = CollectionLayout::How;
  Frame& frame = stack_.back();
  const CollectionLayout& layout = *frame.layout;
  if (!need(1)) return false;
  if (layout.how == How::single_field && field.name == layout.field) return begin_key(frame);
  if (layout.how == How::single_field && frame.has_key && field.name == layout.mapped_field) {
    frame.waits = true;
    return begin_value(*frame.mapped_type, frame.mapped);
  }
  const bool holds_all = layout.how == How::array_field || layout.how == How::inner_field;
  if (!holds_all || field.name != layout.field) return skip_value();
  const std::size_t here = stack_.size();
  const std::uint32_t wanted = frame.wanted;
  if (!begin_value(*frame.type, frame.cell)) return false;
  if (stack_.size() > here && stack_.back().kind == Kind::array && wanted < stack_.back().count) {
    stack_.back().spare = stack_.back().count - wanted;
    stack_.back().count = wanted;
  }
  return true;
}

bool Reader::Machine::begin_key(Frame& frame) {
  frame.waits = true;
  if (frame.element != nullptr) return begin_value(*frame.element_type, frame.element);
  return begin_value(frame.type->element(), frame.type->append(frame.cell));
}

bool Reader::Machine::collection_custom_data() {
  Frame& frame = stack_.back();
  const CollectionLayout& layout = *frame.layout;
  if (!need(1)) return false;
  if (code() == TypeCode::end_block_data) {
    if (frame.has_key) return fail(ErrorCode::bad_content, at_, frame.descriptor->name);
    ++at_;
    return next_level(frame);
  }
  if (is_block()) return skip_block();
  if (frame.has_key) {
    frame.waits = true;
    return begin_value(*frame.mapped_type, frame.mapped);
  }
  if (layout.ends_with_null && code() == TypeCode::null) frame.has_ended = true;
  if (layout.how != CollectionLayout::How::custom_data || frame.has_ended ||
      frame.skipped < layout.skipped_values) {
    ++frame.skipped;
    return skip_value();
  }
  return begin_key(frame);
}

}  // namespace javaser
