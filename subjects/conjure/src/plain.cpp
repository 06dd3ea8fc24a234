// SPDX-License-Identifier: Apache-2.0
#include "conjure/plain.hpp"

#include "conjure/number.hpp"
#include "conjure/writer.hpp"

namespace conjure {

namespace {

// The whole of `text` as a number; `malformed` if it is none.
template <class T>
ErrorCode parse_number(std::string_view text, T& out, ErrorCode malformed,
                       ErrorCode (*convert)(const NumberText&, T&)) {
  const char* next = text.data();
  const char* const end = next + text.size();
  NumberText number;
  if (scan_number(next, end, number) != ErrorCode::none || next != end) return malformed;
  return convert(number, out);
}

// For the types whose parse() takes the text and says no more than yes or no.
template <class T>
ErrorCode parse_value(std::string_view text, T& out, ErrorCode malformed) {
  auto value = T::parse(text);
  if (!value) return malformed;
  out = std::move(*value);
  return ErrorCode::none;
}

}  // namespace

ErrorCode Plain<bool>::parse(std::string_view text, bool& out, const ReadOptions&) {
  out = text == "true";
  return out || text == "false" ? ErrorCode::none : ErrorCode::invalid_boolean;
}
ErrorCode Plain<bool>::append(std::string& out, bool value) {
  out += value ? "true" : "false";
  return ErrorCode::none;
}

ErrorCode Plain<std::int32_t>::parse(std::string_view text, std::int32_t& out, const ReadOptions&) {
  return parse_number(text, out, ErrorCode::invalid_integer, to_integer);
}
ErrorCode Plain<std::int32_t>::append(std::string& out, std::int32_t value) {
  append_integer(out, value);
  return ErrorCode::none;
}

ErrorCode Plain<SafeLong>::parse(std::string_view text, SafeLong& out, const ReadOptions&) {
  return parse_number(text, out, ErrorCode::invalid_safelong, to_safelong);
}
ErrorCode Plain<SafeLong>::append(std::string& out, SafeLong value) {
  append_integer(out, value.value());
  return ErrorCode::none;
}

ErrorCode Plain<double>::parse(std::string_view text, double& out, const ReadOptions&) {
  if (parse_special_double(text, out)) return ErrorCode::none;
  return parse_number(text, out, ErrorCode::invalid_double, to_double);
}
ErrorCode Plain<double>::append(std::string& out, double value) {
  append_double(out, value);
  return ErrorCode::none;
}

ErrorCode Plain<std::string>::parse(std::string_view text, std::string& out, const ReadOptions&) {
  if (!is_utf8(text)) return ErrorCode::invalid_utf8;
  out = text;
  return ErrorCode::none;
}
ErrorCode Plain<std::string>::append(std::string& out, std::string_view value) {
  if (!is_utf8(value)) return ErrorCode::invalid_utf8;
  out += value;
  return ErrorCode::none;
}

ErrorCode Plain<BearerToken>::parse(std::string_view text, BearerToken& out, const ReadOptions&) {
  return parse_value(text, out, ErrorCode::invalid_bearertoken);
}
ErrorCode Plain<BearerToken>::append(std::string& out, const BearerToken& value) {
  out += value.text();
  return value.text().empty() ? ErrorCode::invalid_bearertoken : ErrorCode::none;
}

ErrorCode Plain<Rid>::parse(std::string_view text, Rid& out, const ReadOptions&) {
  return parse_value(text, out, ErrorCode::invalid_rid);
}
ErrorCode Plain<Rid>::append(std::string& out, const Rid& value) {
  out += value.text();
  return value.text().empty() ? ErrorCode::invalid_rid : ErrorCode::none;
}

ErrorCode Plain<Binary>::parse(std::string_view text, Binary& out, const ReadOptions&) {
  return parse_value(text, out, ErrorCode::invalid_binary);
}
ErrorCode Plain<Binary>::append(std::string& out, const Binary& value) {
  value.append_to(out);
  return ErrorCode::none;
}

ErrorCode Plain<Uuid>::parse(std::string_view text, Uuid& out, const ReadOptions&) {
  return parse_value(text, out, ErrorCode::invalid_uuid);
}
ErrorCode Plain<Uuid>::append(std::string& out, const Uuid& value) {
  value.append_to(out);
  return ErrorCode::none;
}

ErrorCode Plain<DateTime>::parse(std::string_view text, DateTime& out, const ReadOptions&) {
  return parse_value(text, out, ErrorCode::invalid_datetime);
}
ErrorCode Plain<DateTime>::append(std::string& out, const DateTime& value) {
  value.append_to(out);
  return ErrorCode::none;
}

}  // namespace conjure
