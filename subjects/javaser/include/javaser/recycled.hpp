// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace javaser {

/// A list whose elements keep their memory when it is cleared: what comes in their place later
/// finds it there. Container is std::vector<T>, or std::deque<T> for elements that stay where they
/// are.
template <class T, class Container = std::vector<T>>
class Recycled {
 public:
  Recycled() = default;
  explicit Recycled(Container elements) : all_(std::move(elements)), size_(all_.size()) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  auto begin() { return all_.begin(); }
  auto end() { return all_.begin() + static_cast<std::ptrdiff_t>(size_); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.begin() + static_cast<std::ptrdiff_t>(size_); }
  T& operator[](std::size_t index) { return all_[index]; }
  const T& operator[](std::size_t index) const { return all_[index]; }
  T& back() { return all_[size_ - 1]; }
  const T& back() const { return all_[size_ - 1]; }

  /// One more element: in whatever state an earlier one was left.
  T& add() {
    if (size_ == all_.size()) all_.emplace_back();
    return all_[size_++];
  }
  void push_back(T element) { add() = std::move(element); }
  void clear() { size_ = 0; }

 private:
  Container all_;
  std::size_t size_ = 0;
};

}  // namespace javaser
