// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <string>

#include "tare/record.hpp"

namespace tare {
namespace {

using testing::MatchesRegex;
using testing::SizeIs;
using testing::StartsWith;

CasePlan plan_of(std::string benchmark, std::vector<Param> params = {}) {
  CasePlan plan;
  plan.benchmark = std::move(benchmark);
  plan.params = std::move(params);
  return plan;
}

TEST(file_stem, reads_as_the_case_does) {
  CasePlan plan = plan_of("conjure.deserialize", {{"json", "TEN"}, {"mapImpl", "NORMAL"}});
  EXPECT_EQ(file_stem(plan), "conjure.deserialize-json=TEN,mapImpl=NORMAL");
  plan.mode = Mode::throughput;
  EXPECT_EQ(file_stem(plan), "conjure.deserialize-json=TEN,mapImpl=NORMAL-thrpt");
  EXPECT_EQ(file_stem(plan_of("plain")), "plain");
}

TEST(file_stem, cannot_leave_its_folder_nor_be_misread) {
  EXPECT_THAT(file_stem(plan_of("a", {{"path", "../../etc/passwd"}})),
              MatchesRegex("a-path=\\.\\._\\.\\._etc_passwd-[0-9a-f]{8}"));
  EXPECT_THAT(file_stem(plan_of("-rf")), MatchesRegex("_rf-[0-9a-f]{8}"));
  EXPECT_THAT(file_stem(plan_of(".hidden")), MatchesRegex("_hidden-[0-9a-f]{8}"));
  EXPECT_THAT(file_stem(plan_of("std::map<int>", {{"x", "a b\n\xff"}})),
              MatchesRegex("std__map_int_-x=a_b__-[0-9a-f]{8}"));
}

TEST(file_stem, of_different_cases_differ) {
  EXPECT_NE(file_stem(plan_of("a/b")), file_stem(plan_of("a:b")));
  EXPECT_NE(file_stem(plan_of("a/b")), file_stem(plan_of("a_b")));
  const std::string longish(1000, 'x');
  EXPECT_NE(file_stem(plan_of(longish + "1")), file_stem(plan_of(longish + "2")));
}

TEST(file_stem, is_cut_where_a_file_system_would_refuse_it) {
  EXPECT_EQ(file_stem(plan_of(std::string(180, 'x'))), std::string(180, 'x'));
  const std::string cut = file_stem(plan_of(std::string(181, 'x')));
  EXPECT_THAT(cut, SizeIs(180));
  EXPECT_THAT(cut, StartsWith(std::string(171, 'x') + '-'));
}

}  // namespace
}  // namespace tare
