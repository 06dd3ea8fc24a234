// SPDX-License-Identifier: Apache-2.0
#include "profile/profile_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profile/cpu.hpp"
#include "profile/instr.hpp"
#include "profile/jfr.hpp"
#include "profile/mem.hpp"
#include "profile/perfnorm.hpp"
#include "profile/sampling_options.hpp"

namespace tare::profile {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;

/// One of each kind, and what they set.
struct Some {
  bool on = false;
  std::uint64_t number = 7;
  ProfileFiles files{"some"};
  std::optional<TapKind> tap;
  ProfileOptions options;

  Some() {
    options.add_switch("on", on, "true: is on");
    options.add_number("many", number, 1, 50, "things");
    options.add_folder(files);
    options.add_tap(tap);
  }
  std::string set(const std::string& key, const std::string& value) {
    return options.set("some", key, value);
  }
};

std::vector<std::string> names_of(const std::vector<extend::ProfilerOption>& options) {
  std::vector<std::string> names;
  for (const extend::ProfilerOption& option : options) names.push_back(option.name);
  return names;
}

TEST(ProfileOptions, are_set) {
  Some some;
  EXPECT_EQ(some.set("on", "true"), "");
  EXPECT_TRUE(some.on);
  EXPECT_EQ(some.set("on", "false"), "");
  EXPECT_FALSE(some.on);
  EXPECT_EQ(some.set("many", "50"), "");
  EXPECT_EQ(some.number, 50u);
  EXPECT_EQ(some.set("dir", "there"), "");
  EXPECT_EQ(some.files.folder(), "there");
  EXPECT_EQ(some.set("tap", "preload"), "");
  EXPECT_EQ(some.tap, TapKind::preload);
}

TEST(ProfileOptions, refuse_what_cannot_be_and_leave_what_was) {
  Some some;
  EXPECT_EQ(some.set("on", "yes"), "on=yes: must be true or false");
  EXPECT_FALSE(some.on);
  for (const char* const number : {"0", "51", "-1", "7x", "", "99999999999999999999"})
    EXPECT_THAT(some.set("many", number), HasSubstr("must be a number of things, 1 to 50"));
  EXPECT_EQ(some.number, 7u);
  EXPECT_THAT(some.set("dir", ""), HasSubstr("needs the name of a folder"));
  EXPECT_EQ(some.files.folder(), ProfileFiles::usual_folder);
  EXPECT_THAT(some.set("tap", "water"), HasSubstr("there is no tap 'water'; there are: "));
}

TEST(ProfileOptions, one_that_is_not_known_is_told_those_that_are) {
  EXPECT_EQ(Some().set("depth", "3"), "some has no option 'depth'; it has on, many, dir, tap");
  EXPECT_EQ(ProfileOptions().set("bare", "", ""), "bare has no option ''; it has none");
}

TEST(ProfileOptions, are_listed_with_what_they_are_if_nobody_sets_them) {
  Some some;
  some.set("many", "8");
  std::vector<std::string> values;
  for (const extend::ProfilerOption& option : some.options.list()) values.push_back(option.value);
  EXPECT_THAT(values, ElementsAre("false", "7", ProfileFiles::usual_folder, ""));
}

TEST(SamplingOptions, are_taken_when_an_engine_is_chosen) {
  ProfileOptions options;
  SamplingOptions sampling(options);
  EXPECT_EQ(options.set("some", "freq", "123"), "");
  EXPECT_EQ(options.set("some", "engine", "timer"), "");
  EXPECT_THAT(options.set("some", "freq", "0"), HasSubstr("samples per second"));
  EXPECT_THAT(options.set("some", "engine", "steam"), HasSubstr("no engine 'steam'"));
  EXPECT_TRUE(options.set("some", "engine", "timer").empty());
  sampling.choose();
  EXPECT_EQ(sampling.settings().frequency, 123u);
  EXPECT_EQ(sampling.settings().engine, SamplingEngine::timer);
}

TEST(options_of_profilers, are_all_listed_with_a_text_and_a_value_that_can_be_set) {
  for (const auto make : {make_mem_profiler, make_cpu_profiler, make_jfr_profiler,
                          make_perfnorm_profiler, make_instr_profiler}) {
    const auto profiler = make();
    for (const extend::ProfilerOption& option : profiler->options()) {
      EXPECT_NE(option.text, "") << profiler->name() << ' ' << option.name;
      if (option.value.empty()) continue;
      EXPECT_EQ(profiler->set_option(option.name, option.value), "") << profiler->name();
    }
    EXPECT_THAT(profiler->set_option("?", ""), HasSubstr(" has no option '?'; it has "));
  }
}

TEST(options_of_profilers, are_these) {
  EXPECT_THAT(names_of(make_mem_profiler()->options()),
              IsSupersetOf({"sites", "flamegraph", "collapsed", "dir", "tap"}));
  EXPECT_THAT(names_of(make_jfr_profiler()->options()),
              ElementsAre("freq", "engine", "interval", "forks", "tap", "dir"));
  EXPECT_THAT(names_of(make_perfnorm_profiler()->options()), ElementsAre("events"));
  EXPECT_THAT(make_perfnorm_profiler()->options().front().text, HasSubstr("page-faults"));
  EXPECT_THAT(names_of(make_instr_profiler()->options()), IsEmpty());
}

}  // namespace
}  // namespace tare::profile
