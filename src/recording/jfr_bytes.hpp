// SPDX-License-Identifier: Apache-2.0
// How a Flight Recorder file spells its values: JDK's jdk.jfr.internal.consumer.RecordingInput and
// StringParser read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tare::recording {

/// Types whose events begin a chunk's book-keeping; the format's own numbers.
inline constexpr std::uint64_t metadata_event_type = 0;
inline constexpr std::uint64_t checkpoint_event_type = 1;

/// A chunk's header: fixed width, big-endian.
struct JfrHeader {
  static constexpr std::size_t size = 68;
  static constexpr std::string_view magic{"FLR\0", 4};
  enum Feature : std::uint8_t { compressed_integers = 1, final_chunk = 2 };

  std::uint16_t major = 2;
  std::uint16_t minor = 0;
  std::uint64_t chunk_bytes = 0;        ///< The header's among them.
  std::uint64_t checkpoint = 0;         ///< Where the last checkpoint is, from the chunk's start.
  std::uint64_t metadata = 0;           ///< Where the metadata are.
  std::uint64_t start_nanoseconds = 0;  ///< Since 1970.
  std::uint64_t duration_nanoseconds = 0;
  std::uint64_t start_ticks = 0;
  std::uint64_t ticks_per_second = 1'000'000'000;
  std::uint8_t state = 0;  ///< 0: finished.
  std::uint8_t features = compressed_integers;

  std::string encode() const;
};

/// Appends values to a text.
class JfrBytes {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  /// Compressed: seven bits a byte, the lowest first; the ninth byte carries eight.
  void number(std::uint64_t value);
  void real(float value);
  void real(double value);
  void text(std::string_view value);
  void raw(std::string_view bytes) { bytes_ += bytes; }

  const std::string& bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }
  void clear() { bytes_.clear(); }

 private:
  std::string bytes_;
};

/// An event's bytes behind `body`, which begins with the number of its type: the size comes first,
/// and counts itself.
void append_event(JfrBytes& out, std::string_view body);

}  // namespace tare::recording
