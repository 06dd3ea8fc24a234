// SPDX-License-Identifier: Apache-2.0
// A history's figures for other programs: each that was ever added, with all results of a
// revision.
#pragma once

#include <string>

#include "history/store.hpp"

namespace tare::tool {

/// A line for each figure, under one of headers (RFC 4180). docs/history.md names the columns.
std::string history_csv(const history::Store& store, const history::Selection& selection);

/// An array of an object for each figure, with the columns of the CSV as keys.
std::string history_json(const history::Store& store, const history::Selection& selection);

}  // namespace tare::tool
