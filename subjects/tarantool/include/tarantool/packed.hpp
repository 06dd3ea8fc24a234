// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tarantool/codec.hpp"
#include "tarantool/request.hpp"

namespace tarantool {

/// A value as MessagePack, which owns its bytes: made now, to be sent later, or kept as it came.
class Packed {
 public:
  Packed() : bytes_("\xc0") {}  ///< nil

  /// A value that cannot be written fails the request that it is sent with.
  template <Writable T>
  requires(!std::same_as<T, Packed>) explicit Packed(const T& value)
      : Packed([&](Encoder& encoder) { tarantool::write(encoder, value); }) {}

  /// A key of an index: always an array.
  template <Writable K>
  static Packed key(const K& key) {
    return Packed([&](Encoder& encoder) { detail::write_key(encoder, key); });
  }

  /// Changes of a tuple, as Updates::encode() writes them.
  static Packed updates(const Updates& updates, std::int32_t base) {
    return Packed([&](Encoder& encoder) { updates.encode(encoder, base); });
  }

  /// An array of elements that are MessagePack already.
  static Packed array(std::span<const std::string_view> elements) {
    return Packed([&](Encoder& encoder) {
      encoder.array(elements.size());
      for (const std::string_view element : elements) encoder.raw(element);
    });
  }

  /// `bytes` are one value of MessagePack already.
  static Packed copy(std::string_view bytes) {
    Packed packed;
    packed.bytes_.assign(bytes);
    return packed;
  }

  std::string_view bytes() const { return bytes_; }
  Decoder decoder() const { return Decoder(bytes_); }
  /// Why the value could not be written; empty: it could.
  const std::string& failure() const { return failure_; }

  bool operator==(const Packed&) const = default;

 private:
  template <std::invocable<Encoder&> F>
  explicit Packed(F encode) {
    Buffer buffer = take_scratch();
    Encoder encoder(buffer);
    encode(encoder);
    if (encoder.failed()) {
      failure_ = encoder.reason();
    } else {
      bytes_.assign(buffer.view());
    }
    give_back(std::move(buffer));
  }

  // The thread's; what is packed may pack something itself.
  static Buffer take_scratch();
  static void give_back(Buffer buffer);

  std::string bytes_;
  std::string failure_;
};

template <>
struct Codec<Packed> {
  static void write(Encoder& encoder, const Packed& packed) {
    if (packed.failure().empty()) {
      encoder.raw(packed.bytes());
    } else {
      encoder.fail(packed.failure());
    }
  }
  static bool read(Decoder& decoder, Packed& packed) {
    if (decoder.at_end()) return decoder.fail("missing");
    packed = Packed::copy(decoder.skip());
    return true;
  }
};

}  // namespace tarantool
