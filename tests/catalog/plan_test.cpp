// SPDX-License-Identifier: Apache-2.0
// From registrations and a command line to the cases of a run, and the words of every refusal.
#include "catalog/plan.hpp"

#include <gmock/gmock.h>

#include "catalog/wrong_use.hpp"
#include "registered.hpp"
#include "tare/tare.hpp"

namespace {

struct Size {
  int size = 0;
  static void params(tare::Params<Size>& p) { p.add("size", &Size::size, {10, 9, 100}); }
};

enum class Impl { normal, immutable };

struct Kind {
  Impl impl = Impl::normal;
  static void params(tare::Params<Kind>& p) {
    p.choice("impl", &Kind::impl, {{"NORMAL", Impl::normal}, {"IMMUTABLE", Impl::immutable}});
  }
};

/// A parameter that only one type has.
template <class T>
struct Typed {};
template <>
struct Typed<long> {
  int extra = 0;
  static void params(tare::Params<Typed>& p) { p.add("extra", &Typed::extra, {1, 2}); }
};

struct SharedPerCall {
  void set_up(tare::Invocation) {}
};

struct OwnPerCall {
  static constexpr auto scope = tare::Scope::thread;
  void set_up(tare::Invocation) {}
};

struct Counts {
  long calls = 0;
  static void counters(tare::Counters<Counts>& c) { c.event("calls", &Counts::calls); }
};

struct Misses {
  int size = 0;
  static void params(tare::Params<Misses>& p) { p.add("size", &Misses::size, {"1", "one"}); }
};

using TwoTypes = tare::types<tare::named<"short", int>, tare::named<"long", long>>;

}  // namespace

TARE_GROUP(plan);

TARE_BENCH(bare) {}

TARE_BENCH(crossed, const Size&, const Kind&) {}

TARE_BENCH_TYPED(typed, T, TwoTypes, const Typed<T>&) {}

TARE_BENCH(wishes) {}
TARE_OPTIONS(wishes, mode(tare::Mode::throughput)
                         .unit("us")
                         .operations(1000)
                         .drop(outside)
                         .threads(3)
                         .forks(2)
                         .warmup(4, 0.5)
                         .measurement(6, 1.25)
                         .batch(8)
                         .timeout(30));

TARE_BENCH(all_processors) {}
TARE_OPTIONS(all_processors, threads(max));

TARE_BENCH(endless) {}
TARE_OPTIONS(endless, timeout(1e300).measurement(1, 1e12));

TARE_BENCH(shares, SharedPerCall&) {}
TARE_BENCH(does_not_share, OwnPerCall&) {}

TARE_BENCH(counts_shared, Counts&) {}
TARE_BENCH(misses_its_default, const Misses&) {}

namespace tare::catalog {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

Request only(const std::string& name) {
  Request request;
  request.includes = {"^plan\\." + name + "$"};
  return request;
}

Request with(Request request, const std::string& param, std::vector<std::string> values) {
  request.params.emplace_back(param, std::move(values));
  return request;
}

std::vector<Planned> plan_of(const Request& request, const Defaults& defaults = {}) {
  return make_plan(catalog(), request, defaults);
}

Case case_of(const Request& request, const Defaults& defaults = {}) {
  return plan_of(request, defaults).at(0).benchmark_case;
}

/// The refusal; "" if there is none.
std::string error_of(const Request& request) {
  try {
    plan_of(request);
    return "";
  } catch (const WrongUse& error) {
    EXPECT_THAT(error.what(), testing::Not(HasSubstr("\n")));
    return error.what();
  }
}

std::vector<std::string> names(const std::vector<Planned>& plan) {
  std::vector<std::string> shown;
  for (const Planned& planned : plan)
    shown.push_back(std::string(short_name(planned.benchmark_case.mode)) + " " +
                    display_name(planned.benchmark_case));
  return shown;
}

TEST(plan, of_a_bare_benchmark_has_the_defaults) {
  const Defaults defaults;
  const std::vector<Planned> plan = plan_of(only("bare"));
  ASSERT_EQ(plan.size(), 1U);
  const Case& bare = plan[0].benchmark_case;
  EXPECT_EQ(bare.benchmark, "plan.bare");
  EXPECT_TRUE(bare.params.empty());
  EXPECT_EQ(bare.mode, Mode::average_time);
  EXPECT_EQ(bare.threads, 1U);
  EXPECT_EQ(bare.forks, 12U);
  EXPECT_EQ(bare.warmup_forks, 0U);
  EXPECT_EQ(bare.warmup, defaults.warmup);
  EXPECT_EQ(bare.measurement, defaults.measurement);
  EXPECT_EQ(bare.timeout_ns, 600'000'000'000U);
  EXPECT_EQ(bare.operations_per_invocation, 1U);
  EXPECT_EQ(plan[0].unit, nullptr);
  EXPECT_EQ(plan[0].benchmark, catalog().find("plan.bare"));
  EXPECT_EQ(plan[0].variant, &plan[0].benchmark->variants[0]);
}

TEST(plan, takes_the_wishes_of_the_benchmark_over_the_defaults) {
  const std::vector<Planned> plan = plan_of(only("wishes"));
  const Case& wished = plan.at(0).benchmark_case;
  EXPECT_EQ(wished.mode, Mode::throughput);
  EXPECT_STREQ(plan[0].unit, "us");
  EXPECT_EQ(wished.operations_per_invocation, 1000U);
  EXPECT_EQ(wished.threads, 3U);
  EXPECT_EQ(wished.forks, 2U);
  EXPECT_EQ(wished.warmup, (Phase{4, 500'000'000, 8}));
  EXPECT_EQ(wished.measurement, (Phase{6, 1'250'000'000, 8}));
  EXPECT_EQ(wished.timeout_ns, 30'000'000'000U);
}

TEST(plan, takes_the_command_line_over_the_wishes) {
  Request request = only("wishes");
  request.modes = {Mode::sample_time};
  request.forks = 0;
  request.warmup_forks = 1;
  request.warmup_iterations = 0;
  request.warmup_time_ns = 11;
  request.warmup_batch = 12;
  request.iterations = 13;
  request.time_ns = 14;
  request.batch = 15;
  request.threads = 16;
  request.timeout_ns = 17;
  request.operations_per_invocation = 18;
  const Case asked = case_of(request);
  EXPECT_EQ(asked.mode, Mode::sample_time);
  EXPECT_EQ(asked.forks, 0U);
  EXPECT_EQ(asked.warmup_forks, 1U);
  EXPECT_EQ(asked.warmup, (Phase{0, 11, 12}));
  EXPECT_EQ(asked.measurement, (Phase{13, 14, 15}));
  EXPECT_EQ(asked.threads, 16U);
  EXPECT_EQ(asked.timeout_ns, 17U);
  EXPECT_EQ(asked.operations_per_invocation, 18U);
}

TEST(plan, settles_number_by_number) {
  Request request = only("wishes");
  request.iterations = 2;
  EXPECT_EQ(case_of(request).measurement, (Phase{2, 1'250'000'000, 8}));
}

TEST(plan, a_single_shot_has_iterations_of_its_own) {
  Request request = only("bare");
  request.modes = {Mode::single_shot};
  EXPECT_EQ(case_of(request).warmup, (Phase{0, 0, 1}));
  EXPECT_EQ(case_of(request).measurement, (Phase{1, 0, 1}));
  request.iterations = 5;
  EXPECT_EQ(case_of(request).measurement, (Phase{5, 0, 1}));
}

TEST(plan, has_the_launcher_that_is_asked_for) {
  Request request = only("bare");
  EXPECT_TRUE(case_of(request).launcher.empty());
  request.launcher = {"nice", "-n", "5"};
  EXPECT_EQ(case_of(request).launcher, request.launcher);
}

TEST(plan, max_threads_are_as_many_as_there_are_processors) {
  Defaults defaults;
  defaults.processors = 7;
  EXPECT_EQ(case_of(only("all_processors"), defaults).threads, 7U);
  Request request = only("bare");
  request.threads = option_values::max;
  EXPECT_EQ(case_of(request, defaults).threads, 7U);
}

TEST(plan, times_of_any_length_are_kept_or_as_long_as_can_be_told) {
  const Case endless = case_of(only("endless"));
  EXPECT_EQ(endless.timeout_ns, UINT64_MAX);
  EXPECT_EQ(endless.measurement.time_ns, UINT64_MAX);
  Request request = only("bare");
  request.time_ns = UINT64_MAX;
  EXPECT_EQ(case_of(request).measurement.time_ns, UINT64_MAX);
}

TEST(plan, crosses_parameters_by_name_each_by_its_values_as_declared) {
  EXPECT_THAT(names(plan_of(only("crossed"))),
              ElementsAre("avgt plan.crossed (size = 10, impl = NORMAL)",
                          "avgt plan.crossed (size = 9, impl = NORMAL)",
                          "avgt plan.crossed (size = 100, impl = NORMAL)",
                          "avgt plan.crossed (size = 10, impl = IMMUTABLE)",
                          "avgt plan.crossed (size = 9, impl = IMMUTABLE)",
                          "avgt plan.crossed (size = 100, impl = IMMUTABLE)"));
}

TEST(plan, values_asked_for_replace_the_defaults_in_the_order_they_were_asked) {
  const Request request = with(with(only("crossed"), "size", {"7", "3"}), "impl", {"IMMUTABLE"});
  EXPECT_THAT(names(plan_of(request)),
              ElementsAre("avgt plan.crossed (size = 7, impl = IMMUTABLE)",
                          "avgt plan.crossed (size = 3, impl = IMMUTABLE)"));
}

TEST(plan, has_a_case_for_each_mode_asked_for) {
  Request request = with(with(only("crossed"), "size", {"1"}), "impl", {"NORMAL"});
  request.modes = {Mode::single_shot, Mode::throughput};
  EXPECT_THAT(names(plan_of(request)),
              ElementsAre("ss plan.crossed (size = 1, impl = NORMAL), ss",
                          "thrpt plan.crossed (size = 1, impl = NORMAL), thrpt"));
}

TEST(plan, a_type_is_a_parameter_and_may_bring_parameters_of_its_own) {
  EXPECT_THAT(names(plan_of(only("typed"))),
              ElementsAre("avgt plan.typed (T = short)", "avgt plan.typed (T = long, extra = 1)",
                          "avgt plan.typed (T = long, extra = 2)"));
  EXPECT_THAT(names(plan_of(with(only("typed"), "T", {"short"}))),
              ElementsAre("avgt plan.typed (T = short)"));
  const std::vector<Planned> plan = plan_of(with(only("typed"), "T", {"long"}));
  ASSERT_EQ(plan.size(), 2U);
  EXPECT_EQ(plan[0].variant, &plan[0].benchmark->variants[1]);
}

TEST(plan, a_parameter_that_only_some_benchmarks_have_leaves_the_others_alone) {
  Request request;
  request.includes = {"^plan\\.bare$", "^plan\\.crossed$"};
  request.params = {{"size", {"5"}}, {"impl", {"NORMAL"}}};
  EXPECT_THAT(names(plan_of(request)),
              ElementsAre("avgt plan.bare", "avgt plan.crossed (size = 5, impl = NORMAL)"));
}

TEST(plan, says_that_nothing_matches_and_what_was_meant) {
  Request request;
  request.includes = {"plan.crosed"};
  EXPECT_EQ(error_of(request),
            "no benchmark matches 'plan.crosed'; did you mean 'plan.crossed'?; -l lists them");
  request.includes = {"crosed"};
  EXPECT_EQ(error_of(request),
            "no benchmark matches 'crosed'; did you mean 'crossed'?; -l lists them");
  request.includes = {"something else"};
  EXPECT_EQ(error_of(request), "no benchmark matches 'something else'; -l lists them");
  request.includes = {"x1", "x2"};
  EXPECT_EQ(error_of(request), "no benchmark matches; -l lists them");
  request = only("bare");
  request.excludes = {"plan"};
  EXPECT_THAT(error_of(request), HasSubstr("no benchmark matches"));
}

TEST(plan, says_that_a_program_has_no_benchmarks) {
  EXPECT_THAT([] { make_plan(Catalog::read(nullptr), {}, {}); },
              testing::ThrowsMessage<WrongUse>(
                  "this program has no benchmarks; write one with TARE_BENCH(name) { … }"));
}

TEST(plan, says_which_parameters_there_are) {
  EXPECT_EQ(error_of(with(only("crossed"), "sise", {"1"})),
            "-p sise: no selected benchmark has a parameter of that name; they have: impl, size; "
            "did you mean 'size'?");
  EXPECT_EQ(error_of(with(only("bare"), "size", {"1"})),
            "-p size: no selected benchmark has a parameter of that name; they have none");
  EXPECT_EQ(error_of(with(only("typed"), "X", {"1"})),
            "-p X: no selected benchmark has a parameter of that name; they have: T, extra; did "
            "you mean 'T'?");
}

TEST(plan, says_which_values_a_parameter_has) {
  EXPECT_EQ(error_of(with(only("crossed"), "impl", {"NORMAL", "IMUTABLE"})),
            "-p impl: 'IMUTABLE' is not a value of it in plan.crossed, which has: NORMAL, "
            "IMMUTABLE; did you mean 'IMMUTABLE'?");
  EXPECT_EQ(error_of(with(only("crossed"), "size", {"ten"})),
            "-p size: 'ten' has the wrong form for it in plan.crossed; its defaults are: 10, 9, "
            "100");
  EXPECT_EQ(error_of(with(only("crossed"), "size", {""})),
            "-p size: '' has the wrong form for it in plan.crossed; its defaults are: 10, 9, 100");
  EXPECT_EQ(error_of(with(only("typed"), "T", {"long", "lung"})),
            "-p T: 'lung' is not a value of it in plan.typed, which has: short, long; did you "
            "mean 'long'?");
}

TEST(plan, refuses_threads_that_would_share_a_state_set_up_around_every_call) {
  Request request = only("shares");
  EXPECT_EQ(error_of(request), "");
  request.threads = 2;
  EXPECT_THAT(error_of(request),
              AllOf(HasSubstr("plan.shares: 2 threads would share a state that is set up around "
                              "every call; give it scope = tare::Scope::thread ("),
                    HasSubstr("plan_test.cpp:"), HasSubstr("), or run it with -t 1")));
  request = only("does_not_share");
  request.threads = 2;
  EXPECT_EQ(error_of(request), "");
}

TEST(plan, refuses_threads_that_would_add_to_one_counter) {
  Request request = only("counts_shared");
  EXPECT_EQ(error_of(request), "");
  request.threads = 2;
  EXPECT_THAT(
      error_of(request),
      AllOf(HasSubstr("plan.counts_shared: 2 threads would share a state that has counters; "
                      "give it scope = tare::Scope::thread ("),
            HasSubstr("plan_test.cpp:")));
}

TEST(plan, tells_of_a_wrong_default_where_it_stands) {
  EXPECT_THAT(error_of(only("misses_its_default")),
              testing::MatchesRegex("plan.misses_its_default: 'one' has the wrong form for the "
                                    "parameter size \\(.*plan_test.cpp:[0-9]+\\)"));
  EXPECT_EQ(error_of(with(only("misses_its_default"), "size", {"2"})), "");
}

TEST(plan, refuses_a_value_given_twice) {
  EXPECT_EQ(error_of(with(only("crossed"), "size", {"1", "2", "1"})),
            "-p size: '1' is given twice");
}

TEST(plan, says_on_one_line_what_was_typed_on_several) {
  EXPECT_THAT(error_of(with(only("crossed"), "size", {"1\n2"})),
              HasSubstr("'1\\n2' has the wrong"));
}

}  // namespace
}  // namespace tare::catalog
