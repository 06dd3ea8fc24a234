// SPDX-License-Identifier: Apache-2.0
// IPROTO's frames, for the two ends of it that do without the client.
#pragma once

#include <arpa/inet.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace suite {

/// Of every frame here, as Tarantool itself sends it: 0xce and 32 bits.
inline constexpr std::size_t length_size = 5;

/// The bytes that follow a length.
inline std::size_t length_at(const char* frame) {
  std::uint32_t length = 0;
  std::memcpy(&length, frame + 1, sizeof length);
  return ntohl(length);
}

/// Appends a frame of that header and body.
inline void append_frame(std::string& out, std::string_view content) {
  const auto length = htonl(static_cast<std::uint32_t>(content.size()));
  out += '\xce';
  out.append(reinterpret_cast<const char*>(&length), sizeof length);
  out.append(content);
}

}  // namespace suite
