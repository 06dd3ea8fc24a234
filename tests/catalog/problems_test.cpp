// SPDX-License-Identifier: Apache-2.0
// What is wrong in the code is told with its places, whatever the command line says.
#include <gmock/gmock.h>

#include <limits>
#include <stdexcept>

#include "catalog/catalog.hpp"
#include "tare/tare.hpp"

namespace tare::catalog {
namespace {

using detail::Registration;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

struct Sound {
  int size = 0;
  long calls = 0;
  long bytes = 0;
  static void params(Params<Sound>& p) {
    p.add("size of \"it\" <b>{}\n</script> 東京", &Sound::size, {1});
  }
  static void counters(Counters<Sound>& c) {
    c.event("calls, \"all\"\n=", &Sound::calls);
    c.rate("bytes", &Sound::bytes);
  }
};

/// What goes wrong with parameters, by number.
template <int Mistake>
struct WrongParams {
  int size = 0;
  static void params(Params<WrongParams>& p) {
    if constexpr (Mistake == 0) p.add("", &WrongParams::size, {1});
    if constexpr (Mistake == 1) p.add("a=b", &WrongParams::size, {1});
    if constexpr (Mistake == 2) p.add("a,b", &WrongParams::size, {1});
    if constexpr (Mistake == 3) p.add("\xff", &WrongParams::size, {1});
    if constexpr (Mistake == 4) p.add("a", &WrongParams::size, {1, 2, 1});
    if constexpr (Mistake == 5) p.add("size", &WrongParams::size, {1, 2});
    if constexpr (Mistake == 6) p.add("size", &WrongParams::size, {2, 1});
    if constexpr (Mistake == 7) throw std::runtime_error("no size");
  }
};

/// What goes wrong with counters, by number.
template <int Mistake>
struct WrongCounters {
  long count = 0;
  static void counters(Counters<WrongCounters>& c) {
    if constexpr (Mistake == 0) c.event("", &WrongCounters::count);
    if constexpr (Mistake == 1) c.event("mem.alloc.rate", &WrongCounters::count);
    if constexpr (Mistake == 2) c.event("p0.50", &WrongCounters::count);
    if constexpr (Mistake == 3) c.event("\xff", &WrongCounters::count);
    if constexpr (Mistake == 4) {
      c.event("both", &WrongCounters::count);
      c.rate("both", &WrongCounters::count);
    }
    if constexpr (Mistake == 5) c.rate("bytes", &WrongCounters::count);
    if constexpr (Mistake == 6) c.event("instr", &WrongCounters::count);
    if constexpr (Mistake == 7) c.event("instructions", &WrongCounters::count);
  }
};

void no_body() {}
template <class... State>
void body(State&...) {}

template <auto Function>
detail::Definition definition() {
  static constexpr detail::Instance instance{&detail::BodyOf<Function, decltype(Function)>::body,
                                             nullptr};
  return {nullptr, 0, &instance, 1};
}

std::vector<std::string> problems_of(Registration registration) {
  return Catalog::read(&registration).problems();
}

template <class... State>
std::vector<std::string> problems_with() {
  return problems_of({"b", "x.cpp", 7, true, definition<&body<State...>>});
}

std::vector<std::string> problems_of_wish(const Options& wish) {
  return problems_of({"b", "x.cpp", 7, true, definition<&no_body>, wish});
}

TEST(problems, are_none_where_all_is_well) {
  EXPECT_THAT((problems_with<Sound, int>()), IsEmpty());
  EXPECT_THAT((problems_with<Sound, Sound>()), IsEmpty());  // Its counters are summed.
  EXPECT_THAT(problems_of_wish(Options().threads(option_values::max).warmup(0, 0).timeout(0)),
              IsEmpty());
}

TEST(problems, tell_of_two_benchmarks_of_one_name_with_both_places) {
  Registration one{"same", "a.cpp", 3, true, definition<&no_body>};
  Registration other{"same", "b.cpp", 7, true, definition<&no_body>};
  Registration grouped{"same", "c.cpp", 9, true, definition<&no_body>};
  grouped.group = "group";
  one.next = &other;
  other.next = &grouped;
  EXPECT_THAT(Catalog::read(&one).problems(),
              ElementsAre("two benchmarks are called 'same': a.cpp:3 and b.cpp:7; rename one, or "
                          "give it another TARE_GROUP"));
}

TEST(problems, tell_of_a_name_that_a_group_makes_equal) {
  Registration one{"a.b", "x.cpp", 1, true, definition<&no_body>};
  Registration other{"b", "x.cpp", 2, true, definition<&no_body>};
  other.group = "a";
  one.next = &other;
  EXPECT_THAT(Catalog::read(&one).problems(), ElementsAre(HasSubstr("'a.b': x.cpp:1 and x.cpp:2")));
}

TEST(problems, tell_of_a_name_too_long_to_be_looked_for) {
  const std::string name(1025, 'n');
  EXPECT_THAT(
      problems_of({name, "x.cpp", 7, true, definition<&no_body>}),
      ElementsAre("the name of a benchmark has 1025 bytes, over 1024 (x.cpp:7); shorten it"));
}

TEST(problems, tell_of_wishes_that_cannot_be) {
  const auto minus_one = static_cast<std::uint32_t>(-1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::pair<Options, const char*> wrong[]{
      {Options().threads(0), "0 threads"},
      {Options().threads(5000), "5000 threads"},
      {Options().forks(minus_one), "4294967295 forks"},
      {Options().batch(0), "0 calls in a batch"},
      {Options().operations(0), "0 operations per invocation"},
      {Options().operations(static_cast<std::uint64_t>(-1)),
       "18446744073709551615 operations per invocation"},
      {Options().warmup(minus_one, 1), "4294967295 warm-up iterations"},
      {Options().warmup(1, -0.5), "warm-up iterations of -0.5 s"},
      {Options().measurement(0, 1), "0 measured iterations"},
      {Options().measurement(1, -5), "measured iterations of -5 s"},
      {Options().timeout(-1), "a timeout of -1 s"},
      {Options().timeout(nan), "a timeout of nan s"},
      {Options().unit("fortnight"), "unit 'fortnight'; there are: ns, us, ms, s, m, h"},
  };
  for (const auto& [wish, what] : wrong)
    EXPECT_THAT(problems_of_wish(wish),
                ElementsAre("b: it asks for " + std::string(what) + " (x.cpp:7)"));
}

TEST(problems, tell_of_parameters_that_could_not_be_named) {
  const std::string place = "\\(.*problems_test.cpp:[0-9]+\\)";
  EXPECT_THAT(problems_with<WrongParams<0>>(),
              ElementsAre(MatchesRegex("b: a parameter has no name " + place)));
  for (const auto& lines : {problems_with<WrongParams<1>>(), problems_with<WrongParams<2>>()})
    EXPECT_THAT(lines, ElementsAre(MatchesRegex("b: the parameter 'a[=,]b' has '=' or ',' in its "
                                                "name, which -p could not tell " +
                                                place + "; give it another")));
  EXPECT_THAT(problems_with<WrongParams<3>>(), ElementsAre(HasSubstr("is no UTF-8")));
  EXPECT_THAT(problems_with<WrongParams<4>>(),
              ElementsAre(MatchesRegex("b: the parameter a has the value '1' twice " + place)));
  EXPECT_THAT(problems_with<WrongParams<7>>(),
              ElementsAre("b: params or counters of one of its states threw: no size (x.cpp:7)"));
}

TEST(problems, tell_of_states_that_disagree_about_a_parameter_with_both_places) {
  EXPECT_THAT((problems_with<WrongParams<5>, WrongParams<6>>()),
              ElementsAre(MatchesRegex(
                  "b: two states declare the parameter size with different values "
                  "\\(.*problems_test.cpp:[0-9]+ and .*problems_test.cpp:[0-9]+\\); give both the "
                  "same, or one another name")));
  EXPECT_THAT((problems_with<WrongParams<5>, WrongParams<5>>()), IsEmpty());
}

TEST(problems, tell_of_counters_that_could_not_be_told_apart) {
  EXPECT_THAT(problems_with<WrongCounters<0>>(),
              ElementsAre(HasSubstr("a counter has no label (")));
  EXPECT_THAT(problems_with<WrongCounters<1>>(),
              ElementsAre(HasSubstr("the counter 'mem.alloc.rate' is called like a figure of the "
                                    "harness: none may begin with mem. (")));
  EXPECT_THAT(problems_with<WrongCounters<2>>(), ElementsAre(HasSubstr("may begin with p0. (")));
  EXPECT_THAT(problems_with<WrongCounters<3>>(), ElementsAre(HasSubstr("is no UTF-8")));
  EXPECT_THAT(problems_with<WrongCounters<6>>(),
              ElementsAre(HasSubstr("the counter 'instr' is called like a figure of the harness")));
  EXPECT_THAT(problems_with<WrongCounters<7>>(), IsEmpty());
  const auto twice = [](const char* label) {
    return ElementsAre(MatchesRegex(std::string("b: two counters are called '") + label +
                                    "' \\(.*problems_test.cpp:[0-9]+ and "
                                    ".*problems_test.cpp:[0-9]+\\); give one another label"));
  };
  EXPECT_THAT(problems_with<WrongCounters<4>>(), twice("both"));
  EXPECT_THAT((problems_with<Sound, WrongCounters<5>>()), twice("bytes"));
}

}  // namespace
}  // namespace tare::catalog
