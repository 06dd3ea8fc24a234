// SPDX-License-Identifier: Apache-2.0
// Which lines of a stack are told.
#include "stacks/failure_stack.hpp"

#include <gmock/gmock.h>

namespace tare::stacks {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string body = "(anonymous namespace)::tare_bench_x::body";
const Frame body_frame{body + "()", "x.bench.cpp", 7};
const std::string repeat =
    "tare::detail::BodyOf<&" + body + ", auto (*)()>::repeat(void* const*, unsigned long)";
const Frame loop{repeat, "", 0};
const Frame batches{"tare::running::Batches::fill(unsigned long)", "batches.cpp", 1};
const Frame main_frame{"main", "", 0};
const Frame raise_frame{"raise", "", 0};

TEST(failure_lines, end_where_the_harness_called) {
  EXPECT_THAT(failure_lines({{{raise_frame},
                              {{"user(int)", "u.cpp", 3}},
                              {body_frame},
                              {loop},
                              {batches},
                              {main_frame}}}),
              ElementsAre("raise", "user(int) (u.cpp:3)", body + "() (x.bench.cpp:7)"));
}

TEST(failure_lines, name_fully_what_was_inlined_into_the_loop) {
  const std::vector<Frame> frames{{"user", "u.cpp", 3},
                                  {"body", "x.bench.cpp", 7},
                                  {"loop<>", "bench.hpp", 166},
                                  {repeat, "bench.hpp", 201}};
  EXPECT_THAT(failure_lines({{{raise_frame}, frames, {batches}}}),
              ElementsAre("raise", "user (u.cpp:3)", body + " (x.bench.cpp:7)"));
}

TEST(failure_lines, name_a_body_that_only_the_loop_names) {
  EXPECT_THAT(failure_lines({{{raise_frame}, {loop}, {batches}}}), ElementsAre("raise", body));
}

TEST(failure_lines, do_not_name_a_body_twice) {
  EXPECT_THAT(failure_lines({{{{body + "()", "", 0}}, {loop}, {batches}}}),
              ElementsAre(body + "()"));
}

TEST(failure_lines, name_bodies_with_commas_in_their_types) {
  const Frame typed{
      "tare::detail::BodyOf<&(b::body<std::map<int, char> >(f(int, int))), X>::repeat()", "", 0};
  EXPECT_THAT(failure_lines({{{typed}, {batches}}}), ElementsAre("b::body<std::map<int, char> >"));
}

TEST(failure_lines, leave_out_threads_that_wait_in_the_harness) {
  EXPECT_THAT(failure_lines({{{batches}, {main_frame}}, {{body_frame}, {batches}}}),
              ElementsAre(body + "() (x.bench.cpp:7)"));
  EXPECT_THAT(failure_lines({{{batches}, {main_frame}}, {}}), IsEmpty());
  EXPECT_THAT(failure_lines({}), IsEmpty());
}

TEST(failure_lines, are_of_the_body_rather_than_of_what_the_harness_waits_in) {
  const NamedStack waits{{{"clock_gettime", "", 0}}, {batches}};
  const NamedStack own{{{"f()", "", 0}}};
  const NamedStack works{{body_frame}, {loop}, {batches}};
  const std::string in_body = body + "() (x.bench.cpp:7)";
  EXPECT_THAT(failure_lines({waits, own, works}), ElementsAre(in_body));
  EXPECT_THAT(failure_lines({works, waits}), ElementsAre(in_body));
  EXPECT_THAT(failure_lines({own, waits}), ElementsAre("clock_gettime"));
}

TEST(failure_lines, are_of_the_thread_that_waits_rather_than_of_one_that_works) {
  const NamedStack works{{body_frame}, {loop}, {batches}};
  const NamedStack waits{{{"pauses()", "u.cpp", 3}}, {body_frame}, {loop}, {batches}};
  for (const auto& stacks : {std::vector{works, waits}, std::vector{waits, works}})
    EXPECT_THAT(failure_lines(stacks),
                ElementsAre("pauses() (u.cpp:3)", body + "() (x.bench.cpp:7)"));
}

TEST(failure_lines, of_a_thread_of_the_benchmarks_own_are_all_there) {
  EXPECT_THAT(failure_lines({{{{"f()", "", 0}}, {{"start_thread", "", 0}}}}),
              ElementsAre("f()", "start_thread"));
}

TEST(failure_lines, are_not_cut_at_a_function_that_has_our_types) {
  EXPECT_THAT(failure_lines({{{{"run(tare::running::X)", "", 0}}, {batches}}}),
              ElementsAre("run(tare::running::X)"));
}

TEST(failure_lines, of_a_recursion_are_few) {
  EXPECT_THAT(failure_lines({NamedStack(60, {{"f()", "", 0}})}), ElementsAre("f(), 60 times"));
  NamedStack two;
  for (int i = 0; i < 30; ++i) two.insert(two.end(), {{{"f()", "", 0}}, {{"g()", "", 0}}});
  EXPECT_THAT(failure_lines({two}), SizeIs(most_lines));
}

}  // namespace
}  // namespace tare::stacks
