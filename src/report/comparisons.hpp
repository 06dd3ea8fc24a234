// SPDX-License-Identifier: Apache-2.0
// Comparisons, as people and their tools read them. All are pure, in UTF-8 whatever the locale, and
// render every report there can be. As JSON: record/comparison_json.hpp.
#pragma once

#include <string>

#include "tare/comparison.hpp"

namespace tare::report {

/// A table of a row for each comparison, then what could not be compared and what must be said, and
/// in the end what it comes to: how many of each verdict, and the gates.
std::string comparison_text(const ComparisonReport& report);

/// GitHub's Markdown, for a comment on a pull request: what it comes to stands first.
std::string comparison_markdown(const ComparisonReport& report);

/// JUnit's XML as Jenkins and GitLab read it: a test case for each comparison, in a test suite for
/// each candidate, and a failure for each finding of a gate that fails. What a candidate lacks is a
/// failure where a gate says so, else skipped; what the baseline lacks is left out.
std::string comparison_junit(const ComparisonReport& report);

}  // namespace tare::report
