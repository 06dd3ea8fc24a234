// SPDX-License-Identifier: Apache-2.0
// The grammar of everything that is not a class descriptor.
#include <algorithm>
#include <array>

#include "javaser/modified_utf8.hpp"
#include "walker_machine.hpp"

namespace javaser {

namespace {

constexpr std::uint16_t stream_magic = 0xaced;  // STREAM_MAGIC
constexpr std::uint16_t stream_version = 5;     // STREAM_VERSION

// Whether a field or element of a class type that is not declared to be an array may hold a string
// or an array, which the stream alone tells: both have few supertypes, all of them final in number.
bool class_may_hold(std::string_view signature, HandleKind kind) {
  static constexpr std::array of_arrays = {std::string_view{"java/lang/Object"},
                                           std::string_view{"java/lang/Cloneable"},
                                           std::string_view{"java/io/Serializable"}};
  static constexpr std::array of_strings = {std::string_view{"java/lang/Object"},
                                            std::string_view{"java/lang/String"},
                                            std::string_view{"java/lang/CharSequence"},
                                            std::string_view{"java/lang/Comparable"},
                                            std::string_view{"java/io/Serializable"},
                                            std::string_view{"java/lang/constant/Constable"},
                                            std::string_view{"java/lang/constant/ConstantDesc"}};
  // Fields' signatures have slashes, names of array classes dots.
  std::string name{signature.substr(1, signature.size() - 2)};
  std::replace(name.begin(), name.end(), '.', '/');
  if (kind == HandleKind::array) return std::ranges::find(of_arrays, name) != of_arrays.end();
  if (kind == HandleKind::string) return std::ranges::find(of_strings, name) != of_strings.end();
  return name != "java/lang/String" || kind == HandleKind::object;
}

// Whether an array of that class may be in a field or element of that type. What classes' arrays
// are others' too the stream does not tell; what arrays of primitives and of arrays are it does.
bool array_suits(std::string_view name, std::string_view signature) {
  while (signature.starts_with('[') && name.starts_with('[')) {
    signature.remove_prefix(1);
    name.remove_prefix(1);
  }
  if (!signature.starts_with('L')) return name == signature;
  return name.starts_with('L') ||
         (name.starts_with('[') && class_may_hold(signature, HandleKind::array));
}

}  // namespace

std::string in_hex(std::uint32_t value) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (int shift = 28; shift >= 0; shift -= 4)
    if (const auto digit = value >> shift & 15; digit != 0 || !text.empty() || shift == 0)
      text += digits[digit];
  return text;
}

bool Walker::Machine::header() {
  if (!have(4)) return false;
  if (peek<std::uint16_t>() != stream_magic) return fail(ErrorCode::bad_magic, offset());
  const auto version = peek<std::uint16_t>(2);
  if (version != stream_version)
    return fail(ErrorCode::bad_version, offset() + 2, std::to_string(version));
  take(4);
  return pop();
}

bool Walker::Machine::push(Kind kind, Stage stage, Role role) {
  if (stack_.size() > limits_.max_depth)
    return fail(ErrorCode::too_deep, offset(), std::to_string(limits_.max_depth));
  Frame frame{kind, stage, role};
  frame.offset = offset();
  stack_.push_back(frame);
  return true;
}

bool Walker::Machine::new_handle(HandleKind kind, std::uint64_t at,
                                 const ClassDescriptor* descriptor, std::uint32_t& handle) {
  if (tables_.next() >= limits_.max_handles)
    return fail(ErrorCode::too_many_handles, at, std::to_string(limits_.max_handles));
  handle = base_handle +
           tables_.give(HandleEntry::of(kind, at, descriptor != nullptr ? descriptor->number : 0));
  return true;
}

bool Walker::Machine::item() {
  if (!have(1)) return false;
  if (static_cast<TypeCode>(peek<std::uint8_t>()) == TypeCode::reset) {
    visitor_.type_code(offset(), TypeCode::reset);
    visitor_.reset(offset());
    take(1);
    tables_.forget_handles();
    ++top().index;
    return true;
  }
  if (!content()) return false;
  ++stack_.front().index;
  return true;
}

// An item, or a part of custom data or of an annotation: a value or a block.
bool Walker::Machine::content() {
  const auto code = static_cast<TypeCode>(peek<std::uint8_t>());
  if (code == TypeCode::block_data || code == TypeCode::block_data_long) return block(code);
  return value({});
}

// A value, which must suit a field or element of that type; an empty one suits all.
bool Walker::Machine::value(std::string_view signature) {
  if (!have(1)) return false;
  const auto code = static_cast<TypeCode>(peek<std::uint8_t>());
  switch (code) {
    case TypeCode::null:
      return null(Role::value);
    case TypeCode::reference:
      return reference(signature);
    case TypeCode::string:
    case TypeCode::long_string:
      return string(Role::value, signature);
    default:
      return may_stand(code == TypeCode::array           ? HandleKind::array
                       : code == TypeCode::enum_constant ? HandleKind::enum_constant
                       : code == TypeCode::class_object  ? HandleKind::class_object
                                                         : HandleKind::object,
                       signature, offset()) &&
             begin_value(code);
  }
}

// A type code whose thing has parts: it becomes a frame.
bool Walker::Machine::begin_value(TypeCode code) {
  const std::uint64_t at = offset();
  switch (code) {
    case TypeCode::object:
      if (!push(Kind::object, Stage::begin, Role::value)) return false;
      break;
    case TypeCode::array:
      if (!push(Kind::array, Stage::begin, Role::value)) return false;
      break;
    case TypeCode::enum_constant:
      if (!push(Kind::enum_constant, Stage::begin, Role::value)) return false;
      break;
    case TypeCode::class_object:
      if (!push(Kind::class_object, Stage::begin, Role::value)) return false;
      break;
    case TypeCode::class_descriptor:
    case TypeCode::proxy_class_descriptor:
      return push(Kind::descriptor, Stage::begin, Role::value);
    case TypeCode::exception:
      if (stack_.empty() || stack_.front().kind != Kind::items)
        return fail(ErrorCode::write_aborted, at);
      stack_.resize(1);
      building_.clear();
      if (!push(Kind::exception, Stage::begin, Role::value)) return false;
      break;
    case TypeCode::end_block_data:
      return fail(ErrorCode::unexpected_end_block, at);
    case TypeCode::reset:
      return fail(ErrorCode::unexpected_reset, at);
    case TypeCode::block_data:
    case TypeCode::block_data_long:
      return fail(ErrorCode::wrong_kind, at, name_of(code));
    default:
      return fail(ErrorCode::bad_type_code, at, in_hex(static_cast<std::uint8_t>(code)));
  }
  visitor_.type_code(at, code);
  take(1);
  return true;
}

bool Walker::Machine::may_stand(HandleKind kind, std::string_view signature, std::uint64_t at) {
  // An object may resolve to anything when it is read (readResolve).
  if (signature.size() < 2 || kind == HandleKind::object) return true;
  const bool suits =
      signature.front() == '[' ? kind == HandleKind::array : class_may_hold(signature, kind);
  return suits || fail(ErrorCode::wrong_kind, at, std::string(signature));
}

bool Walker::Machine::null(Role role) {
  visitor_.type_code(offset(), TypeCode::null);
  visitor_.null(offset(), role);
  take(1);
  return true;
}

// What the TC_REFERENCE here is to; null if that is not all there, or was never given.
const HandleEntry* Walker::Machine::referenced(std::uint32_t& handle) {
  if (!have(5)) return nullptr;
  handle = peek<std::uint32_t>(1);
  const HandleEntry* entry = tables_.find(handle);
  if (entry == nullptr) fail(ErrorCode::bad_handle, offset() + 1, in_hex(handle));
  return entry;
}

bool Walker::Machine::reference(std::string_view signature) {
  std::uint32_t handle = 0;
  const HandleEntry* entry = referenced(handle);
  if (entry == nullptr) return false;
  if (!may_stand(entry->kind(), signature, offset())) return false;
  if (entry->kind() == HandleKind::array && !signature.empty() &&
      !array_suits(tables_.descriptor(*entry).name, signature))
    return fail(ErrorCode::wrong_kind, offset(), std::string(signature));
  visitor_.type_code(offset(), TypeCode::reference);
  visitor_.reference(offset(), Role::value, handle);
  take(5);
  return true;
}

bool Walker::Machine::string(Role role, std::string_view signature) {
  const bool is_long = peek<std::uint8_t>() == static_cast<std::uint8_t>(TypeCode::long_string);
  const std::size_t head = is_long ? 9 : 3;
  if (!have(head)) return false;
  if (!may_stand(HandleKind::string, signature, offset())) return false;
  const std::uint64_t length = is_long ? peek<std::uint64_t>(1) : peek<std::uint16_t>(1);
  if (is_long && (length >> 63) != 0) return fail(ErrorCode::negative_length, offset() + 1);
  if (!have(head + length)) return false;

  const std::uint64_t at = offset();
  const std::string_view bytes{reinterpret_cast<const char*>(input_.data()) + head, length};
  if (const std::size_t bad = modified_utf8::find_malformed(bytes); bad < bytes.size())
    return fail(ErrorCode::bad_utf8, at + head + bad);
  std::uint32_t handle = 0;
  if (!new_handle(HandleKind::string, at, nullptr, handle)) return false;
  tables_.keep_signature(handle, bytes);
  string_ = handle;
  visitor_.type_code(at, is_long ? TypeCode::long_string : TypeCode::string);
  visitor_.string(at, role, handle, bytes);
  take(head + length);
  return true;
}

// Where nothing but a string may stand: a signature, the name of a constant.
bool Walker::Machine::string_or_reference(Role role) {
  if (!have(1)) return false;
  const auto code = static_cast<TypeCode>(peek<std::uint8_t>());
  if (code == TypeCode::string || code == TypeCode::long_string) return string(role, {});
  if (code != TypeCode::reference)
    return fail(ErrorCode::wrong_kind, offset(), in_hex(static_cast<std::uint8_t>(code)));
  std::uint32_t handle = 0;
  const HandleEntry* entry = referenced(handle);
  if (entry == nullptr) return false;
  if (entry->kind() != HandleKind::string) return fail(ErrorCode::wrong_kind, offset());
  visitor_.type_code(offset(), TypeCode::reference);
  visitor_.reference(offset(), role, handle);
  take(5);
  string_ = handle;
  return true;
}

bool Walker::Machine::block(TypeCode code) {
  const std::size_t head = code == TypeCode::block_data ? 2 : 5;
  if (!have(head)) return false;
  const std::uint32_t length =
      code == TypeCode::block_data ? peek<std::uint8_t>(1) : peek<std::uint32_t>(1);
  if (length >> 31 != 0) return fail(ErrorCode::negative_length, offset() + 1);
  if (!have(head + std::uint64_t{length})) return false;
  const std::uint64_t at = offset();
  visitor_.type_code(at, code);
  take(head);
  visitor_.block(at, take(length));
  return true;
}

void Walker::Machine::end_block() {
  visitor_.type_code(offset(), TypeCode::end_block_data);
  visitor_.end_block(offset());
  take(1);
}

bool Walker::Machine::exception() {
  const std::size_t here = stack_.size() - 1;
  switch (top().stage) {
    case Stage::begin:
      tables_.forget_handles();
      visitor_.begin_exception(top().offset);
      top().stage = Stage::elements;
      return true;
    case Stage::elements:
      // Beforehand, as the value may be another exception, which takes this one's place.
      top().stage = Stage::end;
      if (value({})) return true;
      stack_[here].stage = Stage::elements;
      return false;
    default:
      tables_.forget_handles();
      visitor_.end_exception();
      return pop();
  }
}

bool Walker::Machine::object() {
  switch (top().stage) {
    case Stage::begin:
      top().stage = Stage::have_descriptor;
      return push(Kind::descriptor, Stage::begin, Role::descriptor);
    case Stage::have_descriptor:
      return begin_object();
    case Stage::level:
      return level();
    case Stage::primitives:
      return primitives();
    case Stage::references: {
      const ClassDescriptor& level = level_of(top());
      if (top().index == level.fields.size()) return end_level();
      if (top().index == 0 && level.may_lack_fields()) {
        if (!have(1)) return false;
        if (begins_custom_data(static_cast<TypeCode>(peek<std::uint8_t>()))) return end_level();
      }
      return reference_field(level.fields[top().index]);
    }
    case Stage::custom_data:
      if (!have(1)) return false;
      if (!at_end_block()) return content();
      end_block();
      return end_class_data();
    default:
      return false;  // no other stage is an object's
  }
}

bool Walker::Machine::begin_object() {
  Frame& frame = top();
  const ClassDescriptor* descriptor = descriptor_;
  if (descriptor == nullptr || descriptor->has(flag::enumeration) ||
      descriptor->name.starts_with('['))
    return fail(ErrorCode::wrong_kind, frame.offset, descriptor ? descriptor->name : "null");
  if (!descriptor->is_complete) return fail(ErrorCode::bad_handle, frame.offset, descriptor->name);
  std::uint32_t handle = 0;
  if (!new_handle(HandleKind::object, frame.offset, descriptor, handle)) return false;
  frame.descriptor = descriptor;
  visitor_.begin_object(frame.offset, handle, *descriptor);
  // An externalizable object writes all its classes' data itself.
  frame.level = descriptor->has(flag::externalizable)
                    ? static_cast<std::uint8_t>(descriptor->superclasses)
                    : 0;
  frame.stage = Stage::level;
  return true;
}

bool Walker::Machine::level() {
  Frame& frame = top();
  if (frame.level > frame.descriptor->superclasses) {
    visitor_.end_object(*frame.descriptor);
    return pop();
  }
  const ClassDescriptor& level = level_of(frame);
  frame.index = level.primitive_fields;
  frame.count = 0;
  if (level.has(flag::externalizable)) {
    if (&level != frame.descriptor) return fail(ErrorCode::bad_flags, frame.offset, level.name);
    if (!level.has(flag::block_data))
      return fail(ErrorCode::undelimited_content, offset(), level.name);
    visitor_.begin_class_data(offset(), level);
    visitor_.begin_custom_data(offset(), level);
    frame.stage = Stage::custom_data;
  } else if (level.has(flag::serializable)) {
    visitor_.begin_class_data(offset(), level);
    frame.stage = Stage::primitives;
  } else {
    ++frame.level;
  }
  return true;
}

bool Walker::Machine::primitives() {
  Frame& frame = top();
  const ClassDescriptor& level = level_of(frame);
  if (!have(level.primitive_bytes)) return false;
  if (level.primitive_bytes > 0) {
    const std::uint64_t at = offset();
    visitor_.primitives(at, level, take(level.primitive_bytes));
  }
  frame.stage = Stage::references;
  return true;
}

bool Walker::Machine::reference_field(const FieldDescriptor& field) {
  const std::size_t here = stack_.size() - 1;
  // Once, also where its value comes in parts: `count` is the number of fields told of.
  if (top().count <= top().index) {
    visitor_.reference_field(offset(), level_of(top()), field);
    top().count = top().index + 1;
  }
  if (!value(field.signature)) return false;
  if (here < stack_.size()) ++stack_[here].index;
  return true;
}

bool Walker::Machine::end_level() {
  Frame& frame = top();
  const ClassDescriptor& level = level_of(frame);
  if (!level.has(flag::write_method)) return end_class_data();
  visitor_.begin_custom_data(offset(), level);
  frame.stage = Stage::custom_data;
  return true;
}

bool Walker::Machine::end_class_data() {
  Frame& frame = top();
  visitor_.end_class_data(level_of(frame));
  ++frame.level;
  frame.stage = Stage::level;
  return true;
}

bool Walker::Machine::array() {
  switch (top().stage) {
    case Stage::begin:
      top().stage = Stage::length;
      return push(Kind::descriptor, Stage::begin, Role::descriptor);
    case Stage::length:
      return begin_array();
    default:
      return elements();
  }
}

// The type of the field or element that the innermost thing is in; empty where anything may be.
std::string_view Walker::Machine::signature_around() const {
  if (stack_.size() < 2) return {};
  const Frame& around = stack_[stack_.size() - 2];  // its index is past what has begun
  if (around.kind == Kind::array && around.stage == Stage::elements)
    return std::string_view(around.descriptor->name).substr(1);
  if (around.kind == Kind::object && around.stage == Stage::references)
    return level_of(around).fields[around.index - 1].signature;
  return {};
}

bool Walker::Machine::begin_array() {
  if (!have(4)) return false;
  Frame& frame = top();
  const ClassDescriptor* descriptor = descriptor_;  // kept while the length is waited for
  const std::string_view name = descriptor ? std::string_view(descriptor->name) : "null";
  const bool is_array =
      name.size() >= 2 && name[0] == '[' &&
      (size_of_type(name[1]) > 0 ? name.size() == 2 : name[1] == '[' || name[1] == 'L');
  if (!is_array) return fail(ErrorCode::bad_array_class, frame.offset, std::string(name));
  if (!descriptor->is_complete) return fail(ErrorCode::bad_handle, frame.offset, descriptor->name);
  const std::string_view place = signature_around();
  if (!place.empty() && !array_suits(name, place))
    return fail(ErrorCode::wrong_kind, frame.offset, std::string(place));
  const auto length = peek<std::uint32_t>();
  if (length >> 31 != 0)
    return fail(ErrorCode::negative_length, offset(),
                std::to_string(static_cast<std::int32_t>(length)));
  if (length > limits_.max_array_length)
    return fail(ErrorCode::array_too_long, offset(), std::to_string(limits_.max_array_length));
  std::uint32_t handle = 0;
  if (!new_handle(HandleKind::array, frame.offset, descriptor, handle)) return false;
  take(4);
  frame.descriptor = descriptor;
  visitor_.begin_array(frame.offset, handle, *descriptor, length);
  frame.count = length;
  frame.stage = Stage::elements;
  return true;
}

bool Walker::Machine::elements() {
  Frame& frame = top();
  if (frame.index == frame.count) {
    visitor_.end_array(*frame.descriptor);
    return pop();
  }
  const std::string_view element = std::string_view(frame.descriptor->name).substr(1);
  const std::uint32_t size = size_of_type(element[0]);
  if (size == 0) {
    const std::size_t here = stack_.size() - 1;
    if (!value(element)) return false;
    if (here < stack_.size()) ++stack_[here].index;
    return true;
  }
  const auto whole = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(frame.count - frame.index, input_.size() / size));
  if (whole == 0) return false;
  const std::uint64_t at = offset();
  visitor_.elements(at, *frame.descriptor, take(std::size_t{whole} * size));
  frame.index += whole;
  return true;
}

bool Walker::Machine::enum_constant() {
  Frame& frame = top();
  switch (frame.stage) {
    case Stage::begin:
      frame.stage = Stage::have_descriptor;
      return push(Kind::descriptor, Stage::begin, Role::descriptor);
    case Stage::have_descriptor: {
      if (descriptor_ == nullptr || !descriptor_->has(flag::enumeration))
        return fail(ErrorCode::wrong_kind, frame.offset, descriptor_ ? descriptor_->name : "null");
      if (!descriptor_->is_complete)
        return fail(ErrorCode::bad_handle, frame.offset, descriptor_->name);
      std::uint32_t handle = 0;
      if (!new_handle(HandleKind::enum_constant, frame.offset, descriptor_, handle)) return false;
      visitor_.begin_enum(frame.offset, handle, *descriptor_);
      frame.stage = Stage::name;
      return true;
    }
    case Stage::name:
      if (!string_or_reference(Role::enum_name)) return false;
      frame.stage = Stage::end;
      return true;
    default:
      visitor_.end_enum();
      return pop();
  }
}

bool Walker::Machine::class_object() {
  Frame& frame = top();
  if (frame.stage == Stage::begin) {
    frame.stage = Stage::have_descriptor;
    return push(Kind::descriptor, Stage::begin, Role::descriptor);
  }
  if (descriptor_ == nullptr) return fail(ErrorCode::wrong_kind, frame.offset, "null");
  std::uint32_t handle = 0;
  if (!new_handle(HandleKind::class_object, frame.offset, descriptor_, handle)) return false;
  visitor_.class_object(frame.offset, handle, *descriptor_);
  return pop();
}

}  // namespace javaser
