// SPDX-License-Identifier: Apache-2.0
// Addresses of this very program get the names that its source has.
#include "stacks/symbols.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <string_view>

#include "call_shapes.hpp"
#include "stacks/unwinder.hpp"

namespace tare::stacks {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

/// Inside the call that called.
CodeAddress caller_of(void* return_address) {
  return code_address(reinterpret_cast<std::uintptr_t>(return_address) - 1);
}

[[gnu::noinline]] CodeAddress where() { return caller_of(__builtin_return_address(0)); }

[[gnu::noinline]] CodeAddress asks_at_a_line_of_its_own(int& line) {
  line = __LINE__ + 1;
  CodeAddress address = where();
  address.object += "";  // Not a tail call.
  return address;
}

#ifdef TARE_HAS_BACKTRACE
[[gnu::always_inline]] inline CodeAddress inlined() { return where(); }

[[gnu::noinline]] CodeAddress with_something_inlined() {
  CodeAddress address = inlined();
  address.object += "";
  return address;
}

#endif

TEST(symbols, name_a_local_function_with_file_and_line) {
  int line = 0;
  const std::vector<Frame> frames = frames_at(asks_at_a_line_of_its_own(line));
  ASSERT_THAT(frames, SizeIs(1));
  EXPECT_THAT(frames[0].function, HasSubstr("tare::stacks::(anonymous namespace)::asks_at_a_line"));
#ifdef TARE_HAS_BACKTRACE
  EXPECT_THAT(frames[0].file, EndsWith("tests/stacks/symbols_test.cpp"));
  EXPECT_EQ(frames[0].line, line);
#endif
}

#ifdef TARE_HAS_BACKTRACE
TEST(symbols, name_what_was_inlined_before_what_it_is_in) {
  const std::vector<Frame> frames = frames_at(with_something_inlined());
  ASSERT_THAT(frames, SizeIs(2));
  EXPECT_THAT(frames[0].function, HasSubstr("inlined"));
  EXPECT_THAT(frames[1].function, HasSubstr("with_something_inlined()"));
  EXPECT_EQ(frames[0].kind, FrameKind::inlined);
  EXPECT_EQ(frames[1].kind, FrameKind::cpp);
}
#endif

TEST(symbols, name_functions_of_other_objects) {
  const CodeAddress address =
      code_address(reinterpret_cast<std::uintptr_t>(dlsym(RTLD_NEXT, "abort")));
  EXPECT_THAT(address.object, HasSubstr("libc"));
  const std::vector<Frame> frames = frames_at(address);
  EXPECT_THAT(frames.back().function, HasSubstr("abort"));
  EXPECT_THAT(frames.back().object, StartsWith("libc"));
}

TEST(symbols, leave_unknown_what_is_not_loaded) {
  EXPECT_EQ(frames_at({"/gone/lib.so", 0x12ab}),
            (std::vector<Frame>{{"/gone/lib.so+0x12ab", "", 0, "lib.so"}}));
  EXPECT_THAT(frames_at({"", 0x7fff'ffff'ffff}), SizeIs(1));
}

#ifdef TARE_HAS_BACKTRACE
TEST(symbols, name_what_each_compiler_inlined) {
  static std::vector<std::uintptr_t> pcs;
  static const Unwinder unwinder;
  StackNamer namer;
  for (const ShapeBuild& build : shape_builds()) {
    pcs.resize(3);
    std::ranges::find(build.shapes, std::string_view("inlining"), &CallShape::name)->run([] {
      pcs.resize(unwinder.walk(here(), own_stack(), pcs));
    });
    const NamedStack stack = namer.named(pcs);
    ASSERT_THAT(stack, SizeIs(3));
    ASSERT_THAT(stack[1], SizeIs(2)) << build.flags;
    EXPECT_THAT(stack[1][0].function, HasSubstr("inlined_call"));
    EXPECT_THAT(stack[1][0].file, EndsWith("call_shapes.cpp"));
    EXPECT_EQ(stack[1][0].kind, FrameKind::inlined);
    EXPECT_THAT(stack[1][1].function, HasSubstr("(anonymous namespace)::inlining("));
    EXPECT_GT(stack[1][1].line, stack[1][0].line);
    EXPECT_EQ(stack[1][1].kind, FrameKind::cpp);
  }
}
#endif

TEST(symbols, are_of_the_program_itself_where_no_object_is_named) {
  const std::vector<Frame> frames = frames_at(where());
  EXPECT_EQ(frames.back().object, "");
}

TEST(symbols, name_an_address_outside_all_code_by_itself) {
  EXPECT_EQ(code_address(0x10), (CodeAddress{"", 0x10}));
}

TEST(symbols, name_each_call_of_a_stack_by_the_instruction_that_calls) {
  const auto begin = reinterpret_cast<std::uintptr_t>(dlsym(RTLD_NEXT, "abort"));
  // A return address at a function's first byte is that of the call which ends the one before.
  const std::vector<std::uintptr_t> pcs{begin, begin + 1, begin};
  StackNamer namer;
  for (int times = 0; times < 2; ++times) {
    const NamedStack stack = namer.named(pcs);
    ASSERT_THAT(stack, SizeIs(3));
    EXPECT_THAT(stack[0].back().function, HasSubstr("abort"));
    EXPECT_EQ(stack[1], stack[0]);
    EXPECT_THAT(stack[2].back().function, testing::Not(HasSubstr("abort")));
  }
}

TEST(symbols, say_where_code_of_a_name_begins_and_ends) {
  const auto pc = reinterpret_cast<std::uintptr_t>(dlsym(RTLD_DEFAULT, "qsort"));
  const std::optional<CodeSymbol> symbol = symbol_at(pc + 1);
  ASSERT_TRUE(symbol);
  EXPECT_EQ(symbol->begin, pc);
  EXPECT_GT(symbol->end, pc + 1);
  EXPECT_FALSE(symbol_at(1));
}

}  // namespace
}  // namespace tare::stacks
