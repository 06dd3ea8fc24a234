// SPDX-License-Identifier: Apache-2.0
// Where a parameter's values come from other than a list: sequences of numbers, lines of files.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "tare/params.hpp"

namespace tare::catalog {

/// What is wrong with a source, and what to do.
class SourceProblem : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The numbers of a sequence as text. All throw SourceProblem.
std::vector<std::string> values_of(const detail::Sequence<long long>& sequence);
std::vector<std::string> values_of(const detail::Sequence<double>& sequence);

/// The lines of a file that are not empty, without their ends (`\n` or `\r\n`).
std::vector<std::string> lines_of(const std::string& file);

/// Of the exception that is being handled.
std::string what_was_thrown();

/// Whether a text is a source as the command line has it: `1..10`, `1..10+3`, `8..8192*8`, `@file`.
bool is_source(std::string_view text);
/// Its values.
std::vector<std::string> values_of_source(std::string_view text);

}  // namespace tare::catalog
