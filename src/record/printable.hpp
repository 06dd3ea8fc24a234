// SPDX-License-Identifier: Apache-2.0
// Text of strangers (names, parameters, output of programs) made fit for files and terminals.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tare {

/// Calls `take` with each code point of `text`, U+FFFD for what is no UTF-8.
void for_each_code_point(std::string_view text, const std::function<void(char32_t)>& take);

/// Appends a code point in UTF-8.
void append(std::string& text, char32_t point);

/// Valid UTF-8: what is none becomes U+FFFD.
std::string valid_utf8(std::string_view text);

/// Valid UTF-8 on one line, with nothing in it that steers a terminal: control characters are
/// spelled as in C (`\n`, `\x1b`).
std::string printable(std::string_view text);

}  // namespace tare
