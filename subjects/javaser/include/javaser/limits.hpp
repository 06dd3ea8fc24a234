// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace javaser {

/// Bounds on what is read. Passing one is an error of its own, never a truncation. Whatever they
/// are, memory follows the bytes seen, never a length that a stream merely claims; and reading
/// deep things costs memory on the heap, never stack.
struct Limits {
  /// Bytes of a whole stream. 4 GiB: offsets of objects are kept in 32 bits.
  std::uint64_t max_bytes = std::uint64_t{1} << 32;
  /// Things inside things. Java itself fails at some 3,000 with a stack of 1 MiB; 16 Mi of them
  /// take 0.5 GiB here.
  std::uint32_t max_depth = 1U << 24;
  /// Objects inside objects that are read into C++ types. Values that hold each other are destroyed
  /// by recursion, which is their types' own; 10,000 of them take some 1 MiB of stack.
  std::uint32_t max_value_depth = 10000;
  /// Handles alive at once, which TC_RESET forgets. The wire has room for 2^31 - 0x7e0000.
  std::uint32_t max_handles = 1U << 27;
  /// Superclasses above a class. Well above any hierarchy of people, low enough to keep the search
  /// for a level cheap.
  std::uint32_t max_superclasses = 128;
  /// Elements of an array: Java's own bound.
  std::uint32_t max_array_length = 0x7fffffff;
  /// Bytes of stream that references to shared objects may make a reader of values read again, as
  /// each place gets its own copy. A chain of arrays, each holding the next one twice, would
  /// otherwise grow as 2^n.
  std::uint64_t max_copied_bytes = std::uint64_t{1} << 28;
};

}  // namespace javaser
