// SPDX-License-Identifier: Apache-2.0
// JMH's table as text in cells, for all formats that people read.
#pragma once

#include <string>
#include <vector>

#include "tare/record.hpp"

namespace tare::report {

/// The cells of a line. All printable, no longer than shown() leaves them; empty where there is
/// nothing to say.
struct Row {
  std::string name;
  std::vector<std::string> params;  ///< As the table's.
  std::string mode;
  std::string count{};
  std::string score{};  ///< The outcome of a case that is not ok.
  std::string sign{};   ///< `±`, or `~` where the error knows nothing of forks.
  std::string error{};
  std::string mark{};  ///< `!`: few forks.
  std::string range{};
  std::string unit{};
};

/// A row for each case in the report's order, directly under it one for each of its other figures;
/// of a case that is not ok the first alone.
struct Table {
  explicit Table(const Report& report);

  std::string prefix;               ///< What names begin with, left out in rows; often nothing.
  std::vector<std::string> params;  ///< Names of parameters: columns.
  std::vector<Row> rows;
  bool has_marks = false;
  bool has_ranges = false;
  std::string legend;  ///< What the marks in these rows mean, a line each.

  /// The columns of formats that align for themselves: an error is one cell with its sign and mark.
  std::vector<std::string> headers() const;
  std::vector<std::string> cells(const Row& row) const;

 private:
  void add(const Case& one);
};

}  // namespace tare::report
