// SPDX-License-Identifier: Apache-2.0
// The grammar of class descriptors.
#include <algorithm>

#include "javaser/modified_utf8.hpp"
#include "walker_machine.hpp"

namespace javaser {

namespace {

// Java's own bound: the format of class files has 16 bits for it.
constexpr std::uint32_t max_interfaces = 65535;

}  // namespace

bool Walker::Machine::descriptor() {
  switch (top().stage) {
    case Stage::begin:
      return begin_descriptor();
    case Stage::name:
      return building_.back()->is_proxy ? interfaces() : class_name();
    case Stage::head:
      return class_head();
    case Stage::fields:
      return field();
    case Stage::signature:
      return signature();
    case Stage::annotation:
      if (!have(1)) return false;
      if (!at_end_block()) return content();
      end_block();
      top().stage = Stage::super;
      return true;
    case Stage::super:
      top().stage = Stage::have_descriptor;
      return push(Kind::descriptor, Stage::begin, Role::descriptor);
    default:
      return end_descriptor();
  }
}

bool Walker::Machine::begin_descriptor() {
  if (!have(1)) return false;
  const auto code = static_cast<TypeCode>(peek<std::uint8_t>());
  if (code == TypeCode::null) return null(Role::descriptor) && pop_with(nullptr);
  if (code == TypeCode::reference) return descriptor_reference();
  const bool is_proxy = code == TypeCode::proxy_class_descriptor;
  if (code != TypeCode::class_descriptor && !is_proxy) {
    const bool exists = code >= TypeCode::null && code <= TypeCode::enum_constant;
    return exists
               ? fail(ErrorCode::wrong_kind, offset(), name_of(code))
               : fail(ErrorCode::bad_type_code, offset(), in_hex(static_cast<std::uint8_t>(code)));
  }
  if (tables_.is_replaying()) {
    const ClassDescriptor& known = tables_.descriptor(tables_.at(tables_.next()));
    tables_.go_to(known.next_handle - base_handle);
    take(known.end - offset());
    return pop_with(&known);
  }
  if (is_proxy && !have(5)) return false;
  ClassDescriptor& building = tables_.new_descriptor();
  building_.push_back(&building);
  building.offset = offset();
  building.is_proxy = is_proxy;
  top().stage = Stage::name;
  visitor_.type_code(offset(), code);
  take(1);
  if (!is_proxy) return true;

  building.flags = flag::serializable;
  const auto count = peek<std::uint32_t>();
  if (count > max_interfaces)
    return fail(count >> 31 != 0 ? ErrorCode::negative_length : ErrorCode::array_too_long, offset(),
                std::to_string(count));
  take(4);
  top().count = count;
  return new_handle(HandleKind::descriptor, building.offset, &building, building.handle);
}

bool Walker::Machine::descriptor_reference() {
  std::uint32_t handle = 0;
  const HandleEntry* entry = referenced(handle);
  if (entry == nullptr) return false;
  if (entry->kind() != HandleKind::descriptor) return fail(ErrorCode::wrong_kind, offset());
  visitor_.type_code(offset(), TypeCode::reference);
  visitor_.reference(offset(), Role::descriptor, handle);
  take(5);
  return pop_with(&tables_.descriptor(*entry));
}

// A name with its length before it, `after` bytes of something else to follow at once. Takes the
// name alone.
bool Walker::Machine::name(std::string& out, std::size_t before, std::size_t after) {
  if (!have(before + 2)) return false;
  const auto length = peek<std::uint16_t>(before);
  if (!have(before + 2 + length + after)) return false;
  const std::string_view bytes{reinterpret_cast<const char*>(input_.data()) + before + 2, length};
  if (const std::size_t bad = modified_utf8::find_malformed(bytes); bad < bytes.size())
    return fail(ErrorCode::bad_utf8, offset() + before + 2 + bad);
  out.clear();
  modified_utf8::append_utf8(bytes, out);
  take(before + 2 + length);
  return true;
}

bool Walker::Machine::interfaces() {
  ClassDescriptor& building = *building_.back();
  if (top().index < top().count) {
    std::string interface;
    if (!name(interface, 0, 0)) return false;
    building.interfaces.push_back(std::move(interface));
    ++top().index;
    return true;
  }
  visitor_.begin_descriptor(top().role, building, 0);
  top().stage = Stage::annotation;
  return true;
}

bool Walker::Machine::class_name() {
  ClassDescriptor& building = *building_.back();
  if (!name(building.name, 0, sizeof building.suid)) return false;
  building.suid = peek<std::uint64_t>();
  take(sizeof building.suid);
  top().stage = Stage::head;
  return new_handle(HandleKind::descriptor, building.offset, &building, building.handle);
}

bool Walker::Machine::class_head() {
  if (!have(3)) return false;
  ClassDescriptor& building = *building_.back();
  building.flags = peek<std::uint8_t>();
  const auto count = peek<std::uint16_t>(1);
  const bool is_enum = building.has(flag::enumeration);
  if (building.has(flag::serializable | flag::externalizable) ||
      (is_enum && (count > 0 || building.suid != 0)))
    return fail(ErrorCode::bad_flags, offset(), building.name);
  take(3);
  top().count = count;
  top().stage = Stage::fields;
  visitor_.begin_descriptor(top().role, building, count);
  return true;
}

bool Walker::Machine::field() {
  ClassDescriptor& building = *building_.back();
  if (top().index == top().count) {
    top().stage = Stage::annotation;
    return true;
  }
  if (!have(1)) return false;
  const std::uint64_t at = offset();
  const char type = static_cast<char>(peek<std::uint8_t>());
  const std::uint32_t size = size_of_type(type);
  if (size == 0 && type != 'L' && type != '[')
    return fail(ErrorCode::bad_field_type, at, in_hex(static_cast<std::uint8_t>(type)));
  if (!name(field_name_, 1, 0)) return false;
  if (size > 0) {
    if (building.primitive_fields < building.fields.size())
      return fail(ErrorCode::bad_field_order, at, field_name_);
    ++building.primitive_fields;
    building.primitive_bytes += size;
    ++top().index;
  } else {
    top().stage = Stage::signature;
  }
  FieldDescriptor& field = building.fields.add();
  field.type = type;
  field.name.swap(field_name_);
  field.signature.clear();
  visitor_.descriptor_field(at, building, field);
  return true;
}

bool Walker::Machine::signature() {
  const std::uint64_t at = offset();
  if (!string_or_reference(Role::signature)) return false;
  FieldDescriptor& field = building_.back()->fields.back();
  const std::string* text = tables_.find_signature(string_);
  if (text == nullptr || text->front() != field.type)
    return fail(ErrorCode::bad_field_type, at, field.name);
  field.signature = *text;
  ++top().index;
  top().stage = Stage::fields;
  return true;
}

bool Walker::Machine::end_descriptor() {
  // Frames count levels in eight bits.
  const std::uint32_t most = std::min(limits_.max_superclasses, 254U);
  ClassDescriptor& building = *building_.back();
  if (descriptor_ != nullptr) {
    if (!descriptor_->is_complete)
      return fail(ErrorCode::cyclic_class, building.offset, building.name);
    building.superclasses = descriptor_->superclasses + 1;
    if (building.superclasses > most)
      return fail(ErrorCode::too_many_superclasses, building.offset, std::to_string(most));
  }
  building.super = descriptor_;
  building.end = offset();
  building.next_handle = base_handle + tables_.next();
  building.is_complete = true;
  building_.pop_back();
  visitor_.end_descriptor(building);
  return pop_with(&building);
}

}  // namespace javaser
