// SPDX-License-Identifier: Apache-2.0
// Values as the hexadecimal digits of their MessagePack, and back.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tarantool/codec.hpp"

namespace tarantool::testing {

inline std::string hex_of(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string hex;
  for (const unsigned char byte : bytes) {
    hex += digits[byte / 16];
    hex += digits[byte % 16];
  }
  return hex;
}

/// Spaces are for the eye.
inline std::string bytes_of(std::string_view hex) {
  std::string digits;
  for (const char c : hex) {
    if (c != ' ') digits += c;
  }
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

/// What is written of a value; or "!" and the reason why it is not.
template <class T>
std::string hex_of_value(const T& value) {
  Buffer buffer;
  Encoder encoder(buffer);
  write(encoder, value);
  return encoder.failed() ? "!" + encoder.reason() : hex_of(buffer.view());
}

/// What is read from bytes. They must be one sound value, and be read to their end.
template <class T>
struct Reading {
  explicit Reading(std::string_view hex) : bytes(bytes_of(hex)) {
    const char* const end = bytes.data() + bytes.size();
    EXPECT_EQ(end_of_value(bytes.data(), end), end) << hex;
    Decoder decoder(bytes);
    is_read = read(decoder, value);
    failure = decoder.failure();
    EXPECT_TRUE(!is_read || decoder.at_end()) << hex;
    EXPECT_EQ(is_read, failure.empty()) << failure;
  }

  std::string bytes;
  T value{};
  bool is_read = false;
  std::string failure;
};

template <class T>
T value_of(std::string_view hex) {
  Reading<T> reading(hex);
  EXPECT_TRUE(reading.is_read) << reading.failure;
  return std::move(reading.value);
}

/// Why bytes cannot be read as a T.
template <class T>
std::string failure_of(std::string_view hex) {
  return Reading<T>(hex).failure;
}

}  // namespace tarantool::testing
