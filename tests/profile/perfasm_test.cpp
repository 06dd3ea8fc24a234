// SPDX-License-Identifier: Apache-2.0
#include "profile/perfasm.hpp"

#include <gmock/gmock.h>
#include <time.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "fake_iterations.hpp"

namespace tare::profile {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(perfasm, has_these_options) {
  std::vector<std::string> names;
  for (const auto& option : make_perfasm_profiler()->options()) names.push_back(option.name);
  EXPECT_THAT(names, ElementsAre("freq", "engine", "top", "hotThreshold", "tooBigThreshold",
                                 "intelSyntax", "dir"));
}

TEST(perfasm, takes_its_own_defaults_and_refuses_what_cannot_be) {
  const auto profiler = make_perfasm_profiler();
  for (const auto& option : profiler->options()) {
    EXPECT_NE(option.text, "") << option.name;
    if (!option.value.empty())
      EXPECT_EQ(profiler->set_option(option.name, option.value), "") << option.name;
  }
  for (const char* const share : {"0", "0.001", "1.1", "10%", "", "nan", "-1"})
    EXPECT_THAT(profiler->set_option("hotThreshold", share),
                HasSubstr("must be a share, 0.01 to 1"));
  EXPECT_EQ(profiler->set_option("hotThreshold", "1"), "");
  EXPECT_THAT(profiler->set_option("top", "0"), HasSubstr("hot regions"));
  EXPECT_THAT(profiler->set_option("?", ""), HasSubstr("perfasm has no option '?'; it has freq"));
}

double own_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

/// Half a second of processor time.
[[gnu::noinline]] void spins() {
  const double end = own_seconds() + 0.5;
  volatile unsigned long sum = 0;
  while (own_seconds() < end)
    for (unsigned long i = 0; i < 1'000'000; ++i) sum = sum + i;
}

TEST(perfasm, shows_the_hottest_region_and_leaves_a_listing) {
  const auto profiler = make_perfasm_profiler();
  if (const auto support = profiler->probe(); !support.works) GTEST_SKIP() << support.reason;
  const auto folder =
      std::filesystem::temp_directory_path() / ("tare_perfasm_test_" + std::to_string(getpid()));
  std::filesystem::remove_all(folder);
  ASSERT_EQ(profiler->set_option("dir", folder.string()), "");
  extend::Assignment assignment;
  assignment.plan.benchmark = "some.spins";
  FakeIterations iterations(1, 1, spins);
  const extend::Findings found = profiler->watch(assignment, iterations);

  ASSERT_EQ(found.hot_spots.size(), 2u);
  EXPECT_EQ(found.hot_spots[0].title, "hottest regions");
  EXPECT_THAT(found.hot_spots[0].spots.at(0).what, HasSubstr("spins"));
  EXPECT_GT(found.hot_spots[0].spots.at(0).values.at(0), 50);
  EXPECT_EQ(found.hot_spots[1].title, "hottest region, instruction by instruction");
  ASSERT_EQ(found.files.size(), 1u);
  std::stringstream listing;
  listing << std::ifstream(found.files[0].path).rdbuf();
  EXPECT_THAT(listing.str(), HasSubstr("some.spins"));
  EXPECT_THAT(listing.str(), HasSubstr("\nRegion 1: "));
  EXPECT_THAT(listing.str(), HasSubstr("╰ j")) << "the loop";
  EXPECT_THAT(listing.str(), Not(HasSubstr("no instructions")));
  std::filesystem::remove_all(folder);

  const extend::Conclusion conclusion = profiler->conclude({found}, {});
  ASSERT_EQ(conclusion.hot_spots.size(), 2u);
  EXPECT_EQ(conclusion.hot_spots[0], found.hot_spots[0]);
  EXPECT_EQ(conclusion.hot_spots[1].title, found.hot_spots[1].title);  // Where no sample is is NaN.
}

}  // namespace
}  // namespace tare::profile
