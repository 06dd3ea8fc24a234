// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstring>

#include "javaser/limits.hpp"
#include "javaser/modified_utf8.hpp"
#include "writer_values.hpp"

namespace javaser {

namespace {

// How a HashMap that has grown by itself looks, though it is not asked when it is read.
constexpr float load_factor = 0.75F;
std::int32_t buckets_for(std::size_t size) {
  constexpr std::size_t least = 16;
  constexpr std::size_t most = std::size_t{1} << 30;
  const std::size_t enough = size + (size + 2) / 3;
  return static_cast<std::int32_t>(std::min(most, std::bit_ceil(std::max(least, enough))));
}

template <class Bits>
void store_bits(const void* value, std::byte* out) {
  Bits bits;
  std::memcpy(&bits, value, sizeof bits);
  types::store(bits, out);
}

void store_primitive(char code, const void* value, std::byte* out) {
  switch (size_of_type(code)) {
    case 1:
      return store_bits<std::int8_t>(value, out);
    case 2:
      return store_bits<std::int16_t>(value, out);
    case 4:
      return store_bits<std::int32_t>(value, out);
    default:
      return store_bits<std::int64_t>(value, out);
  }
}

}  // namespace

bool ValueWriter::begin_object(const WriteForm& form, const void* value, const Found& found) {
  const Type& type = *form.type;
  if (type.size != nullptr && type.size(value) > Limits{}.max_array_length)
    return fail(ErrorCode::array_too_long, signature_of(type));
  switch (type.shape) {
    case Shape::primitive:
      put_head(TypeCode::object, form, found);
      store_primitive(type.code, value, output_.grow(size_of_type(type.code)));
      return true;
    case Shape::string:
      remember(found, output_.put_text(types::as<std::string>(value)));
      return true;
    case Shape::utf16_string:
      remember(found,
               output_.put_string(modified_utf8::from_utf16(types::as<std::u16string>(value))));
      return true;
    case Shape::enumeration:
      return put_enum(form, value);
    case Shape::structure:
      put_head(TypeCode::object, form, found);
      begin_levels(form, value);
      return true;
    case Shape::sequence:
      if (!type.is_list) {
        begin_array(form, value, found);
        return true;
      }
      [[fallthrough]];
    default:
      put_head(TypeCode::object, form, found);
      begin_collection(form, value);
      return true;
  }
}

// Nearly always a reference, which is at hand.
void ValueWriter::put_class(const WriteForm& form) {
  if (form.number >= class_handles_.size()) class_handles_.resize(form.number + 1);
  std::uint32_t& handle = class_handles_[form.number];
  if (handle != 0) return output_.put_reference(handle);
  output_.put_class(form.java_class, classes_);
  handle = classes_.at(form.java_class);
}

void ValueWriter::put_head(TypeCode code, const WriteForm& form, const Found& found) {
  output_.put(code);
  put_class(form);
  remember(found, output_.new_handle());
}

bool ValueWriter::put_enum(const WriteForm& form, const void* value) {
  const EnumBinding& binding = form.type->enumeration();
  const std::int64_t number = binding.value(value);
  const auto constant = std::ranges::find(binding.constants, number, &EnumBinding::Constant::value);
  if (constant == binding.constants.end())
    return fail(ErrorCode::unknown_constant,
                std::string(binding.java_name) + ' ' + std::to_string(number));
  // Java has one object of each constant.
  const Found found{{&*constant, &form}, nullptr};
  if (put_if_written(found.shared)) return true;
  put_head(TypeCode::enum_constant, form, found);
  output_.put_text(constant->name);
  return true;
}

// The topmost class is the first to be written.
void ValueWriter::begin_levels(const WriteForm& form, const void* object) {
  if (form.level->super == nullptr && form.level->references.empty())
    return put_primitives(*form.level, object);
  for (const WriteLevel* level = form.level; level != nullptr; level = level->super) {
    stack_.push_back({.kind = Frame::Kind::level, .level = level, .value = object});
    // Only an address is computed.
    if (level->super != nullptr) object = level->binding->to_super(const_cast<void*>(object));
  }
}

void ValueWriter::put_primitives(const WriteLevel& level, const void* object) {
  std::byte* out = output_.grow(level.descriptor.primitive_bytes);
  for (const WriteLevel::Field& field : level.primitives) {
    alignas(std::int64_t) std::byte storage[sizeof(std::int64_t)];
    const char code = field.form->type->code;
    store_primitive(code, field.binding->value(object, storage), out);
    out += size_of_type(code);
  }
}

void ValueWriter::begin_array(const WriteForm& form, const void* value, const Found& found) {
  const Type& type = *form.type;
  const std::size_t size = type.size(value);
  put_head(TypeCode::array, form, found);
  output_.put(static_cast<std::int32_t>(size));
  if (type.store != nullptr)
    type.store(value, output_.grow(size * size_of_type(form.element->type->code)));
  else
    begin_elements(form, value);
}

void ValueWriter::begin_collection(const WriteForm& form, const void* value) {
  const std::size_t size = form.type->size(value);
  const auto count = static_cast<std::int32_t>(size);
  const std::int32_t buckets = buckets_for(size);
  const auto put_block_of = [&](std::int8_t bytes) {
    output_.put(TypeCode::block_data);
    output_.put(bytes);
  };
  switch (form.type->shape) {
    case Shape::set:
      put_block_of(12);
      output_.put(buckets);
      output_.put(load_factor);
      output_.put(count);
      break;
    case Shape::map:
      output_.put(load_factor);
      // The table is made, and its threshold set, by the first entry.
      output_.put(size == 0 ? 0 : static_cast<std::int32_t>(load_factor * buckets));
      put_block_of(8);
      output_.put(buckets);
      output_.put(count);
      break;
    default:
      output_.put(count);
      put_block_of(4);
      output_.put(count);
      break;
  }
  begin_elements(form, value);
}

void ValueWriter::begin_elements(const WriteForm& form, const void* value) {
  stack_.push_back({.kind = Frame::Kind::elements,
                    .container = &form,
                    .value = value,
                    .first = elements_.size()});
  if (const FlatLayout* flat = form.type->flat) {
    if (form.type->size(value) > 0) elements_.push_back(flat->first(value));
    return;
  }
  form.type->each(value, &elements_, [](void* context, const void* element, const void* mapped) {
    auto& elements = *static_cast<std::vector<const void*>*>(context);
    elements.push_back(element);
    if (mapped != nullptr) elements.push_back(mapped);
  });
}

}  // namespace javaser
