// SPDX-License-Identifier: Apache-2.0
#include "conjure/codec.hpp"

#include "conjure/number.hpp"

namespace conjure {

namespace {

template <class T>
bool read_number(Reader& reader, T& out, ErrorCode (*convert)(const NumberText&, T&)) {
  const std::size_t offset = reader.offset();
  NumberText number;
  if (!reader.read_number(number)) return false;
  const ErrorCode code = convert(number, out);
  return code == ErrorCode::none || reader.fail_at(code, offset);
}

}  // namespace

bool Codec<std::int32_t>::read(Reader& reader, std::int32_t& out) {
  return read_number(reader, out, to_integer);
}

bool Codec<SafeLong>::read(Reader& reader, SafeLong& out) {
  return read_number(reader, out, to_safelong);
}

bool Codec<double>::read(Reader& reader, double& out) {
  if (reader.peek() != '"') return read_number(reader, out, to_double);
  const std::size_t offset = reader.offset();
  std::string_view text;
  if (!reader.read_text(text)) return false;
  return parse_special_double(text, out) || reader.fail_at(ErrorCode::invalid_double, offset);
}

}  // namespace conjure
