// SPDX-License-Identifier: Apache-2.0
#include "tarantool/crud_reply.hpp"

#include <algorithm>
#include <array>

#include "tarantool/error_stack.hpp"

namespace tarantool::crud {
namespace {

/// An entry of a router's metadata.
struct Column {
  std::string_view name;
};

}  // namespace
}  // namespace tarantool::crud

TARANTOOL_STRUCT(tarantool::crud::Column, name);

namespace tarantool::crud {
namespace {

/// What messages of servers' errors, and of routers about them, have in common: two parts, the one
/// somewhere behind the other.
struct KnownMessage {
  std::string_view part;
  std::string_view other_part;
  std::uint32_t code;
};
constexpr std::array known_messages = {
    KnownMessage{"Duplicate key exists in unique index", "", server_code::tuple_found},
    KnownMessage{"Can't modify data", "read-only", server_code::read_only},
    KnownMessage{"Procedure '", "' is not defined", server_code::no_such_proc},
    KnownMessage{"Space \"", "\" doesn't exist", server_code::no_such_space},
    KnownMessage{"Space '", "' does not exist", server_code::no_such_space},
    KnownMessage{" access to ", " is denied for user", server_code::access_denied},
    KnownMessage{"Connection refused", "", server_code::no_connection},
    KnownMessage{"Connection is not established", "", server_code::no_connection},
    KnownMessage{"Connection closed", "", server_code::no_connection},
    KnownMessage{"Peer closed", "", server_code::no_connection},
    KnownMessage{"Timeout exceeded", "", server_code::timeout},
    KnownMessage{"Connection timed out", "", server_code::timeout},
};

std::uint32_t code_of(std::string_view message) {
  for (const KnownMessage& known : known_messages) {
    const std::size_t place = message.find(known.part);
    if (place != std::string_view::npos &&
        message.find(known.other_part, place + known.part.size()) != std::string_view::npos) {
      return known.code;
    }
  }
  return 0;
}

/// A value of an error's object as text.
std::string text(Decoder& decoder) {
  std::string_view bytes;
  if (decoder.kind() == Kind::string && decoder.string(bytes)) return std::string(bytes);
  Decoder value(decoder.skip());
  Value any;
  return read(value, any) ? any.to_string() : "";
}

void read_object(Decoder& decoder, Error& error) {
  std::string whole;
  std::uint32_t n = 0;
  decoder.map(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::string key = text(decoder);
    if (key == "class_name") {
      error.class_name = text(decoder);
    } else if (key == "err" || key == "message") {
      error.message = text(decoder);
    } else if (key == "str") {
      whole = text(decoder);
    } else if (key == "code" && decoder.kind() == Kind::unsigned_integer) {
      if (!read(decoder, error.code)) decoder.skip();
    } else {
      decoder.skip();
    }
  }
  if (error.message.empty()) error.message = std::move(whole);
}

/// Extension 3: an error of the server that the router passed on.
void read_extension(Decoder& decoder, Error& error) {
  if (!read_error_stack(decoder, error.stack) || error.stack.empty()) {
    error.stack.clear();
    return;
  }
  error.message = error.stack.front().message;
  error.code = static_cast<std::uint32_t>(error.stack.front().code);
}

/// What the router's error says it is about.
Packed operation_data(std::string_view error) {
  Decoder decoder(error);
  std::uint32_t n = 0;
  if (!decoder.map(n)) return {};
  for (std::uint32_t i = 0; i < n; ++i) {
    if (text(decoder) == "operation_data") return Packed::copy(decoder.skip());
    decoder.skip();
  }
  return {};
}

/// Goes past the metadata, and returns it. No value begins as another does, and goes on: where the
/// likely one's bytes are, it is.
std::string_view take_metadata(Decoder& decoder, std::string_view likely) {
  if (likely.empty() || !decoder.rest().starts_with(likely)) return decoder.skip();
  const std::string_view rest = decoder.rest();
  decoder = Decoder(rest.substr(likely.size()));
  return rest.substr(0, likely.size());
}

/// The map of metadata and rows.
bool read_result(Decoder& decoder, std::string_view likely, LookFor look_for, Frame& frame) {
  std::uint32_t n = 0;
  if (!decoder.map(n)) return false;
  for (std::uint32_t i = 0; i < n; ++i) {
    std::string_view key;
    if (!decoder.string(key)) return false;
    const bool is_nil = decoder.kind() == Kind::nil;
    if (key == "metadata" && !is_nil) {
      frame.metadata = take_metadata(decoder, likely);
    } else if (key == "rows" && !is_nil) {
      const bool is_enough = look_for == LookFor::rows && i + 1 == n;
      frame.rows = is_enough ? decoder.rest() : decoder.skip();
      if (is_enough) return true;
    } else {
      decoder.skip();
    }
  }
  return true;
}

/// What a router returned first, or nil; the error that it returned in its place.
Result<Decoder> first_returned(const Reply& reply) {
  if (!reply.ok()) return reply.error();
  Decoder decoder = reply.data();
  std::uint32_t n = 0;
  if (!decoder.array(n)) return Reply::unfit(decoder);
  if (n == 0) return Decoder("\xc0");
  if (n == 1 || decoder.kind() != Kind::nil) return decoder;
  Decoder error = decoder;
  error.skip();
  if (error.kind() == Kind::nil) return decoder;
  return router_error(error);
}

}  // namespace

namespace detail {

bool read_column_names(std::string_view metadata, std::vector<std::string_view>& names) {
  Decoder decoder(metadata);
  std::uint32_t n = 0;
  if (!decoder.array(n)) return false;
  for (std::uint32_t i = 0; i < n; ++i) {
    Column column;
    if (!read(decoder, column)) return false;
    names.push_back(column.name);
  }
  return true;
}

}  // namespace detail

Error router_error(Decoder decoder) {
  std::uint32_t n = 0;
  while (decoder.kind() == Kind::array && decoder.array(n)) {
    if (n == 0) return make_error(Cause::router, "an empty list of errors");
  }
  Error error{Cause::router, 0, "", {}, ""};
  if (decoder.kind() == Kind::map) {
    read_object(decoder, error);
  } else if (decoder.kind() == Kind::extension &&
             decoder.extension_type() == static_cast<std::int8_t>(ExtensionType::error)) {
    read_extension(decoder, error);
  } else {
    error.message = text(decoder);
  }
  std::replace(error.message.begin(), error.message.end(), '\n', ' ');
  if (error.code == 0) error.code = code_of(error.message);
  return error;
}

std::vector<TupleError> router_errors(std::string_view errors) {
  std::vector<TupleError> all;
  if (errors.empty()) return all;
  Decoder decoder(errors);
  std::uint32_t n = 1;
  if (decoder.kind() == Kind::array) decoder.array(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::string_view error = decoder.skip();
    all.push_back({router_error(Decoder(error)), std::nullopt, operation_data(error)});
  }
  return all;
}

Result<Frame> frame(const Reply& reply, std::string_view likely_metadata, LookFor look_for) {
  if (!reply.ok()) return reply.error();
  Frame frame;
  Decoder decoder = reply.data();
  std::uint32_t n = 0;
  if (!decoder.array(n)) return Reply::unfit(decoder);
  const bool has_result = n != 0 && decoder.kind() != Kind::nil;
  if (has_result && !read_result(decoder, likely_metadata, look_for, frame)) {
    return Reply::unfit(decoder);
  }
  if (n < 2 || (has_result && look_for == LookFor::rows)) return frame;
  if (!has_result) decoder.nil();
  if (decoder.kind() == Kind::nil) return frame;
  const bool is_of_parts = look_for == LookFor::rows_and_errors && decoder.kind() == Kind::array;
  if (!has_result && !is_of_parts) return router_error(decoder);
  frame.errors = decoder.skip();
  return frame;
}

Result<std::uint64_t> number(const Reply& reply) {
  auto returned = first_returned(reply);
  if (!returned) return std::move(returned.error());
  std::uint64_t number = 0;
  if (!read(*returned, number)) return Reply::unfit(*returned);
  return number;
}

Result<Done> done(const Reply& reply) {
  const auto returned = first_returned(reply);
  if (!returned) return returned.error();
  return Done{};
}

}  // namespace tarantool::crud
