// SPDX-License-Identifier: Apache-2.0
// Fields of character-separated values.
#pragma once

#include <string>
#include <string_view>

namespace tare::report {

/// A text as a field: within quotes where it has to be, or always. RFC 4180, 2.5 to 2.7; blanks are
/// quoted too, since some readers trim fields.
std::string csv_text(std::string_view text, bool always = false);

/// Shortest form that is exact, in no locale; JSON's words for what is no number.
std::string csv_number(double value);

}  // namespace tare::report
