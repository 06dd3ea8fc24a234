// SPDX-License-Identifier: Apache-2.0
// Long names of functions, for a line of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tare::report {

/// The name as it is if it has no more than `most` bytes; else without what stands in the brackets
/// of its parameters, `f<int>(…)`, and if need be of its template arguments, `f<…>(…)`; if even
/// that is too long, cut.
std::string brief_name(std::string_view name, std::size_t most);

}  // namespace tare::report
