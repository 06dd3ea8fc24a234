// SPDX-License-Identifier: Apache-2.0
// The command line asks for what cannot be.
#pragma once

#include <stdexcept>

namespace tare::catalog {

/// One line for the user: what, where, what to do. The program exits with 2.
class WrongUse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tare::catalog
