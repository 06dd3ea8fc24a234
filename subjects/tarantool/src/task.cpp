// SPDX-License-Identifier: Apache-2.0
#include "tarantool/task.hpp"

#include <array>
#include <new>

namespace tarantool::detail {
namespace {

// Frames of this library's coroutines have up to some 2 KiB. Each that ends is likely to be
// followed by another of its size; a thread keeps a few of each, at most about 1 MB.
constexpr std::size_t size_step = 128;
constexpr std::size_t sizes = 32;
constexpr std::size_t most_of_a_size = 16;

thread_local bool has_ended = false;  // What the thread has kept, with the thread.

/// Frames by their size, in steps.
class Kept {
 public:
  ~Kept() {
    for (Frames& frames : by_size_) {
      while (void* frame = take(frames)) ::operator delete(frame);
    }
    has_ended = true;
  }
  void* take(std::size_t size) { return take(by_size_[size]); }
  bool keep(void* frame, std::size_t size) {
    Frames& frames = by_size_[size];
    if (frames.n == most_of_a_size) return false;
    ++frames.n;
    frames.first = new (frame) Link{frames.first};
    return true;
  }

 private:
  struct Link {
    Link* next;
  };
  struct Frames {
    Link* first = nullptr;
    std::size_t n = 0;
  };

  static void* take(Frames& frames) {
    Link* first = frames.first;
    if (first == nullptr) return nullptr;
    frames.first = first->next;
    --frames.n;
    return first;
  }

  std::array<Frames, sizes> by_size_;
};

thread_local Kept kept;

std::size_t size_of(std::size_t n) { return (n - 1) / size_step; }

}  // namespace

void* RecycledFrame::operator new(std::size_t n) {
  const std::size_t size = size_of(n);
  if (size >= sizes) return ::operator new(n);
  void* frame = has_ended ? nullptr : kept.take(size);
  return frame != nullptr ? frame : ::operator new((size + 1) * size_step);
}

void RecycledFrame::operator delete(void* frame, std::size_t n) noexcept {
  const std::size_t size = size_of(n);
  if (has_ended || size >= sizes || !kept.keep(frame, size)) ::operator delete(frame);
}

}  // namespace tarantool::detail
