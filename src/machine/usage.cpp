// SPDX-License-Identifier: Apache-2.0
#include "machine/usage.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <sstream>

#include "machine/cgroup.hpp"
#include "machine/files.hpp"

namespace tare::machine {

namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double seconds_of(int who) {
  rusage used{};
  if (getrusage(who, &used) != 0) return 0;
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

Usage usage(const std::filesystem::path& root) {
  const Files files(root);
  Usage result;
  result.at_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  // proc_stat(5): `cpu  user nice system idle iowait irq softirq steal …`, in clock ticks. Guests'
  // time is in user's already.
  std::istringstream line(files.field("/proc/stat", "cpu", ' '));
  double user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0;
  if (line >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal) {
    const auto tick = static_cast<double>(sysconf(_SC_CLK_TCK));
    result.all_s = (user + nice + system + irq + softirq) / tick;
    result.steal_s = steal / tick;
  }
  result.own_s = seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN);
  result.throttled = times_throttled(files);
  return result;
}

std::vector<Fact> usage_facts(const Usage& before, const Usage& after) {
  const double elapsed = after.at_s - before.at_s;
  const double all = after.all_s - before.all_s;
  const double others = all - (after.own_s - before.own_s);
  const double steal = after.steal_s - before.steal_s;
  const double throttled = after.throttled - before.throttled;
  std::vector<Fact> facts;
  if (elapsed > 0 && all > 0) {  // The kernel counts in ticks of some 10 ms: `others` may be < 0.
    facts.push_back({"load.others", fmt::format("{:.2f}", std::max(0.0, others / elapsed))});
    facts.push_back({"cpu.steal", fmt::format("{:.1f} %", 100 * steal / (all + steal))});
  }
  if (throttled > 0) facts.push_back({"cgroup.throttled", fmt::format("{:.0f}", throttled)});
  return facts;
}

}  // namespace tare::machine
