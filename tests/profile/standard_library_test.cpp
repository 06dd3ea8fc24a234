// SPDX-License-Identifier: Apache-2.0
// What the standard library and the language itself allocate (libstdc++, 64 bits).
#include <gtest/gtest.h>

#include <any>
#include <coroutine>
#include <exception>
#include <functional>
#include <memory>
#include <memory_resource>
#include <string>
#include <thread>
#include <vector>

#include "known_bytes.hpp"

namespace tare::profile {
namespace {

struct Large {
  char bytes[100] = {};
};

TEST(StandardLibrary, a_function_keeps_a_large_target_and_no_small_one) {
  const Figures large =
      observe([] { return std::function<int()>([l = Large()] { return l.bytes[0]; }); });
  EXPECT_EQ(large.bytes(), sizeof(Large));
  EXPECT_EQ(large.heap(), sizeof(Large));
  const Figures small = observe([] { return std::function<int()>([] { return 1; }); });
  EXPECT_EQ(small.bytes(), 0);
}

TEST(StandardLibrary, an_any_keeps_a_large_value_and_no_small_one) {
  const Figures large = observe([] { return std::any(Large()); });
  EXPECT_EQ(large.heap(), sizeof(Large));
  EXPECT_EQ(observe([] { return std::any(1); }).bytes(), 0);
}

TEST(StandardLibrary, strings_begin_to_allocate_at_sixteen_characters) {
  volatile std::size_t length = 15;
  EXPECT_EQ(observe([&] { return std::string(length, 'x'); }).bytes(), 0);
  length = 16;
  EXPECT_EQ(observe([&] { return std::string(length, 'x'); }).bytes(), 17);
}

TEST(StandardLibrary, shared_pointers_are_two_blocks_unless_made_in_one) {
  const Figures apart = observe([] { return std::shared_ptr<Large>(opaque(new Large)); });
  EXPECT_EQ(apart.blocks(), 2);
  EXPECT_EQ(apart.heap(), 100 + 24);
  const Figures together = observe([] { return std::make_shared<Large>(); });
  EXPECT_EQ(together.blocks(), 1);
  EXPECT_EQ(together.heap(), 16 + 104);
}

/// What an exception of this type allocates: itself, and the runtime's header.
template <class Throw>
Figures thrown(Throw body) {
  return observe([=] {
    try {
      body();
    } catch (...) {
    }
    return 0;
  });
}

TEST(StandardLibrary, an_exception_is_one_block_whichever_way_it_goes) {
  const Figures once = thrown([] { throw 1; });
  EXPECT_EQ(once.count(), 1);
  EXPECT_GT(once.bytes(), sizeof(int));
  EXPECT_EQ(once.residue(), 0);
  const Figures again = thrown([] {
    try {
      throw 1;
    } catch (int) {
      throw;
    }
  });
  EXPECT_EQ(again.count(), 1);
  EXPECT_EQ(again.bytes(), once.bytes());
  EXPECT_EQ(again.residue(), 0);
}

TEST(StandardLibrary, an_exception_that_is_kept_is_kept_by_the_result) {
  const Figures f = observe([]() -> std::exception_ptr {
    try {
      throw Large();
    } catch (...) {
      return std::current_exception();
    }
  });
  EXPECT_EQ(f.count(), 1);
  EXPECT_EQ(f.heap(), f.bytes());
  EXPECT_GT(f.heap(), sizeof(Large));
}

TEST(StandardLibrary, a_monotonic_resource_is_the_blocks_it_asks_for) {
  const Figures f = observe([] {
    std::pmr::monotonic_buffer_resource resource(1000);
    std::pmr::vector<std::pmr::string> texts(&resource);
    texts.reserve(4);
    for (int i = 0; i < 4; ++i) texts.emplace_back(50, 'x');
    return 0;
  });
  EXPECT_EQ(f.count(), 1);
  EXPECT_GE(f.bytes(), 1000);
  EXPECT_EQ(f.residue(), 0);
}

TEST(StandardLibrary, a_pool_resource_gives_everything_back) {
  const Figures f = observe([] {
    std::pmr::unsynchronized_pool_resource pool;
    for (int i = 0; i < 100; ++i) pool.deallocate(opaque(pool.allocate(100)), 100);
    return 0;
  });
  EXPECT_GT(f.count(), 0);
  EXPECT_LT(f.count(), 100);
  EXPECT_EQ(f.residue(), 0);
}

TEST(StandardLibrary, the_new_delete_resource_is_new_and_delete) {
  const Figures f = observe([] {
    std::pmr::memory_resource* const resource = std::pmr::new_delete_resource();
    resource->deallocate(opaque(resource->allocate(96, 8)), 96, 8);
    resource->deallocate(opaque(resource->allocate(128, 64)), 128, 64);
    return 0;
  });
  EXPECT_EQ(f.count(), 2);
  EXPECT_EQ(f.bytes(), 96 + 128);
  EXPECT_EQ(f.residue(), 0);
}

/// A coroutine that runs when told to, and owns its frame.
class Lazy {
 public:
  struct promise_type {
    Lazy get_return_object() {
      return Lazy(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int value) { result = value; }
    void unhandled_exception() { std::terminate(); }
    int result = 0;
  };

  explicit Lazy(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Lazy(Lazy&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  ~Lazy() {
    if (handle_) handle_.destroy();
  }
  int run() {
    handle_.resume();
    return handle_.promise().result;
  }

 private:
  std::coroutine_handle<promise_type> handle_;
};

[[gnu::noinline]] Lazy coroutine(Large large) {
  opaque(&large);
  co_await std::suspend_always();
  co_return large.bytes[0];
}

TEST(StandardLibrary, a_coroutine_is_its_frame) {
  const Figures f = observe([] {
    Lazy lazy = coroutine(Large());
    lazy.run();
    return lazy;
  });
  EXPECT_EQ(f.count(), 1);
  EXPECT_GT(f.bytes(), sizeof(Large));
  EXPECT_EQ(f.heap(), f.bytes());
  EXPECT_EQ(f.residue(), 0);
}

/// Allocates when a thread first touches it, and frees as the thread ends.
thread_local std::unique_ptr<Large> of_thread;

TEST(StandardLibrary, what_a_thread_holds_is_freed_before_it_is_joined) {
  const auto run = [](auto body) {
    return observe([body] {
      std::thread(body).join();
      return 0;
    });
  };
  const Figures idle = run([] {});
  const Figures busy = run([] { of_thread = std::make_unique<Large>(); });
  // The C library notes each destructor that a thread is to run, in a block of four words.
  EXPECT_EQ(busy.at("alloc.rate.norm").min - idle.at("alloc.rate.norm").min, sizeof(Large) + 32);
  EXPECT_EQ(busy.at("alloc.count.norm").min - idle.at("alloc.count.norm").min, 2);
  EXPECT_EQ(busy.heap(), 0);
}

}  // namespace
}  // namespace tare::profile
