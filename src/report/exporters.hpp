// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "tare/extend/exporter.hpp"

namespace tare::report {

/// The table people read, then what failed, then what must be said about the numbers.
std::unique_ptr<extend::Exporter> text_exporter();

/// One line for each case: its score, and what it allocates and retains if that was measured; then
/// what failed and what must be said.
std::unique_ptr<extend::Exporter> brief_exporter();

/// The results file: to_json().
std::unique_ptr<extend::Exporter> json_exporter();

/// What JMH itself would have written: to_jmh_json().
std::unique_ptr<extend::Exporter> jmh_exporter();

/// RFC 4180: JMH's columns, a column for each parameter, then ours; a line for each figure.
std::unique_ptr<extend::Exporter> csv_exporter();

/// The same with semicolons.
std::unique_ptr<extend::Exporter> scsv_exporter();

/// The table as a `tabular` that compiles whatever the names.
std::unique_ptr<extend::Exporter> latex_exporter();

/// The table as GitHub's Markdown, and all that text_exporter() says under it.
std::unique_ptr<extend::Exporter> markdown_exporter();

}  // namespace tare::report
