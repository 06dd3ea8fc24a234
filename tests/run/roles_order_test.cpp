// SPDX-License-Identifier: Apache-2.0
// The order of set-up and tear-down over several threads, roles and groups: all meet after each
// step, so that the log is spelled as what happens in each step, in whatever order.
#include <gmock/gmock.h>

#include <set>

#include "event_log.hpp"
#include "simulated.hpp"

namespace {

using tare::Scope;
using tare::running::events;
using tare::running::Logged;

using Whole = Logged<"whole", Scope::benchmark>;
using Shared = Logged<"shared", Scope::group>;
using PutOwn = Logged<"put's", Scope::thread>;
using TakeOwn = Logged<"take's", Scope::thread>;

/// Set up around each call of one role.
struct PerCall {
  static constexpr auto scope = Scope::thread;
  void set_up(tare::Invocation, const Whole&, const Shared&) { events.add("      call up"); }
  void tear_down(tare::Invocation) { events.add("      call down"); }
};

}  // namespace

TARE_GROUP(roles_order);

TARE_ROLE(queue, put, const Whole&, const Shared&, PutOwn&) { events.add("      put"); }
TARE_ROLE(queue, take, const Whole&, TakeOwn&, const Shared&) { events.add("      take"); }

TARE_ROLE(per_call, put, const Whole&, const Shared&, PerCall&) { events.add("      put"); }
TARE_ROLE(per_call, take, const Shared&) { events.add("      take"); }

TARE_BENCH(plain, const Whole&, const Shared&, PutOwn&) { events.add("      put"); }

namespace tare::running {
namespace {

/// Events that happen in one step, in any order.
using Step = std::multiset<std::string>;

std::vector<Step> log_of(Case c, const std::vector<std::size_t>& sizes) {
  events = Log();
  c.mode = Mode::single_shot;
  run(c);
  std::vector<Step> steps;
  auto next = events.all().begin();
  for (const std::size_t size : sizes) {
    if (events.all().end() - next < static_cast<std::ptrdiff_t>(size)) break;
    steps.emplace_back(next, next + static_cast<std::ptrdiff_t>(size));
    next += static_cast<std::ptrdiff_t>(size);
  }
  for (; next != events.all().end(); ++next) steps.push_back({*next});
  return steps;
}

/// The log of a case, in the steps that are expected of it.
void expect_log(const Case& c, const std::vector<Step>& expected) {
  std::vector<std::size_t> sizes;
  for (const Step& step : expected) sizes.push_back(step.size());
  EXPECT_EQ(log_of(c, sizes), expected);
}

/// `text` so many times.
Step times(std::size_t count, const std::string& text) {
  Step step;
  for (std::size_t i = 0; i < count; ++i) step.insert(text);
  return step;
}

Case case_of_roles(const std::string& benchmark, std::vector<RoleThreads> roles,
                   std::uint32_t groups) {
  Case c = case_of(benchmark);
  c.threads = 0;
  for (const RoleThreads& role : roles) c.threads += role.threads * groups;
  c.roles = std::move(roles);
  return c;
}

TEST(roles_order, of_one_group_shares_all_but_what_is_a_threads_own) {
  const Case c = case_of_roles("roles_order.queue", {{"put", 2}, {"take", 1}}, 1);
  expect_log(c, {{"make whole"},
                 {"make shared"},
                 {"make put's"},
                 {"make put's"},
                 {"make take's"},
                 {"  trial up whole"},
                 {"  trial up take's"},
                 {"  trial up shared"},
                 {"  trial up put's", "  trial up put's"},
                 {"    iteration up whole"},
                 {"    iteration up take's"},
                 {"    iteration up shared"},
                 {"    iteration up put's", "    iteration up put's"},
                 {"      put", "      put", "      take"},
                 {"    iteration down put's", "    iteration down put's"},
                 {"    iteration down shared"},
                 {"    iteration down take's"},
                 {"    iteration down whole"},
                 {"  trial down put's", "  trial down put's"},
                 {"  trial down shared"},
                 {"  trial down take's"},
                 {"  trial down whole"},
                 {"destroy take's"},
                 {"destroy put's"},
                 {"destroy put's"},
                 {"destroy shared"},
                 {"destroy whole"}});
}

TEST(roles_order, of_several_groups_has_what_is_a_groups_for_each) {
  Case c = case_of_roles("roles_order.queue", {{"put", 2}, {"take", 1}}, 2);
  c.measurement.batch = 2;
  c.warmup = {1, 0, 1};
  const std::vector<Step> up{
      times(1, "    iteration up whole"), times(2, "    iteration up take's"),
      times(2, "    iteration up shared"), times(4, "    iteration up put's")};
  const std::vector<Step> down{
      times(4, "    iteration down put's"), times(2, "    iteration down shared"),
      times(2, "    iteration down take's"), times(1, "    iteration down whole")};
  Step calls = times(8, "      put");
  calls.merge(times(4, "      take"));
  Step warmup_calls = times(4, "      put");
  warmup_calls.merge(times(2, "      take"));
  std::vector<Step> expected;
  for (const char* made :
       {"whole", "shared", "put's", "put's", "take's", "shared", "put's", "put's", "take's"})
    expected.push_back({std::string("make ") + made});
  expected.insert(expected.end(), {times(1, "  trial up whole"), times(2, "  trial up take's"),
                                   times(2, "  trial up shared"), times(4, "  trial up put's")});
  expected.insert(expected.end(), up.begin(), up.end());
  expected.push_back(warmup_calls);
  expected.insert(expected.end(), down.begin(), down.end());
  expected.insert(expected.end(), up.begin(), up.end());
  expected.push_back(calls);
  expected.insert(expected.end(), down.begin(), down.end());
  expected.insert(expected.end(),
                  {times(4, "  trial down put's"), times(2, "  trial down shared"),
                   times(2, "  trial down take's"), times(1, "  trial down whole")});
  for (const char* gone :
       {"take's", "put's", "put's", "shared", "take's", "put's", "put's", "shared", "whole"})
    expected.push_back({std::string("destroy ") + gone});
  expect_log(c, expected);
}

TEST(roles_order, of_a_plain_benchmark_shares_what_is_a_groups_among_all) {
  Case c = case_of("roles_order.plain");
  c.threads = 3;
  expect_log(c, {{"make whole"},
                 {"make shared"},
                 {"make put's"},
                 {"make put's"},
                 {"make put's"},
                 {"  trial up whole"},
                 {"  trial up shared"},
                 times(3, "  trial up put's"),
                 {"    iteration up whole"},
                 {"    iteration up shared"},
                 times(3, "    iteration up put's"),
                 times(3, "      put"),
                 times(3, "    iteration down put's"),
                 {"    iteration down shared"},
                 {"    iteration down whole"},
                 times(3, "  trial down put's"),
                 {"  trial down shared"},
                 {"  trial down whole"},
                 times(3, "destroy put's"),
                 {"destroy shared"},
                 {"destroy whole"}});
}

TEST(roles_order, of_calls_is_each_roles_own) {
  Case c = case_of_roles("roles_order.per_call", {{"put", 1}, {"take", 1}}, 1);
  c.measurement.batch = 2;
  events = Log();
  c.mode = Mode::single_shot;
  run(c);
  std::string puts;
  for (const std::string& event : events.all())
    if (event.starts_with("      ") && event != "      take") puts += event + ";";
  EXPECT_EQ(puts,
            "      call up;      call up;      put;      put;      call down;      call down;");
  EXPECT_EQ(events.count("      take"), 2);
}

}  // namespace
}  // namespace tare::running
