// SPDX-License-Identifier: Apache-2.0
// What routers answer: [{metadata, rows}, nil], or [nil, {class_name, err, str, ...}].
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tarantool/batch.hpp"
#include "tarantool/cursor.hpp"
#include "tarantool/reply.hpp"
#include "tarantool/struct.hpp"

namespace tarantool::crud {

/// Reads rows: structs by their columns' names, which it looks up once for each metadata that it
/// sees; everything else by position. To be used by one thread at a time.
template <Readable Row>
class RowReader {
 public:
  /// Metadata that is likely to come; empty: none.
  std::string_view likely() const { return {}; }
  /// Makes ready for rows of this metadata, MessagePack; empty: none came.
  bool prepare(std::string_view) { return true; }
  bool read(Decoder& decoder, Row& row) const { return tarantool::read(decoder, row); }
};

namespace detail {

/// The names, which point into the metadata. False: it is none.
bool read_column_names(std::string_view metadata, std::vector<std::string_view>& names);

}  // namespace detail

template <Readable Row>
requires Struct<Row>
class RowReader<Row> {
 public:
  std::string_view likely() const {
    return kept_.empty() ? std::string_view() : std::string_view(kept_[current_].metadata);
  }
  bool prepare(std::string_view metadata) {
    by_name_ = !metadata.empty();
    if (!by_name_ || metadata == likely()) return true;
    for (current_ = 0; current_ < kept_.size(); ++current_) {
      if (metadata == kept_[current_].metadata) return true;
    }
    std::vector<std::string_view> names;
    if (!detail::read_column_names(metadata, names)) {
      current_ = 0;
      return false;
    }
    if (kept_.size() == most_kept) kept_.erase(kept_.begin());
    kept_.push_back({std::string(metadata), Columns<Row>(names)});
    current_ = kept_.size() - 1;
    return true;
  }
  bool read(Decoder& decoder, Row& row) const {
    return by_name_ ? kept_[current_].columns.read(decoder, row) : tarantool::read(decoder, row);
  }

 private:
  // One type is read from one space as a rule, with few choices of its fields.
  static constexpr std::size_t most_kept = 8;
  struct Kept {
    std::string metadata;
    Columns<Row> columns;
  };

  std::vector<Kept> kept_;
  std::size_t current_ = 0;
  bool by_name_ = false;
};

/// The parts of an answer, as MessagePack.
struct Frame {
  std::string_view metadata;  ///< Empty: none.
  std::string_view rows;      ///< Of it, and whatever follows. Empty: none.
  std::string_view errors;    ///< Beside the rows, of a batch. Empty: none, or not looked for.
};

enum class LookFor : std::uint8_t { rows, rows_and_errors };

/// Takes an answer apart. An error in place of rows is one by Cause::router, but for a list of them
/// where errors are looked for. Not to look for errors saves going past the rows. `likely_metadata`
/// is gone past at once where it comes.
Result<Frame> frame(const Reply& reply, std::string_view likely_metadata, LookFor look_for);

/// The error that a router returned as a value: an object, or whatever it is; of several the first.
Error router_error(Decoder decoder);

/// All of them, with the tuples that they are about.
std::vector<TupleError> router_errors(std::string_view errors);

namespace detail {

/// The thread's own, which lives on from reply to reply.
template <Readable Row>
RowReader<Row>& thread_reader() {
  thread_local RowReader<Row> reader;
  return reader;
}

/// Reads the rows of a frame as one thing by read(Decoder&); `T()` where there are none.
template <class T, class Row, class F>
Result<T> read_rows(const Frame& frame, RowReader<Row>& reader, T value, F read) {
  if (frame.rows.empty()) return value;
  Decoder decoder(frame.rows);
  if (!reader.prepare(frame.metadata)) {
    decoder.fail("the metadata is no list of columns");
    return Reply::unfit(decoder);
  }
  if (!read(decoder, value)) return Reply::unfit(decoder);
  return value;
}

template <class Row>
bool read_all(Decoder& decoder, const RowReader<Row>& reader, std::vector<Row>& rows) {
  std::uint32_t n = 0;
  if (!decoder.array(n)) return false;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (!reader.read(decoder, rows.emplace_back())) return decoder.in(i);
  }
  return true;
}

}  // namespace detail

/// All rows.
template <Readable Row>
Result<std::vector<Row>> rows(const Reply& reply) {
  auto& reader = detail::thread_reader<Row>();
  const auto parts = frame(reply, reader.likely(), LookFor::rows);
  if (!parts) return parts.error();
  return detail::read_rows(*parts, reader, std::vector<Row>(),
                           [&](Decoder& decoder, std::vector<Row>& all) {
                             return detail::read_all(decoder, reader, all);
                           });
}

/// The first row, read into what exists, whose memory may thereby be used again. False: there is
/// none. Allocates nothing but what the row may need.
template <Readable Row>
Result<bool> first_into(const Reply& reply, Row& row, RowReader<Row>& reader) {
  const auto parts = frame(reply, reader.likely(), LookFor::rows);
  if (!parts) return parts.error();
  return detail::read_rows(*parts, reader, false, [&](Decoder& decoder, bool& is_there) {
    std::uint32_t n = 0;
    if (!decoder.array(n)) return false;
    is_there = n != 0 && decoder.kind() != Kind::nil;
    return !is_there || reader.read(decoder, row) || decoder.in(0);
  });
}

/// The first row, or nothing.
template <Readable Row>
Result<std::optional<Row>> first(const Reply& reply) {
  Row row{};
  const auto is_there = first_into(reply, row, detail::thread_reader<Row>());
  if (!is_there) return is_there.error();
  if (!*is_there) return std::optional<Row>();
  return std::optional<Row>(std::move(row));
}

/// What became of a batch.
template <Readable Row>
Result<Batch<Row>> batch(const Reply& reply) {
  auto& reader = detail::thread_reader<Row>();
  const auto parts = frame(reply, reader.likely(), LookFor::rows_and_errors);
  if (!parts) return parts.error();
  return detail::read_rows(*parts, reader, Batch<Row>{{}, router_errors(parts->errors)},
                           [&](Decoder& decoder, Batch<Row>& all) {
                             return detail::read_all(decoder, reader, all.rows);
                           });
}

/// Rows for a cursor.
template <Readable Row>
Result<Page<Row>> page(const Reply& reply) {
  auto& reader = detail::thread_reader<Row>();
  const auto parts = frame(reply, reader.likely(), LookFor::rows);
  if (!parts) return parts.error();
  return detail::read_rows(*parts, reader, Page<Row>(), [&](Decoder& decoder, Page<Row>& all) {
    const auto read_row = [&](Decoder& each, Row& row) { return reader.read(each, row); };
    return tarantool::detail::read_page(decoder, all, read_row);
  });
}

/// A result that is no rows: a number of rows, as of len and count.
Result<std::uint64_t> number(const Reply& reply);
/// That it was done, whatever the result.
Result<Done> done(const Reply& reply);

}  // namespace tarantool::crud
