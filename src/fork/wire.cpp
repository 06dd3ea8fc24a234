// SPDX-License-Identifier: Apache-2.0
#include "fork/wire.hpp"

#include "fork/wire_fields.hpp"

namespace tare::fork {
namespace {

constexpr std::size_t length_bytes = 4;

template <std::size_t Kind = 0>
Message read(std::size_t kind, FieldReader& reader) {
  if constexpr (Kind < std::variant_size_v<Message>) {
    if (kind != Kind) return read<Kind + 1>(kind, reader);
    std::variant_alternative_t<Kind, Message> message;
    reader.field(message);
    reader.finish();
    return message;
  } else {
    throw WireError("a message of an unknown kind");
  }
}

}  // namespace

std::string encode(const Message& message) {
  FieldWriter writer;
  // Fields take what they write by reference, since they read into it too.
  std::visit([&](auto copy) { writer.field(copy); }, message);
  const std::string payload = writer.take();
  const std::size_t length = payload.size() + 1;
  if (length > most_frame_bytes) throw WireError("a message is too long to send");
  std::string frame;
  for (std::size_t i = 0; i < length_bytes; ++i) frame += static_cast<char>(length >> (8 * i));
  frame += static_cast<char>(message.index());
  return frame + payload;
}

void Decoder::feed(std::string_view bytes) {
  buffer_.erase(0, begin_);
  begin_ = 0;
  buffer_ += bytes;
}

std::optional<Message> Decoder::next() {
  const std::string_view rest = std::string_view(buffer_).substr(begin_);
  if (rest.size() < length_bytes) return std::nullopt;
  std::uint32_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i)
    length |= std::uint32_t{static_cast<unsigned char>(rest[i])} << (8 * i);
  if (length == 0 || length > most_frame_bytes) throw WireError("a frame of an impossible length");
  if (rest.size() - length_bytes < length) return std::nullopt;
  begin_ += length_bytes + length;
  FieldReader reader(rest.substr(length_bytes + 1, length - 1));
  return read(static_cast<unsigned char>(rest[length_bytes]), reader);
}

}  // namespace tare::fork
