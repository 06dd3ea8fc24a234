// SPDX-License-Identifier: Apache-2.0
// IPROTO without a socket: frames of requests, and of replies out of a stream of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tarantool/msgpack.hpp"
#include "tarantool/protocol.hpp"
#include "tarantool/reply.hpp"
#include "tarantool/sender.hpp"

namespace tarantool {

/// Appends a whole frame to `out`: its length, its header and the request's body. Nothing is
/// appended, and the reason returned, where a value cannot be written.
std::optional<std::string> write_frame(Buffer& out, const RequestRef& request, std::uint64_t sync,
                                       const SendOptions& options);

/// What a server says first.
struct Greeting {
  static constexpr std::size_t size = 128;

  std::string version;  ///< As "2.6.0".
  std::string uuid;     ///< Of the instance.
  std::string salt;     ///< 20 bytes.

  /// Nothing if it is no Tarantool's that speaks its binary protocol.
  static std::optional<Greeting> parse(std::string_view bytes);
  /// Whether the version is at least that.
  bool is_at_least(unsigned major, unsigned minor) const;
};

/// What proves the password without sending it: sha1(password) xor sha1(salt +
/// sha1(sha1(password))).
std::string scramble(std::string_view password, std::string_view salt);

/// A reply's parts.
struct Frame {
  ReplyHeader header;
  std::string_view body;  ///< A sound MessagePack map.
};

/// Finds frames at the beginning of what has come.
class FrameParser {
 public:
  enum class Outcome : std::uint8_t {
    frame,    ///< frame() is it, size() its bytes in all.
    more,     ///< size() bytes in all are needed, as far as is known yet.
    unsound,  ///< Not IPROTO: reason() tells.
  };

  /// `most` bytes a frame may have, beside its length.
  explicit FrameParser(std::size_t most) : most_(most) {}

  Outcome parse(std::string_view bytes);
  const Frame& frame() const { return frame_; }
  std::size_t size() const { return size_; }
  const std::string& reason() const { return reason_; }

 private:
  Outcome more(std::size_t size);
  Outcome unsound(std::string reason);
  /// The header as servers write it, which costs a fraction of what any header does. Returns its
  /// end, or null: it is another.
  const char* parse_usual_header(const char* begin, const char* end);
  bool parse_header(std::string_view header);

  std::size_t most_;
  Frame frame_;
  std::size_t size_ = 0;
  std::string reason_;
};

}  // namespace tarantool
