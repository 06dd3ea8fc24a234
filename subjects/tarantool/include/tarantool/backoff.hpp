// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace tarantool {

/// How long to wait before trying again what failed.
struct Backoff {
  std::chrono::milliseconds first{50};   ///< After the first failure.
  std::chrono::milliseconds most{1000};  ///< However many there were.
  double factor = 2;                     ///< From each wait to the next; 1: they are all the same.
  /// The part of each wait that chance decides on, 0 to 1: those who failed together do not all
  /// come back together.
  double jitter = 0.5;

  /// `failures`: in a row, 1 or more. At most `most`.
  std::chrono::milliseconds after(unsigned failures) const;
};

}  // namespace tarantool
