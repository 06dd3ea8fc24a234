// SPDX-License-Identifier: Apache-2.0
// A place in a program's code that means the same in every process of the program.
#pragma once

#include <cstdint>
#include <string>

namespace tare {

struct CodeAddress {
  std::string object;        ///< Path of the shared object; empty: the program itself.
  std::uint64_t offset = 0;  ///< From where the object was loaded.
  bool operator==(const CodeAddress&) const = default;
};

}  // namespace tare
