// SPDX-License-Identifier: Apache-2.0
// What is printable, fitted into columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "record/printable.hpp"

namespace tare::report {

/// Columns that `text` fills on a terminal: two for wide East Asian characters. Must be printable.
std::size_t columns_of(std::string_view text);

/// `text` if it fits into `columns`, else its start and `…`. Must be printable.
std::string truncated(std::string_view text, std::size_t columns);

/// A name or a value for people: printable, and no longer than can be taken in. Results files have
/// it whole.
std::string shown(std::string_view text);

std::string left_aligned(std::string_view text, std::size_t columns);
std::string right_aligned(std::string_view text, std::size_t columns);

}  // namespace tare::report
