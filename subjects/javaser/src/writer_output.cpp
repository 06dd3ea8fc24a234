// SPDX-License-Identifier: Apache-2.0
#include "writer_output.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "javaser/modified_utf8.hpp"

namespace javaser {

namespace {

constexpr std::uint16_t magic = 0xaced;
constexpr std::int16_t version = 5;
constexpr std::size_t max_short_string = 0xffff;
constexpr std::size_t max_short_block = 0xff;
// ObjectOutputStream's MAX_BLOCK_SIZE.
constexpr std::size_t block_size = 1024;

Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

// Whether the text is the same in modified UTF-8: ASCII without U+0000.
bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char unit) { return static_cast<signed char>(unit) > 0; });
}

}  // namespace

Output::Output() { put_header(); }

void Output::put_header() {
  put(static_cast<std::int16_t>(magic));
  put(version);
  end_item();
}

void Output::begin_item() {
  take_back();
  end_block();
}

void Output::take_back() {
  if (size_ == whole_) return;
  size_ = whole_;
  put(TypeCode::reset);
  forget_handles();
  end_item();
}

void Output::put_in_block(Bytes bytes) {
  take_back();
  while (!bytes.empty()) {
    if (block_.size() == block_size) end_block();
    const Bytes part = bytes.first(std::min(bytes.size(), block_size - block_.size()));
    block_.insert(block_.end(), part.begin(), part.end());
    bytes = bytes.subspan(part.size());
  }
}

void Output::end_block() {
  if (block_.empty()) return;
  put_block(block_);
  end_item();
  block_.clear();
}

void Output::reset() {
  begin_item();
  put(TypeCode::reset);
  forget_handles();
  end_item();
}

void Output::forget_handles() {
  next_handle_ = base_handle;
  signatures_.clear();
  ++epoch_;
}

std::vector<std::byte> Output::take() {
  buffer_.resize(whole_);
  std::vector<std::byte> taken = std::exchange(buffer_, {});
  size_ = 0;
  forget_handles();
  put_header();
  return taken;
}

void Output::enlarge(std::size_t count) {
  buffer_.resize(std::max({size_ + count, 2 * buffer_.size(), block_size}));
}

void Output::put(Bytes bytes) {
  if (!bytes.empty()) std::memcpy(grow(bytes.size()), bytes.data(), bytes.size());
}

void Output::put_reference(std::uint32_t handle) {
  put(TypeCode::reference);
  put(static_cast<std::int32_t>(handle));
}

std::uint32_t Output::put_string(std::string_view modified) {
  if (modified.size() <= max_short_string) {
    put(TypeCode::string);
    put_utf(modified);
  } else {
    put(TypeCode::long_string);
    put(static_cast<std::int64_t>(modified.size()));
    put(bytes_of(modified));
  }
  return new_handle();
}

std::uint32_t Output::put_text(std::string_view text) {
  return is_plain(text) ? put_string(text) : put_string(modified_utf8::from_utf8(text));
}

void Output::put_block(Bytes content) {
  if (content.size() <= max_short_block) {
    put(TypeCode::block_data);
    put(static_cast<std::int8_t>(content.size()));
  } else {
    put(TypeCode::block_data_long);
    put(static_cast<std::int32_t>(content.size()));
  }
  put(content);
}

void Output::put_utf(std::string_view modified) {
  put(static_cast<std::int16_t>(modified.size()));
  put(bytes_of(modified));
}

void Output::put_name(std::string_view text) { put_utf(modified_utf8::from_utf8(text)); }

void Output::put_class(const ClassDescriptor* descriptor, KnownClasses& known) {
  for (; descriptor != nullptr; descriptor = descriptor->super) {
    const auto [entry, is_new] = known.try_emplace(descriptor, next_handle_);
    if (!is_new) return put_reference(entry->second);
    if (descriptor->is_proxy)
      put_interfaces(*descriptor);
    else
      put_description(*descriptor);
    put(TypeCode::end_block_data);  // of an empty annotation
  }
  put(TypeCode::null);
}

void Output::put_description(const ClassDescriptor& descriptor) {
  put(TypeCode::class_descriptor);
  put_name(descriptor.name);
  put(static_cast<std::int64_t>(descriptor.suid));
  new_handle();
  put(static_cast<std::int8_t>(descriptor.flags));
  put(static_cast<std::int16_t>(descriptor.fields.size()));
  for (const FieldDescriptor& field : descriptor.fields) {
    put(static_cast<std::int8_t>(field.type));
    put_name(field.name);
    if (!field.is_primitive()) put_signature(field.signature);
  }
}

void Output::put_interfaces(const ClassDescriptor& proxy) {
  put(TypeCode::proxy_class_descriptor);
  new_handle();
  put(static_cast<std::int32_t>(proxy.interfaces.size()));
  for (const std::string& interface : proxy.interfaces) put_name(interface);
}

void Output::put_signature(const std::string& text) {
  if (const auto known = signatures_.find(text); known != signatures_.end())
    put_reference(known->second);
  else
    signatures_.emplace(text, put_text(text));
}

}  // namespace javaser
