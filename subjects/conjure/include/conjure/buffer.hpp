// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>

namespace conjure {

/// A growing array of plain values that needs no heap for the first `Inline` of them.
template <class T, std::size_t Inline>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  std::size_t size() const { return size_; }
  const T* data() const { return data_; }
  T* data() { return data_; }
  const T& operator[](std::size_t index) const { return data_[index]; }
  const T& back() const { return data_[size_ - 1]; }

  void push_back(T value) {
    if (size_ == capacity_) grow(1);
    data_[size_++] = value;
  }
  void append(const T* values, std::size_t count) {
    if (capacity_ - size_ < count) grow(count);
    if (count != 0) std::memcpy(data_ + size_, values, count * sizeof(T));
    size_ += count;
  }

 private:
  void grow(std::size_t more) {
    const std::size_t capacity = std::max(2 * capacity_, size_ + more);
    auto heap = std::make_unique_for_overwrite<T[]>(capacity);
    std::memcpy(heap.get(), data_, size_ * sizeof(T));
    heap_ = std::move(heap);
    data_ = heap_.get();
    capacity_ = capacity;
  }

  T* data_ = inline_;
  std::size_t size_ = 0;
  std::size_t capacity_ = Inline;
  std::unique_ptr<T[]> heap_;
  T inline_[Inline];
};

}  // namespace conjure
