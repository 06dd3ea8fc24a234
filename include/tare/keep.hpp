// SPDX-License-Identifier: Apache-2.0
// Keeping the optimiser honest.
#pragma once

#include <type_traits>

namespace tare {

/// Makes the compiler believe that `value`, and all memory reachable from it, is read here, so that
/// computing it cannot be left out. Costs no instruction beyond having the value in a register
/// (scalars) or in memory (all else).
template <class T>
[[gnu::always_inline]] inline void keep(const T& value) noexcept {
#if defined(__x86_64__)
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    asm volatile("" : : "x"(value) : "memory");
  } else
#elif defined(__aarch64__)
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    asm volatile("" : : "w"(value) : "memory");
  } else
#endif
      if constexpr (std::is_pointer_v<T> ||
                    ((std::is_integral_v<T> || std::is_enum_v<T>)&&sizeof(T) <= sizeof(void*))) {
    asm volatile("" : : "r"(value) : "memory");
  } else {
    asm volatile("" : : "r"(&value) : "memory");
  }
}

/// Makes the compiler believe that `value` was changed here in a way it cannot know, so that
/// nothing can be computed from it beforehand (no constant folding across this point).
template <class T>
[[gnu::always_inline]] inline void hide(T& value) noexcept {
#if defined(__x86_64__)
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    asm volatile("" : "+x"(value) : : "memory");
  } else
#elif defined(__aarch64__)
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    asm volatile("" : "+w"(value) : : "memory");
  } else
#endif
      if constexpr ((std::is_pointer_v<T> || std::is_integral_v<T> ||
                     std::is_enum_v<T>)&&sizeof(T) <= sizeof(void*)) {
    asm volatile("" : "+r"(value) : : "memory");
  } else {
    asm volatile("" : "+m"(value) : : "memory");
  }
}

/// Makes the compiler believe that all memory whose address has escaped is read and written here.
[[gnu::always_inline]] inline void clobber() noexcept { asm volatile("" : : : "memory"); }

}  // namespace tare
