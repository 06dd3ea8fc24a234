// SPDX-License-Identifier: Apache-2.0
#include "cli/output_files.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "catalog/wrong_use.hpp"
#include "own_folder.hpp"

namespace tare::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class output_files : public OwnFolder {
 protected:
  std::string error_of(const CommandLine& line) {
    try {
      OutputFiles out(line);
      return "";
    } catch (const catalog::WrongUse& error) {
      return error.what();
    }
  }
};

CommandLine with_output(const std::string& format, const std::string& file) {
  CommandLine line;
  line.outputs = {{format, file}};
  return line;
}

TEST_F(output_files, are_none_unless_asked_for) {
  OutputFiles out{CommandLine()};
  out.write(Report(), true);
  EXPECT_THAT(files(), IsEmpty());
  EXPECT_FALSE(out.takes_stdout());
  EXPECT_THAT(out.written(), IsEmpty());
  EXPECT_FALSE(out.failed());
}

TEST_F(output_files, have_a_default_name_for_a_format_and_a_default_format_for_a_name) {
  CommandLine line;
  line.result_format = "json";
  OutputFiles(line).write(Report(), true);
  EXPECT_EQ(contents("tare-result.json"), "[]\n");
  line.result_format.reset();
  line.result_file = "x";
  OutputFiles(line).write(Report(), true);
  EXPECT_THAT(contents("x"), testing::StartsWith("\"Benchmark\",\"Mode\""));
}

TEST_F(output_files, without_a_name_of_their_own_take_one_that_is_free) {
  CommandLine line;
  line.result_format = "json";
  std::ofstream("tare-result.json") << "an earlier run";
  OutputFiles first(line);
  OutputFiles second(line);
  first.write(Report(), true);
  EXPECT_EQ(contents("tare-result.json"), "an earlier run");
  EXPECT_THAT(first.written(), ElementsAre("tare-result-2.json"));
  EXPECT_THAT(second.written(), ElementsAre("tare-result-3.json"));
}

TEST_F(output_files, may_be_several_at_once) {
  CommandLine line;
  line.result_format = "json";
  line.result_file = "a.json";
  line.outputs = {{"csv", "b.csv"}, {"text", "-"}, {"jmh", "c.json"}};
  OutputFiles out(line);
  out.write(Report(), true);
  EXPECT_THAT(files(), testing::UnorderedElementsAre("a.json", "b.csv", "c.json"));
  EXPECT_THAT(out.written(), ElementsAre("a.json", "b.csv", "c.json"));
  EXPECT_TRUE(out.takes_stdout());
}

TEST_F(output_files, are_touched_by_nothing_before_they_are_written) {
  std::ofstream("old.json") << "precious";
  OutputFiles out(with_output("json", "old.json"));
  EXPECT_EQ(contents("old.json"), "precious");
  EXPECT_THAT(files(), ElementsAre("old.json"));
}

TEST_F(output_files, are_replaced_as_a_whole) {
  std::ofstream("file.json") << std::string(10'000, 'x');
  fs::create_hard_link("file.json", "other-name.json");  // Still the old file when it is replaced.
  OutputFiles(with_output("json", "file.json")).write(Report(), true);
  EXPECT_EQ(contents("file.json"), "[]\n");
  EXPECT_EQ(contents("other-name.json").size(), 10'000U);
  EXPECT_EQ(files().size(), 2U);  // And no temporary one.
}

TEST_F(output_files, that_are_write_protected_can_be_replaced) {
  std::ofstream("file.json") << "old";
  fs::permissions("file.json", fs::perms::owner_read);
  OutputFiles(with_output("json", "file.json")).write(Report(), true);
  EXPECT_EQ(contents("file.json"), "[]\n");
}

TEST_F(output_files, of_unknown_formats_are_refused_with_the_nearest) {
  EXPECT_THAT(error_of(with_output("jsn", "x")),
              testing::StartsWith("there is no result format 'jsn'; did you mean 'json'?; there "
                                  "are: text, "));
  CommandLine line;
  line.result_format = "";
  EXPECT_THAT(error_of(line), HasSubstr("there is no result format ''"));
}

TEST_F(output_files, that_cannot_be_are_refused_before_anything_runs) {
  EXPECT_EQ(error_of(with_output("json", "no/such/folder/x.json")),
            "cannot write no/such/folder/x.json: No such file or directory; choose another file");
  EXPECT_EQ(error_of(with_output("json", ".")),
            "cannot write .: Is a directory; choose another file");
  std::ofstream("file") << "";
  EXPECT_EQ(error_of(with_output("json", "file/x.json")),
            "cannot write file/x.json: Not a directory; choose another file");
}

TEST_F(output_files, in_a_folder_that_is_not_ours_are_refused) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  fs::create_directory("closed");
  fs::permissions("closed", fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(error_of(with_output("json", "closed/x.json")),
            "cannot write closed/x.json: Permission denied; choose another file");
}

TEST_F(output_files, of_one_name_twice_are_refused) {
  CommandLine line;
  line.outputs = {{"json", "x"}, {"csv", "x"}};
  EXPECT_EQ(error_of(line), "two results would go to x; give each its own file");
  line.outputs = {{"json", "-"}, {"csv", "-"}};
  EXPECT_EQ(error_of(line), "two results would go to standard output; give each its own file");
}

TEST_F(output_files, of_two_names_of_one_file_are_refused) {
  std::ofstream("x") << "";
  fs::create_hard_link("x", "y");
  CommandLine line;
  line.outputs = {{"json", "x"}, {"csv", "y"}};
  EXPECT_EQ(error_of(line), "two results would go to y; give each its own file");
}

TEST_F(output_files, do_not_go_where_people_read) {
  CommandLine line = with_output("json", "x");
  line.log_file = "./x";
  EXPECT_EQ(error_of(line), "two results would go to x; give each its own file");
}

TEST_F(output_files, that_cannot_be_written_any_more_are_told_of_once) {
  fs::create_directory("folder");
  OutputFiles out(with_output("json", "folder/x.json"));
  fs::remove_all("folder");
  testing::internal::CaptureStderr();
  out.write(Report(), true);
  out.write(Report(), true);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "cannot write folder/x.json: No such file or directory; the run goes on and will try "
            "again\n");
  EXPECT_TRUE(out.failed());
  EXPECT_THAT(out.written(), IsEmpty());

  fs::create_directory("folder");
  out.write(Report(), true);
  EXPECT_FALSE(out.failed());
  EXPECT_THAT(out.written(), ElementsAre("folder/x.json"));
}

TEST_F(output_files, on_standard_output_come_at_the_end_only) {
  OutputFiles out(with_output("json", "-"));
  testing::internal::CaptureStdout();
  out.write(Report(), true);
  std::fflush(stdout);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  testing::internal::CaptureStdout();
  out.write_stdout(Report());
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "[]\n");
}

}  // namespace
}  // namespace tare::cli
