// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes: a row, and nothing read outside them. They are the tables, or the program of
// a function in tables that are right; the first byte says which, and what address is asked for.
#include "made_tables.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tare::stacks;
  if (size == 0) return 0;
  const bool is_program = data[0] % 2 == 0;
  const Bytes bytes(data + 1, data + size);
  row_of(is_program ? Object().bytes(bytes) : bytes, function_begin + data[0] / 2);
  return 0;
}
