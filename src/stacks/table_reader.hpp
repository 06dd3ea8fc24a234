// SPDX-License-Identifier: Apache-2.0
// Reads numbers as unwind tables have them, from bytes that may be anything.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "stacks/unwind_row.hpp"

namespace tare::stacks {

/// Once it had to read past its end, or a number that it cannot read, it has failed: all that
/// follows is 0.
class TableReader {
 public:
  /// From `address` to the end of the tables.
  TableReader(const UnwindTables& tables, std::uintptr_t address) noexcept
      : tables_(tables), at_(address - tables.address), end_(tables.bytes.size()) {
    failed_ = address < tables.address || at_ > end_;
  }

  bool failed() const noexcept { return failed_; }
  bool at_end() const noexcept { return failed_ || at_ == end_; }
  std::uintptr_t address() const noexcept { return tables_.address + at_; }
  void fail() noexcept { failed_ = true; }

  template <class Number>
  Number take() noexcept {
    Number number = 0;
    if (const std::byte* from = skip(sizeof number)) std::memcpy(&number, from, sizeof number);
    return number;
  }

  /// The skipped bytes; null if there are not so many.
  const std::byte* skip(std::uint64_t count) noexcept {
    if (failed_ || count > end_ - at_) {
      failed_ = true;
      return nullptr;
    }
    at_ += count;
    return tables_.bytes.data() + (at_ - count);
  }

  /// A reader of the next `count` bytes, which this one skips.
  TableReader part(std::uint64_t count) noexcept {
    TableReader part = *this;
    skip(count);
    part.end_ = at_;
    part.failed_ = failed_;
    return part;
  }

  std::uint64_t uleb() noexcept { return leb().value; }
  std::int64_t sleb() noexcept {
    const Leb number = leb();
    const bool negative = number.bits < 64 && (number.last & 0x40) != 0;
    return std::bit_cast<std::int64_t>(number.value |
                                       (negative ? ~std::uint64_t{0} << number.bits : 0));
  }

  /// An address that is encoded so (Linux Standard Base 5.0, Core, 10.5: DW_EH_PE_*).
  /// `data` is what DW_EH_PE_datarel counts from.
  std::uintptr_t pointer(std::uint8_t encoding, std::uintptr_t data = 0) noexcept {
    const std::uintptr_t here = address();
    const std::uintptr_t number = encoded_number(encoding);
    switch (encoding & 0xf0) {
      case 0x00:
        return number;
      case 0x10:
        return here + number;  // pcrel
      case 0x30:
        return data + number;  // datarel
      default:  // Of text or function, aligned, indirect: nothing that is read here is so.
        failed_ = true;
        return 0;
    }
  }

  /// The number alone, not counted from anywhere; fit to skip a pointer of any kind but aligned.
  std::uintptr_t encoded_number(std::uint8_t encoding) noexcept {
    switch (encoding & 0x0f) {
      case 0x00:
        return take<std::uint64_t>();
      case 0x01:
        return uleb();
      case 0x02:
        return take<std::uint16_t>();
      case 0x03:
        return take<std::uint32_t>();
      case 0x04:
        return take<std::uint64_t>();
      case 0x09:
        return static_cast<std::uintptr_t>(sleb());
      case 0x0a:
        return static_cast<std::uintptr_t>(std::int64_t{take<std::int16_t>()});
      case 0x0b:
        return static_cast<std::uintptr_t>(std::int64_t{take<std::int32_t>()});
      case 0x0c:
        return take<std::uint64_t>();
      default:
        failed_ = true;
        return 0;
    }
  }

 private:
  struct Leb {
    std::uint64_t value = 0;
    unsigned bits = 0;  ///< Bits that were written, no more than 70.
    unsigned last = 0;  ///< The last byte.
  };
  Leb leb() noexcept {
    Leb number;
    do {
      // The tenth byte holds the 64th bit.
      if (number.bits >= 70) failed_ = true;
      number.last = take<std::uint8_t>();
      if (failed_) return {};
      if (number.bits < 64) number.value |= std::uint64_t{number.last & 0x7f} << number.bits;
      number.bits += 7;
    } while ((number.last & 0x80) != 0);
    return number;
  }

  UnwindTables tables_;
  std::size_t at_;
  std::size_t end_;
  bool failed_ = false;
};

}  // namespace tare::stacks
