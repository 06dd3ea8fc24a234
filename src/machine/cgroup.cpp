// SPDX-License-Identifier: Apache-2.0
#include "machine/cgroup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace tare::machine {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Where the hierarchy of one line of /proc/self/cgroup (`id:controllers:path`) is mounted;
/// empty if it has no say in CPU time.
std::string mount_of(std::string_view controllers) {
  if (controllers.empty()) return "/sys/fs/cgroup";  // Version 2 has one hierarchy, unnamed.
  const std::string list = fmt::format(",{},", controllers);
  if (list.find(",cpu,") == std::string::npos) return {};
  return fmt::format("/sys/fs/cgroup/{}", controllers);
}

/// Processors' worth of time that one group allows; nothing if it does not say.
std::optional<double> quota_of(const Files& files, const std::string& group) {
  // Version 2: `max 100000` or `150000 100000`, quota and period in microseconds.
  const std::string max = files.text(group + "/cpu.max");
  if (max.starts_with("max")) return unlimited;
  std::optional<double> quota = leading_number(max);
  const std::size_t blank = std::min(max.find(' '), max.size());
  std::optional<double> period = leading_number(trimmed(std::string_view(max).substr(blank)));
  if (!quota) {  // Version 1, where no limit is -1.
    quota = leading_number(files.text(group + "/cpu.cfs_quota_us"));
    period = leading_number(files.text(group + "/cpu.cfs_period_us"));
  }
  if (!quota) return std::nullopt;
  if (*quota < 0) return unlimited;
  if (!period || !(*period > 0)) return std::nullopt;
  return *quota / *period;
}

}  // namespace

std::vector<std::string> cpu_groups(const Files& files) {
  std::vector<std::string> groups;
  for (const std::string& line : files.lines("/proc/self/cgroup")) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string mount =
        mount_of(std::string_view(line).substr(first + 1, second - first - 1));
    if (mount.empty()) continue;
    for (std::string path = line.substr(second + 1);; path.resize(path.rfind('/'))) {
      while (path.ends_with('/')) path.pop_back();
      groups.push_back(mount + path);
      if (path.find('/') == std::string::npos) break;
    }
  }
  return groups;
}

std::string cpu_quota(const Files& files) {
  std::optional<double> least;
  for (const std::string& group : cpu_groups(files)) {
    if (const std::optional<double> quota = quota_of(files, group)) {
      least = std::min(*quota, least.value_or(unlimited));
    }
  }
  if (!least) return {};
  return *least == unlimited ? "none" : fmt::format("{:.3g} CPUs", *least);
}

double times_throttled(const Files& files) {
  double most = 0;
  for (const std::string& group : cpu_groups(files)) {
    const std::string times = files.field(group + "/cpu.stat", "nr_throttled", ' ');
    most = std::max(most, leading_number(times).value_or(0));
  }
  return most;
}

}  // namespace tare::machine
