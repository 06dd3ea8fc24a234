// SPDX-License-Identifier: Apache-2.0
// Built twice, as it was and with a change (AFTER): what allocates 400 bytes was taken out.
#include <cstdint>
#include <memory>
#include <tare/tare.hpp>
#include <vector>

namespace changed {
[[gnu::noinline]] static std::vector<char> stays() { return std::vector<char>(100); }

#ifndef AFTER
[[gnu::noinline]] static std::unique_ptr<char[]> goes() {
  return std::unique_ptr<char[]>(new char[400]);
}
#endif

}  // namespace changed

TARE_BENCH(less) {
#ifndef AFTER
  tare::keep(changed::goes());
#endif
  return changed::stays();
}

TARE_BENCH(none) {
  std::uint64_t sum = 1;
  for (std::uint64_t i = 0; i < 1000; ++i) sum = sum * 31 + i;
  return sum;
}
