// SPDX-License-Identifier: Apache-2.0
// A stack has the number of what a walk finds, whatever the table remembers.
#include "stacks/stack_table.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "call_shapes.hpp"

namespace tare::stacks {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::SizeIs;

/// A table, and what it must answer.
struct Tried {
  Unwinder unwinder;
  StackTable table{unwinder};

  std::vector<std::uintptr_t> walk(Registers from, StackBounds bounds) const {
    std::vector<std::uintptr_t> pcs(StackTable::most_frames);
    pcs.resize(unwinder.walk(from, bounds, pcs));
    return pcs;
  }

  std::uint32_t at(Registers from, StackBounds bounds) {
    const std::uint32_t number = table.at(from, bounds);
    EXPECT_THAT(table.stack(number), ElementsAreArray(walk(from, bounds)));
    return number;
  }
};

Tried* tried = nullptr;

class stack_table_test : public testing::Test {
 protected:
  stack_table_test() { tried = &mine_; }
  Tried mine_;
};

/// What the compiler does not know: it keeps one call in a loop from becoming several.
int unknown(int number) {
  asm volatile("" : "+r"(number));
  return number;
}

/// Runs every shape of every build.
void run_shapes(Observe observe) {
  for (const ShapeBuild& build : shape_builds())
    for (const CallShape& shape : build.shapes) shape.run(observe);
}

TEST_F(stack_table_test, gives_stacks_that_it_knows_the_numbers_that_they_have) {
  std::uint32_t known = 0;
  for (int times = unknown(4); times != 0; --times) {
    run_shapes([] { tried->at(here(), own_stack()); });
    if (known == 0) known = tried->table.size();
    EXPECT_EQ(tried->table.size(), known);
  }
  EXPECT_GT(known, 100U);
}

TEST_F(stack_table_test, gives_one_number_to_a_stack_seen_again_and_two_to_two) {
  std::vector<std::uint32_t> numbers;
  const auto observe = [&]() __attribute__((noinline)) {
    numbers.push_back(tried->at(here(), own_stack()));
  };
  for (int times = unknown(3); times != 0; --times) observe();
  observe();
  ASSERT_THAT(numbers, SizeIs(4));
  EXPECT_EQ(numbers[0], numbers[1]);
  EXPECT_EQ(numbers[0], numbers[2]);
  EXPECT_NE(numbers[0], numbers[3]);
  EXPECT_EQ(tried->table.size(), 2U);
}

/// The calling thread's stack, elsewhere: addresses in it are those of the copy.
class CopiedStack {
 public:
  CopiedStack(Registers from, StackBounds bounds) {
    words_.resize(std::min(bounds.high - from.sp, most_bytes) / sizeof(words_[0]));
    copy(reinterpret_cast<const std::uintptr_t*>(from.sp));
    const std::uintptr_t moved = low() - from.sp;
    const auto is_inside = [&](std::uintptr_t word) {
      return word >= from.sp && word < bounds.high;
    };
    for (std::uintptr_t& word : words_)
      if (is_inside(word)) word += moved;
    registers_ = {from.pc, low(), is_inside(from.bp) ? from.bp + moved : from.bp};
  }

  Registers registers() const { return registers_; }
  StackBounds bounds() const { return {low(), low() + words_.size() * sizeof(words_[0])}; }
  std::vector<std::uintptr_t>& words() { return words_; }

  void move_by(std::size_t bytes) {
    words_.push_back(0);
    auto* const begin = reinterpret_cast<char*>(words_.data());
    std::memmove(begin + bytes, begin, (words_.size() - 1) * sizeof(words_[0]));
    registers_.sp = low() + bytes;
  }

 private:
  static constexpr std::uintptr_t most_bytes = 8000;

  /// Sanitizers allow nobody to read between variables.
  [[gnu::no_sanitize_address, gnu::no_sanitize_thread]] void copy(const std::uintptr_t* from) {
    std::uintptr_t* to = words_.data();
    for (std::size_t i = 0; i < words_.size(); ++i) to[i] = from[i];
  }
  std::uintptr_t low() const { return reinterpret_cast<std::uintptr_t>(words_.data()); }

  std::vector<std::uintptr_t> words_;
  Registers registers_;
};

TEST_F(stack_table_test, is_not_deceived_by_a_stack_that_differs_in_any_word) {
  static int copies = 0;
  copies = 0;
  const auto observe = [] {
    if (++copies % 7 != 0) return;  // Of 700 stacks a hundred are of all kinds.
    const Registers from = here();
    CopiedStack copy(from, own_stack());
    const std::uint32_t number = tried->at(copy.registers(), copy.bounds());
    std::size_t changed_count = 0;
    for (std::uintptr_t& word : copy.words()) {
      const std::uintptr_t was = word;
      for (const std::uintptr_t other : {from.pc, was + 8, std::uintptr_t{0}}) {
        word = other;
        if (tried->at(copy.registers(), copy.bounds()) != number) ++changed_count;
        word = was;
        tried->at(copy.registers(), copy.bounds());
      }
    }
    EXPECT_GT(changed_count, 2U);
    EXPECT_EQ(tried->at(copy.registers(), copy.bounds()), number);
  };
  run_shapes(observe);
  EXPECT_GT(copies, 100);
}

TEST_F(stack_table_test, does_not_take_a_stack_out_of_line_for_one_that_it_knows) {
  const auto observe = [] {
    const Registers from = here();
    CopiedStack copy(from, own_stack());
    // Twice: then it is what is expected to come next.
    tried->at(copy.registers(), copy.bounds());
    tried->at(copy.registers(), copy.bounds());
    copy.move_by(4);
    EXPECT_THAT(tried->walk(copy.registers(), copy.bounds()), SizeIs(1));
    tried->at(copy.registers(), copy.bounds());
  };
  shape_builds()[1].shapes[0].run(observe);
}

TEST_F(stack_table_test, reads_nothing_outside_the_bounds) {
  const auto observe = [] {
    const Registers from = here();
    const StackBounds bounds = own_stack();
    tried->at(from, bounds);
    for (std::uintptr_t size = 0; size < 600; size += sizeof size)
      tried->at(from, {bounds.low, from.sp + size});
    tried->at(from, {from.sp + 8, bounds.high});
    tried->at(from, {});
  };
  shape_builds()[0].shapes[0].run(observe);
  shape_builds()[1].shapes[1].run(observe);
}

TEST_F(stack_table_test, tells_frame_pointers_apart_that_say_where_frames_are) {
  const auto observe = [] {
    const Registers from = here();
    Registers other = from;
    for (const std::uintptr_t bp : {from.bp, from.bp + 16, from.sp, std::uintptr_t{0}}) {
      other.bp = bp;
      tried->at(other, own_stack());
    }
  };
  run_shapes(observe);
}

TEST_F(stack_table_test, cuts_off_what_is_too_far_out) {
  struct Deep {
    [[gnu::noinline]] static std::uint32_t call(int depth) {
      if (depth == 0) return tried->at(here(), own_stack());
      const std::uint32_t number = call(depth - 1);
      asm volatile("" ::: "memory");  // Not a tail call.
      return number;
    }
  };
  const std::uint32_t number = Deep::call(400);
  EXPECT_THAT(tried->table.stack(number), SizeIs(StackTable::most_frames));
  EXPECT_EQ(Deep::call(300), number);
  EXPECT_NE(Deep::call(100), number);
}

TEST_F(stack_table_test, holds_many_and_leaves_errno_alone) {
  constexpr std::uint32_t many = 100'000;
  errno = 7;
  // Without a stack to read, an address alone is one.
  for (const int times : {1, 2})
    for (std::uint32_t i = 1; i <= many; ++i) ASSERT_EQ(tried->table.at({i, 0, 0}, {}), i) << times;
  EXPECT_EQ(errno, 7);
  EXPECT_EQ(tried->table.size(), many);
  EXPECT_THAT(tried->table.stack(many), ElementsAre(many));
}

TEST_F(stack_table_test, knows_what_was_loaded_since) {
  const std::uint32_t before = tried->unwinder.generation();
  tried->unwinder.refresh();
  EXPECT_EQ(tried->unwinder.generation(), before);
  void* const library = dlopen("libresolv.so.2", RTLD_NOW);
  if (library == nullptr) GTEST_SKIP() << dlerror();
  tried->unwinder.refresh();
  EXPECT_GT(tried->unwinder.generation(), before);
  tried->at(here(), own_stack());
  dlclose(library);
}

}  // namespace
}  // namespace tare::stacks
