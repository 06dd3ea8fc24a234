// SPDX-License-Identifier: Apache-2.0
#include "run/memory_region.hpp"

#include <sys/mman.h>

#include <new>
#include <utility>

namespace tare::running {

MemoryRegion::MemoryRegion(std::size_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  data_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
               -1, 0);
  if (data_ == MAP_FAILED) {
    data_ = nullptr;
    throw std::bad_alloc();
  }
}

MemoryRegion::~MemoryRegion() {
  if (data_ != nullptr) munmap(data_, size_);
}

MemoryRegion::MemoryRegion(MemoryRegion&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MemoryRegion& MemoryRegion::operator=(MemoryRegion&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace tare::running
