// SPDX-License-Identifier: Apache-2.0
#include "known_descriptors.hpp"

#include <algorithm>
#include <cstring>

#include "javaser/types.hpp"

namespace javaser {

namespace {

// More would cost more memory, and more search, than they save time.
constexpr std::size_t longest = 4096;
constexpr std::size_t most_descriptors = 256;

}  // namespace

const KnownDescriptors::Region* KnownDescriptors::region_of(std::uint32_t handle) const {
  const auto found = std::ranges::find_if(regions_, [&](const Region& region) {
    return region.first_handle <= handle && handle < region.end_handle;
  });
  return found == regions_.end() ? nullptr : &*found;
}

bool KnownDescriptors::is_same(const Written& written, Bytes rest) const {
  if (written.bytes.empty() || written.first_handle != tables_.next() ||
      rest.size() < written.bytes.size() ||
      std::memcmp(rest.data(), written.bytes.data(), written.bytes.size()) != 0)
    return false;
  // Its place may have been taken by others since.
  for (std::size_t index = 0; index < written.serials.size(); ++index)
    if (tables_.serial(tables_.descriptor_count() + static_cast<std::uint32_t>(index)) !=
        written.serials[index])
      return false;
  return std::ranges::all_of(written.depends_on, [&](std::uint32_t number) {
    return std::ranges::any_of(
        regions_, [&](const Region& region) { return region.number == number && region.is_known; });
  });
}

const ClassDescriptor* KnownDescriptors::find(Bytes rest, std::uint64_t offset,
                                              std::uint32_t max_handles) {
  const std::uint32_t number = tables_.descriptor_count();
  if (number >= written_.size() || !is_same(written_[number], rest)) return nullptr;
  const Written& written = written_[number];
  if (tables_.next() + std::uint64_t{written.handles.size()} > max_handles) return nullptr;
  tables_.restore_descriptors(static_cast<std::uint32_t>(written.serials.size()), offset);
  for (HandleEntry entry : written.handles) {
    const std::size_t at = entry.offset;
    entry.offset += static_cast<std::uint32_t>(offset);
    const std::uint32_t handle = base_handle + tables_.give(entry);
    if (entry.kind() != HandleKind::string) continue;
    // TC_STRING and two bytes of length: a long string is in no descriptor that is kept here.
    const auto length = types::load<std::uint16_t>(rest.data() + at + 1);
    tables_.keep_signature(handle, {reinterpret_cast<const char*>(rest.data()) + at + 3, length});
  }
  regions_.push_back({number, written.first_handle, tables_.next(), true});
  return &tables_.descriptor(number);
}

void KnownDescriptors::begin_walk() {
  references_.clear();
  is_walking_ = true;
  walked_number_ = tables_.descriptor_count();
  walked_handle_ = tables_.next();
}

void KnownDescriptors::end_walk(Bytes bytes, std::uint64_t offset) {
  is_walking_ = false;
  const std::uint32_t number = walked_number_;
  if (number >= most_descriptors) return;
  regions_.push_back({number, walked_handle_, tables_.next(), false});
  if (number >= written_.size()) written_.resize(number + 1);
  Written& written = written_[number];
  written.bytes.clear();
  if (bytes.size() > longest || !find_dependencies(written)) return;
  written.first_handle = walked_handle_;
  written.handles.clear();
  for (std::uint32_t index = walked_handle_; index < tables_.next(); ++index) {
    HandleEntry entry = tables_.at(index);
    // An object in an annotation may hold anything, and its class may stand elsewhere.
    if (entry.kind() != HandleKind::string && entry.kind() != HandleKind::descriptor) return;
    entry.offset -= static_cast<std::uint32_t>(offset);
    written.handles.push_back(entry);
  }
  written.serials.clear();
  for (std::uint32_t one = number; one < tables_.descriptor_count(); ++one)
    written.serials.push_back(tables_.serial(one));
  written.bytes.assign(bytes.begin(), bytes.end());
}

// False if it refers to what is no part of a descriptor.
bool KnownDescriptors::find_dependencies(Written& written) const {
  written.depends_on.clear();
  for (const std::uint32_t handle : references_) {
    const std::uint32_t index = handle - base_handle;
    if (index >= walked_handle_) continue;
    const Region* region = region_of(index);
    if (region == nullptr) return false;
    written.depends_on.push_back(region->number);
  }
  return true;
}

}  // namespace javaser
