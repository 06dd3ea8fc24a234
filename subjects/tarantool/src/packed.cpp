// SPDX-License-Identifier: Apache-2.0
#include "tarantool/packed.hpp"

namespace tarantool {
namespace {

// Beyond any key or row that is packed often.
constexpr std::size_t kept_scratch = std::size_t{64} << 10;

thread_local Buffer scratch;

}  // namespace

Buffer Packed::take_scratch() { return std::move(scratch); }

void Packed::give_back(Buffer buffer) {
  buffer.truncate(0);
  buffer.shrink(kept_scratch);
  scratch = std::move(buffer);
}

}  // namespace tarantool
