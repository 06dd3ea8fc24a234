// SPDX-License-Identifier: Apache-2.0
// Every way to a block of memory, through whichever tap works in this build.
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sstream>
#include <thread>

#include "known_bytes.hpp"

namespace tare::profile {
namespace {

struct Freed {
  void operator()(void* block) const { std::free(block); }
};
using Malloced = std::unique_ptr<void, Freed>;

// Sizes the compiler cannot see through.
volatile std::size_t ten = 10;
volatile std::size_t hundred = 100;
volatile std::size_t zero = 0;

struct Way {
  const char* name;
  void* (*allocate)();
  double bytes = 100;
  double count = 1;
  double kept = 100;
  /// False: ThreadSanitizer tells its hooks nothing of it, or (reallocarray) an element's size.
  bool thread_sanitizer_tells = true;
};

void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }

// The C library's functions behind one signature; free() takes what they return.
const Way c_ways[] = {
    {"malloc", [] { return std::malloc(hundred); }},
    {"calloc", [] { return std::calloc(ten, ten); }},
    {"realloc_of_nothing", [] { return std::realloc(nullptr, hundred); }},
    {"realloc", [] { return std::realloc(opaque(std::malloc(ten)), hundred); }, 110, 2},
    {"realloc_to_less", [] { return std::realloc(opaque(std::malloc(hundred)), ten); }, 110, 2, 10},
    {"reallocarray_of_nothing", [] { return reallocarray(nullptr, ten, ten); }, 100, 1, 100, false},
    {"reallocarray", [] { return reallocarray(opaque(std::malloc(ten)), ten, ten); }, 110, 2, 100,
     false},
    {"memalign", [] { return memalign(64, hundred); }, 100, 1, 100, false},
    {"aligned_alloc", [] { return std::aligned_alloc(64, 128); }, 128, 1, 128, false},
    {"posix_memalign",
     [] {
       void* block = nullptr;
       return posix_memalign(&block, 64, hundred) == 0 ? block : nullptr;
     },
     100, 1, 100, false},
    {"valloc", [] { return valloc(hundred); }, 100, 1, 100, false},
    {"strdup", [] { return static_cast<void*>(strdup("eleven long")); }, 12, 1, 12},
    {"strndup", [] { return static_cast<void*>(strndup("eleven long", ten)); }, 11, 1, 11},
    {"through_a_pointer_in_data",
     [] {
       static void* (*volatile pointer)(std::size_t) = std::malloc;
       return pointer(hundred);
     }},
};

class AllocationFunctions : public testing::TestWithParam<Way> {};

TEST_P(AllocationFunctions, are_counted) {
  const Way& way = GetParam();
  if (under_thread_sanitizer && !way.thread_sanitizer_tells) {
    GTEST_SKIP() << "ThreadSanitizer does not tell of it";
  }
  const Figures f = observe([&] { return Malloced(opaque(way.allocate())); });
  EXPECT_EQ(f.bytes(), way.bytes);
  EXPECT_EQ(f.count(), way.count);
  EXPECT_EQ(f.heap(), way.kept);
  EXPECT_EQ(f.blocks(), 1);
  EXPECT_EQ(f.residue(), 0);
}

INSTANTIATE_TEST_SUITE_P(C, AllocationFunctions, testing::ValuesIn(c_ways),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(AllocationFunction, pvalloc_is_counted) {
  if (under_thread_sanitizer) GTEST_SKIP() << "ThreadSanitizer does not tell of it";
  const Figures f = observe([] { return Malloced(opaque(pvalloc(hundred))); });
  EXPECT_EQ(f.count(), 1);
  // AddressSanitizer rounds to whole pages before it calls its hooks.
  EXPECT_EQ(f.bytes(), under_sanitizer ? sysconf(_SC_PAGESIZE) : 100);
}

TEST(AllocationFunction, realloc_peaks_at_the_new_size) {
  const Figures f =
      observe([] { std::free(opaque(std::realloc(opaque(std::malloc(ten)), hundred))); });
  // AddressSanitizer's realloc always moves, and tells of the new block before the old one.
  EXPECT_GE(f.peak(), 100);
  EXPECT_LE(f.peak(), under_sanitizer ? 110 : 100);
}

TEST(AllocationFunction, nothing_is_a_block_too) {
  const Figures f = observe([] { return Malloced(opaque(std::malloc(zero))); });
  EXPECT_EQ(f.count(), 1);
  EXPECT_EQ(f.blocks(), 1);
  EXPECT_LE(f.bytes(), under_sanitizer ? 1 : 0);  // AddressSanitizer makes it a byte
}

TEST(AllocationFunction, realloc_to_nothing_frees) {
  const Figures f = observe([] {
    opaque(std::realloc(opaque(std::malloc(ten)), zero));
    return 0;
  });
  EXPECT_EQ(f.residue(), 0);
  if (!under_sanitizer) {
    EXPECT_EQ(f.count(), 1);
  }
}

TEST(AllocationFunction, requests_that_fail_change_nothing) {
  if (under_sanitizer) GTEST_SKIP() << "a sanitizer ends the program at such requests";
  const Figures f = observe([] {
    volatile std::size_t huge = SIZE_MAX / 2;
    void* const block = opaque(std::malloc(ten));
    const bool failed = opaque(std::realloc(opaque(block), huge)) == nullptr &&
                        opaque(reallocarray(opaque(block), huge, 3)) == nullptr &&
                        opaque(std::calloc(huge, 3)) == nullptr &&
                        opaque(std::malloc(huge)) == nullptr;
    if (!failed) throw std::runtime_error("it did not fail");
    return Malloced(block);
  });
  EXPECT_EQ(f.count(), 1);
  EXPECT_EQ(f.bytes(), 10);
  EXPECT_EQ(f.heap(), 10);
}

TEST(AllocationFunction, operators_new_are_counted) {
  struct alignas(64) Line {
    char bytes[128];
  };
  const auto of = [](auto body) {
    const Figures f = observe(body);
    EXPECT_EQ(f.residue(), 0);
    return std::pair(f.count(), f.bytes());
  };
  using Pair = std::pair<double, double>;
  EXPECT_EQ(of([] { return std::unique_ptr<long>(opaque(new long(1))); }), Pair(1, 8));
  EXPECT_EQ(of([] { return std::unique_ptr<long>(opaque(new (std::nothrow) long(1))); }),
            Pair(1, 8));
  EXPECT_EQ(of([] { return std::unique_ptr<char[]>(opaque(new char[77])); }), Pair(1, 77));
  EXPECT_EQ(of([] { return std::unique_ptr<Line>(opaque(new Line)); }), Pair(1, 128));
  EXPECT_EQ(of([] { return std::unique_ptr<Line[]>(opaque(new Line[2])); }), Pair(1, 256));
  EXPECT_EQ(of([] { return std::unique_ptr<char[]>(opaque(new (std::nothrow) char[77])); }),
            Pair(1, 77));
  EXPECT_EQ(of([] { return std::unique_ptr<Line>(opaque(new (std::nothrow) Line)); }),
            Pair(1, 128));
  EXPECT_EQ(of([] { return std::unique_ptr<Line[]>(opaque(new (std::nothrow) Line[2])); }),
            Pair(1, 256));
}

TEST(AllocationFunction, new_that_fails_leaves_the_exception_alone) {
  if (under_sanitizer) GTEST_SKIP() << "a sanitizer ends the program at such requests";
  const auto failing = [](auto body) {
    const Figures f = observe([=] {
      volatile std::size_t huge = SIZE_MAX / 4;
      try {
        opaque(body(huge));
      } catch (const std::bad_alloc&) {
      }
      return 0;
    });
    EXPECT_EQ(f.residue(), 0);
    return f.count();
  };
  EXPECT_EQ(failing([](std::size_t huge) { return new char[huge]; }), 1);  // bad_alloc itself
  EXPECT_EQ(failing([](std::size_t huge) { return new (std::nothrow) char[huge]; }), 1);
}

TEST(AllocationFunction, asprintf_keeps_its_text) {
  const Figures f = observe([] {
    char* text = nullptr;
    if (asprintf(&text, "%zu", std::size_t{hundred}) != 3) throw std::runtime_error("asprintf");
    return Malloced(text);
  });
  EXPECT_EQ(f.heap(), 4);
  EXPECT_GE(f.count(), 1);  // how often the text is moved is the C library's business
}

TEST(AllocationFunction, getline_keeps_a_line) {
  char text[] = "a line that is not empty\n";
  std::FILE* const file = fmemopen(text, sizeof text - 1, "r");
  const Figures f = observe([&] {
    std::rewind(file);
    char* line = nullptr;
    std::size_t room = 0;
    if (getline(&line, &room, file) < 1) throw std::runtime_error("getline");
    return Malloced(line);
  });
  std::fclose(file);
  EXPECT_EQ(f.blocks(), 1);
  EXPECT_GE(f.heap(), sizeof text);
  EXPECT_EQ(f.residue(), 0);
}

TEST(AllocationFunction, a_stream_into_memory_keeps_its_text_alone) {
  const Figures f = observe([] {
    char* text = nullptr;
    std::size_t length = 0;
    std::FILE* const stream = open_memstream(&text, &length);
    std::fputs("some text", stream);
    std::fclose(stream);
    return Malloced(text);
  });
  EXPECT_GE(f.count(), 2);  // the stream, and its text
  EXPECT_EQ(f.blocks(), 1);
  EXPECT_GE(f.heap(), sizeof "some text");
  EXPECT_EQ(f.residue(), 0);
}

TEST(AllocationFunction, the_c_library_s_own_calls_are_counted) {
  const Figures f = observe([] { return Malloced(getcwd(nullptr, 0)); });
  EXPECT_GE(f.count(), 1);
  EXPECT_GE(f.heap(), 2);
}

TEST(AllocationFunction, streams_and_exceptions_leave_nothing) {
  const Figures f = observe([] {
    try {
      std::ostringstream text;
      text << std::string(200, 'x');
      throw std::runtime_error(text.str());
    } catch (const std::runtime_error&) {
    }
    return 0;
  });
  EXPECT_GE(f.count(), 3);  // the stream's buffer, the message and the exception
  EXPECT_EQ(f.heap(), 0);
  EXPECT_EQ(f.residue(), 0);
}

TEST(AllocationFunction, mapped_memory_is_not_seen) {
  const Figures f = observe([] {
    void* const memory =
        mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return munmap(memory, 1 << 20);
  });
  EXPECT_EQ(f.bytes(), 0);
}

TEST(AllocationFunction, all_threads_add_up) {
  // Each thread's state is one block, which the thread itself frees.
  const auto run = [](int times) {
    const auto body = [times] {
      for (int i = 0; i < times; ++i) std::free(opaque(std::malloc(16)));
    };
    std::thread threads[] = {std::thread(body), std::thread(body), std::thread(body)};
    for (std::thread& thread : threads) thread.join();
    return 0;
  };
  run(0);
  const Figures idle = observe([&] { return run(0); });
  const Figures busy = observe([&] { return run(500); });
  EXPECT_GE(idle.at("alloc.count.norm").min, 3);
  // Besides, the dynamic linker allocates for a thread whose stack is a new one.
  EXPECT_EQ(busy.at("alloc.count.norm").min - idle.at("alloc.count.norm").min, 1500);
  EXPECT_EQ(busy.at("alloc.rate.norm").min - idle.at("alloc.rate.norm").min, 1500 * 16);
  EXPECT_EQ(busy.heap(), 0);
}

TEST(AllocationFunction, a_block_may_be_freed_by_another_thread) {
  const Figures f = observe([] {
    void* block = opaque(std::malloc(hundred));
    std::thread([&] { std::free(block); }).join();
    return Malloced(opaque(std::malloc(ten)));
  });
  EXPECT_GE(f.bytes(), 110);
  EXPECT_EQ(f.heap(), 10);
  EXPECT_LT(f.residue(), 100);
}

TEST(AllocationFunction, long_lived_threads_are_seen_too) {
  std::atomic<int> asked = 0;
  std::atomic<int> done = 0;
  std::thread server([&] {
    for (int handled = 0;;) {
      const int request = asked.load();
      if (request < 0) return;
      if (request == handled) {
        std::this_thread::yield();
        continue;
      }
      std::free(opaque(std::malloc(33)));
      done = ++handled;
    }
  });
  const Figures f = observe([&] {
    const int request = ++asked;
    while (done.load() != request) std::this_thread::yield();
  });
  asked = -1;
  server.join();
  EXPECT_EQ(f.bytes(), 33);
  EXPECT_EQ(f.count(), 1);
}

TEST(AllocationFunction, a_child_process_is_none_of_ours) {
  const Figures f = observe([] {
    const pid_t child = fork();
    if (child == 0) {
      opaque(std::malloc(1000));
      _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    if (status != 0) throw std::runtime_error("the child died");
    return 0;
  });
  EXPECT_EQ(f.bytes(), 0);
}

}  // namespace
}  // namespace tare::profile
