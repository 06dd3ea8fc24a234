// SPDX-License-Identifier: Apache-2.0
#include "profile/instruction_counter.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace tare::profile {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

TEST(instructions, are_the_last_line_of_a_file_of_callgrinds) {
  EXPECT_EQ(instructions_in("fn=(1) main\n0 3\n\ntotals: 42\n"), 42U);
  EXPECT_EQ(instructions_in("\ntotals: 0\n"), 0U);
  EXPECT_EQ(instructions_in("\ntotals: 18446744073709551615\n"), UINT64_MAX);
  EXPECT_EQ(instructions_in("\ntotals: 1\n# next\n\ntotals: 2\n"), 2U) << "the last dump's";
}

TEST(instructions, are_not_known_of_a_file_that_ends_in_another_way) {
  for (const char* end :
       {"", "\n", "totals: 42\n", "\ntotals: 42", "\ntotals: \n", "\ntotals: -1\n",
        "\ntotals: 1 2\n", "\ntotals: 18446744073709551616\n", "\ntotals: 4x\n", "\ntotals: 42\n0"})
    EXPECT_FALSE(instructions_in(end)) << end;
}

TEST(counts_file, is_a_file_for_others_and_gone_with_its_owner) {
  std::string path;
  {
    const CountsFile file;
    const std::string variable = file.environment().at(0);
    path = variable.substr(variable.find('=') + 1);
    EXPECT_THAT(file.launcher(), Contains("--callgrind-out-file=" + path));
    EXPECT_THAT(file.launcher().at(0), "valgrind");
    EXPECT_TRUE(std::filesystem::is_regular_file(path));
    EXPECT_TRUE(std::ofstream(path) << "counts");
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(counts_file, asks_that_functions_of_libraries_are_found_at_the_start) {
  EXPECT_THAT(CountsFile().environment(), Contains("LD_BIND_NOW=1"));
}

TEST(instruction_counter, says_where_it_cannot_count) {
  unsetenv("TARE_INSTRUCTION_COUNTS");
  EXPECT_THAT([] { InstructionCounter counter; },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr("only in processes that "
                                                                   "valgrind runs")));
  setenv("TARE_INSTRUCTION_COUNTS", "/no/such/file", 1);
  EXPECT_THAT([] { InstructionCounter counter; },
              testing::ThrowsMessage<std::runtime_error>(StartsWith("cannot open /no/such/file")));
  unsetenv("TARE_INSTRUCTION_COUNTS");
}

TEST(instruction_counter, has_no_count_where_nothing_leaves_any) {
  const CountsFile file;
  const std::string variable = file.environment().at(0);
  setenv("TARE_INSTRUCTION_COUNTS", variable.substr(variable.find('=') + 1).c_str(), 1);
  InstructionCounter counter;
  unsetenv("TARE_INSTRUCTION_COUNTS");
  bool called = false;
  EXPECT_THAT([&] { counter.count([&] { called = true; }); },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr("left no count")));
  EXPECT_TRUE(called);
}

/// A folder that alone is in PATH, as long as this lives.
class OnlyFolderInPath {
 public:
  OnlyFolderInPath() : path_(getenv("PATH")) {
    char name[] = "/tmp/instr-test-XXXXXX";
    folder_ = mkdtemp(name);
    setenv("PATH", folder_.c_str(), 1);
  }
  ~OnlyFolderInPath() {
    setenv("PATH", path_.c_str(), 1);
    std::filesystem::remove_all(folder_);
  }

  void add_valgrind(const char* script) const {
    const std::string file = folder_ + "/valgrind";
    std::ofstream(file) << "#!/bin/sh\n" << script << '\n';
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }

 private:
  std::string path_;
  std::string folder_;
};

#ifdef TARE_SANITIZED
TEST(counting_instructions, is_not_for_programs_with_sanitizers) {
  EXPECT_THAT(counts_instructions().reason, HasSubstr("sanitizer"));
}
#elif __has_include(<valgrind/callgrind.h>)
TEST(counting_instructions, needs_valgrind) {
  const OnlyFolderInPath empty;
  const extend::Support support = counts_instructions();
  EXPECT_FALSE(support.works);
  EXPECT_EQ(support.reason, "there is no program valgrind in PATH");
  EXPECT_EQ(support.enable, "apt install valgrind");
}

TEST(counting_instructions, passes_on_what_valgrind_says) {
  const OnlyFolderInPath folder;
  folder.add_valgrind("echo; echo 'valgrind: Fatal error at startup'; echo more; exit 1");
  EXPECT_EQ(counts_instructions().reason, "valgrind: Fatal error at startup");
  folder.add_valgrind("exit 3");
  EXPECT_FALSE(counts_instructions().works) << "it fails without a word";
  folder.add_valgrind("exit 0");
  EXPECT_TRUE(counts_instructions().works);
}

TEST(counting_instructions, is_what_a_real_valgrind_is_for) {
  if (std::system("command -v valgrind >/dev/null") != 0) GTEST_SKIP() << "there is no valgrind";
  EXPECT_TRUE(counts_instructions().works) << counts_instructions().reason;
}
#else
TEST(counting_instructions, needs_valgrinds_header) {
  EXPECT_THAT(counts_instructions().reason, HasSubstr("callgrind.h"));
}
#endif

}  // namespace
}  // namespace tare::profile
