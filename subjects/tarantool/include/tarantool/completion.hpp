// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace tarantool {

class Reply;

/// What is called with a request's answer: any callable that takes a `const Reply&`, which may be
/// one that cannot be copied. One of up to `capacity` bytes is held in place, a larger one on the
/// heap.
class Completion {
 public:
  static constexpr std::size_t capacity = 56;  // With the pointer beside it a cache line.

  Completion() = default;
  template <class F>
  requires(!std::is_same_v<F, Completion>) explicit Completion(F callback)
      : behaviour_(&behaviour_of<F>) {
    if constexpr (fits<F>) {
      new (place_) F(std::move(callback));
    } else {
      new (place_) F*(new F(std::move(callback)));
    }
  }
  Completion(Completion&& other) noexcept { take(other); }
  Completion& operator=(Completion&& other) noexcept {
    if (this != &other) {
      end();
      take(other);
    }
    return *this;
  }
  ~Completion() { end(); }

  explicit operator bool() const { return behaviour_ != nullptr; }
  void operator()(const Reply& reply) { behaviour_->call(place_, reply); }

 private:
  struct Behaviour {
    void (*call)(void* place, const Reply& reply);
    /// Constructs it anew elsewhere and ends it here; null: its bytes are all there is to it.
    void (*move)(void* to, void* from) noexcept;
    void (*end)(void* place) noexcept;  ///< Null where there is no `move`.
  };

  template <class F>
  static constexpr bool fits =
      sizeof(F) <= capacity &&
      alignof(F) <= alignof(void*) && std::is_nothrow_move_constructible_v<F>;

  template <class F>
  static constexpr bool is_bytes = fits<F>&& std::is_trivially_copyable_v<F>;

  template <class F>
  static F& held(void* place) {
    if constexpr (fits<F>) {
      return *std::launder(static_cast<F*>(place));
    } else {
      return **std::launder(static_cast<F**>(place));
    }
  }

  template <class F>
  static void call(void* place, const Reply& reply) {
    held<F>(place)(reply);
  }
  template <class F>
  static void move(void* to, void* from) noexcept {
    if constexpr (fits<F>) {
      new (to) F(std::move(held<F>(from)));
      held<F>(from).~F();
    } else {
      new (to) F*(&held<F>(from));
    }
  }
  template <class F>
  static void end(void* place) noexcept {
    if constexpr (fits<F>) {
      held<F>(place).~F();
    } else {
      delete &held<F>(place);
    }
  }

  template <class F>
  static constexpr Behaviour behaviour_of{call<F>, is_bytes<F> ? nullptr : move<F>,
                                          is_bytes<F> ? nullptr : end<F>};

  void take(Completion& other) noexcept {
    behaviour_ = std::exchange(other.behaviour_, nullptr);
    if (behaviour_ == nullptr) return;
    if (behaviour_->move == nullptr) {
      std::memcpy(place_, other.place_, capacity);
    } else {
      behaviour_->move(place_, other.place_);
    }
  }
  void end() noexcept {
    if (behaviour_ != nullptr && behaviour_->end != nullptr) behaviour_->end(place_);
    behaviour_ = nullptr;
  }

  const Behaviour* behaviour_ = nullptr;
  alignas(void*) std::byte place_[capacity];
};

}  // namespace tarantool
