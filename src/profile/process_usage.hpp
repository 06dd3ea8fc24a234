// SPDX-License-Identifier: Apache-2.0
// What the kernel tells every process of itself, whoever may not use perf events.
#pragma once

#include <optional>
#include <string_view>

namespace tare::profile {

/// Of all threads of this process so far. By perf's names: `task-clock` (ns), `context-switches`,
/// `page-faults`, `cpu-migrations`; none for others, or where the kernel does not tell. Of
/// migrations it tells of threads that are still there alone.
std::optional<double> process_usage(std::string_view counter);

}  // namespace tare::profile
