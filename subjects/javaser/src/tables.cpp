// SPDX-License-Identifier: Apache-2.0
#include "javaser/tables.hpp"

#include <algorithm>

#include "javaser/modified_utf8.hpp"

namespace javaser {

void ClassDescriptor::clear() {
  offset = suid = end = 0;
  handle = primitive_fields = primitive_bytes = next_handle = superclasses = 0;
  flags = 0;
  is_proxy = is_complete = false;
  name.clear();
  fields.clear();
  interfaces.clear();
  super = nullptr;
}

void Tables::forget_handles() {
  size_ = next_ = 0;
  signatures_.clear();
}

void Tables::clear() {
  forget_handles();
  descriptors_.clear();
}

void Tables::grow(std::uint32_t handles) {
  constexpr std::uint32_t first = 256;
  const std::uint32_t wanted = std::max({first, capacity_ + capacity_ / 2, size_ + handles});
  auto grown = std::make_unique_for_overwrite<HandleEntry[]>(wanted);
  std::copy_n(entries_.get(), size_, grown.get());
  entries_ = std::move(grown);
  capacity_ = wanted;
}

ClassDescriptor& Tables::new_descriptor() {
  const std::uint32_t number = descriptor_count();
  ClassDescriptor& descriptor = descriptors_.add();
  descriptor.clear();
  descriptor.number = number;
  if (number == serials_.size()) serials_.push_back(0);
  serials_[number] = ++last_serial_;
  return descriptor;
}

void Tables::restore_descriptors(std::uint32_t count, std::uint64_t offset) {
  const std::uint32_t first = descriptor_count();
  for (std::uint32_t index = 0; index < count; ++index) descriptors_.add();
  // Backwards or forwards by the same way, all of them.
  const std::uint64_t moved = offset - descriptors_[first].offset;
  for (std::uint32_t number = first; number < first + count; ++number) {
    descriptors_[number].offset += moved;
    descriptors_[number].end += moved;
  }
}

void Tables::keep_signature(std::uint32_t handle, std::string_view bytes) {
  // A name in a class file, and so a signature, has at most 65,535 bytes.
  constexpr std::size_t longest = 65535;
  const bool is_likely = bytes.size() >= 2 && bytes.size() <= longest &&
                         (bytes.front() == '[' || (bytes.front() == 'L' && bytes.back() == ';'));
  if (!is_likely || is_replaying()) return;
  auto& [kept_handle, text] = signatures_.add();
  kept_handle = handle;
  text.clear();
  modified_utf8::append_utf8(bytes, text);
}

const std::string* Tables::find_signature(std::uint32_t handle) const {
  const auto found =
      std::lower_bound(signatures_.begin(), signatures_.end(), handle,
                       [](const auto& kept, std::uint32_t wanted) { return kept.first < wanted; });
  return found != signatures_.end() && found->first == handle ? &found->second : nullptr;
}

}  // namespace javaser
