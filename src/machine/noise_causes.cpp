// SPDX-License-Identifier: Apache-2.0
#include "machine/noise_causes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "machine/files.hpp"

namespace tare::machine {

namespace {

/// Other processes at work on this share of the processors meet a benchmark often enough to be
/// seen in its error; an idle desktop stays below it.
constexpr double busy_share = 0.1;

/// Per cent of CPU time withheld that an idle host stays below.
constexpr double much_steal = 1;

/// Clocks that user space reads without a system call and that neither stop nor jump.
constexpr std::string_view good_clocks[] = {"tsc",
                                            "kvm-clock",
                                            "hyperv_clocksource_tsc_page",
                                            "timebase",
                                            "tod",
                                            "arch_sys_counter",
                                            "riscv_clocksource"};

class Facts {
 public:
  explicit Facts(const std::vector<Fact>& facts) : facts_(facts) {}

  /// Empty if there is no such fact.
  std::string_view text(std::string_view name) const {
    const auto found = std::find_if(facts_.begin(), facts_.end(),
                                    [name](const Fact& fact) { return fact.name == name; });
    return found == facts_.end() ? std::string_view() : std::string_view(found->value);
  }

  std::optional<double> number(std::string_view name) const { return leading_number(text(name)); }

 private:
  const std::vector<Fact>& facts_;
};

using Cause = std::optional<Note>;

Note warning(const char* code, std::string text, std::string advice) {
  return {Severity::warning, code, "", std::move(text), std::move(advice)};
}

Cause unoptimised_build(const Facts& facts) {
  if (facts.text("build.optimised") != "no") return {};
  return warning(
      "unoptimised-build", "This program was compiled without optimisation.",
      "Build with -O2 or more (CMAKE_BUILD_TYPE=Release): nothing measured here says how "
      "fast the code is.");
}

Cause governor(const Facts& facts) {
  const std::string_view governor = facts.text("cpu.governor");
  if (governor.empty() || governor == "performance") return {};
  return warning("governor",
                 fmt::format("The processor's speed follows its load (governor {}).", governor),
                 "Fix it while measuring: cpupower frequency-set -g performance.");
}

/// What others did during the run, if that was measured; else how loaded the machine was before,
/// where only a load that leaves no processor free is held against it: a build just ended counts.
Cause busy_machine(const Facts& facts) {
  const double cpus = facts.number("cpu.count").value_or(1);
  const std::optional<double> others = facts.number("load.others");
  const std::optional<double> load = facts.number("load.1min");
  const bool busy = others ? *others > busy_share * cpus : load && *load >= cpus;
  if (!busy) return {};
  return warning(
      "busy-machine",
      others ? fmt::format("Other processes kept {:.2f} of {:.0f} CPUs busy.", *others, cpus)
             : fmt::format("The load is {:.2f} on {:.0f} CPUs.", *load, cpus),
      "End what else runs here, or measure on a machine of its own.");
}

Cause steal(const Facts& facts) {
  const std::optional<double> steal = facts.number("cpu.steal");
  if (!steal || !(*steal > much_steal)) return {};
  return warning(
      "cpu-steal",
      fmt::format("The hypervisor withheld {} of the CPU time.", facts.text("cpu.steal")),
      "Other guests are busy: repeat at another time, or on a dedicated host.");
}

Cause throttling(const Facts& facts) {
  const std::string_view times = facts.text("cgroup.throttled");
  const std::string_view quota = facts.text("cgroup.quota");
  if (!times.empty() && times != "0") {
    return warning("cgroup-throttled",
                   fmt::format("A control group stopped this run {} times for using more than its "
                               "quota of {}.",
                               times, quota.empty() ? "CPU time" : quota),
                   "Raise the container's CPU limit, or use fewer threads.");
  }
  const std::optional<double> limit = facts.number("cgroup.quota");
  const double threads = facts.number("run.threads").value_or(1);
  if (!limit || *limit >= threads) return {};
  return warning(
      "cgroup-throttled",
      fmt::format("A control group allows {}, less than {:.0f} threads use: it stops them "
                  "in the middle of measuring.",
                  quota, threads),
      "Raise the container's CPU limit, or use fewer threads.");
}

Cause clock_source(const Facts& facts) {
  const std::string_view clock = facts.text("clock.source");
  if (clock.empty() || std::ranges::find(good_clocks, clock) != std::end(good_clocks)) return {};
  return warning("clock-source",
                 fmt::format("The kernel reads its time from {}, which is slow or coarse.", clock),
                 "See whether tsc is in available_clocksource, and why the kernel gave it up "
                 "(dmesg | grep -i clocksource).");
}

Cause few_cpus(const Facts& facts) {
  const std::optional<double> cpus = facts.number("cpu.count");
  const std::optional<double> threads = facts.number("run.threads");
  if (!cpus || !threads || *threads <= *cpus) return {};
  return warning("few-cpus",
                 fmt::format("{:.0f} threads share {:.0f} CPUs: times include waiting for a CPU.",
                             *threads, *cpus),
                 "Use at most as many threads as there are CPUs: -t max.");
}

Cause aslr(const Facts& facts) {
  if (facts.text("aslr") != "off") return {};
  return warning("aslr-off",
                 "Address space layout randomisation is off: every fork gets the same addresses, "
                 "lucky or unlucky, and the error does not know it.",
                 "Run without setarch -R or a debugger; sysctl kernel.randomize_va_space=2.");
}

Cause turbo(const Facts& facts) {
  if (facts.text("cpu.turbo") != "on") return {};
  return Note{Severity::info, "turbo", "",
              "Turbo is on: speed depends on temperature and on what other cores do.",
              "For figures that repeat, switch it off while measuring."};
}

Cause smt(const Facts& facts) {
  if (facts.text("cpu.smt") != "on") return {};
  return Note{Severity::info, "smt", "",
              "Processors share cores (SMT): work on a sibling slows a benchmark down.",
              "For figures that repeat, leave siblings idle or switch SMT off."};
}

}  // namespace

std::vector<Note> noise_causes(const std::vector<Fact>& facts) {
  const Facts known(facts);
  std::vector<Note> notes;
  for (const auto cause : {unoptimised_build, governor, busy_machine, steal, throttling,
                           clock_source, few_cpus, aslr, turbo, smt}) {
    if (Cause note = cause(known)) notes.push_back(*std::move(note));
  }
  return notes;
}

}  // namespace tare::machine
