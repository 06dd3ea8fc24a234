// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tare::running {

/// Address space for an array that grows without moving. Pages take memory when first touched;
/// none of it comes from the allocator under test.
class MemoryRegion {
 public:
  MemoryRegion() = default;
  /// Throws std::bad_alloc if the address space cannot be had.
  explicit MemoryRegion(std::size_t bytes);
  ~MemoryRegion();
  MemoryRegion(MemoryRegion&& other) noexcept;
  MemoryRegion& operator=(MemoryRegion&& other) noexcept;

  void* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tare::running
