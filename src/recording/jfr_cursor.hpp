// SPDX-License-Identifier: Apache-2.0
// Reads what a Flight Recorder file spells, and never behind its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "recording/recording_error.hpp"

namespace tare::recording {

/// A text, or the key of a constant that is one.
struct JfrText {
  std::string text{};
  std::uint64_t key = 0;
  bool is_key = false;
};

/// A place in a chunk. All functions that read throw RecordingError, which names the offset in the
/// file.
class JfrCursor {
 public:
  /// `bytes` begin at `offset` in the file. Not compressed: integers are big-endian, as wide as
  /// their types.
  JfrCursor(std::string_view bytes, std::uint64_t offset, bool compressed)
      : bytes_(bytes), offset_(offset), compressed_(compressed) {}

  /// Of the type `long`; `width` is what it takes where integers are not compressed.
  std::uint64_t number(std::size_t width = 8);
  std::uint64_t fixed(std::size_t width);
  std::uint8_t byte() { return static_cast<std::uint8_t>(fixed(1)); }
  JfrText text();
  void skip(std::uint64_t bytes) { take(bytes); }

  /// How many of something follow, of which each takes `least` bytes.
  std::uint64_t count(std::size_t least);

  /// The next bytes, as a place of their own.
  JfrCursor part(std::uint64_t bytes);
  /// The same chunk, `place` bytes behind where it was made to begin.
  JfrCursor at(std::uint64_t place) const;

  std::size_t place() const { return place_; }
  std::size_t left() const { return bytes_.size() - place_; }
  std::uint64_t file_offset() const { return offset_ + place_; }
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  std::string_view take(std::uint64_t bytes);
  std::string utf16(std::uint64_t units);

  std::string_view bytes_;
  std::uint64_t offset_;
  bool compressed_;
  std::size_t place_ = 0;
};

}  // namespace tare::recording
