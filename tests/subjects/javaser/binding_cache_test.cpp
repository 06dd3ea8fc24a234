// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "javaser/reader.hpp"
#include "stream_bytes.hpp"

namespace cached {

struct Pair {
  std::int32_t left = 0;
  std::int32_t right = 0;
};

}  // namespace cached

JAVASER_CLASS(cached::Pair, "cached.Pair", javaser::any_suid, left, right)

namespace javaser {
namespace {

// Two pairs, of a class that has a field of this name besides.
testing::StreamBytes pairs_with(const std::string& field) {
  testing::StreamBytes stream;
  stream.array().class_head("[Lcached.Pair;", 2, 0).end_class().u32(2);
  stream.object().class_head("cached.Pair", 2, 3).field('I', "left").field('I', "right");
  stream.field('I', field).end_class().u32(1).u32(2).u32(3);
  return stream.object().handle(2).u32(4).u32(5).u32(6);
}

// Whether they read as what they are, with the process-wide cache.
bool reads_right(const testing::StreamBytes& stream) {
  Reader reader(stream.bytes(), {{}, BindingCache::per_record});
  const auto pairs = reader.read<std::vector<cached::Pair>>();
  return pairs && pairs->size() == 2 && (*pairs)[0].left == 1 && (*pairs)[0].right == 2 &&
         (*pairs)[1].left == 4 && (*pairs)[1].right == 5;
}

TEST(BindingCache, ServesThreadsThatMeetClassesAtOnce) {
  constexpr int classes = 100;
  std::vector<int> right(4);
  std::vector<std::thread> threads;
  for (int& count : right)
    threads.emplace_back([&count] {
      for (int number = 0; number < classes; ++number)
        count += reads_right(pairs_with("shared" + std::to_string(number))) ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, (std::vector<int>(4, classes)));
}

TEST(BindingCache, ReadsOnWhenItIsFull) {
  // More than it has room for, which is 3,072.
  for (int number = 0; number < 4000; ++number)
    ASSERT_TRUE(reads_right(pairs_with("z" + std::to_string(number)))) << number;
}

}  // namespace
}  // namespace javaser
