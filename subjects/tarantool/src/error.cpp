// SPDX-License-Identifier: Apache-2.0
#include "tarantool/error.hpp"

#include "numbered_map.hpp"
#include "tarantool/codec.hpp"
#include "tarantool/error_stack.hpp"

namespace tarantool {
namespace {

// Keys of src/box/mp_error.cc of Tarantool.
enum class StackKey : std::uint64_t { frames = 0 };
enum class FrameKey : std::uint64_t { type, file, line, message, system_errno, code, fields };

bool read_fields(Decoder& decoder, std::map<std::string, std::string>& fields) {
  std::map<std::string, Value> values;
  if (!read(decoder, values)) return false;
  for (const auto& [name, value] : values) {
    const auto* text = value.as<std::string>();
    fields[name] = text != nullptr ? *text : value.to_string();
  }
  return true;
}

bool read_frame(Decoder& decoder, ErrorFrame& frame) {
  return read_numbered_map(decoder, [&](std::uint64_t key, Decoder& value) {
    switch (static_cast<FrameKey>(key)) {
      case FrameKey::type:
        return read(value, frame.type);
      case FrameKey::file:
        return read(value, frame.file);
      case FrameKey::line:
        return read(value, frame.line);
      case FrameKey::message:
        return read(value, frame.message);
      case FrameKey::system_errno:
        return read(value, frame.system_errno);
      case FrameKey::code:
        return read(value, frame.code);
      case FrameKey::fields:
        return read_fields(value, frame.fields);
    }
    return true;
  });
}

bool read_frames(Decoder& decoder, std::vector<ErrorFrame>& stack) {
  std::uint32_t n = 0;
  if (!decoder.array(n)) return false;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (!read_frame(decoder, stack.emplace_back())) return decoder.in(i);
  }
  return true;
}

bool read_map(Decoder& decoder, std::vector<ErrorFrame>& stack) {
  return read_numbered_map(decoder, [&](std::uint64_t key, Decoder& value) {
    return static_cast<StackKey>(key) != StackKey::frames || read_frames(value, stack);
  });
}

}  // namespace

bool read_error_stack(Decoder& decoder, std::vector<ErrorFrame>& stack) {
  stack.clear();
  if (decoder.at_end() || decoder.kind() != Kind::extension) return read_map(decoder, stack);
  const auto is_stack = [&](std::string_view bytes) {
    if (end_of_value(bytes.data(), bytes.data() + bytes.size()) == nullptr) return false;
    Decoder inner(bytes);
    return read_map(inner, stack);
  };
  return detail::read_extension(decoder, ExtensionType::error, "an error", is_stack);
}

const char* to_string(Cause cause) {
  switch (cause) {
    case Cause::server:
      return "server";
    case Cause::router:
      return "router";
    case Cause::network:
      return "network";
    case Cause::timeout:
      return "timeout";
    case Cause::cancelled:
      return "cancelled";
    case Cause::overloaded:
      return "overloaded";
    case Cause::closed:
      return "closed";
    case Cause::protocol:
      return "protocol";
    case Cause::type:
      return "type";
  }
  return "";
}

std::string to_string(const Error& error) {
  std::string text = to_string(error.cause);
  text += " error";
  if (error.code != 0) text += " " + std::to_string(error.code);
  if (!error.class_name.empty()) text += " " + error.class_name;
  return text + ": " + error.message;
}

}  // namespace tarantool
