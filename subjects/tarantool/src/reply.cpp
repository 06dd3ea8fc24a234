// SPDX-License-Identifier: Apache-2.0
#include "tarantool/reply.hpp"

#include <limits>

#include "numbered_map.hpp"
#include "tarantool/error_stack.hpp"

namespace tarantool {

namespace {

constexpr std::uint64_t any_key = std::numeric_limits<std::uint64_t>::max();

bool read_column(Decoder& decoder, SqlColumn& column) {
  return read_numbered_map(decoder, [&](std::uint64_t key, Decoder& value) {
    if (key == 0) return tarantool::read(value, column.name);
    if (key == 1) return tarantool::read(value, column.type);
    return true;
  });
}

bool read_columns(Decoder& decoder, std::vector<SqlColumn>& columns) {
  std::uint32_t n = 0;
  if (!decoder.array(n)) return false;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (!read_column(decoder, columns.emplace_back())) return decoder.in(i);
  }
  return true;
}

}  // namespace

Reply::Reply(const ReplyHeader& header, std::string_view body) : header_(header), body_(body) {
  constexpr char data_alone[] = {'\x81', static_cast<char>(Key::data)};
  if (body.starts_with({data_alone, sizeof data_alone})) {  // As nearly every answer is.
    data_ = body.substr(sizeof data_alone);
  } else if (const auto data = field(Key::data)) {
    data_ = data->rest();
  }
}

std::optional<Decoder> Reply::field(Key key) const {
  if (body_.empty()) return std::nullopt;
  Decoder decoder(body_);
  std::uint32_t n = 0;
  if (!decoder.map(n)) return std::nullopt;
  for (std::uint32_t i = 0; i < n; ++i) {
    std::uint64_t found = 0;
    if (!decoder.unsigned_integer(found, any_key)) return std::nullopt;
    if (found == static_cast<std::uint64_t>(key)) {
      return i + 1 == n ? Decoder(decoder.rest()) : Decoder(decoder.skip());
    }
    decoder.skip();
  }
  return std::nullopt;
}

Error Reply::error() const {
  if (failure_ != nullptr) return *failure_;
  Error error{Cause::server, header_.code & ~reply_code::error_bit, "", {}, ""};
  if (auto message = field(Key::error_24)) tarantool::read(*message, error.message);
  if (auto stack = field(Key::error)) {
    if (!read_error_stack(*stack, error.stack)) error.stack.clear();
  }
  return error;
}

Error Reply::unfit(const Decoder& decoder) {
  return make_error(Cause::type, "the answer does not fit: " + decoder.failure());
}

Result<SqlResult<Value>> read_sql_frame(const Reply& reply) {
  if (!reply.ok()) return reply.error();
  SqlResult<Value> result;
  if (auto metadata = reply.field(Key::metadata)) {
    if (!read_columns(*metadata, result.columns)) return Reply::unfit(*metadata);
  }
  if (auto info = reply.field(Key::sql_info)) {
    const bool fine = read_numbered_map(*info, [&](std::uint64_t key, Decoder& value) {
      if (key == 0) return tarantool::read(value, result.changed);
      if (key == 1) return tarantool::read(value, result.generated);
      return true;
    });
    if (!fine) return Reply::unfit(*info);
  }
  if (auto statement = reply.field(Key::statement)) {
    if (!tarantool::read(*statement, result.statement)) return Reply::unfit(*statement);
  }
  if (auto count = reply.field(Key::bind_count)) {
    if (!tarantool::read(*count, result.bind_count)) return Reply::unfit(*count);
  }
  return result;
}

Result<Ballot> read_ballot(const Reply& reply) {
  if (!reply.ok()) return reply.error();
  // Keys of a ballot: src/box/iproto_constants.h of Tarantool.
  constexpr std::uint64_t vclock = 2;
  constexpr std::uint64_t is_read_only = 4;
  constexpr std::uint64_t is_booted = 6;
  Ballot ballot;
  auto content = reply.field(Key::ballot);
  if (!content) return make_error(Cause::protocol, "a vote without a ballot");
  const bool fine = read_numbered_map(*content, [&](std::uint64_t key, Decoder& value) {
    if (key == vclock) return tarantool::read(value, ballot.vclock);
    if (key == is_read_only) return tarantool::read(value, ballot.is_read_only);
    if (key == is_booted) return tarantool::read(value, ballot.is_booted);
    return true;
  });
  if (!fine) return Reply::unfit(*content);
  return ballot;
}

}  // namespace tarantool
