// SPDX-License-Identifier: Apache-2.0
#include "cli/result_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>

#include "catalog/wrong_use.hpp"
#include "own_folder.hpp"

namespace tare::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class result_file : public OwnFolder {
 protected:
  static std::string error_of(const std::string& path) {
    try {
      ResultFile file(path, "claim");
      return "";
    } catch (const catalog::WrongUse& error) {
      return error.what();
    }
  }
};

constexpr const char* taken = "cannot write x: another run is writing it; choose another file";

TEST_F(result_file, is_claimed_at_once_and_given_up_if_nothing_is_written) {
  {
    const ResultFile file("x", "claim");
    EXPECT_EQ(contents("x"), "claim");
    EXPECT_THAT(files(), ElementsAre("x"));
  }
  EXPECT_THAT(files(), IsEmpty());
}

TEST_F(result_file, that_exists_is_not_touched_before_it_is_written) {
  std::ofstream("x") << "old";
  { const ResultFile file("x", "claim"); }
  EXPECT_EQ(contents("x"), "old");
  ResultFile file("x", "claim");
  EXPECT_EQ(file.write("new"), "");
  EXPECT_EQ(contents("x"), "new");
  EXPECT_THAT(files(), ElementsAre("x"));
}

TEST_F(result_file, of_another_run_is_refused_until_that_has_ended) {
  std::optional<ResultFile> first(std::in_place, "x", "claim");
  EXPECT_EQ(error_of("x"), taken);
  first->write("first");
  EXPECT_EQ(error_of("x"), taken);
  first->write("first again");
  EXPECT_EQ(error_of("x"), taken);
  first.reset();
  EXPECT_EQ(error_of("x"), "");
  EXPECT_EQ(contents("x"), "first again");
}

TEST_F(result_file, that_was_there_before_the_other_run_is_refused_too) {
  std::ofstream("x") << "old";
  ResultFile first("x", "claim");
  EXPECT_EQ(error_of("x"), taken);
}

TEST_F(result_file, is_free_again_when_its_run_was_killed) {
  const pid_t other = fork();
  if (other == 0) {
    ResultFile file("x", "claim");
    file.write("of the one that was killed");
    raise(SIGKILL);
  }
  int status = 0;
  waitpid(other, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(contents("x"), "of the one that was killed");
  EXPECT_EQ(error_of("x"), "");
}

TEST_F(result_file, is_found_where_it_was_although_the_directory_changes) {
  fs::create_directory("elsewhere");
  ResultFile file("x", "claim");
  fs::current_path("elsewhere");
  EXPECT_EQ(file.write("new"), "");
  EXPECT_EQ(contents("x"), "new");
  EXPECT_THAT(contents("elsewhere/x"), IsEmpty());
}

TEST_F(result_file, behind_a_link_is_replaced_and_the_link_stays) {
  std::ofstream("target") << "old";
  fs::create_symlink("target", "x");
  ResultFile file("x", "claim");
  file.write("new");
  EXPECT_TRUE(fs::is_symlink("x"));
  EXPECT_EQ(contents("target"), "new");
}

TEST_F(result_file, behind_a_link_that_leads_nowhere_yet_is_made) {
  fs::create_symlink("target", "x");
  ResultFile("x", "claim").write("new");
  EXPECT_TRUE(fs::is_symlink("x"));
  EXPECT_EQ(contents("target"), "new");
}

TEST_F(result_file, may_have_a_name_as_long_as_names_can_be) {
  const std::string name(255, 'x');
  EXPECT_EQ(ResultFile(name, "claim").write("new"), "");
  EXPECT_EQ(contents(name), "new");
}

TEST_F(result_file, that_is_a_pipe_is_written_to_and_stays_one) {
  ASSERT_EQ(mkfifo("x", 0600), 0);
  const pid_t other = fork();
  if (other == 0) {
    ResultFile file("x", "claim");
    _exit(file.is_special() && file.write("new").empty() ? 0 : 1);
  }
  EXPECT_EQ(contents("x"), "new");
  int status = 1;
  waitpid(other, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(fs::is_fifo("x"));
}

TEST_F(result_file, that_is_an_open_descriptor_adds_to_what_that_holds) {
  std::ofstream("log") << "old ";
  const int log = open("log", O_WRONLY | O_APPEND);
  ResultFile file("/proc/self/fd/" + std::to_string(log), "claim");
  EXPECT_EQ(file.write("new"), "");
  close(log);
  EXPECT_EQ(contents("log"), "old new");
  EXPECT_THAT(files(), ElementsAre("log"));
}

TEST_F(result_file, of_a_name_that_cannot_be_is_refused) {
  EXPECT_THAT(error_of(std::string(300, 'x')),
              testing::EndsWith("xxx: File name too long; choose another file"));
}

TEST_F(result_file, is_whole_still_when_there_is_no_room_for_a_new_one) {
  ResultFile file("x", "claim");
  ASSERT_EQ(file.write("old"), "");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{10, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string why = file.write(std::string(1000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(why, "File too large");
  EXPECT_EQ(contents("x"), "old");
  EXPECT_THAT(files(), ElementsAre("x"));
}

TEST_F(result_file, takes_the_first_name_that_is_free) {
  std::ofstream("r.json") << "old";
  const auto second = ResultFile::with_free_name("r", "json", "claim");
  const auto third = ResultFile::with_free_name("r", "json", "claim");
  EXPECT_EQ(second->path(), "r-2.json");
  EXPECT_EQ(third->path(), "r-3.json");
  EXPECT_EQ(contents("r.json"), "old");
}

}  // namespace
}  // namespace tare::cli
