// SPDX-License-Identifier: Apache-2.0
// The command line asks for what cannot be.
#pragma once

#include <stdexcept>
#include <string>

#include "record/printable.hpp"

namespace tare::catalog {

/// One line for the user, whatever it quotes: what, where, what to do. The program exits with 2.
class WrongUse : public std::runtime_error {
 public:
  explicit WrongUse(const std::string& line) : std::runtime_error(printable(line)) {}
};

}  // namespace tare::catalog
