// SPDX-License-Identifier: Apache-2.0
// A benchmark as profilers see it, made of a lambda.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "tare/extend/profiler.hpp"

namespace tare::profile {

template <class Body>
class FakeOperations final : public extend::Operations {
 public:
  using Result = std::invoke_result_t<Body&>;
  static constexpr bool has_result = !std::is_void_v<Result>;
  using Stored = std::conditional_t<has_result, Result, char>;

  explicit FakeOperations(Body body, std::size_t slots = 1000, std::uint64_t per_invocation = 1)
      : body_(std::move(body)), per_invocation_(per_invocation), slots_(slots) {}

  bool returns_value() const override { return has_result; }
  std::size_t result_size() const override { return has_result ? sizeof(Stored) : 0; }
  std::uint64_t operations_per_invocation() const override { return per_invocation_; }
  std::size_t slots() const override { return slots_.size(); }
  void set_up(std::size_t count) override { batches.push_back(count); }
  void still_running() override { ++said_running; }
  void tear_down(std::size_t) override {
    if (after_batch) after_batch();
  }

  void invoke(std::size_t slot) override {
    if constexpr (has_result) {
      new (slots_[slot].bytes) Stored(body_());
    } else {
      body_();
    }
    most_alive = std::max(most_alive, ++alive);
  }

  void repeat(std::uint64_t count) override {
    for (; count > 0; --count) body_();
  }

  void drop(std::size_t slot) override {
    if constexpr (has_result)
      std::launder(reinterpret_cast<Stored*>(slots_[slot].bytes))->~Stored();
    --alive;
  }

  std::vector<std::size_t> batches;
  void (*after_batch)() = nullptr;
  std::size_t said_running = 0;
  std::size_t alive = 0;
  std::size_t most_alive = 0;

 private:
  struct Slot {
    alignas(Stored) std::byte bytes[sizeof(Stored)];
  };
  Body body_;
  std::uint64_t per_invocation_;
  std::vector<Slot> slots_;
};

}  // namespace tare::profile
