// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace tarantool::servers {

/// A server that cannot be started, or that does not do what it is told: one line.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tarantool::servers
