// SPDX-License-Identifier: Apache-2.0
#include "machine/environment.hpp"

#include <fmt/format.h>
#include <sys/personality.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "machine/cgroup.hpp"
#include "machine/files.hpp"

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

namespace tare::machine {

namespace {

/// Numbers of a kernel's list: `0-2,8` is 0 1 2 8.
std::vector<unsigned> listed(std::string_view list) {
  constexpr unsigned most = 1 << 16;  // Beyond any machine: what is not a list ends here.
  std::vector<unsigned> numbers;
  while (!list.empty()) {
    unsigned first = 0;
    const char* const end = list.data() + list.size();
    const auto [after_first, error] = std::from_chars(list.data(), end, first);
    if (error != std::errc{}) break;
    unsigned last = first;
    const char* after = after_first;
    if (after != end && *after == '-') after = std::from_chars(after + 1, end, last).ptr;
    for (unsigned n = first; n <= last && n < most; ++n) numbers.push_back(n);
    list = std::string_view(after, static_cast<std::size_t>(end - after));
    if (!list.starts_with(',')) break;
    list.remove_prefix(1);
  }
  return numbers;
}

std::vector<unsigned> usable_cpus(const Files& files) {
  return listed(files.field("/proc/self/status", "Cpus_allowed_list", ':'));
}

std::string cpu_count(const Files& files) {
  const std::size_t count = usable_cpus(files).size();
  return count == 0 ? std::string() : std::to_string(count);
}

std::string governor(const Files& files) {
  std::vector<std::string> governors;
  for (const unsigned cpu : usable_cpus(files)) {
    governors.push_back(
        files.text(fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor", cpu)));
  }
  std::erase(governors, std::string());
  std::sort(governors.begin(), governors.end());
  governors.erase(std::unique(governors.begin(), governors.end()), governors.end());
  return fmt::format("{}", fmt::join(governors, ", "));
}

/// `on` if the file holds `on`, `off` if it holds another number, empty if it is absent.
std::string on_off(const std::string& content, char on) {
  if (content.empty()) return {};
  return content.front() == on ? "on" : "off";
}

std::string turbo(const Files& files) {
  const std::string intel = files.text("/sys/devices/system/cpu/intel_pstate/no_turbo");
  if (!intel.empty()) return on_off(intel, '0');
  return on_off(files.text("/sys/devices/system/cpu/cpufreq/boost"), '1');
}

std::string smt(const Files& files) {
  return on_off(files.text("/sys/devices/system/cpu/smt/active"), '1');
}

std::string memory(const Files& files) {
  const auto kibibytes = leading_number(files.field("/proc/meminfo", "MemTotal", ':'));
  return kibibytes ? fmt::format("{:.1f} GiB", *kibibytes / (1 << 20)) : std::string();
}

std::string kernel(const Files& files) {
  const std::string type = files.text("/proc/sys/kernel/ostype");
  const std::string release = files.text("/proc/sys/kernel/osrelease");
  return std::string(trimmed(type + ' ' + release));
}

/// os-release(5): values may be quoted.
std::string distribution(const Files& files) {
  for (const char* path : {"/etc/os-release", "/usr/lib/os-release"}) {
    std::string name = files.field(path, "PRETTY_NAME", '=');
    std::erase_if(name, [](char c) { return c == '"' || c == '\''; });
    if (!name.empty()) return name;
  }
  return {};
}

std::string libc() {
#ifdef __GLIBC__
  return std::string("glibc ") + gnu_get_libc_version();
#else
  return {};
#endif
}

/// A guest is told that it is one by a processor flag, and of what kind by the clock it is offered.
std::string hypervisor(const Files& files) {
  const std::string xen = files.text("/sys/hypervisor/type");
  if (xen == "xen") return "Xen";
  const std::string clocks =
      files.text("/sys/devices/system/clocksource/clocksource0/available_clocksource");
  constexpr std::pair<std::string_view, const char*> kinds[] = {
      {"kvm-clock", "KVM"}, {"hyperv_clocksource", "Hyper-V"}, {"xen", "Xen"}};
  for (const auto& [clock, kind] : kinds) {
    if (clocks.find(clock) != std::string::npos) return kind;
  }
  const std::string flags = ' ' + files.field("/proc/cpuinfo", "flags", ':') + ' ';
  return flags.find(" hypervisor ") == std::string::npos ? "" : "unknown";
}

std::string aslr(const Files& files) {
  unsigned persona = 0;  // Hexadecimal; `setarch -R` switches it off for one process.
  const std::string text = files.text("/proc/self/personality");
  std::from_chars(text.data(), text.data() + text.size(), persona, 16);
  if ((persona & ADDR_NO_RANDOMIZE) != 0) return "off";
  const std::string level = files.text("/proc/sys/kernel/randomize_va_space");
  if (level.empty()) return {};
  return level == "2" ? "full" : level == "1" ? "partial" : "off";
}

std::string clock_source(const Files& files) {
  return files.text("/sys/devices/system/clocksource/clocksource0/current_clocksource");
}

std::string load(const Files& files) {
  const std::string averages = files.text("/proc/loadavg");
  return averages.substr(0, averages.find(' '));
}

}  // namespace

std::vector<Fact> environment_facts(const std::filesystem::path& root) {
  const Files files(root);
  std::vector<Fact> facts{{"cpu.model", files.field("/proc/cpuinfo", "model name", ':')},
                          {"cpu.count", cpu_count(files)},
                          {"cpu.governor", governor(files)},
                          {"cpu.turbo", turbo(files)},
                          {"cpu.smt", smt(files)},
                          {"memory", memory(files)},
                          {"os.kernel", kernel(files)},
                          {"os.distribution", distribution(files)},
                          {"libc", libc()},
                          {"hypervisor", hypervisor(files)},
                          {"aslr", aslr(files)},
                          {"clock.source", clock_source(files)},
                          {"load.1min", load(files)},
                          {"cgroup.quota", cpu_quota(files)}};
  std::erase_if(facts, [](const Fact& fact) { return fact.value.empty(); });
  return facts;
}

}  // namespace tare::machine
