// SPDX-License-Identifier: Apache-2.0
#include "run/alternate_stack.hpp"

#include <cstddef>

namespace tare::running {
namespace {

/// The kernel saves up to 11 KB of registers there (AMX), and libgcc's unwinder takes some 10 KB.
constexpr std::size_t stack_bytes = std::size_t{64} << 10;

}  // namespace

AlternateStack::AlternateStack() : region_(stack_bytes) {
  stack_t stack{};
  stack.ss_sp = region_.data();
  stack.ss_size = stack_bytes;
  sigaltstack(&stack, &before_);
}

AlternateStack::~AlternateStack() { sigaltstack(&before_, nullptr); }

}  // namespace tare::running
