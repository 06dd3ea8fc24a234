// SPDX-License-Identifier: Apache-2.0
// Walks are those of the unwinder that exceptions have, which is slow and right.
#include "stacks/unwinder.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <pthread.h>
#include <signal.h>
#include <ucontext.h>
#include <unwind.h>

#include <array>
#include <functional>
#include <thread>
#include <vector>

#include "call_shapes.hpp"

namespace tare::stacks {
namespace {

using testing::ElementsAreArray;
using testing::Ge;
using testing::SizeIs;

std::vector<ShapeBuild>& builds() {
  static std::vector<ShapeBuild> all;
  return all;
}

/// Fixed memory: signal handlers fill it.
struct Stack {
  std::array<std::uintptr_t, 256> pcs;
  std::size_t count = 0;

  std::span<const std::uintptr_t> after(std::size_t skipped) const {
    return std::span(pcs).first(count).subspan(std::min(skipped, count));
  }
};

const Unwinder& unwinder() {
  static const Unwinder one;
  return one;
}

void walk(Registers from, StackBounds bounds, Stack& stack) {
  stack.count = unwinder().walk(from, bounds, stack.pcs);
}

/// As Unwinder::walk() tells addresses: one more where a signal came.
_Unwind_Reason_Code keep(_Unwind_Context* context, void* argument) {
  Stack& stack = *static_cast<Stack*>(argument);
  int interrupted = 0;
  const std::uintptr_t pc = _Unwind_GetIPInfo(context, &interrupted);
  if (pc != 0) stack.pcs[stack.count++] = pc + (interrupted != 0 ? 1 : 0);
  return stack.count < stack.pcs.size() ? _URC_NO_REASON : _URC_END_OF_STACK;
}

Stack walked;
Stack expected;
int differences = 0;
int observations = 0;
std::string first_difference;

std::string text_of(std::span<const std::uintptr_t> pcs) {
  std::string text;
  for (const std::uintptr_t pc : pcs) {
    Dl_info found{};
    dladdr(reinterpret_cast<void*>(pc - 1), &found);
    text += testing::PrintToString(reinterpret_cast<void*>(pc)) + " " +
            (found.dli_sname != nullptr ? found.dli_sname : "?") + "\n";
  }
  return text;
}

void compare(std::span<const std::uintptr_t> ours, std::span<const std::uintptr_t> theirs) {
  ++observations;
  if (std::ranges::equal(ours, theirs)) return;
  if (++differences == 1)
    first_difference = "ours\n" + text_of(ours) + "theirs\n" + text_of(theirs);
}

/// From its caller on: the two calls are not at one address.
[[gnu::noinline]] void compare_walks() {
  walk(here(), own_stack(), walked);
  expected.count = 0;
  _Unwind_Backtrace(keep, &expected);
  compare(walked.after(1), expected.after(1));
}

class Comparing : public testing::Test {
 protected:
  void SetUp() override {
    differences = observations = 0;
    first_difference.clear();
  }
  void TearDown() override { EXPECT_EQ(differences, 0) << first_difference; }
};

using unwinder_test = Comparing;

TEST_F(unwinder_test, walks_through_all_kinds_of_frames) {
  EXPECT_THAT(shape_builds(), SizeIs(Ge(4U)));
  for (const ShapeBuild& build : shape_builds()) {
    for (const CallShape& shape : build.shapes) {
      const int before = observations;
      shape.run(compare_walks);
      EXPECT_GT(observations, before) << shape.name;
      EXPECT_EQ(differences, 0) << build.flags << ": " << shape.name << "\n" << first_difference;
      if (differences != 0) return;
    }
  }
}

TEST_F(unwinder_test, walks_from_threads_at_once) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      static thread_local Stack stacks[2];
      for (const ShapeBuild& build : shape_builds())
        for (const CallShape& shape : build.shapes)
          shape.run([] {
            walk(here(), own_stack(), stacks[0]);
            EXPECT_GT(stacks[0].count, 3U);
          });
    });
  for (std::thread& thread : threads) thread.join();
}

TEST_F(unwinder_test, walks_to_where_a_thread_began) {
  std::thread([] {
    for (const ShapeBuild& build : shape_builds())
      for (const CallShape& shape : build.shapes) shape.run(compare_walks);
  }).join();
  EXPECT_GT(observations, 100);
}

TEST_F(unwinder_test, writes_no_more_than_there_is_room_for) {
  std::array<std::uintptr_t, 4> pcs{};
  EXPECT_EQ(unwinder().walk(here(), own_stack(), std::span(pcs).first(0)), 0U);
  EXPECT_EQ(unwinder().walk(here(), own_stack(), std::span(pcs).first(1)), 1U);
  EXPECT_EQ(unwinder().walk(here(), own_stack(), std::span(pcs).first(3)), 3U);
  EXPECT_NE(pcs[2], 0U);
  EXPECT_EQ(pcs[3], 0U);
}

TEST_F(unwinder_test, walks_on_a_stack_that_nobody_told_of) {
  static ucontext_t caller, called;
  std::vector<char> memory(std::size_t{1} << 18);
  getcontext(&called);
  called.uc_stack.ss_sp = memory.data();
  called.uc_stack.ss_size = memory.size();
  called.uc_link = &caller;
  makecontext(
      &called,
      [] {
        for (const ShapeBuild& build : shape_builds())
          for (const CallShape& shape : build.shapes)
            if (!shape.throws) shape.run(compare_walks);
      },
      0);
  swapcontext(&caller, &called);
  EXPECT_GT(observations, 100);
}

#if defined(__x86_64__)
// Code with a frame pointer and without a table, as a JIT compiler's.
asm(R"(
  .text
  .type call_without_table, @function
call_without_table:
  push %rbp
  mov %rsp, %rbp
  sub $32, %rsp
  call *%rdi
  leave
  ret
)");
extern "C" void call_without_table(void (*)()) asm("call_without_table");

/// No lambda: converted to a pointer it has a second frame, where nothing is inlined.
void walk_here() { walk(here(), own_stack(), walked); }

TEST_F(unwinder_test, walks_by_frame_pointers_where_there_is_no_table) {
  walk(here(), own_stack(), expected);
  call_without_table(walk_here);
  const auto callers = expected.after(1);
  // Beside the callers: walk_here(), the code without table, this function.
  ASSERT_EQ(walked.count, callers.size() + 3);
  EXPECT_THAT(walked.after(3), ElementsAreArray(callers));
}
#endif

/// The handler's frames end at the signal's, which is the one that the table marks.
void on_signal(int, siginfo_t*, void* context) {
  const Registers from = interrupted_registers(context);
  walk(from, own_stack(from.sp), walked);
  expected.count = 0;
  _Unwind_Backtrace(keep, &expected);
  // What was interrupted is there without one more: it is where the walk begins.
  const auto all = expected.after(0);
  const auto begin = std::ranges::find(all, from.pc + 1);
  compare(walked.after(1), expected.after(static_cast<std::size_t>(begin - all.begin()) + 1));
}

/// Handles a signal in `handler` while it lives.
class Handling {
 public:
  Handling(int signal, void (*handler)(int, siginfo_t*, void*), int flags = 0) : signal_(signal) {
    struct sigaction action {};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | flags;
    sigaction(signal, &action, &before_);
  }
  ~Handling() { sigaction(signal_, &before_, nullptr); }

 private:
  int signal_;
  struct sigaction before_ {};
};

/// Gives signal handlers a stack of their own while it lives.
class SignalStack {
 public:
  SignalStack() {
    const stack_t own{.ss_sp = memory_.data(), .ss_flags = 0, .ss_size = memory_.size()};
    sigaltstack(&own, &before_);
  }
  ~SignalStack() { sigaltstack(&before_, nullptr); }
  StackBounds bounds() const {
    const auto low = reinterpret_cast<std::uintptr_t>(memory_.data());
    return {low, low + memory_.size()};
  }

 private:
  std::vector<char> memory_ = std::vector<char>(std::size_t{1} << 16);
  stack_t before_{};
};

void raise_signal() { raise(SIGUSR1); }

TEST_F(unwinder_test, walks_from_where_a_signal_came) {
  own_stack();
  const Handling handling(SIGUSR1, on_signal);
  for (const ShapeBuild& build : shape_builds())
    for (const CallShape& shape : build.shapes) shape.run(raise_signal);
  EXPECT_GT(observations, 100);
}

TEST_F(unwinder_test, walks_from_where_a_signal_came_whose_handler_has_its_own_stack) {
  own_stack();
  const SignalStack stack;
  const Handling handling(SIGUSR1, on_signal, SA_ONSTACK);
  for (const ShapeBuild& build : shape_builds())
    for (const CallShape& shape : build.shapes) shape.run(raise_signal);
  EXPECT_GT(observations, 100);
}

TEST_F(unwinder_test, walks_out_of_a_signal_handler) {
  const Handling handling(SIGUSR1, [](int, siginfo_t*, void*) { compare_walks(); });
  for (const ShapeBuild& build : shape_builds())
    for (const CallShape& shape : build.shapes) shape.run(raise_signal);
  EXPECT_GT(observations, 100);
}

TEST_F(unwinder_test, ends_where_a_handler_on_a_stack_of_its_own_was_called) {
  const SignalStack stack;
  static StackBounds bounds;
  const Handling handling(
      SIGUSR1,
      [](int, siginfo_t*, void*) {
        bounds = own_stack();
        walk(here(), bounds, walked);
      },
      SA_ONSTACK);
  raise_signal();
  EXPECT_GE(bounds.low, stack.bounds().low);
  EXPECT_GT(bounds.high, bounds.low);
  EXPECT_GE(walked.count, 2U);
}

#if defined(__x86_64__) && !defined(TARE_SANITIZED)
constexpr int trap_flag = 0x100;  // Of x86's flags.
volatile bool is_stepping = false;

/// Ends the steps in the flags it returns to: code that changes them moves the stack's pointer as
/// no table tells.
void on_step(int signal, siginfo_t* info, void* context) {
  if (is_stepping)
    on_signal(signal, info, context);
  else
    static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] &= ~trap_flag;
}

/// Lets a trap follow each instruction of what `call` does. The first follows the last one here,
/// which is when the stack's pointer is where it was.
void single_step(const std::function<void()>& call) {
  is_stepping = true;
  asm volatile("sub $128, %%rsp\n\tpushf\n\torl %0, (%%rsp)\n\tpopf\n\tadd $128, %%rsp"
               :
               : "i"(trap_flag)
               : "memory", "cc");
  call();
  is_stepping = false;
}

TEST_F(unwinder_test, walks_from_each_instruction_of_functions_that_begin_and_end) {
  own_stack();
  const Handling handling(SIGTRAP, on_step);
  for (const ShapeBuild& build : shape_builds()) {
    for (const CallShape& shape : build.shapes) {
      if (shape.throws) continue;
      const auto run = [&] { shape.run([] {}); };
      run();  // Binds what is bound at a first call: ld.so does that in ways of its own.
      single_step(run);
      EXPECT_EQ(differences, 0) << build.flags << ": " << shape.name << "\n" << first_difference;
      if (differences != 0) return;
    }
  }
  EXPECT_GT(observations, 10'000);
}
#endif

}  // namespace

std::span<const ShapeBuild> shape_builds() { return builds(); }
void add_shape_build(const ShapeBuild& build) { builds().push_back(build); }

}  // namespace tare::stacks
