// SPDX-License-Identifier: Apache-2.0
// The tables of a history; docs/history.md tells of them one by one.
#pragma once

#include "history/database.hpp"

namespace tare::history {

/// The version of the tables that this program writes; in the file `PRAGMA user_version`.
int newest_schema();

/// Makes the tables of an empty file, and brings older ones up to the newest version, in one
/// transaction. Throws HistoryError for a file of a newer version or of another program, which it
/// leaves as it is.
void migrate(Database& database);

}  // namespace tare::history
