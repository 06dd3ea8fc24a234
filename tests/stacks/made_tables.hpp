// SPDX-License-Identifier: Apache-2.0
// Unwind tables of one function, a byte at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stacks/unwind_row.hpp"

namespace tare::stacks {

using Bytes = std::vector<std::uint8_t>;

/// Where tables and function are said to be.
constexpr std::uintptr_t base = 0x10000;
constexpr std::uintptr_t function_begin = 0x20000;
constexpr std::uint32_t function_size = 0x1000;

inline void add(Bytes& bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}
inline void add_u32(Bytes& bytes, std::uint64_t number) {
  for (int shift = 0; shift < 32; shift += 8)
    bytes.push_back(static_cast<std::uint8_t>(number >> shift));
}

/// What a linker would make of one function.
struct Object {
  Bytes augmentation{'z', 'R', 0};
  Bytes augmentation_data{0x1b};              // pcrel, sdata4
  Bytes common_program{0x0c, 7, 8, 0x90, 1};  // CFA = rsp + 8, the pc at CFA - 8
  std::uint8_t version = 1;
  std::uint8_t pc_column = 16;

  Bytes bytes(const Bytes& program) const {
    Bytes all{1, 0x1b, 0x03, 0x3b};
    constexpr std::uint32_t header_size = 20;
    add_u32(all, header_size - 4);  // .eh_frame, from here
    add_u32(all, 1);
    add_u32(all, function_begin - base);
    const std::size_t function_at = 16;
    add_u32(all, 0);
    Bytes common;
    add_u32(common, 0);
    common.push_back(version);
    add(common, augmentation);
    add(common, {1, 0x78, pc_column, static_cast<std::uint8_t>(augmentation_data.size())});
    add(common, augmentation_data);
    add(common, common_program);
    add_u32(all, common.size());
    add(all, common);
    const auto at = static_cast<std::uint32_t>(all.size());
    Bytes function;
    add_u32(function, at + 4 - header_size);
    add_u32(function, function_begin - (base + at + 8));
    add_u32(function, function_size);
    function.push_back(0);
    add(function, program);
    add_u32(all, function.size());
    add(all, function);
    for (std::size_t i = 0; i < 4; ++i)
      all[function_at + i] = static_cast<std::uint8_t>(at >> (8 * i));
    return all;
  }
};

inline UnwindRow row_of(const Bytes& bytes, std::uintptr_t at) {
  const UnwindTables tables{std::as_bytes(std::span(bytes)), base, base};
  return unwind_row(tables, at);
}

}  // namespace tare::stacks
