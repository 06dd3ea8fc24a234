// SPDX-License-Identifier: Apache-2.0
// Maps of the protocol, whose keys are numbers.
#pragma once

#include <cstdint>
#include <limits>

#include "tarantool/msgpack.hpp"

namespace tarantool {

/// Calls `visit(key, decoder)` for each entry. It reads the value, or leaves it alone and returns
/// true. Entries with other keys are skipped. False: it failed, or this is no map.
template <class Visit>
bool read_numbered_map(Decoder& decoder, Visit visit) {
  std::uint32_t n = 0;
  if (!decoder.map(n)) return false;
  for (std::uint32_t i = 0; i < n; ++i) {
    std::uint64_t key = 0;
    if (decoder.kind() != Kind::unsigned_integer) {
      decoder.skip();
      decoder.skip();
      continue;
    }
    decoder.unsigned_integer(key, std::numeric_limits<std::uint64_t>::max());
    const char* const value = decoder.position();
    if (!visit(key, decoder)) return decoder.in(key);
    if (decoder.position() == value) decoder.skip();
  }
  return true;
}

}  // namespace tarantool
