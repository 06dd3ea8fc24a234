// SPDX-License-Identifier: Apache-2.0
#include "profile/profile_files.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace tare::profile {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class profile_files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "profile_files." + std::to_string(getpid());
    files_.set_folder(folder_ + "/deep/down");
    assignment_.plan.benchmark = "group.bench";
    assignment_.plan.params = {{"n", "10"}, {"path", "../x"}};
    assignment_.fork = 2;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
  ProfileFiles files_{"cpu"};
  extend::Assignment assignment_;
};

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(profile_files, are_named_by_case_profiler_and_fork) {
  const ProfileFile file = files_.write(assignment_, "alloc", "html", "<p>", "flame graph");
  EXPECT_THAT(file.path,
              testing::MatchesRegex(folder_ + "/deep/down/group\\.bench-n=10,path=\\.\\._x-"
                                              "[0-9a-f]{8}-cpu-2\\.alloc\\.html"));
  EXPECT_EQ(file.content, "flame graph");
  EXPECT_EQ(bytes_of(file.path), "<p>");
  assignment_.plan.params.clear();
  EXPECT_THAT(files_.write(assignment_, "", "jfr", "", "").path,
              testing::EndsWith("/group.bench-cpu-2.jfr"));
}

TEST_F(profile_files, never_replace_one) {
  const std::string first = files_.write(assignment_, "", "txt", "first", "").path;
  const std::string second = files_.write(assignment_, "", "txt", "second", "").path;
  EXPECT_NE(first, second);
  EXPECT_EQ(bytes_of(first), "first");
  EXPECT_EQ(bytes_of(second), "second");
}

TEST_F(profile_files, say_where_they_cannot_be) {
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ + "/deep") << "a file in the way";
  EXPECT_THAT([&] { files_.write(assignment_, "", "txt", "", ""); },
              ThrowsMessage<std::runtime_error>(HasSubstr("/deep/down")));
}

}  // namespace
}  // namespace tare::profile
