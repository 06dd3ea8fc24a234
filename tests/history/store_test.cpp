// SPDX-License-Identifier: Apache-2.0
#include "history/store.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <fstream>

#include "history/schema.hpp"
#include "small_report.hpp"

namespace tare::history {
namespace {

using test::addition;
using test::case_of;
using test::metric;
using test::opened;
using test::revisions_of;
using test::scores_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class StoreTest : public testing::Test {
 protected:
  std::string file() const { return folder_.file("history.sqlite"); }

  /// What opening the file for reading says.
  static std::string refusal(const std::string& path) {
    try {
      Store(path, Database::Missing::refuse);
    } catch (const HistoryError& error) {
      return error.what();
    }
    return "";
  }

  test::Folder folder_;
};

TEST_F(StoreTest, KeepsAFigureAsItWas) {
  Addition added = addition("abc", {case_of("parse", 200)});
  Case& one = added.report.cases.front();
  one.params = {{"size", "8"}, {"json", "TEN"}};
  one.mode = Mode::throughput;
  one.threads = 4;
  one.primary.better = Better::higher;
  one.primary.error_within_forks = true;
  one.secondary = {metric("mem.alloc.rate.norm", 32, "B/op")};
  added.committed = 1'700'000'000;
  added.report.started = "2026-11-30T12:00:00Z";
  Store store = opened(file());
  store.add({added});

  const std::vector<Series> all = store.series({});
  ASSERT_EQ(all.size(), 2u);
  const SeriesKey key{.machine = "here",
                      .benchmark = "parse",
                      .params = {{"json", "TEN"}, {"size", "8"}},
                      .mode = Mode::throughput,
                      .conditions = "4 threads",
                      .label = ""};
  EXPECT_EQ(all[0].key, key);
  EXPECT_EQ(display_name(all[0].key), "parse (json = TEN, size = 8), thrpt, 4 threads");
  EXPECT_EQ(all[0].better, Better::higher);
  ASSERT_EQ(all[0].points.size(), 1u);
  const Point& point = all[0].points.front();
  EXPECT_EQ(point.revision.name, "abc");
  EXPECT_EQ(point.revision.committed, 1'700'000'000);
  EXPECT_EQ(point.results, 1u);
  EXPECT_EQ(point.outcome, Outcome::ok);
  EXPECT_EQ(point.started, "2026-11-30T12:00:00Z");
  EXPECT_EQ(point.tare_version, "1.2.3");
  EXPECT_EQ(point.unit, "ns/op");
  EXPECT_EQ(point.score, 200);
  EXPECT_EQ(point.error, 2);
  EXPECT_EQ(point.interval_low, 198);
  EXPECT_EQ(point.interval_high, 202);
  EXPECT_TRUE(point.error_within_forks);
  EXPECT_THAT(point.forks, ElementsAre(199.5, 201));
  EXPECT_EQ(display_name(all[1].key),
            "parse (json = TEN, size = 8), thrpt, 4 threads:mem.alloc.rate.norm");
  EXPECT_EQ(all[1].unit, "B/op");
}

TEST_F(StoreTest, KeepsNumbersThatAreNone) {
  Case failed = case_of("parse", not_a_number);
  failed.outcome = Outcome::crashed;
  failed.reason = "signal 11";
  failed.primary.sample.values = {{not_a_number}, {1.5}};
  Store store = opened(file());
  store.add({addition("a", {failed})});
  const Series series = store.series({}).at(0);
  const Point& point = series.points.at(0);
  EXPECT_TRUE(std::isnan(point.score));
  EXPECT_TRUE(std::isnan(point.error));
  EXPECT_EQ(point.outcome, Outcome::crashed);
  EXPECT_EQ(point.reason, "signal 11");
  ASSERT_EQ(point.forks.size(), 2u);
  EXPECT_TRUE(std::isnan(point.forks[0]));
  EXPECT_EQ(point.forks[1], 1.5);
  EXPECT_THAT(series.measured(), IsEmpty());
}

TEST_F(StoreTest, KeepsForeignTextExactly) {
  const std::vector<std::string> foreign{
      "it's \"quoted\"; DROP TABLE run; --", "two\nlines\r\n", "Grüße, 東京 🎈", "",
      std::string("nul\0inside", 10),        "%s {} ?1 \\n",   " blanks "};
  Store store = opened(file());
  for (const std::string& text : foreign) {
    Addition added = addition("r" + text, {case_of("b" + text, 1)});
    added.machine = "m" + text;
    added.report.cases.front().params = {{"p" + text, text}};
    added.report.cases.front().reason = text;
    added.report.cases.front().secondary = {metric("l" + text, 1, "u" + text)};
    store.add({added});
  }
  const std::vector<Series> all = store.series({});
  ASSERT_EQ(all.size(), 2 * foreign.size());
  for (std::size_t i = 0; i < foreign.size(); ++i) {
    const std::string& text = foreign[i];
    const SeriesKey& key = all[2 * i].key;
    EXPECT_EQ(key.machine, "m" + text);
    EXPECT_EQ(key.benchmark, "b" + text);
    EXPECT_THAT(key.params, ElementsAre(Param{"p" + text, text}));
    EXPECT_EQ(all[2 * i].points.at(0).revision.name, "r" + text);
    EXPECT_EQ(all[2 * i].points.at(0).reason, text);
    EXPECT_EQ(all[2 * i + 1].key.label, "l" + text);
    EXPECT_EQ(all[2 * i + 1].unit, "u" + text);
  }
}

TEST_F(StoreTest, TakesTheLastResultOfARevision) {
  Store store = opened(file());
  Case with_memory = case_of("parse", 10);
  with_memory.secondary = {metric("mem.alloc.rate.norm", 32, "B/op")};
  store.add({addition("a", {with_memory}), addition("b", {case_of("parse", 11)})});
  store.add({addition("a", {case_of("parse", 12)})});
  const std::vector<Series> all = store.series({});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_THAT(revisions_of(all[0]), ElementsAre("a", "b"));
  EXPECT_THAT(scores_of(all[0]), ElementsAre(12, 11));
  EXPECT_EQ(all[0].points[0].results, 2u);
  // The last run had no such figure: the one there is stands.
  EXPECT_THAT(scores_of(all[1]), ElementsAre(32));

  std::vector<double> every;
  store.each({.wants_case = {}, .label = "", .machine = {}},
             [&](const SeriesKey&, const Point& point) { every.push_back(point.score); });
  EXPECT_THAT(every, ElementsAre(10, 12, 11));
}

TEST_F(StoreTest, OrdersRevisionsByCommitAndThoseOfNoCommitByAddition) {
  Store store = opened(file());
  const auto add = [&](const char* revision, std::optional<std::int64_t> committed) {
    Addition added = addition(revision, {case_of("parse", 1)});
    added.committed = committed;
    store.add({added});
  };
  add("newer", 2000);
  add("today, first", {});
  add("older", 1000);
  add("of the same second", 2000);
  add("today, second", {});
  EXPECT_THAT(revisions_of(store.series({}).at(0)),
              ElementsAre("older", "newer", "of the same second", "today, first", "today, second"));
  // What was not known at first.
  add("today, second", 1500);
  add("newer", {});
  EXPECT_THAT(revisions_of(store.series({}).at(0)),
              ElementsAre("older", "today, second", "newer", "of the same second", "today, first"));
}

TEST_F(StoreTest, SeparatesWhatMustNotBeCompared) {
  Store store = opened(file());
  Case threads = case_of("parse", 1);
  threads.threads = 2;
  Case cold = case_of("parse", 1);
  cold.cold = true;
  Case param = case_of("parse", 1);
  param.params = {{"n", "1"}};
  Addition elsewhere = addition("a", {case_of("parse", 1)});
  elsewhere.machine = "elsewhere";
  store.add({addition("a", {case_of("parse", 1), threads, cold, param}), elsewhere});
  std::vector<std::string> names;
  for (const Series& series : store.series({}))
    names.push_back(display_name(series.key) + " " + series.key.machine);
  EXPECT_THAT(names, ElementsAre("parse elsewhere", "parse here", "parse, 2 threads here",
                                 "parse, 1 thread, cold caches here", "parse (n = 1) here"));
}

TEST_F(StoreTest, DoesNotMindTheOrderOfParameters) {
  Store store = opened(file());
  Case one = case_of("parse", 1);
  one.params = {{"a", "1"}, {"b", "2"}};
  Case other = case_of("parse", 2);
  other.params = {{"b", "2"}, {"a", "1"}};
  store.add({addition("r", {one}), addition("s", {other})});
  EXPECT_THAT(scores_of(store.series({}).at(0)), ElementsAre(1, 2));
}

TEST_F(StoreTest, SelectsByCaseFigureAndMachine) {
  Store store = opened(file());
  Case one = case_of("parse", 1);
  one.secondary = {metric("x", 2, "#/op")};
  Addition elsewhere = addition("a", {case_of("parse", 4)});
  elsewhere.machine = "elsewhere";
  store.add({addition("a", {one, case_of("print", 3)}), elsewhere});
  const auto found = [&](const Selection& selection) {
    std::vector<double> scores;
    for (const Series& series : store.series(selection)) scores.push_back(scores_of(series).at(0));
    return scores;
  };
  EXPECT_THAT(found({}), ElementsAre(4, 1, 2, 3));
  EXPECT_THAT(found({.wants_case = {}, .label = "x", .machine = {}}), ElementsAre(2));
  EXPECT_THAT(found({.wants_case = {}, .label = "", .machine = "here"}), ElementsAre(1, 3));
  const auto is_print = [](const std::string& name) { return name == "print"; };
  EXPECT_THAT(found({.wants_case = is_print, .label = {}, .machine = {}}), ElementsAre(3));
}

TEST_F(StoreTest, TellsWhatThereIs) {
  Store store = opened(file());
  EXPECT_THAT(store.contents().revisions, IsEmpty());
  Addition elsewhere = addition("b", {case_of("parse", 1), case_of("print", 1)});
  elsewhere.machine = "elsewhere";
  store.add({addition("a", {case_of("parse", 1)}), elsewhere});
  const Contents contents = store.contents();
  ASSERT_EQ(contents.revisions.size(), 2u);
  EXPECT_EQ(contents.revisions[1].what.name, "b");
  EXPECT_EQ(contents.revisions[1].runs, 1u);
  ASSERT_EQ(contents.machines.size(), 2u);
  EXPECT_EQ(contents.machines[0].what, "elsewhere");
  ASSERT_EQ(contents.cases.size(), 2u);
  EXPECT_EQ(contents.cases[0].what, "parse");
  EXPECT_EQ(contents.cases[0].runs, 2u);
  EXPECT_EQ(contents.cases[1].runs, 1u);
}

TEST_F(StoreTest, AddsAllOrNothing) {
  Store store = opened(file());
  store.add({addition("a", {case_of("parse", 1)})});
  {  // A table that takes nothing any more, so that the second of two additions fails.
    Database database(file(), Database::Missing::refuse);
    database.run(
        "CREATE TRIGGER t BEFORE INSERT ON result WHEN (SELECT count(*) FROM result) = 2"
        " BEGIN SELECT RAISE(ABORT, 'full'); END");
  }
  EXPECT_THROW(
      store.add({addition("b", {case_of("parse", 2)}), addition("c", {case_of("parse", 3)})}),
      HistoryError);
  EXPECT_THAT(revisions_of(store.series({}).at(0)), ElementsAre("a"));
  EXPECT_EQ(store.contents().revisions.size(), 1u);
}

TEST_F(StoreTest, MakesTheFolderToo) {
  const std::string path = folder_.file("new/folder/h.sqlite");
  opened(path).add({addition("a", {case_of("parse", 1)})});
  EXPECT_EQ(Store(path, Database::Missing::refuse).series({}).size(), 1u);
}

TEST_F(StoreTest, RefusesToReadWhatIsNotThere) {
  EXPECT_THAT(refusal(file()),
              AllOf(HasSubstr("history.sqlite: there is no such history"), HasSubstr("add")));
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(StoreTest, RefusesAFileThatIsNoDatabaseAndLeavesItAlone) {
  const std::string text = "a text that is long enough to be read as the head of a database file";
  std::ofstream(file()) << text;
  EXPECT_THAT(refusal(file()), AllOf(HasSubstr("is no history"), Not(HasSubstr("\n"))));
  std::ifstream stream(file());
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), text);
}

TEST_F(StoreTest, RefusesAFolder) {
  EXPECT_THAT(refusal(folder_.file("")), HasSubstr("cannot be opened"));
}

TEST_F(StoreTest, RefusesTheDatabaseOfAnotherProgram) {
  Database(file(), Database::Missing::create).run("CREATE TABLE theirs (x)");
  EXPECT_THAT(refusal(file()), HasSubstr("another program's"));
  Database database(file(), Database::Missing::refuse);
  EXPECT_EQ(Statement(database, "SELECT count(*) FROM sqlite_schema").only_integer(), 1);
}

TEST_F(StoreTest, RefusesANewerSchema) {
  opened(file()).add({addition("a", {case_of("parse", 1)})});
  Database(file(), Database::Missing::refuse)
      .run("PRAGMA user_version = " + std::to_string(newest_schema() + 1));
  EXPECT_THAT(refusal(file()), HasSubstr("written by a newer tare"));
  Database(file(), Database::Missing::refuse).run("PRAGMA user_version = -1");
  EXPECT_THAT(refusal(file()), HasSubstr("this is no history"));
}

TEST_F(StoreTest, TellsOfRowsThatItDidNotWrite) {
  opened(file()).add({addition("a", {case_of("parse", 1)})});
  Database(file(), Database::Missing::refuse).run("UPDATE benchmark_case SET params = '{\"a'");
  Store store = opened(file());
  EXPECT_THROW(store.series({}), HistoryError);
  EXPECT_THROW(store.contents(), HistoryError);
}

TEST(MachineName, IsOfFacts) {
  EXPECT_EQ(machine_name({{"cpu.model", "AMD EPYC 7763"}, {"cpu.count", "4"}}),
            "AMD EPYC 7763, 4 CPUs");
  EXPECT_EQ(machine_name({{"cpu.model", "Z80"}, {"cpu.count", "1"}}), "Z80, 1 CPU");
  EXPECT_EQ(machine_name({{"cpu.model", "Z80"}}), "Z80");
  EXPECT_EQ(machine_name({}), "unknown");
}

}  // namespace
}  // namespace tare::history
