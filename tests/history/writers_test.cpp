// SPDX-License-Identifier: Apache-2.0
// Several writers at once, and some that are killed in the middle.
#include <gmock/gmock.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "history/store.hpp"
#include "small_report.hpp"

namespace tare::history {
namespace {

using test::addition;
using test::case_of;
using test::opened;

/// Runs `work` in a process of its own.
pid_t started(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child != 0) return child;
  try {
    work();
    _exit(0);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    _exit(1);
  }
}

int status_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

std::string integrity(const std::string& path) {
  Database database(path, Database::Missing::refuse);
  Statement check(database, "PRAGMA integrity_check");
  return check.step() ? check.text() : "";
}

TEST(Writers, LoseNothingWhenTheyWriteAtOnce) {
  const test::Folder folder;
  const std::string path = folder.file("h.sqlite");
  constexpr int writers = 3;
  constexpr int additions = 40;
  std::vector<pid_t> children;
  for (int writer = 0; writer < writers; ++writer) {
    children.push_back(started([&] {
      for (int i = 0; i < additions; ++i) {
        // The tables are made by whoever comes first; half of the revisions are everybody's.
        const std::string own = i % 2 == 0 ? std::to_string(writer) + "-" : "";
        opened(path).add({addition(own + std::to_string(i), {case_of("parse", writer + 1)})});
      }
    }));
  }
  for (const pid_t child : children) EXPECT_EQ(status_of(child), 0);
  int results[writers] = {};
  Store(path, Database::Missing::refuse).each({}, [&](const SeriesKey&, const Point& point) {
    ++results[static_cast<int>(point.score) - 1];
  });
  for (const int count : results) EXPECT_EQ(count, additions);
  EXPECT_EQ(integrity(path), "ok");
}

/// The row that is the last to be written before the process is killed, from 1; or 0: it is killed
/// when all are to be committed.
int last_row = 0;
constexpr int none_but_commit = 0;

/// For each new connection: a cache so small that rows reach the file before they are committed,
/// and an early end.
int doom(sqlite3* connection, char**, const sqlite3_api_routines*) {
  sqlite3_exec(connection, "PRAGMA cache_size = 1", nullptr, nullptr, nullptr);
  const auto die = [](void*) { return kill(getpid(), SIGKILL); };
  const auto count_down = [](void*, int, const char*, const char*, sqlite3_int64) {
    if (--last_row == 0) kill(getpid(), SIGKILL);
  };
  if (last_row == none_but_commit)
    sqlite3_commit_hook(connection, die, nullptr);
  else
    sqlite3_update_hook(connection, count_down, nullptr);
  return SQLITE_OK;
}

/// A report of so many cases that it fills many pages.
Addition large(const std::string& revision) {
  std::vector<Case> cases;
  for (int i = 0; i < 200; ++i)
    cases.push_back(case_of("parse" + std::to_string(i) + std::string(100, 'x'), i + 1));
  return addition(revision, cases);
}

TEST(Writers, LeaveWholeResultsWhenTheyAreKilled) {
  const test::Folder folder;
  const std::string path = folder.file("h.sqlite");
  opened(path).add({large("first")});
  bool journal_was_left = false;
  // Rows of revision, machine and run, of cases and of results.
  for (const int row : {1, 2, 3, 4, 50, 200, 400, none_but_commit}) {
    const pid_t child = started([&] {
      last_row = row;
      sqlite3_auto_extension(reinterpret_cast<void (*)()>(&doom));
      opened(path).add({large("second")});
    });
    const int status = status_of(child);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << row << ": " << status;
    journal_was_left |= std::filesystem::exists(path + "-journal");
    // What the next one finds, reader or writer.
    Store store(path, Database::Missing::refuse);
    EXPECT_EQ(store.contents().revisions.size(), 1u) << row;
    EXPECT_EQ(store.series({}).size(), 200u) << row;
    EXPECT_EQ(integrity(path), "ok") << row;
  }
  EXPECT_TRUE(journal_was_left);  // Else nothing was in the middle of anything.
  opened(path).add({large("second")});
  EXPECT_EQ(opened(path).series({}).at(199).points.size(), 2u);
}

}  // namespace
}  // namespace tare::history
