// SPDX-License-Identifier: Apache-2.0
// Rows of tables that are made here, a byte at a time.
#include "stacks/unwind_row.hpp"

#include <gtest/gtest.h>

#include "made_tables.hpp"
#include "stacks/unwind_rows.hpp"

namespace tare::stacks {
namespace {

using Cfa = UnwindRow::Cfa;
using Place = UnwindRow::Place;
// The programs' instructions.
constexpr std::uint8_t advance = 0x40, offset = 0x80, restore = 0xc0;
constexpr std::uint8_t bp = 6, pc = 16;

UnwindRow row(const Bytes& program, std::uintptr_t at = 0) {
  return row_of(Object().bytes(program), function_begin + at);
}

TEST(unwind_row, is_that_of_the_common_entry_at_first) {
  const UnwindRow first = row({});
  EXPECT_EQ(first.cfa, Cfa::sp);
  EXPECT_EQ(first.cfa_offset, 8);
  EXPECT_FALSE(first.pc_at_sp);
  EXPECT_EQ(first.pc_offset, -8);
  EXPECT_EQ(first.bp, Place::same);
  EXPECT_FALSE(first.interrupted);
}

TEST(unwind_row, is_that_of_the_instruction) {
  const Bytes push_and_move{advance | 1, 0x0e, 16, offset | bp, 2, advance | 3, 0x0d, bp};
  EXPECT_EQ(row(push_and_move, 0).cfa_offset, 8);
  EXPECT_EQ(row(push_and_move, 1).cfa_offset, 16);
  EXPECT_EQ(row(push_and_move, 1).bp, Place::cfa);
  EXPECT_EQ(row(push_and_move, 1).bp_offset, -16);
  EXPECT_EQ(row(push_and_move, 3).cfa, Cfa::sp);
  EXPECT_EQ(row(push_and_move, 4).cfa, Cfa::bp);
  EXPECT_EQ(row(push_and_move, function_size - 1).cfa, Cfa::bp);
  EXPECT_EQ(row(push_and_move, function_size).cfa, Cfa::unknown);
  EXPECT_EQ(row_of(Object().bytes({}), function_begin - 1).cfa, Cfa::unknown);
}

TEST(unwind_row, advances_by_one_two_and_four_bytes) {
  for (const Bytes& by : {Bytes{0x02, 200}, Bytes{0x03, 200, 0}, Bytes{0x04, 200, 0, 0, 0}}) {
    Bytes program = by;
    add(program, {0x0e, 24});
    EXPECT_EQ(row(program, 199).cfa_offset, 8);
    EXPECT_EQ(row(program, 200).cfa_offset, 24);
  }
  Bytes to{0x01};  // set_loc
  add_u32(to, function_begin + 5 - (base + Object().bytes({}).size() + 1));
  add(to, {0x0e, 24});
  EXPECT_EQ(row(to, 4).cfa_offset, 8);
  EXPECT_EQ(row(to, 5).cfa_offset, 24);
}

TEST(unwind_row, reads_all_ways_to_say_where_the_frame_is) {
  EXPECT_EQ(row({0x0c, bp, 32}).cfa, Cfa::bp);
  EXPECT_EQ(row({0x12, bp, 0x7c}).cfa_offset, 32);  // sf: -4 times -8
  EXPECT_EQ(row({0x13, 0x7c}).cfa_offset, 32);
  EXPECT_EQ(row({0x0c, 10, 0}).cfa, Cfa::r10);
  EXPECT_EQ(row({0x0c, 3, 0}).cfa, Cfa::unknown);  // rbx is nobody's whom walks know
  EXPECT_EQ(row({0x0f, 2, 0x77, 16}).cfa, Cfa::sp);
  EXPECT_EQ(row({0x0f, 3, 0x76, 0x78, 0x06}).cfa, Cfa::at_bp);
  EXPECT_EQ(row({0x0f, 3, 0x76, 0x78, 0x06}).cfa_offset, -8);
  EXPECT_EQ(row({0x0f, 4, 0x77, 0xa0, 0x01, 0x06}).cfa, Cfa::at_sp);
  EXPECT_EQ(row({0x0f, 4, 0x77, 0xa0, 0x01, 0x06}).cfa_offset, 160);
  EXPECT_EQ(row({0x0f, 4, 0x77, 8, 0x06, 0x06}).cfa, Cfa::unknown);
  EXPECT_EQ(row({0x0f, 0}).cfa, Cfa::unknown);
}

TEST(unwind_row, reads_what_linkage_tables_say) {
  const Bytes program{0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22};
  for (const std::uintptr_t at : {0U, 10U, 16U + 10U}) EXPECT_EQ(row(program, at).cfa_offset, 8);
  for (const std::uintptr_t at : {11U, 15U, 16U + 11U}) EXPECT_EQ(row(program, at).cfa_offset, 16);
}

TEST(unwind_row, reads_all_ways_to_say_where_rbp_is) {
  EXPECT_EQ(row({0x05, bp, 3}).bp_offset, -24);
  EXPECT_EQ(row({0x11, bp, 0x7d}).bp_offset, 24);
  EXPECT_EQ(row({0x2f, bp, 3}).bp_offset, 24);
  EXPECT_EQ(row({0x10, bp, 2, 0x76, 0}).bp, Place::bp);
  EXPECT_EQ(row({0x10, bp, 3, 0x77, 0xf8, 0}).bp, Place::sp);
  EXPECT_EQ(row({0x10, bp, 3, 0x77, 0xf8, 0}).bp_offset, 120);
  EXPECT_EQ(row({offset | bp, 2, 0x08, bp}).bp, Place::same);
  EXPECT_EQ(row({offset | bp, 2, restore | bp}).bp, Place::same);
  EXPECT_EQ(row({offset | bp, 2, 0x06, bp}).bp, Place::same);
  for (const Bytes& lost : {Bytes{0x07, bp}, Bytes{0x09, bp, 3}, Bytes{0x14, bp, 2},
                            Bytes{0x15, bp, 2}, Bytes{0x16, bp, 2, 0x77, 0}})
    EXPECT_EQ(row(lost).bp, Place::lost);
}

TEST(unwind_row, passes_over_what_is_of_no_meaning_here) {
  const UnwindRow after = row({0x00, 0x2e, 0x90, 1, offset | 3, 5, 0x07, 3, 0x0e, 40});
  EXPECT_EQ(after.cfa_offset, 40);
}

TEST(unwind_row, ends_the_stack_where_the_return_address_is_undefined) {
  EXPECT_EQ(row({0x07, pc}).cfa, Cfa::end);
  // In a register it is somewhere: vfork() keeps it so.
  EXPECT_EQ(row({0x09, pc, 5}).cfa, Cfa::unknown);
}

TEST(unwind_row, of_a_signal_is_told) {
  Object object;
  object.augmentation = {'z', 'R', 'S', 0};
  const Bytes program{0x0f, 4,    0x77, 0xa0, 1,  6, 0x10, pc,   3,
                      0x77, 0xa8, 1,    0x10, bp, 3, 0x77, 0xf8, 0};
  const UnwindRow signal = row_of(object.bytes(program), function_begin);
  EXPECT_TRUE(signal.interrupted);
  EXPECT_TRUE(signal.pc_at_sp);
  EXPECT_EQ(signal.pc_offset, 168);
  EXPECT_EQ(signal.bp, Place::sp);
}

TEST(unwind_row, remembers_eight_states_and_no_more) {
  Bytes program;
  for (std::uint8_t i = 0; i < 8; ++i) add(program, {0x0a, 0x0e, static_cast<std::uint8_t>(8 * i)});
  Bytes back = program;
  for (int i = 0; i < 8; ++i) back.push_back(0x0b);
  EXPECT_EQ(row(back).cfa_offset, 8);
  add(program, {0x0a});
  EXPECT_EQ(row(program).cfa, Cfa::unknown);
  EXPECT_EQ(row({0x0b}).cfa, Cfa::unknown);
}

TEST(unwind_row, is_unknown_where_a_number_does_not_fit) {
  // def_cfa_offset, up to 2^25 - 1.
  EXPECT_EQ(row({0x0e, 0xff, 0xff, 0xff, 0x0f}).cfa_offset, (1 << 25) - 1);
  EXPECT_EQ(row({0x0e, 0x80, 0x80, 0x80, 0x10}).cfa, Cfa::unknown);
  // rbp down to CFA - 2^17.
  EXPECT_EQ(row({offset | bp, 0x80, 0x80, 0x01}).bp_offset, -(1 << 17));
  EXPECT_EQ(row({offset | bp, 0x81, 0x80, 0x01}).cfa, Cfa::unknown);
  // Ten bytes hold 64 bits, eleven are too many.
  EXPECT_EQ(row({0x0e, 0x88, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0}).cfa_offset, 8);
  EXPECT_EQ(row({0x0e, 0x88, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0}).cfa,
            Cfa::unknown);
}

TEST(unwind_row, is_unknown_where_the_table_is_beyond_this_reader) {
  EXPECT_EQ(row({0x3f}).cfa, Cfa::unknown);
  EXPECT_EQ(row({0x1d}).cfa, Cfa::unknown);
  const auto with = [](auto change) {
    Object object;
    change(object);
    return row_of(object.bytes({}), function_begin).cfa;
  };
  EXPECT_EQ(with([](Object& object) { object.version = 3; }), Cfa::sp);
  EXPECT_EQ(with([](Object& object) { object.version = 2; }), Cfa::unknown);
  EXPECT_EQ(with([](Object& object) { object.pc_column = 30; }), Cfa::unknown);
  EXPECT_EQ(with([](Object& object) { object.augmentation = {'z', '?', 0}; }), Cfa::unknown);
  EXPECT_EQ(with([](Object& object) { object.augmentation = {'e', 'h', 0}; }), Cfa::unknown);
  EXPECT_EQ(with([](Object& object) { object.augmentation_data = {0x9b}; }), Cfa::unknown);
  EXPECT_EQ(with([](Object& object) { object.augmentation_data = {0x2b}; }), Cfa::unknown);
  // What exceptions need is passed over, be it indirect.
  EXPECT_EQ(with([](Object& object) {
              object.augmentation = {'z', 'P', 'L', 'R', 0};
              object.augmentation_data = {0x9b, 1, 2, 3, 4, 0x1b, 0x1b};
            }),
            Cfa::sp);
}

TEST(unwind_row, reads_nothing_beyond_the_bytes) {
  Object object;
  object.augmentation = {'z', 'P', 'L', 'R', 0};
  object.augmentation_data = {0x9b, 1, 2, 3, 4, 0x1b, 0x1b};
  const Bytes whole = object.bytes({advance | 1, 0x0f, 3, 0x76, 0x78, 6, 0x10, bp, 2, 0x76, 0});
  EXPECT_EQ(row_of(whole, function_begin + 1).cfa, Cfa::at_bp);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    // Memory of exactly that size, which a sanitizer watches.
    const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_EQ(row_of(part, function_begin + 1).cfa, Cfa::unknown) << size;
  }
}

TEST(unwind_row, comes_back_whatever_a_byte_is) {
  Bytes bytes = Object().bytes({advance | 1, 0x0f, 3, 0x76, 0x78, 6, 0x10, bp, 2, 0x76, 0});
  for (std::uint8_t& byte : bytes) {
    const std::uint8_t was = byte;
    for (int value = 0; value < 256; ++value) {
      byte = static_cast<std::uint8_t>(value);
      row_of(bytes, function_begin + 1);
    }
    byte = was;
  }
}

std::optional<CodeRange> range_of(const Bytes& bytes, std::uintptr_t at) {
  return code_range({std::as_bytes(std::span(bytes)), base, base}, at);
}

TEST(code_range, is_the_function_that_has_the_address) {
  const Bytes bytes = Object().bytes({});
  const CodeRange function{function_begin, function_begin + function_size};
  EXPECT_EQ(range_of(bytes, function.begin), function);
  EXPECT_EQ(range_of(bytes, function.end - 1), function);
  EXPECT_EQ(range_of(bytes, function.begin - 1), std::nullopt);
  EXPECT_EQ(range_of(bytes, function.end), std::nullopt);
}

TEST(code_range, needs_no_program_that_this_reader_knows) {
  constexpr std::uint8_t unknown_instruction = 0x3f;
  EXPECT_NE(range_of(Object().bytes({unknown_instruction}), function_begin), std::nullopt);
}

TEST(code_range, is_none_where_there_is_no_table) {
  EXPECT_EQ(range_of({}, function_begin), std::nullopt);
  EXPECT_EQ(code_range({}, function_begin), std::nullopt);
}

[[gnu::noinline]] int some_function(int x) { return x + 1; }

TEST(code_range, begins_where_a_loaded_function_does) {
  const auto begin = reinterpret_cast<std::uintptr_t>(&some_function);
  const std::optional<CodeRange> range = UnwindRows().code_range(begin + 1);
  ASSERT_TRUE(range);
  EXPECT_EQ(range->begin, begin);
  EXPECT_EQ(UnwindRows().code_range(0), std::nullopt);
}

}  // namespace
}  // namespace tare::stacks
