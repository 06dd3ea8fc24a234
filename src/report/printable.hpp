// SPDX-License-Identifier: Apache-2.0
// Text of strangers (names, parameters, output of programs) made fit for a table and a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tare::report {

/// Valid UTF-8: what is none becomes U+FFFD.
std::string valid_utf8(std::string_view text);

/// Valid UTF-8 on one line, with nothing in it that steers a terminal: control characters are
/// spelled as in C (`\n`, `\x1b`).
std::string printable(std::string_view text);

/// Columns that `text` fills on a terminal: two for wide East Asian characters. Must be printable.
std::size_t columns_of(std::string_view text);

/// `text` if it fits into `columns`, else its start and `…`. Must be printable.
std::string truncated(std::string_view text, std::size_t columns);

std::string left_aligned(std::string_view text, std::size_t columns);
std::string right_aligned(std::string_view text, std::size_t columns);

}  // namespace tare::report
