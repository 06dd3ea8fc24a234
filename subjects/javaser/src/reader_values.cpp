// SPDX-License-Identifier: Apache-2.0
// What a reader does with the value at its place: which type takes it, and how it begins.
#include <algorithm>

#include "javaser/modified_utf8.hpp"
#include "reader_machine.hpp"
#include "walker_machine.hpp"

namespace javaser {

namespace {

struct Box {
  std::string_view class_name;
  char code;
};
constexpr Box boxes[] = {
    {"java.lang.Boolean", 'Z'}, {"java.lang.Byte", 'B'},  {"java.lang.Character", 'C'},
    {"java.lang.Double", 'D'},  {"java.lang.Float", 'F'}, {"java.lang.Integer", 'I'},
    {"java.lang.Long", 'J'},    {"java.lang.Short", 'S'},
};

bool is_box_of(const ClassDescriptor& descriptor, char code) {
  return std::ranges::any_of(
      boxes, [&](const Box& box) { return box.code == code && box.class_name == descriptor.name; });
}

}  // namespace

void load_primitive(char code, const std::byte* from, void* to) {
  switch (code) {
    case 'Z':
      types::as<bool>(to) = types::load<bool>(from);
      break;
    case 'B':
      types::as<std::int8_t>(to) = types::load<std::int8_t>(from);
      break;
    case 'C':
      types::as<char16_t>(to) = types::load<char16_t>(from);
      break;
    case 'S':
      types::as<std::int16_t>(to) = types::load<std::int16_t>(from);
      break;
    case 'I':
      types::as<std::int32_t>(to) = types::load<std::int32_t>(from);
      break;
    case 'J':
      types::as<std::int64_t>(to) = types::load<std::int64_t>(from);
      break;
    case 'F':
      types::as<float>(to) = types::load<float>(from);
      break;
    case 'D':
      types::as<double>(to) = types::load<double>(from);
      break;
    default:
      break;
  }
}

bool Reader::Machine::begin_value(const Type& type, void* cell) {
  if (!need(1)) return false;
  switch (code()) {
    case TypeCode::null:
      return null_value(type, cell);
    case TypeCode::reference:
      return reference_value(type, cell);
    case TypeCode::string:
    case TypeCode::long_string:
      return new_text(type, cell);
    case TypeCode::object:
    case TypeCode::array:
    case TypeCode::enum_constant:
      return begin_thing(type, cell);
    case TypeCode::exception:
      return aborted();
    case TypeCode::end_block_data:
      return fail(ErrorCode::unexpected_end_block, at_);
    case TypeCode::reset:
      return fail(ErrorCode::unexpected_reset, at_);
    case TypeCode::class_object:
    case TypeCode::class_descriptor:
    case TypeCode::proxy_class_descriptor:
      return fail(ErrorCode::type_clash, at_, name_of(code()));
    case TypeCode::block_data:
    case TypeCode::block_data_long:
      return fail(ErrorCode::wrong_kind, at_, name_of(code()));
  }
  return fail(ErrorCode::bad_type_code, at_, in_hex(static_cast<std::uint8_t>(code())));
}

bool Reader::Machine::null_value(const Type& type, void* cell) {
  if (type.reset == nullptr) return fail(ErrorCode::unexpected_null, at_);
  type.reset(cell);
  ++at_;
  return true;
}

// What the TC_REFERENCE here is to, and the index of its handle; null after an error.
const HandleEntry* Reader::Machine::referenced(std::uint32_t& object) {
  if (!need(5)) return nullptr;
  const auto handle = peek<std::uint32_t>(1);
  object = handle - base_handle;
  const HandleEntry* entry = tables_.find(handle);
  if (entry == nullptr) fail(ErrorCode::bad_handle, at_ + 1, in_hex(handle));
  return entry;
}

bool Reader::Machine::reference_value(const Type& type, void* cell) {
  std::uint32_t object = 0;
  const HandleEntry* found = referenced(object);
  if (found == nullptr) return false;
  const HandleEntry entry = *found;
  switch (entry.kind()) {
    case HandleKind::string:
      return known_text(type, cell, entry.offset, object);
    case HandleKind::descriptor:
    case HandleKind::class_object:
      return fail(ErrorCode::type_clash, at_, in_hex(base_handle + object));
    default:
      at_ += 5;
      return adopt_shared(type, cell, object) || replay(type, cell, entry, object);
  }
}

bool Reader::Machine::adopt_shared(const Type& type, void* cell, std::uint32_t object) {
  const auto found = shared_.find(object);
  if (type.shape != Shape::shared || found == shared_.end()) return false;
  const auto alternatives = type.alternatives();
  for (std::size_t index = 0; index < alternatives.size(); ++index) {
    if (&alternatives[index]() != found->second.type) continue;
    type.adopt(cell, index, found->second.value);
    return true;
  }
  return false;
}

bool Reader::Machine::replay(const Type& type, void* cell, const HandleEntry& entry,
                             std::uint32_t object) {
  if (object < open_.size() && open_[object]) return fail(ErrorCode::cyclic_value, at_ - 5);
  Frame* frame = push(Kind::replay, type, cell, no_object);
  if (frame == nullptr) return false;
  frame->resume_at = at_;
  frame->resume_handle = tables_.next();
  frame->replay_from = entry.offset;
  // Its class descriptor may stand inside the object, and then has an earlier handle.
  while (object > 0 && tables_.at(object - 1).offset > entry.offset) --object;
  tables_.go_to(object);
  at_ = entry.offset;
  return begin_value(type, cell);
}

bool Reader::Machine::copied(std::uint64_t bytes) {
  copied_ += bytes;
  return copied_ <= options_.limits.max_copied_bytes || fail(ErrorCode::too_much_copied, at_);
}

// Text.

bool Reader::Machine::find_text(std::uint64_t at, std::string_view& bytes, std::uint64_t& end) {
  const bool is_long = static_cast<TypeCode>(stream_[at]) == TypeCode::long_string;
  const std::size_t head = is_long ? 9 : 3;
  if (!need(at - at_ + head)) return false;
  const std::byte* length_at = stream_.data() + at + 1;
  const std::uint64_t length =
      is_long ? types::load<std::uint64_t>(length_at) : types::load<std::uint16_t>(length_at);
  if (length >> 63 != 0) return fail(ErrorCode::negative_length, at + 1);
  if (length > stream_.size() - at - head) return fail(ErrorCode::truncated, at);
  bytes = {reinterpret_cast<const char*>(stream_.data() + at + head), length};
  end = at + head + length;
  return true;
}

bool Reader::Machine::new_text(const Type& type, void* cell) {
  std::string_view bytes;
  std::uint64_t end = 0;
  if (!find_text(at_, bytes, end)) return false;
  if (const std::size_t bad = modified_utf8::find_malformed(bytes); bad < bytes.size())
    return fail(ErrorCode::bad_utf8, end - bytes.size() + bad);
  Thing thing{HandleKind::string, nullptr, no_object, at_};
  if (!new_handle(HandleKind::string, at_, nullptr, thing.object)) return false;
  tables_.keep_signature(base_handle + thing.object, bytes);
  at_ = end;
  return put_text(type, cell, thing, bytes);
}

bool Reader::Machine::known_text(const Type& type, void* cell, std::uint64_t offset,
                                 std::uint32_t object) {
  std::string_view bytes;
  std::uint64_t end = 0;
  const std::uint64_t here = std::exchange(at_, offset);
  if (!find_text(offset, bytes, end)) return false;
  at_ = here + 5;
  if (adopt_shared(type, cell, object)) return true;
  return copied(bytes.size()) &&
         put_text(type, cell, {HandleKind::string, nullptr, object, offset}, bytes);
}

bool Reader::Machine::put_text(const Type& type, void* cell, const Thing& thing,
                               std::string_view bytes) {
  const Type* into = &type;
  if (!place(into, cell, thing)) return false;
  if (into->shape == Shape::string) {
    auto& text = types::as<std::string>(cell);
    text.clear();
    modified_utf8::append_utf8(bytes, text);
  } else {
    types::as<std::u16string>(cell) = modified_utf8::to_utf16(bytes);
  }
  return true;
}

// Objects, arrays, enum constants.

bool Reader::Machine::begin_thing(const Type& type, void* cell) {
  Thing thing{HandleKind::object, nullptr, no_object, at_};
  if (code() == TypeCode::array) thing.kind = HandleKind::array;
  if (code() == TypeCode::enum_constant) thing.kind = HandleKind::enum_constant;
  ++at_;
  if (!read_descriptor(thing.descriptor)) return false;
  const ClassDescriptor& descriptor = *thing.descriptor;
  const bool is_array = descriptor.name.size() > 1 && descriptor.name[0] == '[';
  if (is_array != (thing.kind == HandleKind::array))
    return fail(is_array ? ErrorCode::wrong_kind : ErrorCode::bad_array_class, thing.offset,
                descriptor.name);
  if (descriptor.has(flag::enumeration) != (thing.kind == HandleKind::enum_constant))
    return fail(ErrorCode::wrong_kind, thing.offset, descriptor.name);
  if (is_array && !array_length(thing.length)) return false;
  if (!new_handle(thing.kind, thing.offset, thing.descriptor, thing.object)) return false;
  const Type* into = &type;
  if (!place(into, cell, thing)) return false;
  if (is_array) return begin_array(*into, cell, thing);
  if (thing.kind == HandleKind::enum_constant) return enum_value(*into, cell, thing);
  return begin_object(*into, cell, thing);
}

bool Reader::Machine::array_length(std::uint32_t& length) {
  if (!need(4)) return false;
  const auto count = peek<std::int32_t>();
  if (count < 0) return fail(ErrorCode::negative_length, at_, std::to_string(count));
  length = static_cast<std::uint32_t>(count);
  if (length > options_.limits.max_array_length)
    return fail(ErrorCode::array_too_long, at_, std::to_string(options_.limits.max_array_length));
  at_ += 4;
  return true;
}

bool Reader::Machine::takes(const Type& type, const Thing& thing) {
  switch (type.shape) {
    case Shape::string:
    case Shape::utf16_string:
      return thing.kind == HandleKind::string;
    case Shape::primitive:
      return thing.kind == HandleKind::object && is_box_of(*thing.descriptor, type.code);
    case Shape::enumeration:
      return thing.kind == HandleKind::enum_constant &&
             type.enumeration().java_name == thing.descriptor->name;
    case Shape::structure:
      return thing.kind == HandleKind::object &&
             type.structure().java_name == thing.descriptor->name;
    case Shape::sequence:
      if (thing.kind == HandleKind::array) return true;
      [[fallthrough]];
    case Shape::set:
    case Shape::map: {
      if (thing.kind != HandleKind::object) return false;
      const CollectionLayout* layout = find_collection(thing.descriptor->name);
      return layout != nullptr && layout->may_be(type.shape);
    }
    default:
      return std::ranges::any_of(type.alternatives(), [&](TypeFunction alternative) {
        return takes(alternative(), thing);
      });
  }
}

// Goes into optionals, pointers and variants, making what they are to hold, down to the type that
// takes the thing.
bool Reader::Machine::place(const Type*& type, void*& cell, const Thing& thing) {
  while (type->alternatives != nullptr) {
    const auto alternatives = type->alternatives();
    std::size_t index = 0;
    while (index < alternatives.size() && !takes(alternatives[index](), thing)) ++index;
    if (index == alternatives.size()) return clash(thing);
    const Type& alternative = alternatives[index]();
    void* inner = type->emplace(cell, index);
    if (inner == nullptr) {
      inner = hold(*type, cell, index, thing);
      if (inner == nullptr) return false;
    } else {
      remember(*type, cell, index, thing);
    }
    type = &alternative;
    cell = inner;
  }
  return takes(*type, thing) || clash(thing);
}

bool Reader::Machine::clash(const Thing& thing) {
  const bool is_object = thing.kind == HandleKind::object;
  return fail(is_object ? ErrorCode::class_mismatch : ErrorCode::type_clash, thing.offset,
              thing.descriptor ? thing.descriptor->name : "java.lang.String");
}

void* Reader::Machine::hold(const Type& type, void* cell, std::size_t alternative,
                            const Thing& thing) {
  Frame* frame = push(Kind::holder, type, cell, no_object);
  if (frame == nullptr) return nullptr;
  frame->alternative = alternative;
  frame->held = thing.object;
  frame->element_type = &type.alternatives()[alternative]();
  frame->element = new_cell(*frame->element_type);
  return frame->element;
}

void Reader::Machine::remember(const Type& type, void* cell, std::size_t alternative,
                               const Thing& thing) {
  if (type.shape == Shape::shared)
    shared_[thing.object] = {&type.alternatives()[alternative](), type.share(cell, alternative)};
}

bool Reader::Machine::begin_array(const Type& type, void* cell, const Thing& thing) {
  const Type& element = type.element();
  const char code = thing.descriptor->name[1];
  if (const std::uint32_t size = size_of_type(code); size > 0) {
    if (type.assign == nullptr || element.code != code) return clash(thing);
    const std::uint64_t bytes = std::uint64_t{thing.length} * size;
    if (!need(bytes)) return false;
    type.assign(cell, stream_.data() + at_, thing.length);
    at_ += bytes;
    return true;
  }
  // Room for what the bytes that are left can be: a null takes one of them, a reference five. Eight
  // times their memory is enough to begin with, whatever the size of an element.
  const std::uint64_t most =
      std::min(element.reset != nullptr ? left() : left() / 5, left() * 8 / element.cell_size);
  type.clear(cell, std::min<std::uint64_t>(thing.length, most));
  Frame* frame = push(Kind::array, type, cell, thing.object);
  if (frame == nullptr) return false;
  frame->count = thing.length;
  if (type.append == nullptr) {
    frame->element_type = &element;
    frame->element = new_cell(element);
  }
  return true;
}

bool Reader::Machine::begin_object(const Type& type, void* cell, const Thing& thing) {
  if (type.shape == Shape::primitive) return box(type, cell, *thing.descriptor);
  const bool is_structure = type.shape == Shape::structure;
  Frame* frame = push(is_structure ? Kind::structure : Kind::collection, type, cell, thing.object);
  if (frame == nullptr) return false;
  if (is_structure) {
    const Plan& plan = plans_.find(*thing.descriptor, type.structure());
    if (plan.error != ErrorCode::none) return fail(plan.error, thing.offset, plan.subject);
    frame->plan = &plan;
    frame->values = cell;
    if (plan.binding->is_record) {
      frame->values =
          scratch_.allocate(plan.binding->gathered_size, plan.binding->gathered_alignment);
      plan.binding->begin_gathering(frame->values);
    }
    return true;
  }
  frame->descriptor = thing.descriptor;
  frame->layout = find_collection(thing.descriptor->name);
  type.clear(cell, 0);
  if (type.append == nullptr) {
    frame->element_type = &type.element();
    frame->element = new_cell(*frame->element_type);
  }
  if (type.mapped != nullptr) {
    frame->mapped_type = &type.mapped();
    frame->mapped = new_cell(*frame->mapped_type);
  }
  return true;
}

// java.lang.Integer and its like: one class with one field, under Number, which has none.
bool Reader::Machine::box(const Type& type, void* cell, const ClassDescriptor& descriptor) {
  std::uint32_t bytes = 0;
  bool is_plain = true;
  for (const ClassDescriptor* level = &descriptor; level != nullptr; level = level->super) {
    bytes += level->primitive_bytes;
    is_plain = is_plain && level->flags == flag::serializable &&
               level->fields.size() == level->primitive_fields;
  }
  if (!is_plain || bytes != size_of_type(type.code))
    return fail(ErrorCode::bad_content, at_, descriptor.name);
  if (!need(bytes)) return false;
  load_primitive(type.code, stream_.data() + at_, cell);
  at_ += bytes;
  return true;
}

bool Reader::Machine::enum_value(const Type& type, void* cell, const Thing& thing) {
  std::string_view name;
  const std::uint64_t begin = at_;
  if (!need(1)) return false;
  std::uint64_t end = 0;
  if (code() == TypeCode::reference) {
    std::uint32_t object = 0;
    const HandleEntry* entry = referenced(object);
    if (entry == nullptr) return false;
    if (entry->kind() != HandleKind::string) return fail(ErrorCode::wrong_kind, at_);
    at_ = entry->offset;
    if (!find_text(at_, name, end)) return false;
    end = begin + 5;
  } else {
    if (code() != TypeCode::string) return fail(ErrorCode::wrong_kind, at_);
    if (!find_text(at_, name, end)) return false;
    if (modified_utf8::find_malformed(name) < name.size()) return fail(ErrorCode::bad_utf8, at_);
    std::uint32_t ignored = 0;
    if (!new_handle(HandleKind::string, at_, nullptr, ignored)) return false;
    tables_.keep_signature(base_handle + ignored, name);
  }
  at_ = end;
  const EnumBinding& binding = type.enumeration();
  const auto constant = std::ranges::find(binding.constants, name, &EnumBinding::Constant::name);
  if (constant == binding.constants.end())
    return fail(ErrorCode::unknown_constant, begin,
                thing.descriptor->name + '.' + modified_utf8::to_utf8(name));
  binding.assign(cell, constant->value);
  return true;
}

}  // namespace javaser
