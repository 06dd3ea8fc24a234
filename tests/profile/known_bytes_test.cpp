// SPDX-License-Identifier: Apache-2.0
#include "known_bytes.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>
#include <memory_resource>
#include <string>
#include <unordered_map>
#include <vector>

namespace tare::profile {
namespace {

std::vector<int> push_back_1000() {
  std::vector<int> v;
  for (int i = 0; i < 1000; ++i) v.push_back(i);
  return v;
}

// glibc's chunk for the request; now and then it hands out a rest of 16 bytes with it.
void expect_smallest_footprint(const Figures& figures, double bytes) {
  if (under_sanitizer) return;  // a sanitizer's allocator has no chunks of glibc's
  EXPECT_EQ(figures.at("retained.footprint.norm").min, bytes);
}

TEST(KnownBytes, a_growing_vector_allocates_eleven_times_and_keeps_the_last_block) {
  const Figures f = observe(push_back_1000);
  EXPECT_EQ(f.bytes(), 8188);
  EXPECT_EQ(f.count(), 11);
  EXPECT_EQ(f.peak(), 4096 + 2048);
  EXPECT_EQ(f.heap(), 4096);
  EXPECT_EQ(f.blocks(), 1);
  EXPECT_EQ(f.in_line(), sizeof(std::vector<int>));
  EXPECT_EQ(f.total(), 4096 + sizeof(std::vector<int>));
  EXPECT_EQ(f.residue(), 0);
  expect_smallest_footprint(f, 4112);
}

TEST(KnownBytes, shrinking_a_vector_costs_one_more_block) {
  const Figures f = observe([] {
    std::vector<int> v = push_back_1000();
    v.shrink_to_fit();
    return v;
  });
  EXPECT_EQ(f.bytes(), 12188);
  EXPECT_EQ(f.count(), 12);
  EXPECT_EQ(f.heap(), 4000);
}

TEST(KnownBytes, a_map_keeps_forty_bytes_an_entry) {
  const Figures f = observe([] {
    std::map<int, int> m;
    for (int i = 0; i < 100; ++i) m[i] = i;
    return m;
  });
  EXPECT_EQ(f.bytes(), 4000);
  EXPECT_EQ(f.count(), 100);
  EXPECT_EQ(f.heap(), 4000);
  EXPECT_EQ(f.blocks(), 100);
  EXPECT_EQ(f.peak(), 4000);
  EXPECT_EQ(f.total(), 4000 + sizeof(std::map<int, int>));
  expect_smallest_footprint(f, 4800);
}

TEST(KnownBytes, a_hash_map_drops_its_earlier_tables) {
  const Figures f = observe([] {
    std::unordered_map<int, int> m;
    for (int i = 0; i < 100; ++i) m[i] = i;
    return m;
  });
  EXPECT_EQ(f.bytes(), 3424);
  EXPECT_EQ(f.heap(), 2616);
  EXPECT_EQ(f.blocks(), 101);
}

TEST(KnownBytes, an_empty_deque_has_two_blocks) {
  const Figures f = observe([] { return std::deque<int>(); });
  EXPECT_EQ(f.bytes(), 576);
  EXPECT_EQ(f.count(), 2);
  EXPECT_EQ(f.heap(), 576);
}

TEST(KnownBytes, a_long_string_is_one_block) {
  const Figures f = observe([] { return std::string(100, 'x'); });
  EXPECT_EQ(f.bytes(), 101);
  EXPECT_EQ(f.count(), 1);
  EXPECT_EQ(f.heap(), 101);
  EXPECT_EQ(f.total(), 101 + sizeof(std::string));
  expect_smallest_footprint(f, 112);
}

TEST(KnownBytes, a_short_string_is_none_and_zero_is_shown) {
  const Figures f = observe([] { return std::string("short"); });
  EXPECT_EQ(f.by_label.size(), 9u);
  EXPECT_EQ(f.bytes(), 0);
  EXPECT_EQ(f.count(), 0);
  EXPECT_EQ(f.heap(), 0);
  EXPECT_EQ(f.total(), sizeof(std::string));
}

TEST(KnownBytes, make_shared_is_one_block) {
  const Figures f = observe([] { return std::make_shared<int>(7); });
  EXPECT_EQ(f.bytes(), 24);
  EXPECT_EQ(f.count(), 1);
  EXPECT_EQ(f.heap(), 24);
}

TEST(KnownBytes, a_share_in_what_was_there_before_keeps_nothing) {
  const auto global = std::make_shared<std::string>(100, 'x');
  const Figures f = observe([&] { return global; });
  EXPECT_EQ(f.bytes(), 0);
  EXPECT_EQ(f.heap(), 0);
  EXPECT_EQ(f.total(), sizeof(global));
}

std::vector<void*> leaked;

TEST(KnownBytes, a_leak_is_residue_and_never_part_of_the_result) {
  leaked.reserve(1000);
  const Figures f = observe([] {
    leaked.push_back(opaque(::operator new(48)));
    return 1;
  });
  EXPECT_EQ(f.bytes(), 48);
  EXPECT_EQ(f.count(), 1);
  EXPECT_EQ(f.heap(), 0);
  EXPECT_EQ(f.residue(), 48);
  EXPECT_EQ(f.total(), sizeof(int));
  for (void* block : leaked) ::operator delete(block);
}

TEST(KnownBytes, every_second_time_is_a_half) {
  bool odd = false;
  const Figures f = observe([&] {
    odd = !odd;
    return odd ? std::make_unique<char[]>(10) : nullptr;
  });
  EXPECT_EQ(f.count(), 0.5);
  EXPECT_EQ(f.bytes(), 5);
  EXPECT_EQ(f.blocks(), 0.5);
  EXPECT_EQ(f.at("alloc.rate.norm").min, 0);
  EXPECT_EQ(f.at("alloc.rate.norm").median, 5);
  EXPECT_EQ(f.at("alloc.rate.norm").max, 10);
}

TEST(KnownBytes, a_cache_that_grows_is_residue) {
  std::map<int, std::string> cache;
  int key = 0;
  const Figures f = observe([&] {
    std::string& text = cache[key++];
    text.assign(99, 'x');
    return text;
  });
  const double node = sizeof(std::pair<const int, std::string>) + 32;
  EXPECT_EQ(f.bytes(), node + 100 + 100);
  EXPECT_EQ(f.heap(), 100);
  EXPECT_EQ(f.residue(), node + 100);
}

TEST(KnownBytes, a_cache_that_evicts_is_no_peak) {
  std::unique_ptr<char[]> cache;
  const Figures f = observe([&] {
    cache.reset();
    cache.reset(opaque(new char[1000]));
    return 0;
  });
  EXPECT_EQ(f.bytes(), 1000);
  EXPECT_EQ(f.peak(), 0);
}

TEST(KnownBytes, a_block_that_results_share_is_kept_by_them) {
  std::weak_ptr<char[]> memo;
  const Figures f = observe([&] {
    std::shared_ptr<char[]> shared = memo.lock();
    if (!shared) memo = shared = std::shared_ptr<char[]>(new char[1000]);
    return shared;
  });
  // One batch of 64 results, the last of which frees the array, but not the memo's control block.
  EXPECT_EQ(f.heap(), 1000.0 / 64);
  EXPECT_EQ(f.blocks(), 1.0 / 64);
  EXPECT_EQ(f.residue(), f.bytes() - f.heap());
}

TEST(KnownBytes, what_the_state_keeps_is_residue_until_it_is_torn_down) {
  static std::unique_ptr<char[]> state[1000];
  std::size_t used = 0;
  FakeOperations operations([&] {
    state[used++] = std::make_unique<char[]>(30);
    return 0;
  });
  operations.after_batch = [] {
    for (auto& block : state) block.reset();
  };
  const Figures f = figures_of(operations);
  EXPECT_EQ(f.residue(), 30);
  EXPECT_EQ(f.heap(), 0);
}

TEST(KnownBytes, a_polymorphic_vector_is_one_block) {
  const Figures f = observe([] { return std::pmr::vector<int>(100); });
  EXPECT_EQ(f.bytes(), 400);
  EXPECT_EQ(f.count(), 1);
  EXPECT_EQ(f.heap(), 400);
}

TEST(KnownBytes, a_block_inside_an_arena_is_not_seen) {
  std::vector<std::byte> arena(1 << 16);
  const Figures f = observe([&] {
    std::pmr::monotonic_buffer_resource resource(arena.data(), arena.size());
    return std::pmr::vector<int>(100, &resource).size();
  });
  EXPECT_EQ(f.bytes(), 0);
}

TEST(KnownBytes, an_operation_without_a_result_has_no_retained_rows) {
  const Figures f = observe([] { delete opaque(new int(1)); });
  EXPECT_EQ(f.bytes(), sizeof(int));
  EXPECT_EQ(f.peak(), sizeof(int));
  EXPECT_FALSE(f.has("retained.total.norm"));
  EXPECT_FALSE(f.has("retained.residue.norm"));
  EXPECT_EQ(f.by_label.size(), 3u);
}

TEST(KnownBytes, figures_are_per_operation_not_per_invocation) {
  FakeOperations operations([] { return std::string(100, 'x'); }, 1000, 10);
  const Figures f = figures_of(operations);
  EXPECT_EQ(f.bytes(), 10.1);
  EXPECT_EQ(f.count(), 0.1);
  EXPECT_EQ(f.heap(), 10.1);
  EXPECT_EQ(f.in_line(), sizeof(std::string) / 10.0);
}

TEST(KnownBytes, large_results_are_not_all_kept_at_once) {
  FakeOperations operations([] { return std::unique_ptr<char[]>(new char[20 << 20]); });
  const Figures f = figures_of(operations);
  EXPECT_EQ(f.heap(), 20 << 20);
  EXPECT_EQ(operations.most_alive, 4u);
}

TEST(KnownBytes, of_huge_results_two_are_kept) {
  FakeOperations operations([] { return std::unique_ptr<char[]>(new char[70 << 20]); });
  const Figures f = figures_of(operations);
  EXPECT_EQ(f.heap(), 70 << 20);
  EXPECT_EQ(operations.most_alive, 2u);
}

TEST(KnownBytes, batches_fit_the_slots_and_add_up_to_a_fixed_even_number) {
  FakeOperations operations([] { return 1; }, 7);
  figures_of(operations);
  EXPECT_EQ(operations.batches, (std::vector<std::size_t>{4, 7, 7, 7, 7, 7, 7, 7, 7, 7, 1}));
}

TEST(KnownBytes, an_operation_may_throw_out_of_the_measurement) {
  bool throws = true;
  FakeOperations operations([&] {
    if (throws) throw std::runtime_error("no");
    return std::string(100, 'x');
  });
  EXPECT_THROW(figures_of(operations), std::runtime_error);
  throws = false;
  EXPECT_EQ(figures_of(operations).bytes(), 101);
}

}  // namespace
}  // namespace tare::profile
