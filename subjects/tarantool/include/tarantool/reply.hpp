// SPDX-License-Identifier: Apache-2.0
// An answer, as it lies in the connection's buffer, or why none came.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tarantool/codec.hpp"
#include "tarantool/error.hpp"
#include "tarantool/protocol.hpp"

namespace tarantool {

/// The header of a reply.
struct ReplyHeader {
  std::uint32_t code = 0;
  std::uint64_t sync = 0;
  std::uint64_t schema_version = 0;
};

/// Valid during the callback that is given it, and not longer. What is read from it is the
/// caller's, but for std::string_view, which points into it.
class Reply {
 public:
  /// `body` is a sound MessagePack map.
  Reply(const ReplyHeader& header, std::string_view body);
  /// None came. `failure` is not owned.
  explicit Reply(const Error& failure) : failure_(&failure) {}

  /// That the request was done: false where the server answered with an error, or did not answer.
  bool ok() const { return failure_ == nullptr && (header_.code & reply_code::error_bit) == 0; }
  /// Not the answer, but a message before it (box.session.push).
  bool is_push() const { return header_.code == reply_code::push; }
  /// Of the server; 0 where it did not answer.
  std::uint64_t schema_version() const { return header_.schema_version; }
  /// Why it is not ok().
  Error error() const;

  /// What the answer is a list of: tuples, or what a function returned. Empty where there is none.
  Decoder data() const { return Decoder(data_); }
  /// What the body has for a key.
  std::optional<Decoder> field(Key key) const;

  /// The whole list as one T: a vector of each element, a tuple by position, ...
  template <Readable T>
  Result<T> read() const {
    if (!ok()) return error();
    T value{};
    Decoder decoder = data();
    if (!Codec<T>::read(decoder, value)) return unfit(decoder);
    return value;
  }

  /// The list's first element, which may be absent, or nil.
  template <Readable T>
  Result<std::optional<T>> first() const {
    if (!ok()) return error();
    std::optional<T> value;
    Decoder decoder = data();
    std::uint32_t n = 0;
    if (!decoder.array(n)) return unfit(decoder);
    if (n != 0 && !Codec<std::optional<T>>::read(decoder, value)) return unfit(decoder);
    return value;
  }

  /// The same, read into what exists, whose memory may thereby be used again. False: it is absent.
  template <Readable T>
  Result<bool> first_into(T& value) const {
    if (!ok()) return error();
    Decoder decoder = data();
    std::uint32_t n = 0;
    if (!decoder.array(n)) return unfit(decoder);
    if (n == 0 || decoder.at_nil()) return false;
    if (!Codec<T>::read(decoder, value)) return unfit(decoder);
    return true;
  }

  /// The error of an answer that does not fit the type it was read as.
  static Error unfit(const Decoder& decoder);

 private:
  const Error* failure_ = nullptr;
  ReplyHeader header_;
  std::string_view body_;
  std::string_view data_ = "\x90";  // An empty array.
};

/// A column of an SQL answer.
struct SqlColumn {
  std::string name;
  std::string type;
};

/// The answer to SQL whose rows are T.
template <class T = Value>
struct SqlResult {
  std::vector<SqlColumn> columns;  ///< Empty where the statement has no rows.
  std::vector<T> rows;
  std::uint64_t changed = 0;            ///< Rows that the statement changed.
  std::vector<std::int64_t> generated;  ///< Values of AUTOINCREMENT.
  std::uint64_t statement = 0;          ///< Number of what was prepared; 0: nothing.
  std::uint64_t bind_count = 0;         ///< Parameters of what was prepared.
};

/// All of an SQL answer but its rows.
Result<SqlResult<Value>> read_sql_frame(const Reply& reply);

template <Readable T>
Result<SqlResult<T>> read_sql(const Reply& reply) {
  auto frame = read_sql_frame(reply);
  if (!frame) return std::move(frame.error());
  SqlResult<T> result{
      std::move(frame->columns), {}, frame->changed, std::move(frame->generated), frame->statement,
      frame->bind_count};
  auto rows = reply.read<std::vector<T>>();
  if (!rows) return std::move(rows.error());
  result.rows = std::move(*rows);
  return result;
}

/// A server's part in a replica set, as it answers to vote().
struct Ballot {
  bool is_read_only = false;  ///< Whether it takes no writes now.
  bool is_booted = true;
  std::map<std::uint32_t, std::uint64_t> vclock;
};
Result<Ballot> read_ballot(const Reply& reply);

}  // namespace tarantool
