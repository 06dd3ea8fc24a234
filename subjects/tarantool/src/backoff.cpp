// SPDX-License-Identifier: Apache-2.0
#include "tarantool/backoff.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace tarantool {

std::chrono::milliseconds Backoff::after(unsigned failures) const {
  thread_local std::minstd_rand random(std::random_device{}());
  const double grown =
      static_cast<double>(first.count()) * std::pow(factor, static_cast<double>(failures) - 1);
  const double whole =
      std::min(grown, static_cast<double>(most.count()));  // pow() may be infinite.
  const double part = std::uniform_real_distribution(1 - jitter, 1.0)(random);
  return std::chrono::milliseconds(std::llround(whole * part));
}

}  // namespace tarantool
