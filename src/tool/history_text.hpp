// SPDX-License-Identifier: Apache-2.0
// What `tare history` prints for people.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "history/changes.hpp"
#include "history/store.hpp"

namespace tare::tool {

/// `2 revisions`, then a line for each; machines and cases likewise.
std::string contents_text(const history::Contents& contents);

/// A title, a line of blocks and a row for each point.
std::string series_text(const history::Series& series);

/// `no change`, or a line for each of the changes of the series.
std::string changes_text(const history::Series& series,
                         const std::vector<history::Change>& changes);

/// Printable; of a commit's hash the first 12 digits, as many as git itself takes for large
/// repositories.
std::string shown_revision(const std::string& name);

}  // namespace tare::tool
