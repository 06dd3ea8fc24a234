// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "conjure/error.hpp"
#include "conjure/options.hpp"
#include "conjure/primitives.hpp"
#include "conjure/text.hpp"

namespace conjure {

/// The PLAIN format of a type: what stands in a map's key, and in headers, paths and queries.
/// Exists for all primitives but `any`, for enums, and for aliases of these. Each specialisation
/// has
///
///     static ErrorCode parse(std::string_view text, T& out, const ReadOptions&);
///     static ErrorCode append(std::string& out, const T& value);
///
/// both ErrorCode::none if all is well.
template <class T>
struct Plain;

/// Reads a value from all of `text`. Error offsets are 0.
template <class T>
Result<T> read_plain(std::string_view text, const ReadOptions& options = {}) {
  Result<T> result;
  const ErrorCode code = Plain<T>::parse(text, *result, options);
  if (code != ErrorCode::none) return Error{code, "$", 0, {}};
  return result;
}

/// Writes a value as text. Fails for what no text stands for, such as an empty bearertoken.
template <class T>
Result<std::string> write_plain(const T& value) {
  Result<std::string> result;
  const ErrorCode code = Plain<T>::append(*result, value);
  if (code != ErrorCode::none) return Error{code, "$", 0, {}};
  return result;
}

template <>
struct Plain<bool> {
  static ErrorCode parse(std::string_view text, bool& out, const ReadOptions&);
  static ErrorCode append(std::string& out, bool value);
};
template <>
struct Plain<std::int32_t> {
  static ErrorCode parse(std::string_view text, std::int32_t& out, const ReadOptions&);
  static ErrorCode append(std::string& out, std::int32_t value);
};
template <>
struct Plain<SafeLong> {
  static ErrorCode parse(std::string_view text, SafeLong& out, const ReadOptions&);
  static ErrorCode append(std::string& out, SafeLong value);
};
template <>
struct Plain<double> {
  static ErrorCode parse(std::string_view text, double& out, const ReadOptions&);
  static ErrorCode append(std::string& out, double value);
};
template <>
struct Plain<std::string> {
  static ErrorCode parse(std::string_view text, std::string& out, const ReadOptions&);
  static ErrorCode append(std::string& out, std::string_view value);
};
template <>
struct Plain<BearerToken> {
  static ErrorCode parse(std::string_view text, BearerToken& out, const ReadOptions&);
  static ErrorCode append(std::string& out, const BearerToken& value);
};
template <>
struct Plain<Rid> {
  static ErrorCode parse(std::string_view text, Rid& out, const ReadOptions&);
  static ErrorCode append(std::string& out, const Rid& value);
};
template <>
struct Plain<Binary> {
  static ErrorCode parse(std::string_view text, Binary& out, const ReadOptions&);
  static ErrorCode append(std::string& out, const Binary& value);
};
template <>
struct Plain<Uuid> {
  static ErrorCode parse(std::string_view text, Uuid& out, const ReadOptions&);
  static ErrorCode append(std::string& out, const Uuid& value);
};
template <>
struct Plain<DateTime> {
  static ErrorCode parse(std::string_view text, DateTime& out, const ReadOptions&);
  static ErrorCode append(std::string& out, const DateTime& value);
};

}  // namespace conjure
