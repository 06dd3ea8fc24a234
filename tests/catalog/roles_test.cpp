// SPDX-License-Identifier: Apache-2.0
// Roles: registrations of one name that are one benchmark, the order of what they share, how many
// threads each gets, and what is wrong with them.
#include <gmock/gmock.h>

#include "catalog/plan.hpp"
#include "catalog/wrong_use.hpp"
#include "registered.hpp"
#include "tare/tare.hpp"

namespace {

struct Queue {
  int size = 0;
  static void params(tare::Params<Queue>& p) { p.add("size", &Queue::size, {4, 8}); }
};
struct Log {};
struct Other {};
struct Own {
  static constexpr auto scope = tare::Scope::thread;
  long calls = 0;
  static void counters(tare::Counters<Own>& c) { c.event("calls", &Own::calls); }
};
struct OfGroup {
  static constexpr auto scope = tare::Scope::group;
  long calls = 0;
  static void counters(tare::Counters<OfGroup>& c) { c.event("shared", &OfGroup::calls); }
};
struct CalledPut {
  static constexpr auto scope = tare::Scope::thread;
  long calls = 0;
  static void counters(tare::Counters<CalledPut>& c) { c.event("put", &CalledPut::calls); }
};
struct PerCall {
  void set_up(tare::Invocation) {}
};

}  // namespace

TARE_GROUP(roles);

TARE_ROLE(queue, put, Queue&, const Log&, Own&) { return 1; }
TARE_ROLE(queue, take, Log&, tare::Control&, const Own&) {}
TARE_OPTIONS(queue_put, threads(3).mode(tare::Mode::throughput).forks(2));
TARE_OPTIONS(queue_take, drop(outside).forks(2).unit("us"));

TARE_ROLE(counting, one, OfGroup&) {}
TARE_ROLE(counting, other) {}

TARE_ROLE(unshared_per_call, one, PerCall&) {}
TARE_ROLE(unshared_per_call, other) {}

TARE_BENCH(plain, const OfGroup&) {}

namespace tare::catalog {
namespace {

using detail::Registration;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

Planned planned(const std::string& pattern, Request request = {}) {
  request.includes = {pattern};
  Defaults defaults;
  defaults.processors = 6;
  return make_plan(catalog(), request, defaults).front();
}

std::vector<std::uint32_t> threads_of(const Case& c) {
  std::vector<std::uint32_t> threads{c.threads};
  for (const RoleThreads& role : c.roles) threads.push_back(role.threads);
  return threads;
}

TEST(roles, of_one_name_are_one_benchmark_with_a_body_each_in_order_of_declaration) {
  const Benchmark& queue = *catalog().find("roles.queue");
  EXPECT_TRUE(queue.has_roles());
  EXPECT_EQ(queue.registrations[0]->role, "put");
  EXPECT_EQ(queue.registrations[1]->role, "take");
  ASSERT_THAT(queue.variants, SizeIs(1));
  ASSERT_THAT(queue.variants[0].bodies, SizeIs(2));
  EXPECT_TRUE(queue.variants[0].bodies[0]->returns_value);
  EXPECT_FALSE(queue.variants[0].bodies[1]->returns_value);
  EXPECT_FALSE(catalog().find("roles.plain")->has_roles());
}

TEST(roles, have_parameters_and_counters_of_all) {
  const Variant& variant = catalog().find("roles.queue")->variants[0];
  ASSERT_THAT(variant.parameters, SizeIs(1));
  EXPECT_EQ(variant.parameters[0].name, "size");
  ASSERT_THAT(variant.counters, SizeIs(2));  // A thread's own state is one for each role.
  EXPECT_EQ(variant.counters[1].state, (ArgumentPlace{1, 2}));
}

TEST(roles, ask_for_the_benchmark_together) {
  const Planned queue = planned("queue");
  EXPECT_EQ(queue.benchmark_case.mode, Mode::throughput);
  EXPECT_EQ(queue.benchmark_case.forks, 2U);
  EXPECT_STREQ(queue.unit, "us");
}

TEST(roles, have_one_thread_each_unless_code_or_command_line_say_otherwise) {
  Request request;
  EXPECT_THAT(threads_of(planned("queue").benchmark_case), ElementsAre(4, 3, 1));
  request.thread_group = {2, 5};
  EXPECT_THAT(threads_of(planned("queue", request).benchmark_case), ElementsAre(7, 2, 5));
  EXPECT_THAT(threads_of(planned("counting", {}).benchmark_case), ElementsAre(2, 1, 1));
  EXPECT_THAT(threads_of(planned("plain", request).benchmark_case), ElementsAre(1));
}

TEST(roles, are_in_whole_groups) {
  Request request;
  for (const auto& [asked, threads] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
           {1, 4}, {4, 4}, {5, 8}, {option_values::max, 8}}) {
    request.threads = asked;
    EXPECT_EQ(planned("queue", request).benchmark_case.threads, threads);
  }
  request.threads = 4096;
  request.thread_group = {1, 2};
  EXPECT_THAT([&] { planned("queue", request); },
              ThrowsMessage<WrongUse>("roles.queue: its groups of 3 threads come to 4098 threads, "
                                      "over 4096"));
}

TEST(roles, are_refused_another_count_of_numbers) {
  Request request;
  request.thread_group = {1, 2, 3};
  EXPECT_THAT([&] { planned("queue", request); },
              ThrowsMessage<WrongUse>("-tg 1,2,3: roles.queue has 2 roles; give a number for each "
                                      "of: put, take"));
}

TEST(roles, may_not_share_what_threads_may_not_share) {
  Request request;
  EXPECT_NO_THROW(planned("counting"));
  request.threads = 4;  // Each group has its own.
  EXPECT_NO_THROW(planned("counting", request));
  EXPECT_THAT([&] { planned("unshared_per_call", request); },
              ThrowsMessage<WrongUse>(HasSubstr("2 threads would share a state that is set up "
                                                "around every call; give it scope")));
  request.threads = 1;
  EXPECT_NO_THROW(planned("unshared_per_call", request));
  request.thread_group = {2, 1};
  EXPECT_THAT(
      [&] { planned("counting", request); },
      ThrowsMessage<WrongUse>(HasSubstr("2 threads would share a state that has counters")));
  request = {};
  request.threads = 2;
  EXPECT_THAT([&] { planned("plain", request); },
              ThrowsMessage<WrongUse>(HasSubstr("or run it with -t 1")));
}

template <class... State>
void body(State&...) {}

template <class... State>
const detail::Body& body_of() {
  return detail::BodyOf<&body<State...>, decltype(&body<State...>)>::body;
}

template <class... State>
detail::Definition definition() {
  static const detail::Instance instance{&body_of<State...>(), nullptr};
  return {nullptr, 0, &instance, 1};
}

TEST(set_up_steps, ascend_in_each_body_and_are_one_for_what_is_shared) {
  EXPECT_THAT(set_up_steps({&body_of<Queue, Log, Own>(), &body_of<Own, Log>()}),
              testing::Optional(ElementsAre(ElementsAre(0, 1, 2), ElementsAre(0, 1))));
  EXPECT_THAT(
      set_up_steps({&body_of<Log>(), &body_of<Own, Own, Log, Queue>(), &body_of<Queue>()}),
      testing::Optional(ElementsAre(ElementsAre(2), ElementsAre(0, 1, 2, 3), ElementsAre(3))));
  EXPECT_THAT(set_up_steps({&body_of<>()}), testing::Optional(ElementsAre(IsEmpty())));
}

TEST(set_up_steps, tell_two_states_of_one_type_by_their_places) {
  const std::vector<const detail::Body*> bodies{&body_of<Log, Log>(), &body_of<Queue, Log>()};
  EXPECT_EQ(first_place(bodies, {1, 1}), (ArgumentPlace{0, 0}));
  EXPECT_EQ(first_place(bodies, {0, 1}), (ArgumentPlace{0, 1}));
  EXPECT_THAT(set_up_steps(bodies),
              testing::Optional(ElementsAre(ElementsAre(1, 2), ElementsAre(0, 1))));
}

TEST(set_up_steps, are_none_where_orders_contradict_each_other) {
  EXPECT_FALSE(set_up_steps({&body_of<Queue, Log>(), &body_of<Log, Queue>()}));
  EXPECT_FALSE(
      set_up_steps({&body_of<Queue, Log>(), &body_of<Log, Other>(), &body_of<Other, Queue>()}));
  EXPECT_TRUE(set_up_steps({&body_of<Queue, Own>(), &body_of<Own, Queue>()}));
  EXPECT_TRUE(set_up_steps({&body_of<Queue, Control>(), &body_of<Control, Queue>()}));
}

/// The problems of two registrations, each of them a role, or a benchmark where that is "".
template <class First, class Second>
std::vector<std::string> problems(const char* role, First, const char* other_role, Second,
                                  Options wish = {}, Options other_wish = {}) {
  Registration one{"b", "x.cpp", 3, true, &First::definition, wish, {}, role};
  Registration other{"b", "x.cpp", 7, true, &Second::definition, other_wish, {}, other_role};
  one.next = &other;
  return Catalog::read(&one).problems();
}

template <class... State>
struct Takes {
  static detail::Definition definition() { return tare::catalog::definition<State...>(); }
};

TEST(problems_of_roles, are_two_of_one_name) {
  EXPECT_THAT(problems("put", Takes<>(), "put", Takes<>()),
              ElementsAre("b: two roles are called 'put': x.cpp:3 and x.cpp:7; rename one"));
}

TEST(problems_of_roles, are_a_benchmark_of_their_name) {
  for (const auto& lines :
       {problems("put", Takes<>(), "", Takes<>()), problems("", Takes<>(), "put", Takes<>())})
    EXPECT_THAT(
        lines, ElementsAre("a benchmark and a role of another are called 'b': x.cpp:3 and x.cpp:7; "
                           "rename one, or give it another TARE_GROUP"));
}

TEST(problems_of_roles, are_orders_that_contradict_each_other) {
  EXPECT_THAT(problems("put", Takes<Queue, Log>(), "take", Takes<Log, Queue>()),
              ElementsAre("b: its roles take states that they share in orders that contradict each "
                          "other (put x.cpp:3, take x.cpp:7); give them one order"));
}

TEST(problems_of_roles, are_wishes_that_contradict_each_other) {
  const std::pair<Options, Options> pairs[]{
      {Options().mode(Mode::single_shot), Options().mode(Mode::throughput)},
      {Options().operations(2), Options().operations(3)},
      {Options().forks(2), Options().forks(3)},
      {Options().warmup(1, 2), Options().warmup(1, 3)},
      {Options().measurement(1, 2), Options().measurement(2, 2)},
      {Options().batch(1), Options().batch(2)},
      {Options().timeout(1), Options().timeout(2)},
      {Options().unit("ns"), Options().unit("us")},
  };
  const char* const names[]{"mode",        "operations", "forks",   "warmup",
                            "measurement", "batch",      "timeout", "unit"};
  for (std::size_t i = 0; i < std::size(pairs); ++i) {
    const auto& [one, other] = pairs[i];
    EXPECT_THAT(problems("put", Takes<>(), "take", Takes<>(), one, other),
                ElementsAre(std::string("b: its roles ask for different ") + names[i] +
                            " (x.cpp:3 and x.cpp:7); say it at one of them"));
    EXPECT_THAT(problems("put", Takes<>(), "take", Takes<>(), one, one), IsEmpty());
    EXPECT_THAT(problems("put", Takes<>(), "take", Takes<>(), one), IsEmpty());
  }
  const Options own = Options().threads(2).drop(Drop::outside);
  EXPECT_THAT(problems("put", Takes<>(), "take", Takes<>(), own, Options().threads(3)), IsEmpty());
}

TEST(problems_of_roles, are_threads_that_cannot_be_counted) {
  EXPECT_THAT(problems("put", Takes<>(), "take", Takes<>(), Options().threads(option_values::max)),
              ElementsAre(HasSubstr("the role put asks for threads(max); a role has a number of "
                                    "them (x.cpp:3)")));
  EXPECT_THAT(problems("put", Takes<>(), "take", Takes<>(), {}, Options().threads(0)),
              ElementsAre("b: it asks for 0 threads (x.cpp:7)"));
}

TEST(problems_of_roles, are_counters_called_like_them) {
  EXPECT_THAT(problems("put", Takes<>(), "take", Takes<CalledPut>()),
              ElementsAre(testing::MatchesRegex("b: a counter and a role are called 'put' "
                                                "\\(.*roles_test.cpp:[0-9]+ and x.cpp:3\\); rename "
                                                "one")));
}

}  // namespace
}  // namespace tare::catalog
