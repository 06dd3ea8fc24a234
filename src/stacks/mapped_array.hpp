// SPDX-License-Identifier: Apache-2.0
// Arrays whose memory is mapped, so that who watches an allocator does not use it.
#pragma once

#include <sys/mman.h>

#include <cerrno>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace tare::stacks {

/// Elements begin as zeros, and take no memory before they are written to. errno stays as it is.
template <class T>
class MappedArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  MappedArray() = default;
  MappedArray(const MappedArray&) = delete;
  MappedArray& operator=(const MappedArray&) = delete;
  ~MappedArray() {
    if (data_ != nullptr) munmap(data_, size_ * sizeof(T));
  }

  T* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  T& operator[](std::size_t place) const noexcept { return data_[place]; }

  /// Makes it larger, or anew; elements may move. False, and nothing is changed, if there is no
  /// memory.
  bool grow(std::size_t size) noexcept {
    const int error = errno;
    void* const memory = data_ == nullptr
                             ? mmap(nullptr, size * sizeof(T), PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                             : mremap(data_, size_ * sizeof(T), size * sizeof(T), MREMAP_MAYMOVE);
    errno = error;
    if (memory == MAP_FAILED) return false;
    data_ = static_cast<T*>(memory);
    size_ = size;
    return true;
  }

  void swap(MappedArray& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tare::stacks
