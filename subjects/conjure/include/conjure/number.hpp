// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "conjure/error.hpp"
#include "conjure/primitives.hpp"

namespace conjure {

/// A JSON number as it stands in a document.
struct NumberText {
  std::string_view text;
  bool integral = false;  ///< neither fraction nor exponent
};

/// Takes a number off the front of [next, end), by JSON's grammar, and moves `next` past it; on an
/// error, to the offending byte. What follows the number is the caller's business.
ErrorCode scan_number(const char*& next, const char* end, NumberText& out);

/// The value of a number. A code other than none, and `out` untouched, if it does not fit.
ErrorCode to_integer(const NumberText& number, std::int32_t& out);
ErrorCode to_safelong(const NumberText& number, SafeLong& out);
/// Rounds to the nearest double; what is too small becomes a zero of the same sign.
ErrorCode to_double(const NumberText& number, double& out);

/// `NaN`, `Infinity` and `-Infinity`, the doubles that are no JSON numbers. False for other text.
bool parse_special_double(std::string_view text, double& out);

}  // namespace conjure
