// SPDX-License-Identifier: Apache-2.0
#include "cli/toolbox.hpp"

#include <gmock/gmock.h>

#include "catalog/wrong_use.hpp"
#include "cli/listing.hpp"
#include "tare/extend/registration.hpp"

namespace tare::cli {
namespace {

using testing::HasSubstr;

TEST(toolbox, makes_what_it_names_and_nothing_else) {
  for (const std::string& name : exporter_names()) EXPECT_EQ(make_exporter(name)->name(), name);
  for (const std::string& name : profiler_names()) EXPECT_EQ(make_profiler(name, {})->name(), name);
  EXPECT_STREQ(make_profiler("gc", {})->name(), "mem");  // JMH's.
  EXPECT_EQ(make_exporter("xml"), nullptr);
  EXPECT_EQ(make_profiler("none", {}), nullptr);
  EXPECT_EQ(make_profiler("mem", {{"no such", "option"}}), nullptr);
}

class OwnProfiler : public extend::Profiler {
 public:
  const char* name() const override { return "own"; }
  const char* summary() const override { return "what this program brought along"; }
  std::string set_option(const std::string& key, const std::string&) override {
    return key == "depth" ? "" : "no such option";
  }
  std::vector<extend::ProfilerOption> options() const override {
    return {{"depth", "7", "how deep it looks"}};
  }
  extend::Support probe() override { return {false, "it is Sunday", "wait a day"}; }
  std::uint32_t forks() const override { return 1; }
  extend::Conclusion conclude(const std::vector<extend::Findings>&, const Case&) const override {
    return {};
  }
};

class SecondMem final : public OwnProfiler {
 public:
  const char* name() const override { return "mem"; }
};

TARE_PROFILER(OwnProfiler);

TEST(own_profilers, are_known_by_name_as_others_are) {
  EXPECT_THAT(profiler_names(), testing::Contains("own"));
  EXPECT_STREQ(make_profiler("own", {})->name(), "own");
  EXPECT_NE(make_profiler("own", {{"depth", "3"}}), nullptr);
  EXPECT_EQ(make_profiler("own", {{"width", "3"}}), nullptr);
}

TEST(own_profilers, are_listed_with_their_options_and_what_would_make_them_work) {
  EXPECT_THAT(list_profilers(),
              HasSubstr("       own: what this program brought along\n"
                        "            does not work here: it is Sunday\n"
                        "            to enable: wait a day\n"
                        "            depth=7                 how deep it looks\n"));
}

class Nameless final : public OwnProfiler {
 public:
  const char* name() const override { return ""; }
};

TEST(own_profilers, that_have_no_name_cannot_be_asked_for) {
  extend::ProfilerRegistration nameless{
      []() -> std::unique_ptr<extend::Profiler> { return std::make_unique<Nameless>(); }};
  extend::ProfilerRegistration* const before = extend::registered_profilers;
  extend::link(nameless);
  EXPECT_EQ(make_profiler("", {}), nullptr);
  EXPECT_THAT(list_profilers(), HasSubstr("own: "));
  extend::registered_profilers = before;
}

TEST(own_profilers, that_have_the_name_of_another_are_refused_when_it_is_asked_for) {
  extend::ProfilerRegistration second{
      []() -> std::unique_ptr<extend::Profiler> { return std::make_unique<SecondMem>(); }};
  extend::ProfilerRegistration* const before = extend::registered_profilers;
  extend::link(second);
  EXPECT_NE(make_profiler("own", {}), nullptr);
  std::string said;
  try {
    make_profiler("mem", {});
  } catch (const catalog::WrongUse& error) {
    said = error.what();
  }
  extend::registered_profilers = before;
  EXPECT_THAT(said, HasSubstr("two profilers are called 'mem'"));
}

}  // namespace
}  // namespace tare::cli
