// SPDX-License-Identifier: Apache-2.0
#include "profile/processor_load.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <string>
#include <thread>

#include "recording/moment.hpp"

namespace tare::profile {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

std::optional<Ticks> ticks_in(std::string_view line) {
  if (!line.starts_with("cpu ")) return std::nullopt;
  // user nice system idle iowait irq softirq steal; guests are in user already.
  constexpr std::size_t counted = 8, idle = 3, iowait = 4;
  Ticks ticks;
  const char* at = line.data() + 4;
  const char* const end = line.data() + line.size();
  for (std::size_t i = 0; i < counted; ++i) {
    while (at != end && *at == ' ') ++at;
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error != std::errc()) return std::nullopt;
    at = stop;
    ticks.all += static_cast<double>(value);
    if (i != idle && i != iowait) ticks.busy += static_cast<double>(value);
  }
  return ticks;
}

unsigned processors() { return std::max(1u, std::thread::hardware_concurrency()); }

ProcessorTimes processor_times() {
  ProcessorTimes times;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  times.user_s = seconds(usage.ru_utime);
  times.system_s = seconds(usage.ru_stime);
  times.wall_s = static_cast<double>(recording::monotonic_ns()) / 1e9;
  std::string line;
  std::ifstream file("/proc/stat");
  std::getline(file, line);
  if (const auto ticks = ticks_in(line)) {
    times.busy = ticks->busy;
    times.all = ticks->all;
  }
  return times;
}

ProcessorLoad load_between(const ProcessorTimes& before, const ProcessorTimes& after,
                           unsigned processors) {
  const auto share = [](double part, double whole) {
    return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0.0;
  };
  const double wall = (after.wall_s - before.wall_s) * processors;
  return {share(after.user_s - before.user_s, wall), share(after.system_s - before.system_s, wall),
          share(after.busy - before.busy, after.all - before.all)};
}

}  // namespace tare::profile
