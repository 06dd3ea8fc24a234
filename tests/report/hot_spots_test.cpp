// SPDX-License-Identifier: Apache-2.0
#include "report/hot_spots.hpp"

#include <gmock/gmock.h>

namespace tare::report {
namespace {

Report report_with(HotSpots table) {
  Report report;
  report.cases.resize(1);
  report.cases[0].benchmark = "group.bench";
  report.cases[0].hot_spots = {std::move(table)};
  return report;
}

TEST(hot_spots, are_a_table_under_case_and_title) {
  EXPECT_EQ(hot_spots_text(report_with(
                {"mem",
                 "allocation sites",
                 {"B/op", "#/op"},
                 {{"grow()", "/a/b/grow.cpp", 12, {4096, 0.5}}, {"strdup", "", 0, {12.25, 2}}}})),
            "\n"
            "group.bench: allocation sites\n"
            "    B/op   #/op\n"
            "    4096  0.500  grow() (grow.cpp:12)\n"
            "  12.250      2  strdup\n");
}

TEST(hot_spots, may_have_no_value_for_a_unit) {
  EXPECT_EQ(hot_spots_text(report_with(
                {"perfasm",
                 "hottest region",
                 {"%"},
                 {{"mov", "", 0, {not_a_number}}, {"add", "", 0, {97.25}}, {"ret", "", 0, {}}}})),
            "\n"
            "group.bench: hottest region\n"
            "     %\n"
            "        mov\n"
            "  97.2  add\n"
            "        ret\n");
}

TEST(hot_spots, have_names_that_fit_a_line) {
  const std::string arguments(1000, 'x');
  EXPECT_THAT(hot_spots_text(report_with(
                  {"cpu", "top", {"%"}, {{"f<" + arguments + ">::g(int)", "f.cpp", 7, {1}}}})),
              testing::HasSubstr("  f<…>::g(…) (f.cpp:7)\n"));
}

TEST(hot_spots, print_nothing_that_a_terminal_would_obey) {
  const std::string text = hot_spots_text(
      report_with({"cpu", "\x1b[2J", {"%\x1b"}, {{"\x1b[31m", "\x1b/\x1b", 1, {1}}}}));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("\x1b")));
}

TEST(hot_spots, may_have_a_file_without_a_line) {
  EXPECT_THAT(hot_spots_text(report_with({"cpu", "top", {"%"}, {{"f()", "/a/f.cpp", 0, {1}}}})),
              testing::HasSubstr("  f() (f.cpp)\n"));
}

TEST(hot_spots, of_nobody_are_nothing) {
  EXPECT_EQ(hot_spots_text({}), "");
  EXPECT_EQ(hot_spots_text(report_with({"cpu", "top functions", {"% self"}, {}})), "");
  EXPECT_EQ(profile_files_text({}), "");
}

TEST(profile_files, are_listed_with_what_they_are) {
  Report report;
  report.cases.resize(2);
  report.cases[0].fork_runs.resize(2);
  report.cases[0].fork_runs[1].files = {{"p/a.jfr", "recording"}, {"p/a.html", "flame graph"}};
  report.cases[1].fork_runs.resize(1);
  report.cases[1].fork_runs[0].files = {{"p/\x1b.jfr", "recording"}};
  EXPECT_THAT(profile_files_text(report), testing::MatchesRegex("Profiles\n"
                                                                "  p/a.jfr: recording\n"
                                                                "  p/a.html: flame graph\n"
                                                                "  p/[^\x1b]+.jfr: recording\n"));
}

}  // namespace
}  // namespace tare::report
