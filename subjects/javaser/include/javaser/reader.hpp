// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "javaser/error.hpp"
#include "javaser/limits.hpp"
#include "javaser/record.hpp"
#include "javaser/walker.hpp"

namespace javaser {

/// Where the resolved binding of a class in a stream to a C++ type is kept.
enum class BindingCache : std::uint8_t {
  per_stream,  ///< with the stream's class descriptor: resolved once, then at hand
  per_record,  ///< in a cache of the whole process, which is asked for every object. For comparison
};

struct ReadOptions {
  Limits limits;
  BindingCache cache = BindingCache::per_stream;
};

/// What comes next in a stream.
enum class NextItem : std::uint8_t { object, primitive_data, end, damaged };

/// Reads a stream's items into C++ types (see record.hpp for how these are bound). Each place gets
/// a value of its own; only std::shared_ptr keeps what Java shares shared, and may be part of a
/// cycle.
///
/// All bytes must be at hand; ItemFeed takes them in parts. The first error ends reading, except
/// that after write_aborted the next item can be read. Reading never throws, unless memory runs
/// out.
///
/// A reader keeps its memory from one stream to the next. One thread at a time.
class Reader {
 public:
  explicit Reader(const ReadOptions& options = {});
  /// The bytes are not copied: they must outlive the reading.
  explicit Reader(Bytes stream, const ReadOptions& options = {});
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  /// Begins another stream.
  void open(Bytes stream);

  /// The stream that is being read, with more bytes at its end, perhaps at another place in memory.
  void extend(Bytes stream);

  /// The next object, string, array or enum, into `out`. False after an error; `out` is then valid
  /// and of no particular value. A null is an error unless T can be without a value.
  template <class T>
  bool read(T& out) {
    if constexpr (std::is_default_constructible_v<T>) {
      return read_cell(type_of<T>(), &out);
    } else {
      std::optional<T> cell;
      if (!read_cell(type_of<T>(), &cell)) return false;
      out = std::move(*cell);
      return true;
    }
  }
  /// Likewise; nothing after an error.
  template <class T>
  std::optional<T> read() {
    std::optional<T> out;
    bool done = false;
    if constexpr (std::is_default_constructible_v<T>)
      done = read_cell(type_of<T>(), &out.emplace());
    else
      done = read_cell(type_of<T>(), &out);
    if (!done) out.reset();
    return out;
  }
  /// Passes the next object over, whatever it holds.
  bool skip();

  /// A value that was written by hand, as by writeInt(): T is bool, std::int8_t, char16_t,
  /// std::int16_t, -32_t, -64_t, float or double. Blocks are passed over as needed.
  template <types::Primitive T>
  bool read_primitive(T& out) {
    std::byte bytes[sizeof(T)];
    if (!read_bytes(bytes)) return false;
    out = types::load<T>(bytes);
    return true;
  }
  /// What writeUTF() wrote, in UTF-8.
  bool read_utf(std::string& out);
  /// As many bytes as `out` has.
  bool read_bytes(std::span<std::byte> out);

  /// What comes next. `damaged` only where that cannot be told.
  NextItem next();

  /// The first error; its code is none while there is none.
  const Error& error() const;

 private:
  class Machine;
  bool read_cell(const Type& type, void* cell);

  std::unique_ptr<Machine> machine_;
};

/// A stream that comes in parts of any size, read item by item as soon as each is whole. Keeps all
/// its bytes, as later items may refer to them.
///
///     feed.feed(part);
///     while (feed.has_item()) { ... feed.reader().read(out) ... }
class ItemFeed {
 public:
  explicit ItemFeed(const ReadOptions& options = {});

  /// Takes the stream's next bytes. False if they are damaged; items before that can be read.
  bool feed(Bytes bytes);
  /// There are no more bytes. False if that is an error.
  bool finish();

  /// Whether the reader can read an item, or primitive data, whole.
  bool has_item();
  /// To read one item with. Asked for more than is there, it says `no_more_items`.
  Reader& reader() { return reader_; }
  /// What was wrong with the bytes; the reader has its own errors.
  const Error& error() const { return walker_.error(); }

 private:
  Visitor nothing_;
  Tables tables_;
  Walker walker_;
  std::vector<std::byte> bytes_;
  std::uint64_t whole_ = 0;  // bytes up to the end of the last whole item
  Reader reader_;
};

}  // namespace javaser
