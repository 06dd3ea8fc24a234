// SPDX-License-Identifier: Apache-2.0
// What is left of a stack when the harness is cut away.
#include "stacks/benchmark_part.hpp"

#include <gmock/gmock.h>

namespace tare::stacks {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string body = "(anonymous namespace)::tare_bench_x::body";
const std::string body_of = "tare::detail::BodyOf<&" + body + ", auto (*)()>";
const std::string header = "/usr/include/tare/bench.hpp";
const Frame body_frame{body + "()", "x.bench.cpp", 7};
const Frame user{"user()", "x.bench.cpp", 3};
const Frame loop{body_of + "::repeat(void* const*, unsigned long)", header, 201};
const Frame fill{"tare::running::Batches::fill(unsigned long)", "batches.cpp", 1};
const Frame main_frame{"main", "main.cpp", 2};

std::vector<std::string> names(const BenchmarkPart& part) {
  std::vector<std::string> names;
  for (const Frame& frame : part.frames) names.push_back(frame.function);
  return names;
}

TEST(benchmark_part, ends_with_the_body) {
  const BenchmarkPart part = benchmark_part({{user}, {body_frame}, {loop}, {fill}, {main_frame}});
  EXPECT_EQ(part.origin, Origin::body);
  EXPECT_THAT(part.frames, ElementsAre(user, body_frame));
}

TEST(benchmark_part, names_the_body_whatever_the_loop_was_made_into) {
  for (const std::string& loop_name :
       {body_of + "::repeat(void* const*, unsigned long) [clone .cold]",
        "void " + body_of + "::call<0ul>(std::integer_sequence<unsigned long, 0ul>, void* const*)",
        "void " + body_of + "::loop<>(unsigned long)"}) {
    const BenchmarkPart part = benchmark_part({{{loop_name, "", 0}}, {fill}});
    EXPECT_EQ(part.origin, Origin::body);
    EXPECT_THAT(names(part), ElementsAre(body)) << loop_name;
  }
}

TEST(benchmark_part, names_a_body_that_is_a_template_once) {
  const std::string typed = "(anonymous namespace)::tare_bench_t::body<int>";
  const Frame typed_loop{
      "tare::detail::BodyOf<&(auto " + typed + "(S&)), auto (*)(S&)>::repeat(int)", header, 201};
  for (const std::string& name : {std::string("body<int>"), "auto " + typed + "(S&)"}) {
    const std::vector<Frame> frames{user, {name, "x.bench.cpp", 7}, typed_loop};
    const BenchmarkPart part = benchmark_part({frames, {fill}});
    ASSERT_EQ(part.frames.size(), 2U) << name;
    EXPECT_THAT(part.frames[1].function, HasSubstr(typed));
  }
  EXPECT_THAT(names(benchmark_part({{typed_loop}, {fill}})), ElementsAre(typed));
}

TEST(benchmark_part, ends_with_the_body_even_if_a_lambda_of_it_is_named_alone) {
  const Frame lambda{body + "()::{lambda(int)#1}::operator()(int) const", "x.bench.cpp", 8};
  EXPECT_THAT(names(benchmark_part({{lambda}, {loop}, {fill}})),
              ElementsAre(lambda.function, body));
}

TEST(benchmark_part, is_found_where_the_harness_has_inlined_the_loop) {
  const std::vector<Frame> frames{
      user, {"body", "x.bench.cpp", 7}, {"loop<>", header, 166}, {"operator()", "b.cpp", 3}, fill};
  const BenchmarkPart part = benchmark_part({{{"malloc", "", 0}}, frames, {main_frame}});
  EXPECT_EQ(part.origin, Origin::body);
  EXPECT_THAT(names(part), ElementsAre("malloc", "user()", "body"));
}

TEST(benchmark_part, has_nothing_of_how_results_are_kept) {
  const std::vector<Frame> frames{{"keep<int>", "/usr/include/tare/keep.hpp", 30}, loop};
  EXPECT_THAT(names(benchmark_part({frames, {fill}})), ElementsAre(body));
}

TEST(benchmark_part, goes_on_where_a_benchmark_keeps_a_result_itself) {
  const std::vector<Frame> frames{{"keep<int>", "/usr/include/tare/keep.hpp", 30}, user};
  EXPECT_THAT(names(benchmark_part({frames, {body_frame}, {loop}, {fill}})),
              ElementsAre("keep<int>", "user()", body + "()"));
}

TEST(benchmark_part, of_what_the_harness_does_is_no_body) {
  const BenchmarkPart part = benchmark_part({{{"clock_gettime", "", 0}}, {fill}, {main_frame}});
  EXPECT_EQ(part.origin, Origin::harness);
  EXPECT_THAT(names(part), ElementsAre("clock_gettime"));
}

TEST(profiled_part, begins_where_hooks_were_called) {
  const Frame hook{"tare::profile::(anonymous namespace)::malloc_hook(unsigned long)", "h.cpp", 1};
  const Frame inner{"void tare::profile::told<int>()", "h.cpp", 2};
  const Frame user_of_hooks{"tare::profile::Mem::observe()", "m.cpp", 1};
  EXPECT_THAT(names(profiled_part(
                  {{inner}, {hook}, {user}, {body_frame}, {loop}, {fill}, {user_of_hooks}})),
              ElementsAre("user()", body + "()"));
  EXPECT_THAT(names(profiled_part({{hook}})), IsEmpty());
  // Where what the harness calls bodies through has left no frame.
  EXPECT_THAT(names(profiled_part({{user}, {user_of_hooks}, {fill}})), ElementsAre("user()"));
}

TEST(profiled_part, has_nothing_of_how_threads_start) {
  const Frame clone{"libc.so.6+0x10a7dc", "", 0, "libc.so.6"};
  const Frame routine{"libstdc++.so.6+0xd44a3", "", 0, "libstdc++.so.6"};
  const std::vector<Frame> invoked{
      {"operator()", "x.bench.cpp", 9, "", FrameKind::inlined},
      {"__invoke_impl<void>", "/usr/include/c++/12/bits/invoke.h", 61, "", FrameKind::inlined},
      {"std::thread::_State_impl<X>::_M_run()", "/usr/include/c++/12/bits/std_thread.h", 211}};
  const BenchmarkPart part = profiled_part({{user}, invoked, {routine}, {clone}, {clone}});
  EXPECT_EQ(part.origin, Origin::own_thread);
  EXPECT_THAT(names(part), ElementsAre("user()", "operator()"));
}

TEST(profiled_part, keeps_what_starts_threads_where_there_is_nothing_else) {
  const Frame clone{"libc.so.6+0x10a7dc", "", 0, "libc.so.6"};
  EXPECT_THAT(profiled_part({{clone}, {clone}}).frames, ElementsAre(clone));
  EXPECT_THAT(profiled_part({}).frames, IsEmpty());
}

TEST(profiled_part, keeps_what_the_body_calls_in_libraries) {
  const Frame sort{"qsort", "", 0, "libc.so.6"};
  EXPECT_THAT(names(profiled_part({{user}, {sort}, {body_frame}, {loop}, {fill}})),
              ElementsAre("user()", "qsort", body + "()"));
}

}  // namespace
}  // namespace tare::stacks
