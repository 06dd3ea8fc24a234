// SPDX-License-Identifier: Apache-2.0
#include "conjure/any.hpp"

#include <charconv>
#include <utility>

#include "conjure/map_codec.hpp"
#include "conjure/number.hpp"

namespace conjure {

Any::Any(bool value) : value_(value) {}
Any::Any(std::int32_t value) : value_(std::int64_t{value}) {}
Any::Any(std::int64_t value) : value_(value) {}
Any::Any(double value) : value_(value) {}
Any::Any(const char* value) : value_(std::string(value)) {}
Any::Any(std::string value) : value_(std::move(value)) {}
Any::Any(List value) : value_(std::move(value)) {}
Any::Any(Object value) : value_(std::move(value)) {}
Any::Any(const Any&) = default;
Any::Any(Any&&) noexcept = default;
Any& Any::operator=(const Any&) = default;
Any& Any::operator=(Any&&) noexcept = default;
Any::~Any() = default;

bool operator==(const Any& a, const Any& b) { return Identity<Any>::equal(a, b); }

namespace {

bool read_any_number(Reader& reader, Any& out) {
  const std::size_t offset = reader.offset();
  NumberText number;
  if (!reader.read_number(number)) return false;
  const char* const end = number.text.data() + number.text.size();
  std::int64_t integer = 0;
  // "-0" is left to double, which can hold it.
  if (number.integral && number.text != "-0" &&
      std::from_chars(number.text.data(), end, integer).ec == std::errc()) {
    out = Any(integer);
    return true;
  }
  double value = 0;
  const ErrorCode code = to_double(number, value);
  if (code != ErrorCode::none) return reader.fail_at(code, offset);
  out = Any(value);
  return true;
}

bool read_any_list(Reader& reader, Any& out) {
  Any::List list;
  if (!reader.begin_array()) return false;
  while (reader.next_element()) {
    if (!Codec<Any>::read_nullable(reader, list.emplace_back())) {
      return reader.in_index(list.size() - 1);
    }
  }
  out = Any(std::move(list));
  return reader.ok();
}

bool write_any_list(Writer& writer, const Any::List& list) {
  if (!writer.begin_array()) return false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!writer.next_element() || !Codec<Any>::write_nullable(writer, list[i])) {
      return writer.in_index(i);
    }
  }
  return writer.end_array();
}

}  // namespace

bool Codec<Any>::read(Reader& reader, Any& out) {
  switch (reader.peek()) {
    case '{': {
      Any::Object object;
      if (!read_map(reader, object, read_nullable)) return false;
      out = Any(std::move(object));
      return true;
    }
    case '[':
      return read_any_list(reader, out);
    case '"': {
      std::string_view text;
      if (!reader.read_text(text)) return false;
      out = Any(std::string(text));
      return true;
    }
    case 't':
    case 'f': {
      bool value = false;
      if (!reader.read_boolean(value)) return false;
      out = Any(value);
      return true;
    }
    case 'n':
      return reader.fail_expected(ErrorCode::unexpected_character);
    default:
      return read_any_number(reader, out);  // or an error
  }
}

bool Codec<Any>::read_nullable(Reader& reader, Any& out) {
  return reader.accept_null() || read(reader, out);
}

bool Codec<Any>::write(Writer& writer, const Any& value) {
  return value.is_null() ? writer.fail(ErrorCode::unexpected_null) : write_nullable(writer, value);
}

bool Codec<Any>::write_nullable(Writer& writer, const Any& value) {
  struct Write {
    Writer& writer;
    bool operator()(std::monostate) { return writer.write_null(); }
    bool operator()(bool v) { return writer.write_boolean(v); }
    bool operator()(std::int64_t v) { return writer.write_integer(v); }
    bool operator()(double v) { return writer.write_double(v); }
    bool operator()(const std::string& v) { return writer.write_text(v); }
    bool operator()(const Any::List& v) { return write_any_list(writer, v); }
    bool operator()(const Any::Object& v) {
      return write_entries<std::string>(writer, v, write_nullable);
    }
  };
  return std::visit(Write{writer}, value.value());
}

// std::monostate has no Identity; of null there is only one.
std::uint64_t Identity<Any>::hash(const Any& value) {
  const auto content = [](const auto& v) -> std::uint64_t {
    using T = std::remove_cvref_t<decltype(v)>;
    if constexpr (std::is_same_v<T, std::monostate>)
      return 0;
    else
      return Identity<T>::hash(v);
  };
  return combine(value.value().index(), std::visit(content, value.value()));
}

std::strong_ordering Identity<Any>::order(const Any& a, const Any& b) {
  if (a.value().index() != b.value().index()) return a.value().index() <=> b.value().index();
  const auto content = [&](const auto& v) -> std::strong_ordering {
    using T = std::remove_cvref_t<decltype(v)>;
    if constexpr (std::is_same_v<T, std::monostate>)
      return std::strong_ordering::equal;
    else
      return Identity<T>::order(v, *b.get<T>());
  };
  return std::visit(content, a.value());
}

bool Identity<Any>::equal(const Any& a, const Any& b) {
  if (a.value().index() != b.value().index()) return false;
  const auto content = [&](const auto& v) {
    using T = std::remove_cvref_t<decltype(v)>;
    if constexpr (std::is_same_v<T, std::monostate>)
      return true;
    else
      return Identity<T>::equal(v, *b.get<T>());
  };
  return std::visit(content, a.value());
}

}  // namespace conjure
