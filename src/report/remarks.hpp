// SPDX-License-Identifier: Apache-2.0
// What must be said beside the figures: where the cost is, how cases failed, and notes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tare/record.hpp"

namespace tare::report {

/// `FAILED`, `TIMEOUT`, `CRASHED`, `SKIPPED`; `OK`.
std::string loud_name(Outcome outcome);

/// Why each case that is not ok is not, what its other forks measured, and the last lines it
/// printed. Empty if all are ok.
std::string failures_text(const Report& report);

/// Notes, grave ones first. Those of one code are told once, with which of so many `cases` they
/// speak of. Empty if there are none.
std::string notes_text(const std::vector<Note>& notes, std::size_t cases);
std::string notes_text(const Report& report);

/// All of it and what profilers found and wrote, each part after an empty line; and that the run
/// did not finish, where it did not.
std::string remarks_text(const Report& report);

}  // namespace tare::report
