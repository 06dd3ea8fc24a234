// SPDX-License-Identifier: Apache-2.0
#include "writer_values.hpp"

#include "path.hpp"

namespace javaser {

std::size_t ValueWriter::Hash::operator()(const Shared& shared) const {
  return std::hash<const void*>()(shared.object) ^ (std::hash<const void*>()(shared.form) << 1);
}

bool ValueWriter::write(const Type& type, const void* value) {
  unwind();
  if (epoch_ != output_.epoch()) forget();
  bool is_well = begin(forms_.of(type), value);
  while (is_well && !stack_.empty())
    is_well = output_.has_handles() ? step() : fail(ErrorCode::too_many_handles, {});
  return is_well;
}

bool ValueWriter::fail(ErrorCode code, std::string subject) {
  error_ = {code, output_.size(), path(), std::move(subject)};
  return false;
}

std::string ValueWriter::path() const {
  std::vector<const Frame*> begun;
  for (const Frame& frame : stack_)
    if (frame.next > 0) begun.push_back(&frame);
  return path_of({}, begun.size(), [&](std::size_t depth, std::string& path) {
    const Frame& frame = *begun[depth];
    const std::size_t index = frame.next - 1;
    if (const WriteForm* container = frame.container)
      path += '[' + std::to_string(container->mapped ? index / 2 : index) + ']';
    else
      path += '.' + std::string(frame.level->references[index].binding->name);
  });
}

// After an error, or an accessor's exception, things are left open.
void ValueWriter::unwind() {
  while (!stored_.empty()) drop_stored();
  stack_.clear();
  elements_.clear();
  exclusive_.clear();
}

void ValueWriter::drop_stored() {
  const Stored& last = stored_.back();
  last.type->destroy(last.cell);
  scratch_.release(last.mark);
  stored_.pop_back();
}

void ValueWriter::forget() {
  epoch_ = output_.epoch();
  classes_.clear();
  class_handles_.clear();
  written_.clear();
}

bool ValueWriter::step() {
  Frame& frame = stack_.back();
  switch (frame.kind) {
    case Frame::Kind::level:
      return level_step(frame);
    case Frame::Kind::elements:
      return elements_step(frame);
    case Frame::Kind::storage:
      drop_stored();
      break;
    case Frame::Kind::exclusive:
      exclusive_.erase(frame.value);
      break;
  }
  stack_.pop_back();
  return true;
}

bool ValueWriter::level_step(Frame& frame) {
  const WriteLevel& level = *frame.level;
  if (frame.next == 0) put_primitives(level, frame.value);
  if (frame.next == level.references.size()) {
    stack_.pop_back();
    return true;
  }
  return begin_field(level.references[frame.next++], frame.value);
}

bool ValueWriter::elements_step(Frame& frame) {
  const WriteForm& container = *frame.container;
  if (frame.first + frame.next == elements_.size()) {
    if (container.type->flat != nullptr && !put_rest(frame)) return false;
    end_elements(frame);
    elements_.resize(frame.first);
    stack_.pop_back();
    return true;
  }
  const bool is_mapped = container.mapped != nullptr && frame.next % 2 == 1;
  const void* const element = elements_[frame.first + frame.next++];
  return begin(is_mapped ? *container.mapped : *container.element, element);
}

// Of flat elements only the first is written in the general way.
bool ValueWriter::put_rest(const Frame& frame) {
  const FlatLayout& flat = *frame.container->type->flat;
  const std::size_t size = frame.container->type->size(frame.value);
  if (size <= 1) return true;
  const std::uint64_t handles = (size - 1) * flat.classes.size();
  if (!output_.has_handles(handles)) return fail(ErrorCode::too_many_handles, {});
  flat_classes_.clear();
  for (const StructFunction binding : flat.classes)
    flat_classes_.push_back(classes_.at(&forms_.level_of(binding()).descriptor));
  flat.put_rest(frame.value, flat_classes_.data(), output_.grow((size - 1) * flat.size));
  output_.skip_handles(static_cast<std::uint32_t>(handles));
  return true;
}

void ValueWriter::end_elements(const Frame& frame) {
  const Type& type = *frame.container->type;
  if (type.shape == Shape::sequence && !type.is_list) return;
  output_.put(TypeCode::end_block_data);
  if (type.shape == Shape::map) output_.put(false);  // accessOrder, of LinkedHashMap
}

bool ValueWriter::begin_field(const WriteLevel::Field& field, const void* object) {
  if (!field.binding->needs_storage)
    return begin(*field.form, field.binding->value(object, nullptr));
  const Type& type = *field.form->type;
  const Scratch::Mark mark = scratch_.mark();
  void* const cell = scratch_.allocate(type.cell_size, type.cell_alignment);
  type.construct(cell);
  stored_.push_back({&type, cell, mark});
  stack_.push_back({.kind = Frame::Kind::storage});
  return begin(*field.form, field.binding->value(object, cell));
}

bool ValueWriter::begin(const WriteForm& outermost, const void* value) {
  const WriteForm* form = &outermost;
  Found found;
  while (const auto held_by = form->type->held) {
    const void* const holder = value;
    std::size_t alternative = 0;
    value = held_by(holder, alternative);
    if (value == nullptr) {
      output_.put(TypeCode::null);
      return true;
    }
    if (alternative == form->alternatives.size())
      return fail(ErrorCode::class_mismatch, signature_of(*form->type));
    const Type& type = *form->type;
    form = form->alternatives[alternative];
    if (type.shape == Shape::unique && !enter(value))
      return fail(ErrorCode::cyclic_value, signature_of(*form->type));
    if (type.shape == Shape::shared) {
      found = {{value, form}, type.share(holder, alternative)};
      if (put_if_written(found.shared)) return true;
    }
  }
  return begin_object(*form, value, found);
}

bool ValueWriter::enter(const void* object) {
  stack_.push_back({.kind = Frame::Kind::exclusive, .value = object});
  return exclusive_.insert(object).second;
}

bool ValueWriter::put_if_written(const Shared& shared) {
  const auto written = written_.find(shared);
  if (written == written_.end()) return false;
  output_.put_reference(written->second.handle);
  return true;
}

void ValueWriter::remember(const Found& found, std::uint32_t handle) {
  if (found.shared.object != nullptr) written_.emplace(found.shared, Written{handle, found.owner});
}

}  // namespace javaser
