// SPDX-License-Identifier: Apache-2.0
#include "profile/instr.hpp"

#include <gmock/gmock.h>

#include "fake_operations.hpp"

namespace tare::profile {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

extend::Findings counted(double instructions) {
  extend::Findings found;
  Metric& metric = found.metrics.emplace_back();
  metric.label = "instr";
  metric.unit = "#/op";
  metric.score = metric.min = metric.median = metric.max = instructions;
  return found;
}

extend::Conclusion conclusion(const std::vector<extend::Findings>& forks) {
  return make_instr_profiler()->conclude(forks, Case{});
}

TEST(instr, has_forks_of_one_layout_that_valgrind_runs) {
  const auto profiler = make_instr_profiler();
  EXPECT_EQ(profiler->forks(), 2U);
  EXPECT_FALSE(profiler->varies_layout());
  EXPECT_EQ(profiler->course(), extend::Course::operations);
  EXPECT_EQ(profiler->launcher().at(0), "valgrind");
  EXPECT_THAT(profiler->launcher(), Contains("--tool=callgrind"));
  EXPECT_THAT(profiler->environment(), Contains(HasSubstr("TARE_INSTRUCTION_COUNTS=/proc/")));
}

TEST(instr, has_no_options) {
  const auto profiler = make_instr_profiler();
  EXPECT_THAT(profiler->options(), IsEmpty());
  EXPECT_THAT(profiler->set_option("forks", "3"), HasSubstr("instr has no option 'forks'"));
}

TEST(instr, is_exact_where_forks_agree) {
  const extend::Conclusion agreed = conclusion({counted(53), counted(53)});
  ASSERT_THAT(agreed.metrics, SizeIs(1));
  EXPECT_EQ(agreed.metrics[0].label, "instr");
  EXPECT_EQ(agreed.metrics[0].unit, "#/op");
  EXPECT_EQ(agreed.metrics[0].better, Better::lower);
  EXPECT_EQ(agreed.metrics[0].score, 53);
  EXPECT_EQ(agreed.metrics[0].error, 0);
  EXPECT_THAT(agreed.notes, IsEmpty());
}

TEST(instr, says_so_where_forks_disagree) {
  const extend::Conclusion differs = conclusion({counted(50), counted(53.5)});
  EXPECT_EQ(differs.metrics.at(0).score, 51.75);
  EXPECT_EQ(differs.metrics.at(0).error, 1.75);
  ASSERT_THAT(differs.notes, SizeIs(1));
  EXPECT_EQ(differs.notes[0].code, "nondeterministic");
  EXPECT_THAT(differs.notes[0].text, HasSubstr("50 in one fork and 53.5 in another"));
  const extend::Conclusion thirds = conclusion({counted(100'001 / 3.0), counted(100'002 / 3.0)});
  EXPECT_THAT(thirds.notes.at(0).text, HasSubstr("33333.66667 in one fork and 33334 in another"));
}

TEST(instr, knows_nothing_without_forks) { EXPECT_THAT(conclusion({}).metrics, IsEmpty()); }

TEST(instr, does_not_count_where_valgrind_does_not_run) {
  auto operations = FakeOperations([] {});
  EXPECT_THAT([&] { make_instr_profiler()->observe({}, operations); },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr("-f 0")));
}

}  // namespace
}  // namespace tare::profile
