// SPDX-License-Identifier: Apache-2.0
// Rows one by one, fetched in batches:
//
//   auto cursor = space.cursor<Row>(Conditions().index_ge("id", 10));
//   for (;;) {
//     const auto row = co_await cursor.next();           // or cursor.next().future().get()
//     if (!row || !*row) break;                          // an error, or the end
//   }
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "tarantool/packed.hpp"
#include "tarantool/reply.hpp"
#include "tarantool/task.hpp"

namespace tarantool {

/// How a cursor finds the next batch.
enum class Paging : std::uint8_t {
  offset,  ///< By how many rows came before: rows that come or go meanwhile shift the others.
  after,   ///< By the last row that came.
};

struct CursorOptions {
  std::uint32_t batch = 100;  ///< Rows that are fetched at once; at least 1.
  Paging paging = Paging::offset;
};

/// Some rows on end.
template <class Row>
struct Page {
  std::vector<Row> rows;
  Packed last;  ///< The last of them, as it came.
};

/// Where a page begins.
struct PagePosition {
  std::uint32_t seen = 0;      ///< How many rows came before.
  std::optional<Packed> last;  ///< The last of them.
};

namespace detail {

/// Rows one after another, each read by read_row(Decoder&, Row&).
template <class Row, class F>
bool read_page(Decoder& decoder, Page<Row>& page, F read_row) {
  std::uint32_t n = 0;
  if (!decoder.array(n)) return false;
  for (std::uint32_t i = 0; i < n; ++i) {
    const char* begin = decoder.position();
    if (!read_row(decoder, page.rows.emplace_back())) return decoder.in(i);
    if (i + 1 == n) {
      page.last = Packed::copy({begin, static_cast<std::size_t>(decoder.position() - begin)});
    }
  }
  return true;
}

}  // namespace detail

/// Fetches nothing before next() is called. To be used by one at a time: not while a next() is
/// under way; and it must be there, in its place, until that is done.
template <class Row>
class Cursor {
 public:
  /// Fetches up to n rows from a position on; fewer are the last ones.
  using Source = std::function<Task<Page<Row>>(const PagePosition& position, std::uint32_t n)>;

  /// Gives at most `limit` rows.
  Cursor(Source source, std::uint32_t batch, std::optional<std::uint32_t> limit)
      : source_(std::move(source)),
        batch_(std::max<std::uint32_t>(batch, 1)),
        limit_(limit.value_or(std::numeric_limits<std::uint32_t>::max())) {}

  /// The next row, or nothing: there are no more. What is fetched already is there at once: a
  /// callback is called within the call. After an error the same batch is tried again.
  Task<std::optional<Row>> next() {
    if (at_ < page_.rows.size()) return taken();
    if (is_last_ || position_.seen == limit_) return std::optional<Row>();
    return fetch();
  }

 private:
  std::optional<Row> taken() { return std::move(page_.rows[at_++]); }

  Task<std::optional<Row>> fetch() {
    const std::uint32_t n = std::min(batch_, limit_ - position_.seen);
    auto page = co_await source_(position_, n);
    if (!page) co_return std::move(page.error());
    page_ = std::move(*page);
    at_ = 0;
    const auto size = static_cast<std::uint32_t>(page_.rows.size());
    is_last_ = size < n;
    if (size == 0) co_return std::optional<Row>();
    position_.seen += size;
    position_.last = std::move(page_.last);
    co_return taken();
  }

  Source source_;
  std::uint32_t batch_;
  std::uint32_t limit_;
  PagePosition position_;
  Page<Row> page_;
  std::size_t at_ = 0;  // In the page.
  bool is_last_ = false;
};

}  // namespace tarantool
