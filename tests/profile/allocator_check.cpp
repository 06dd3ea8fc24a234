// SPDX-License-Identifier: Apache-2.0
// Says what `mem` sees in a program that is linked in an unusual way.
#include <cstdio>
#include <cstring>
#include <string>

#include "known_bytes.hpp"

int main() {
  using namespace tare;
  const extend::Support support = profile::make_mem_profiler()->probe();
  if (!support.works) {
    std::printf("refused: %s\n", support.reason.c_str());
    return 0;
  }
  struct alignas(64) Line {
    char bytes[64];
  };
  const profile::Figures f = profile::observe([] {
    std::free(profile::opaque(strdup("nine long")));
    delete profile::opaque(new Line);
    return std::string(100, 'x');
  });
  std::printf("counted: %g B in %g, kept %g B in %g, residue %g B\n", f.bytes(), f.count(),
              f.heap(), f.blocks(), f.residue());
}
