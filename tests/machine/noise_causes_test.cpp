// SPDX-License-Identifier: Apache-2.0
#include "machine/noise_causes.hpp"

#include <gmock/gmock.h>

#include <string>

namespace tare::machine {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Facts = std::vector<Fact>;

std::vector<std::string> codes(const Facts& facts) {
  std::vector<std::string> found;
  for (const Note& note : noise_causes(facts)) found.push_back(note.code);
  return found;
}

std::string text(const Facts& facts) {
  const std::vector<Note> notes = noise_causes(facts);
  return notes.size() == 1 ? notes.front().text : "not one note";
}

const Facts idle_virtual_machine{
    {"cpu.model", "Some CPU"}, {"cpu.count", "2"},      {"cpu.smt", "off"},
    {"hypervisor", "KVM"},     {"aslr", "full"},        {"clock.source", "kvm-clock"},
    {"load.1min", "1.90"},     {"load.others", "0.03"}, {"cpu.steal", "0.2 %"},
    {"cgroup.quota", "none"},  {"run.threads", "2"},    {"build.optimised", "yes"}};

TEST(NoiseCausesTest, OfNothingThereAreNone) { EXPECT_THAT(codes({}), IsEmpty()); }

TEST(NoiseCausesTest, AnIdleVirtualMachineIsLeftInPeace) {
  EXPECT_THAT(codes(idle_virtual_machine), IsEmpty());
}

TEST(NoiseCausesTest, EachSpeaksOfTheWholeRunAndAdvises) {
  const Facts all{{"build.optimised", "no"}, {"cpu.governor", "powersave"},
                  {"load.others", "3"},      {"cpu.steal", "5 %"},
                  {"cgroup.throttled", "3"}, {"clock.source", "hpet"},
                  {"cpu.count", "2"},        {"run.threads", "4"},
                  {"aslr", "off"},           {"cpu.turbo", "on"},
                  {"cpu.smt", "on"}};
  EXPECT_THAT(codes(all), ElementsAre("unoptimised-build", "governor", "busy-machine", "cpu-steal",
                                      "cgroup-throttled", "clock-source", "few-cpus", "aslr-off",
                                      "turbo", "smt"));
  for (const Note& note : noise_causes(all)) {
    EXPECT_EQ(note.case_name, "");
    EXPECT_NE(note.text, "");
    EXPECT_NE(note.advice, "");
    EXPECT_EQ(note.severity == Severity::info, note.code == "turbo" || note.code == "smt");
  }
}

TEST(NoiseCausesTest, EveryGovernorButPerformanceIsNamed) {
  EXPECT_THAT(codes({{"cpu.governor", "performance"}}), IsEmpty());
  EXPECT_THAT(text({{"cpu.governor", "performance, powersave"}}),
              HasSubstr("performance, powersave"));
}

TEST(NoiseCausesTest, OthersMayUseATenthOfTheProcessors) {
  EXPECT_THAT(codes({{"cpu.count", "4"}, {"load.others", "0.40"}}), IsEmpty());
  EXPECT_THAT(codes({{"cpu.count", "4"}, {"load.others", "0.41"}}), ElementsAre("busy-machine"));
  EXPECT_THAT(text({{"cpu.count", "4"}, {"load.others", "1.25"}}),
              AllOf(HasSubstr("1.25"), HasSubstr("4 CPUs")));
}

TEST(NoiseCausesTest, LoadBeforeTheRunCountsOnlyWhereNothingBetterIsKnown) {
  EXPECT_THAT(codes({{"cpu.count", "2"}, {"load.1min", "2.00"}}), ElementsAre("busy-machine"));
  EXPECT_THAT(codes({{"cpu.count", "2"}, {"load.1min", "1.99"}}), IsEmpty());
  EXPECT_THAT(codes({{"cpu.count", "2"}, {"load.1min", "9.00"}, {"load.others", "0.01"}}),
              IsEmpty());
}

TEST(NoiseCausesTest, StealUpToOnePercentIsOrdinary) {
  EXPECT_THAT(codes({{"cpu.steal", "1.0 %"}}), IsEmpty());
  EXPECT_THAT(text({{"cpu.steal", "1.1 %"}}), HasSubstr("1.1 %"));
}

TEST(NoiseCausesTest, AQuotaDisturbsWhereItIsLessThanTheThreadsUse) {
  EXPECT_THAT(codes({{"cgroup.quota", "none"}}), IsEmpty());
  EXPECT_THAT(codes({{"cgroup.quota", "1 CPUs"}}), IsEmpty());
  EXPECT_THAT(codes({{"cgroup.quota", "0.5 CPUs"}}), ElementsAre("cgroup-throttled"));
  EXPECT_THAT(codes({{"cgroup.quota", "2 CPUs"}, {"run.threads", "3"}}),
              ElementsAre("cgroup-throttled"));
}

TEST(NoiseCausesTest, BeingThrottledIsToldWithItsFigure) {
  EXPECT_THAT(text({{"cgroup.quota", "2 CPUs"}, {"cgroup.throttled", "17"}}),
              AllOf(HasSubstr("17 times"), HasSubstr("2 CPUs")));
}

TEST(NoiseCausesTest, ClocksReadInUserSpaceAreGood) {
  for (const char* clock : {"tsc", "kvm-clock", "arch_sys_counter"}) {
    EXPECT_THAT(codes({{"clock.source", clock}}), IsEmpty()) << clock;
  }
  EXPECT_THAT(text({{"clock.source", "acpi_pm"}}), HasSubstr("acpi_pm"));
}

TEST(NoiseCausesTest, AsManyThreadsAsProcessorsAreFine) {
  EXPECT_THAT(codes({{"cpu.count", "2"}, {"run.threads", "2"}}), IsEmpty());
  EXPECT_THAT(codes({{"cpu.count", "2"}, {"run.threads", "3"}}), ElementsAre("few-cpus"));
}

TEST(NoiseCausesTest, ValuesThatAreNoNumbersCauseNothing) {
  EXPECT_THAT(
      codes({{"cpu.count", "?"}, {"load.others", ""}, {"cpu.steal", "much"}, {"run.threads", "x"}}),
      IsEmpty());
}

}  // namespace
}  // namespace tare::machine
