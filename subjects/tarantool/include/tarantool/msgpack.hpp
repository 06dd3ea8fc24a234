// SPDX-License-Identifier: Apache-2.0
// MessagePack: a writer, and a reader of bytes that were found sound. codec.hpp says which C++
// types these write and read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tarantool {

/// Bytes at the end of which others are put. Like a vector, but room is not zeroed first.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept
      : bytes_(std::move(other.bytes_)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  char* data() { return bytes_.get(); }
  const char* data() const { return bytes_.get(); }
  std::string_view view() const { return {bytes_.get(), size_}; }

  /// Room for `n` more bytes behind the last; what is written there counts after advance().
  char* room(std::size_t n) {
    if (capacity_ - size_ < n) grow(n);
    return bytes_.get() + size_;
  }
  void advance(std::size_t n) { size_ += n; }
  void append(const char* bytes, std::size_t n) {
    if (n == 0) return;
    std::memcpy(room(n), bytes, n);
    advance(n);
  }
  /// Cuts it to its first `n` bytes.
  void truncate(std::size_t n) { size_ = n; }
  /// Removes the first `n` bytes.
  void consume(std::size_t n) {
    size_ -= n;
    if (n != 0 && size_ != 0) std::memmove(bytes_.get(), bytes_.get() + n, size_);
  }
  /// Gives memory back that is beyond both `capacity` and what it holds.
  void shrink(std::size_t capacity);

 private:
  void grow(std::size_t n);
  void move_to(std::size_t capacity);

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// Numbers of MessagePack extensions that Tarantool uses.
enum class ExtensionType : std::int8_t {
  decimal = 1,
  uuid = 2,
  error = 3,
  datetime = 4,
  interval = 6,
};

/// Writes values one after another to a buffer, each in as few bytes as can be.
class Encoder {
 public:
  explicit Encoder(Buffer& out) : out_(out) {}

  void nil();
  void boolean(bool value);
  void unsigned_integer(std::uint64_t value) {
    if (value <= 0x7f) return byte(value);
    long_unsigned_integer(value);
  }
  void integer(std::int64_t value);
  void number(float value);
  void number(double value);
  void string(std::string_view value);
  void binary(std::span<const std::byte> value);
  /// The n values that follow are its elements.
  void array(std::size_t n) {
    if (n <= 0xf) return byte(0x90 | n);
    long_array(n);
  }
  /// The n pairs of values that follow are its entries.
  void map(std::size_t n) {
    if (n <= 0xf) return byte(0x80 | n);
    long_map(n);
  }
  void extension(ExtensionType type, std::string_view bytes);
  /// `bytes` are MessagePack already.
  void raw(std::string_view bytes) { out_.append(bytes.data(), bytes.size()); }

  /// Says that a value could not be written, and why; the first reason stands.
  void fail(std::string reason);
  bool failed() const { return reason_.has_value(); }
  const std::string& reason() const { return *reason_; }
  Buffer& buffer() { return out_; }

 private:
  // What is most common is one byte, and inline.
  void byte(std::uint64_t value) {
    *out_.room(1) = static_cast<char>(value);
    out_.advance(1);
  }
  void long_unsigned_integer(std::uint64_t value);
  void long_array(std::size_t n);
  void long_map(std::size_t n);
  bool fits(std::size_t n, const char* what);

  Buffer& out_;
  std::optional<std::string> reason_;
};

/// The kinds of values that MessagePack tells apart.
enum class Kind : std::uint8_t {
  nil,
  boolean,
  unsigned_integer,
  negative_integer,
  float32,
  float64,
  string,
  binary,
  array,
  map,
  extension,
};
/// For people, as "an array".
const char* to_string(Kind kind);

/// Where the first value in `bytes` ends, or null if there is no whole and sound one. Goes no
/// deeper than the bytes do, without recursion. This is what a Decoder relies on.
const char* end_of_value(const char* begin, const char* end);

/// Reads values out of bytes that end_of_value() found sound. A function that reads returns false
/// where the value is of another kind or does not fit, or there is none, moves nothing then, and
/// says so by fail().
class Decoder {
 public:
  /// What recurses as deep as the bytes go, goes no deeper than this: far beyond any record, and a
  /// small part of a thread's stack.
  static constexpr int most_levels = 64;

  explicit Decoder(std::string_view bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}

  bool at_end() const { return at_ == end_; }
  bool at_nil() const { return at_ != end_ && *at_ == '\xc0'; }
  /// Of the next value; undefined at the end.
  Kind kind() const;
  /// Of the next value, if it is an extension.
  std::int8_t extension_type() const;
  const char* position() const { return at_; }
  /// What is left.
  std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }

  bool nil();
  bool boolean(bool& value);
  /// Any integer from `least` to `most`.
  bool integer(std::int64_t& value, std::int64_t least, std::int64_t most);
  bool unsigned_integer(std::uint64_t& value, std::uint64_t most) {
    if (!starts_below(0x80) || first() > most) return long_unsigned_integer(value, most);
    value = first();
    ++at_;
    return true;
  }
  /// A float, a double, or an integer that a double holds exactly.
  bool number(double& value);
  /// Stays valid as long as the bytes do.
  bool string(std::string_view& value);
  bool binary(std::string_view& value);
  /// The number of elements, which are to be read next.
  bool array(std::uint32_t& n) { return short_count(0x90, n) || long_array(n); }
  /// The number of pairs, which are to be read next.
  bool map(std::uint32_t& n) { return short_count(0x80, n) || long_map(n); }
  bool extension(std::int8_t& type, std::string_view& bytes);
  /// Goes past the next value, whatever it is, and returns its bytes.
  std::string_view skip();

  /// Another, which reads the same on its own: to try something out. follow() goes to where it is.
  Decoder attempt() const {
    Decoder other(rest());
    other.level_ = level_;
    return other;
  }
  void follow(const Decoder& attempt) { at_ = attempt.at_; }
  /// Goes a level deeper, unless that is one too many. leave() comes back.
  bool enter() {
    if (level_ == most_levels) return too_deep();
    ++level_;
    return true;
  }
  void leave() { --level_; }

  /// Says that the next value is not what was looked for, a string literal. Returns false. Costs
  /// next to nothing: most failures are attempts at another type, and failure() is never asked.
  bool expected(const char* what);
  bool fail(std::string reason);
  /// Says in which element, or member, of what is read the failure lies; from the inside out.
  bool in(std::size_t index);
  bool in(std::string_view member);
  /// "expected a string, found nil at [0].name", of the last failure. Empty as long as nothing
  /// failed.
  std::string failure() const;

 private:
  // What is most common is one byte, and inline.
  std::uint8_t first() const { return static_cast<std::uint8_t>(*at_); }
  bool starts_below(std::uint8_t bound) const { return at_ != end_ && first() < bound; }
  bool short_count(std::uint8_t mark, std::uint32_t& n) {
    if (at_ == end_ || (first() & 0xf0) != mark) return false;
    n = first() & 0xf;
    ++at_;
    return true;
  }
  bool long_unsigned_integer(std::uint64_t& value, std::uint64_t most);
  bool long_array(std::uint32_t& n);
  bool long_map(std::uint32_t& n);
  bool expected_integer(std::int64_t least, std::uint64_t most);
  bool too_deep();
  bool below(const std::string& step);

  const char* at_;
  const char* end_;
  int level_ = 0;
  // Of the failure. Either what was expected there, or integers of a range, or a reason.
  const char* failed_at_ = nullptr;
  const char* expected_ = nullptr;
  std::int64_t least_ = 0;
  std::uint64_t most_ = 0;
  struct Words {
    std::string reason;
    std::string path;
  };
  std::optional<Words> words_;  // Most readers never fail, and make none.
};

}  // namespace tarantool
