// SPDX-License-Identifier: Apache-2.0
// What every flight recording begins with.
#pragma once

#include <string>

#include "recording/jfr_writer.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// The file name of this program, for frames of no shared object.
std::string program_name();

/// Writes what a recording is of: machine, system, program, its libraries, benchmark and fork.
void write_head(recording::JfrWriter& writer, const extend::Assignment& assignment);

}  // namespace tare::profile
