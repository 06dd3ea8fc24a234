// SPDX-License-Identifier: Apache-2.0
// Operations that make it hard to count: many blocks, many threads, no memory left.
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include <cstdlib>
#include <thread>
#include <vector>

#include "known_bytes.hpp"

namespace tare::profile {
namespace {

/// Blocks in a list of their own: what holds them allocates nothing.
class Blocks {
 public:
  void add(std::size_t bytes) {
    auto* const node = static_cast<Node*>(opaque(std::malloc(bytes)));
    node->next = first_;
    first_ = node;
  }
  Blocks() = default;
  Blocks(Blocks&& other) noexcept : first_(std::exchange(other.first_, nullptr)) {}
  ~Blocks() {
    while (first_ != nullptr) std::free(std::exchange(first_, first_->next));
  }

 private:
  struct Node {
    Node* next;
  };
  Node* first_ = nullptr;
};

TEST(AllocationStress, a_million_blocks_may_be_alive_at_once) {
  constexpr int many = 1 << 20;
  int calls = 0;
  const Figures f = observe([&] {
    Blocks blocks;
    // Most operations are small: it is the one that must be counted right that takes time.
    const int count = ++calls == 10 ? many : 0;
    for (int i = 0; i < count; ++i) blocks.add(16);
    return blocks;
  });
  EXPECT_EQ(f.at("alloc.count.norm").max, many);
  EXPECT_EQ(f.at("alloc.rate.norm").max, 16.0 * many);
  EXPECT_EQ(f.at("peak.norm").max, 16.0 * many);
  EXPECT_EQ(f.at("retained.heap.norm").max, 16.0 * many);
  EXPECT_EQ(f.residue(), 0);
}

TEST(AllocationStress, bytes_beyond_four_gibibytes_are_counted) {
  if (under_sanitizer) GTEST_SKIP() << "a sanitizer writes to its shadow of all of it";
  const Figures f = observe([] {
    // Never touched, so that none of it is real.
    for (int i = 0; i < 5; ++i) std::free(opaque(std::malloc(std::size_t{1} << 30)));
    return 0;
  });
  EXPECT_EQ(f.bytes(), 5.0 * (1 << 30));
  EXPECT_EQ(f.count(), 5);
  EXPECT_EQ(f.peak(), 1 << 30);
  EXPECT_EQ(f.residue(), 0);
}

/// Threads without a state of their own to allocate.
template <class Body>
void run_threads(std::size_t count, Body body) {
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i) threads.emplace_back(body, i);
  for (std::thread& thread : threads) thread.join();
}

TEST(AllocationStress, threads_may_end_while_others_count) {
  // Each block is freed by another thread than the one that allocated it.
  constexpr std::size_t threads = 16;
  constexpr std::size_t blocks = 300;
  constexpr std::size_t lists = threads + 1;  // of pointers, and what they are copies of
  const auto run = [](std::size_t count) {
    return observe([=] {
      std::vector<std::vector<void*>> all(threads, std::vector<void*>(count));
      run_threads(threads, [&](std::size_t i) {
        for (void*& block : all[i]) block = opaque(std::malloc(24));
      });
      run_threads(threads, [&](std::size_t i) {
        for (void* block : all[(i + 1) % threads]) std::free(block);
      });
      return 0;
    });
  };
  const Figures none = run(0);
  const Figures some = run(blocks);
  // The dynamic linker allocates now and then for a thread whose stack is a new one.
  EXPECT_EQ(some.at("alloc.count.norm").min - none.at("alloc.count.norm").min,
            threads * blocks + lists);
  EXPECT_EQ(some.at("alloc.rate.norm").min - none.at("alloc.rate.norm").min,
            threads * blocks * 24 + lists * blocks * sizeof(void*));
  EXPECT_EQ(some.heap(), 0);
}

TEST(AllocationStress, a_block_may_be_freed_by_a_later_operation) {
  void* before = std::malloc(200);
  const Figures f = observe([&] {
    std::free(before);
    before = opaque(std::malloc(100));
    return 0;
  });
  std::free(before);
  EXPECT_EQ(f.bytes(), 100);
  EXPECT_EQ(f.heap(), 0);
  EXPECT_EQ(f.peak(), 0);
  EXPECT_EQ(f.residue(), 100.0 / mem_invocations);  // the last one's
}

TEST(AllocationStress, requests_beyond_the_limit_of_memory_count_nothing) {
  if (under_sanitizer) GTEST_SKIP() << "a sanitizer needs memory without end";
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const Figures f = observe([&] {
    const rlimit none{0, before.rlim_max};
    setrlimit(RLIMIT_AS, &none);
    void* const block = opaque(std::malloc(std::size_t{1} << 30));
    void* const aligned = opaque(std::aligned_alloc(64, std::size_t{1} << 30));
    setrlimit(RLIMIT_AS, &before);
    if (block != nullptr || aligned != nullptr) throw std::runtime_error("there was memory");
    return 0;
  });
  EXPECT_EQ(f.count(), 0);
  EXPECT_EQ(f.bytes(), 0);
}

TEST(AllocationStress, a_signal_handler_s_allocations_are_the_operation_s) {
  if (under_thread_sanitizer) GTEST_SKIP() << "ThreadSanitizer forbids it";
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = [](int) { std::free(opaque(std::malloc(77))); };
  ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
  const Figures f = observe([] { return raise(SIGUSR1); });
  sigaction(SIGUSR1, &before, nullptr);
  EXPECT_EQ(f.bytes(), 77);
  EXPECT_EQ(f.count(), 1);
}

}  // namespace
}  // namespace tare::profile
