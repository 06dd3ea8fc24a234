// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "javaser/descriptor.hpp"

namespace javaser {

/// What a handle stands for.
enum class HandleKind : std::uint8_t {
  string,
  descriptor,
  object,
  array,
  enum_constant,
  class_object
};

/// What is known by a handle: eight bytes, as every object has one.
struct HandleEntry {
  std::uint32_t offset = 0;           ///< of the thing's type code
  std::uint32_t kind_and_number = 0;  ///< see of()

  static constexpr unsigned kind_bits = 3;
  /// `number` is of an object, array, enum or class its descriptor's, of a descriptor its own, of a
  /// string 0.
  static constexpr HandleEntry of(HandleKind kind, std::uint64_t offset, std::uint32_t number) {
    return {static_cast<std::uint32_t>(offset),
            number << kind_bits | static_cast<std::uint32_t>(kind)};
  }
  HandleKind kind() const {
    return static_cast<HandleKind>(kind_and_number & ((1U << kind_bits) - 1));
  }
  std::uint32_t number() const { return kind_and_number >> kind_bits; }
};

/// All that a stream's later parts may refer to. Keeps its memory from one stream to the next.
class Tables {
 public:
  // Handles, by index: handle - base_handle.

  std::uint32_t size() const { return size_; }
  const HandleEntry& at(std::uint32_t index) const { return entries_[index]; }
  /// The entry of `handle`; null if it was never given.
  const HandleEntry* find(std::uint32_t handle) const {
    const std::uint32_t index = handle - base_handle;
    return index < size_ ? &entries_[index] : nullptr;
  }

  /// Index of the handle that comes next. Below size() while a part of the stream is walked again:
  /// the handles that it gives are there then, and only counted.
  std::uint32_t next() const { return next_; }
  bool is_replaying() const { return next_ < size_; }
  /// Goes back, to walk a part again, or forth again.
  void go_to(std::uint32_t index) { next_ = index; }

  /// Gives the next handle; returns its index.
  std::uint32_t give(HandleEntry entry) {
    if (!is_replaying()) {
      make_room(1);
      entries_[size_++] = entry;
    }
    return next_++;
  }
  /// Room for so many handles more, to be given by push(); of use outside replays only.
  void make_room(std::uint32_t handles) {
    if (capacity_ - size_ < handles) grow(handles);
  }
  void push(HandleEntry entry) {
    entries_[size_++] = entry;
    next_ = size_;
  }
  /// Takes the last handles back.
  void shrink(std::uint32_t size) { size_ = next_ = size; }

  /// All handles are forgotten; descriptors are not.
  void forget_handles();

  // Class descriptors, by number. They stay where they are until clear().

  std::uint32_t descriptor_count() const { return static_cast<std::uint32_t>(descriptors_.size()); }
  ClassDescriptor& descriptor(std::uint32_t number) { return descriptors_[number]; }
  const ClassDescriptor& descriptor(std::uint32_t number) const { return descriptors_[number]; }
  const ClassDescriptor& descriptor(const HandleEntry& entry) const {
    return descriptors_[entry.number()];
  }
  ClassDescriptor& new_descriptor();
  /// Tells a descriptor apart from those that had its number before, and will have it later.
  std::uint64_t serial(std::uint32_t number) const {
    return number < serials_.size() ? serials_[number] : 0;
  }
  /// The next `count` descriptors of an earlier stream are of this one too, the first at `offset`.
  void restore_descriptors(std::uint32_t count, std::uint64_t offset);

  /// Keeps a string's bytes if they may serve as a field's signature.
  void keep_signature(std::uint32_t handle, std::string_view bytes);
  /// The signature kept for a string, in UTF-8; null if it was not like one.
  const std::string* find_signature(std::uint32_t handle) const;

  /// Another stream begins.
  void clear();

 private:
  void grow(std::uint32_t handles);

  std::unique_ptr<HandleEntry[]> entries_;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
  std::uint32_t next_ = 0;

  Recycled<ClassDescriptor, std::deque<ClassDescriptor>> descriptors_;
  std::vector<std::uint64_t> serials_;  // by the descriptor's number
  std::uint64_t last_serial_ = 0;
  Recycled<std::pair<std::uint32_t, std::string>> signatures_;  // by handle, ascending
};

}  // namespace javaser
