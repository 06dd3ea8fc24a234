// SPDX-License-Identifier: Apache-2.0
// The one wiring table: every profiler and exporter there is, with the profilers that the program
// brings along.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fork/wire.hpp"
#include "tare/extend/exporter.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::cli {

/// Null if there is none of this name.
std::unique_ptr<extend::Exporter> make_exporter(const std::string& name);
std::vector<std::string> exporter_names();

/// Null if there is none of this name or alias, or it refuses an option. Throws catalog::WrongUse
/// if there are two.
std::unique_ptr<extend::Profiler> make_profiler(const std::string& name,
                                                const fork::ProfilerOptions& options);
std::vector<std::string> profiler_names();

}  // namespace tare::cli
