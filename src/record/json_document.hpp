// SPDX-License-Identifier: Apache-2.0
// Texts of JSON, whatever they are of: read within limits, and spelled for files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "record/json.hpp"
#include "record/json_fields.hpp"

namespace tare::json {

/// Throws RecordError for what is no JSON, or exceeds a limit: before anything is built of it.
Json parse(std::string_view text, const ReadLimits& limits);

/// One line. What is no UTF-8 in it becomes U+FFFD.
std::string compact(const Json& value);

/// Appends `value` behind what stands at `indent` already. A member a line, but for objects that
/// fit one; fork after fork and note after note a line each; numbers are never broken up.
void print(std::string& out, const Json& value, std::size_t indent);

}  // namespace tare::json
