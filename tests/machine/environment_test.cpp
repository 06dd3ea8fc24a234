// SPDX-License-Identifier: Apache-2.0
#include "machine/environment.hpp"

#include <gmock/gmock.h>

#include <string>

#include "fixture_tree.hpp"

namespace tare::machine {
namespace {

class EnvironmentTest : public FixtureTree {
 protected:
  /// The fact's value; `absent` if there is no such fact.
  std::string fact(const std::string& name) const {
    for (const Fact& fact : environment_facts(root())) {
      if (fact.name == name) return fact.value;
    }
    return "absent";
  }

  void write_cpu(int cpu, const std::string& governor) {
    write("/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpufreq/scaling_governor",
          governor + "\n");
  }
  void write_usable_cpus(const std::string& list) {
    write("/proc/self/status", "Name:\tx\nCpus_allowed:\tff\nCpus_allowed_list:\t" + list + "\n");
  }
};

TEST_F(EnvironmentTest, OfAnEmptyTreeOnlyTheCLibraryIsKnown) {
  for (const Fact& fact : environment_facts(root())) EXPECT_EQ(fact.name, "libc");
}

TEST_F(EnvironmentTest, NoFactIsEmptyOnThisMachine) {
  for (const Fact& fact : environment_facts()) EXPECT_NE(fact.value, "") << fact.name;
}

TEST_F(EnvironmentTest, NamesTheProcessor) {
  write("/proc/cpuinfo", "processor\t: 0\nmodel\t\t: 85\nmodel name\t: Fast(R) CPU @ 3 GHz\n");
  EXPECT_EQ(fact("cpu.model"), "Fast(R) CPU @ 3 GHz");
}

TEST_F(EnvironmentTest, CountsTheProcessorsItMayRunOn) {
  for (const auto& [list, count] :
       {std::pair{"0-1", "2"}, std::pair{"3", "1"}, std::pair{"0-3,8,10-11", "7"},
        std::pair{"", "absent"}, std::pair{"nonsense", "absent"}, std::pair{"5-2", "absent"}}) {
    write_usable_cpus(list);
    EXPECT_EQ(fact("cpu.count"), count) << list;
  }
}

TEST_F(EnvironmentTest, AnAbsurdListOfProcessorsEnds) {
  write_usable_cpus("0-4294967295");
  EXPECT_EQ(fact("cpu.count"), "65536");
}

TEST_F(EnvironmentTest, TellsTheGovernorsOfTheProcessorsItMayRunOn) {
  write_cpu(0, "powersave");
  write_cpu(1, "performance");
  write_cpu(2, "performance");
  write_usable_cpus("1-2");
  EXPECT_EQ(fact("cpu.governor"), "performance");
  write_usable_cpus("0-2");
  EXPECT_EQ(fact("cpu.governor"), "performance, powersave");
  write_usable_cpus("7");
  EXPECT_EQ(fact("cpu.governor"), "absent");
}

TEST_F(EnvironmentTest, TellsTurboOfEitherDriver) {
  write("/sys/devices/system/cpu/cpufreq/boost", "1\n");
  EXPECT_EQ(fact("cpu.turbo"), "on");
  write("/sys/devices/system/cpu/cpufreq/boost", "0\n");
  EXPECT_EQ(fact("cpu.turbo"), "off");
  write("/sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
  EXPECT_EQ(fact("cpu.turbo"), "on");
  write("/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
  EXPECT_EQ(fact("cpu.turbo"), "off");
}

TEST_F(EnvironmentTest, TellsWhetherProcessorsShareCores) {
  write("/sys/devices/system/cpu/smt/active", "1\n");
  EXPECT_EQ(fact("cpu.smt"), "on");
  write("/sys/devices/system/cpu/smt/active", "0\n");
  EXPECT_EQ(fact("cpu.smt"), "off");
}

TEST_F(EnvironmentTest, TellsMemoryInGibibytes) {
  write("/proc/meminfo", "MemTotal:       24683656 kB\nMemFree: 1 kB\n");
  EXPECT_EQ(fact("memory"), "23.5 GiB");
}

TEST_F(EnvironmentTest, NamesTheKernelAndTheDistribution) {
  write("/proc/sys/kernel/ostype", "Linux\n");
  write("/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
  write("/usr/lib/os-release", "NAME=Other\nPRETTY_NAME='Other 1'\n");
  EXPECT_EQ(fact("os.kernel"), "Linux 6.1.0-18-amd64");
  EXPECT_EQ(fact("os.distribution"), "Other 1");
  write("/etc/os-release", "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
  EXPECT_EQ(fact("os.distribution"), "Debian GNU/Linux 12 (bookworm)");
}

TEST_F(EnvironmentTest, NamesTheHypervisor) {
  EXPECT_EQ(fact("hypervisor"), "absent");
  write("/proc/cpuinfo", "flags\t\t: fpu hypervisor\n");
  EXPECT_EQ(fact("hypervisor"), "unknown");
  write("/proc/cpuinfo", "flags\t\t: fpu nothypervisor\n");
  EXPECT_EQ(fact("hypervisor"), "absent");
  const std::string clocks = "/sys/devices/system/clocksource/clocksource0/available_clocksource";
  write(clocks, "tsc hpet acpi_pm \n");
  EXPECT_EQ(fact("hypervisor"), "absent");
  write(clocks, "tsc kvm-clock \n");
  EXPECT_EQ(fact("hypervisor"), "KVM");
  write(clocks, "hyperv_clocksource_tsc_page acpi_pm \n");
  EXPECT_EQ(fact("hypervisor"), "Hyper-V");
  write("/sys/hypervisor/type", "xen\n");
  EXPECT_EQ(fact("hypervisor"), "Xen");
}

TEST_F(EnvironmentTest, TellsAddressRandomisationOfMachineAndProcess) {
  EXPECT_EQ(fact("aslr"), "absent");
  for (const auto& [level, meaning] :
       {std::pair{"2", "full"}, std::pair{"1", "partial"}, std::pair{"0", "off"}}) {
    write("/proc/sys/kernel/randomize_va_space", level);
    EXPECT_EQ(fact("aslr"), meaning);
  }
  write("/proc/sys/kernel/randomize_va_space", "2\n");
  write("/proc/self/personality", "00040000\n");  // What setarch -R sets.
  EXPECT_EQ(fact("aslr"), "off");
}

TEST_F(EnvironmentTest, TellsClockAndLoad) {
  write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
  write("/proc/loadavg", "0.35 0.23 0.11 2/89 13049\n");
  EXPECT_EQ(fact("clock.source"), "tsc");
  EXPECT_EQ(fact("load.1min"), "0.35");
}

TEST_F(EnvironmentTest, TheTightestControlGroupOfVersion2Counts) {
  write("/proc/self/cgroup", "0::/outer/inner\n");
  EXPECT_EQ(fact("cgroup.quota"), "absent");
  write("/sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n");
  EXPECT_EQ(fact("cgroup.quota"), "none");
  write("/sys/fs/cgroup/outer/cpu.max", "150000 100000\n");
  EXPECT_EQ(fact("cgroup.quota"), "1.5 CPUs");
  write("/sys/fs/cgroup/outer/inner/cpu.max", "50000 100000\n");
  EXPECT_EQ(fact("cgroup.quota"), "0.5 CPUs");
}

TEST_F(EnvironmentTest, ControlGroupsOfVersion1CountToo) {
  write("/proc/self/cgroup", "9:name=systemd:/\n3:cpuset:/\n2:cpu,cpuacct:/job\n0::/\n");
  write("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(fact("cgroup.quota"), "none");
  write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "200000\n");
  write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(fact("cgroup.quota"), "2 CPUs");
}

TEST_F(EnvironmentTest, NonsenseInControlGroupFilesIsNoFact) {
  write("/proc/self/cgroup", "nonsense\n0:\n0::/a\n");
  for (const char* nonsense : {"", "x", "100", "100 0", "100 x"}) {
    write("/sys/fs/cgroup/a/cpu.max", nonsense);
    EXPECT_EQ(fact("cgroup.quota"), "absent") << nonsense;
  }
}

TEST_F(EnvironmentTest, ValuesAreValidUtf8) {
  write("/proc/cpuinfo", "model name\t: caf\xe9 CPU\n");
  EXPECT_EQ(fact("cpu.model"), "caf\xef\xbf\xbd CPU");
}

}  // namespace
}  // namespace tare::machine
