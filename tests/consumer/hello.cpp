// SPDX-License-Identifier: Apache-2.0
#include <tare/tare.hpp>
#include <vector>

TARE_BENCH(push_back_1000) {
  std::vector<int> v;
  for (int i = 0; i < 1000; ++i) v.push_back(i);
  return v;
}
