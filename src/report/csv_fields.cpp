// SPDX-License-Identifier: Apache-2.0
#include "report/csv_fields.hpp"

#include <fmt/format.h>

#include <cmath>

#include "report/numbers.hpp"

namespace tare::report {

std::string csv_text(std::string_view text, bool always) {
  if (!always && text.find_first_of(" \t,;\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string field = "\"";
  for (const char c : text) field.append(c == '"' ? 2 : 1, c);
  return field + '"';
}

std::string csv_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : score_text(value, "");
}

}  // namespace tare::report
