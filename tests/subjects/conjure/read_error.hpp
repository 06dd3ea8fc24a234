// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "conjure/conjure.hpp"

/// The error of reading `document` as a T, as one line: `unexpected character at $.x, byte 3`. "ok"
/// if there is none.
template <class T>
std::string read_error(std::string_view document, const conjure::ReadOptions& options = {}) {
  const auto result = conjure::read<T>(document, options);
  return result.ok() ? "ok" : to_string(result.error());
}

/// What reading `document` as a T and writing it again gives; the error if it cannot be read.
template <class T>
std::string rewrite(std::string_view document, const conjure::ReadOptions& options = {}) {
  const auto result = conjure::read<T>(document, options);
  return result.ok() ? conjure::write(*result).value() : to_string(result.error());
}
