// SPDX-License-Identifier: Apache-2.0
// How busy processors are, by what the kernel accounts for.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tare::profile {

/// So far, in ticks of /proc/stat, or seconds for the process.
struct ProcessorTimes {
  double user_s = 0;    ///< Of this process, outside the kernel.
  double system_s = 0;  ///< Of this process, inside it.
  double busy = 0;      ///< Of all processors together.
  double all = 0;       ///< Of all processors together, idle time included.
  double wall_s = 0;
};

/// At least 1.
unsigned processors();

/// Now. What cannot be read is 0.
ProcessorTimes processor_times();

/// Shares of all the machine's processors, in [0, 1]; 0 where it is not known.
struct ProcessorLoad {
  double user = 0;
  double system = 0;
  double machine = 0;
};
ProcessorLoad load_between(const ProcessorTimes& before, const ProcessorTimes& after,
                           unsigned processors);

/// Of the first line of /proc/stat (proc_stat(5)): busy and all ticks; none if it is not that.
struct Ticks {
  double busy = 0;
  double all = 0;
};
std::optional<Ticks> ticks_in(std::string_view line);

}  // namespace tare::profile
