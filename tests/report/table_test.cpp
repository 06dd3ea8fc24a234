// SPDX-License-Identifier: Apache-2.0
// Rules of the table and of what follows it, one by one; the golden tests show the whole.
#include "report/table.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "fixed_report.hpp"
#include "report/exporters.hpp"
#include "report/remarks.hpp"

namespace tare::report {
namespace {

using test::counted;
using test::timed;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Case named(const std::string& name, std::vector<double> forks = {1, 2, 3, 4, 5, 6, 7, 8}) {
  Case one;
  one.benchmark = name;
  one.primary = timed(std::move(forks), 0.5);
  return one;
}

std::string table_of(std::vector<Case> cases) {
  Report report;
  report.cases = std::move(cases);
  return result_table(report);
}

Report report_of(Case one) {
  Report report;
  report.complete = true;
  report.cases = {std::move(one)};
  return report;
}

TEST(table, says_so_when_there_is_nothing) { EXPECT_EQ(table_of({}), "No results.\n"); }

TEST(table, eight_forks_need_no_warning) {
  EXPECT_EQ(table_of({named("a")}),
            "Benchmark  Mode  Cnt  Score   Error      [min … max]  Units\n"
            "a          avgt    8  4.500 ± 0.500  [1.000 … 8.000]  ns/op\n"
            "\n"
            "±  half the width of the 99.9% interval over the scores of forks.\n"
            "[min … max]  the range of the scores of forks.\n");
}

TEST(table, seven_forks_do) {
  const std::string text = table_of({named("a", {1, 2, 3, 4, 5, 6, 7})});
  EXPECT_THAT(text, HasSubstr("± 0.500!  [1.000 … 7.000]"));
  EXPECT_THAT(text, HasSubstr("!  below 8 forks"));
}

TEST(table, an_error_that_knows_nothing_of_forks_has_another_sign) {
  Case one = named("a", {1, 2});
  one.primary.error_within_forks = true;
  const std::string text = table_of({one});
  EXPECT_THAT(text, HasSubstr("1.500 ~ 0.500  [1.000 … 2.000]"));
  EXPECT_THAT(text, Not(HasSubstr("±")));
  EXPECT_THAT(text, Not(HasSubstr("!")));
}

TEST(table, without_an_error_its_cell_is_empty) {
  Case one = named("a", {1});
  one.primary.error = not_a_number;
  EXPECT_EQ(table_of({one}),
            "Benchmark  Mode  Cnt  Score   Error  Units\n"
            "a          avgt       1.000          ns/op\n");
}

TEST(table, parameters_are_columns_sorted_by_name) {
  Case one = named("a");
  one.params = {{"z", "1"}, {"b", "2"}};
  Case two = named("c");
  two.params = {{"m", ""}};
  const std::string text = table_of({one, two});
  EXPECT_THAT(text, HasSubstr("Benchmark  (b)  (m)  (z)  Mode"));
  EXPECT_THAT(text, HasSubstr("a            2  N/A    1  avgt"));
  EXPECT_THAT(text, HasSubstr("c          N/A       N/A  avgt"));
}

TEST(table, cases_stay_in_the_reports_order) {
  const std::string text = table_of({named("b"), named("a")});
  EXPECT_LT(text.find("\nb "), text.find("\na "));
}

TEST(table, secondary_metrics_stand_directly_under_their_case) {
  Case one = named("a");
  one.secondary = {counted("mem.alloc.count.norm", "#/op", 0.5), counted("x", "B/op", 0)};
  const std::string text = table_of({one, named("b")});
  EXPECT_LT(text.find("\na "), text.find("\na:mem.alloc.count.norm  avgt    2  0.500 ±     0"));
  EXPECT_LT(text.find("\na:mem.alloc.count.norm "), text.find("\na:x "));
  EXPECT_LT(text.find("\na:x "), text.find("\nb "));
}

TEST(table, what_is_too_long_to_be_taken_in_is_cut) {
  Case one = named("a");
  one.params = {{"p", std::string(65536, 'x')}};
  const std::string text = table_of({one});
  EXPECT_THAT(text, HasSubstr(" " + std::string(159, 'x') + "…  avgt"));
  EXPECT_THAT(csv_exporter()->render(report_of(one)), HasSubstr("," + one.params[0].value + ","));
}

TEST(table, a_long_common_prefix_is_said_once) {
  const std::string text = table_of({named("com.example.codec.a"), named("com.example.codec.bc")});
  EXPECT_THAT(text, StartsWith("Names begin with com.example.codec.\n\nBenchmark"));
  EXPECT_THAT(text, HasSubstr("\nbc "));
}

TEST(table, a_prefix_stays_where_dropping_it_helps_little) {
  // One name, so nothing is common; short; and shared letters that are no segment.
  for (const auto& names :
       std::vector<std::vector<std::string>>{{"com.example.codec.a", "com.example.codec.a"},
                                             {"conjure.read", "conjure.write"},
                                             {"a_rather_long_name_1", "a_rather_long_name_2"}}) {
    const std::string text = table_of({named(names[0]), named(names[1])});
    EXPECT_THAT(text, StartsWith("Benchmark"));
    EXPECT_THAT(text, HasSubstr(fmt::format("\n{} ", names[0])));
  }
}

TEST(table, one_name_within_another_is_no_prefix_of_it) {
  const std::string text = table_of({named("com.example.codec"), named("com.example.codec.write")});
  EXPECT_THAT(text, HasSubstr("\ncom.example.codec "));
}

TEST(failures, show_the_outcome_in_the_place_of_a_score) {
  for (const auto& [outcome, name] : {std::pair{Outcome::failed, "FAILED"},
                                      {Outcome::timeout, "TIMEOUT"},
                                      {Outcome::crashed, "CRASHED"},
                                      {Outcome::skipped, "SKIPPED"}}) {
    Case one = named("a");
    one.outcome = outcome;
    one.reason = "why";
    one.secondary = {counted("x", "B/op", 77)};
    const std::string text = text_exporter()->render(report_of(one));
    EXPECT_THAT(text, HasSubstr(fmt::format("avgt       {}\n", name)));
    EXPECT_THAT(text, HasSubstr(fmt::format("\n{} a\n  why\n", name)));
    EXPECT_THAT(text, Not(HasSubstr("77")));
  }
}

TEST(failures, tell_the_reason_of_a_fork_if_the_case_has_none) {
  Case one = named("a");
  one.outcome = Outcome::crashed;
  one.fork_runs.resize(2);
  one.fork_runs[1].outcome = Outcome::crashed;
  one.fork_runs[1].reason = "signal 6";
  one.fork_runs[1].output_tail = {"assertion failed"};
  EXPECT_EQ(failures_text(report_of(one)),
            "CRASHED a\n"
            "  signal 6\n"
            "  What was measured all the same: 4.500 ns/op, from 8 forks.\n"
            "  The last it printed:\n"
            "    | assertion failed\n");
}

TEST(failures, are_empty_when_all_is_well) { EXPECT_EQ(failures_text(report_of(named("a"))), ""); }

TEST(brief, says_of_an_error_whether_it_is_known_or_none) {
  Case one = named("a", {1});
  one.secondary = {counted("mem.alloc.count.norm", "#/op", 3)};
  one.primary.error = not_a_number;
  const std::string text = brief_exporter()->render(report_of(one));
  EXPECT_THAT(text, HasSubstr("\na          1.000 ± ?  ns/op          3\n"));
}

Report noted(std::size_t cases, std::vector<Note> notes) {
  Report report;
  for (std::size_t i = 0; i < cases; ++i) report.cases.push_back(named(fmt::format("c{}", i)));
  report.notes = std::move(notes);
  return report;
}

Note on(const std::string& name, const std::string& text) {
  return {Severity::warning, "code", name, text, "advice"};
}

TEST(notes, of_one_cause_are_told_once_for_all_cases) {
  std::vector<Note> notes;
  for (std::size_t i = 0; i < 24; ++i) notes.push_back(on(fmt::format("c{}", i), "text"));
  EXPECT_EQ(notes_text(noted(24, notes)), "Warning code: all 24 cases\n  text\n  > advice\n");
}

TEST(notes, name_the_cases_where_it_is_not_all_of_them) {
  EXPECT_EQ(notes_text(noted(3, {on("c0", "text"), on("c2", "text")})),
            "Warning code: 2 of 3 cases\n  text\n  - c0\n  - c2\n  > advice\n");
}

TEST(notes, keep_their_own_texts_where_they_differ) {
  EXPECT_EQ(notes_text(noted(2, {on("c0", "by 1 %"), on("c1", "by 2 %")})),
            "Warning code: all 2 cases\n  - c0: by 1 %\n  - c1: by 2 %\n  > advice\n");
}

TEST(notes, of_very_many_cases_name_a_few) {
  std::vector<Note> notes;
  for (std::size_t i = 0; i < 24; ++i) {
    notes.push_back(on(fmt::format("c{}", i), fmt::format("text {}", i)));
  }
  const std::string text = notes_text(noted(24, notes));
  EXPECT_THAT(text, HasSubstr("  - c4: text 4\n  - and 19 more\n  > advice\n"));
  EXPECT_THAT(text, Not(HasSubstr("c5")));
}

TEST(notes, on_the_run_name_no_case) {
  EXPECT_EQ(notes_text(noted(2, {on("", "text")})), "Warning code\n  text\n  > advice\n");
}

TEST(notes, two_on_one_case_do_not_make_it_two_cases) {
  EXPECT_THAT(notes_text(noted(2, {on("c0", "x"), on("c0", "y")})),
              StartsWith("Warning code: 1 of 2 cases\n  - c0: x\n  - c0: y\n"));
}

TEST(notes, grave_ones_come_first) {
  const std::string text = notes_text(noted(1, {{Severity::info, "i", "", "t", ""},
                                                {Severity::error, "e", "", "t", ""},
                                                {Severity::warning, "w", "", "t", ""}}));
  EXPECT_EQ(text, "Error e\n  t\n\nWarning w\n  t\n\nNote i\n  t\n");
}

TEST(notes, on_the_run_alone_count_no_cases) {
  Report report = report_of(named("a"));
  report.notes = {{Severity::info, "busy", "", "Others ran.", ""},
                  {Severity::info, "busy", "", "The host took time.", ""}};
  EXPECT_THAT(notes_text(report), StartsWith("Note busy\n  - the run: Others ran.\n"));
}

}  // namespace
}  // namespace tare::report
