// SPDX-License-Identifier: Apache-2.0
// Memory for what Asio keeps of an operation under way, so that it need not allocate it each time.
#pragma once

#include <atomic>
#include <cstddef>
#include <new>
#include <utility>

namespace tarantool {

/// Room for one operation at a time; must outlive it, which it does where the handler keeps its
/// owner. More than that comes from the heap.
class HandlerMemory {
 public:
  HandlerMemory() = default;
  HandlerMemory(const HandlerMemory&) = delete;
  HandlerMemory& operator=(const HandlerMemory&) = delete;

  void* allocate(std::size_t n) {
    if (n > sizeof bytes_ || is_used_.exchange(true)) return ::operator new(n);
    return bytes_;
  }
  void deallocate(void* memory) {
    if (memory == bytes_) {
      is_used_ = false;
    } else {
      ::operator delete(memory);
    }
  }

 private:
  alignas(std::max_align_t) std::byte bytes_[384];  // Asio's largest here, a read's, needs 200.
  std::atomic<bool> is_used_{false};                // One thread may begin what another ends.
};

/// A handler whose operation lives in such memory.
template <class F>
class RememberedHandler {
 public:
  template <class T>
  struct Allocator {
    using value_type = T;
    HandlerMemory* memory;

    explicit Allocator(HandlerMemory& from) : memory(&from) {}
    template <class U>
    Allocator(const Allocator<U>& other) : memory(other.memory) {}
    T* allocate(std::size_t n) { return static_cast<T*>(memory->allocate(n * sizeof(T))); }
    void deallocate(T* at, std::size_t) { memory->deallocate(at); }
    bool operator==(const Allocator&) const = default;
  };
  using allocator_type = Allocator<void>;

  RememberedHandler(HandlerMemory& memory, F handler)
      : memory_(&memory), handler_(std::move(handler)) {}

  allocator_type get_allocator() const { return allocator_type(*memory_); }
  template <class... A>
  void operator()(A&&... results) {
    handler_(std::forward<A>(results)...);
  }

 private:
  HandlerMemory* memory_;
  F handler_;
};

}  // namespace tarantool
