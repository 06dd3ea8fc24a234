// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "example_types.hpp"
#include "read_error.hpp"

using conjure::Map;
using Strings = Map<std::string, std::string>;

/// A key all of whose hashes are equal, that counts how often two are compared.
struct Colliding {
  std::int32_t number = 0;
  static inline std::size_t compared = 0;
};
template <>
struct conjure::Identity<Colliding> {
  static std::uint64_t hash(const Colliding&) { return 42; }
  static bool equal(const Colliding& a, const Colliding& b) {
    ++Colliding::compared;
    return a.number == b.number;
  }
  static std::strong_ordering order(const Colliding& a, const Colliding& b) {
    ++Colliding::compared;
    return a.number <=> b.number;
  }
};
template <>
struct conjure::Plain<Colliding> {
  static ErrorCode parse(std::string_view text, Colliding& out, const ReadOptions& options) {
    return Plain<std::int32_t>::parse(text, out.number, options);
  }
  static ErrorCode append(std::string& out, const Colliding& key) {
    return Plain<std::int32_t>::append(out, key.number);
  }
};

namespace {

std::string key_number(std::size_t i) { return "key" + std::to_string(i); }

Strings make(std::size_t entries) {
  Strings::Builder builder;
  for (std::size_t i = 0; i < entries; ++i) builder.add(key_number(i), "value" + std::to_string(i));
  return builder.build();
}

TEST(Map, EmptyKeepsNoHeap) {
  const Strings empty;
  EXPECT_TRUE(empty.empty());
  EXPECT_EQ(empty.size(), 0U);
  EXPECT_EQ(empty.heap_bytes(), 0U);
  EXPECT_FALSE(empty.contains(""));
  EXPECT_EQ(empty.begin(), empty.end());
  EXPECT_EQ(empty, Strings::Builder().build());
  EXPECT_EQ(conjure::read<Strings>("{}")->heap_bytes(), 0U);
  EXPECT_THROW(empty.at("a"), std::out_of_range);
}

TEST(Map, FindsItsKeysAndNoOthersAtEverySize) {
  for (const std::size_t size : {1, 2, 3, 4, 5, 6, 7, 10, 11, 16, 17, 100, 1000, 5000}) {
    const Strings map = make(size);
    ASSERT_EQ(map.size(), size);
    for (std::size_t i = 0; i < size; ++i) {
      ASSERT_EQ(map.at(key_number(i)), "value" + std::to_string(i));
      ASSERT_EQ(map.find(key_number(i))->key, key_number(i));
    }
    for (std::size_t i = size; i < 2 * size; ++i) ASSERT_FALSE(map.contains(key_number(i)));
    EXPECT_FALSE(map.contains(""));
    EXPECT_EQ(map.find("key"), map.end());
    EXPECT_FALSE(map.index_is_sorted());
  }
}

TEST(Map, KeepsItsOrder) {
  const Strings map{{"z", "1"}, {"a", "2"}, {"m", "3"}};
  std::string seen;
  for (const auto& [key, value] : map) seen.append(key).append(value);
  EXPECT_EQ(seen, "z1a2m3");
  EXPECT_EQ(rewrite<Strings>(R"({"z":"1","a":"2","":"3"})"), R"({"z":"1","a":"2","":"3"})");
}

TEST(Map, OwnsItsBytes) {
  std::string json = R"({"key":"value","\u006b2":"\u0076"})";
  const Strings map = conjure::read<Strings>(json).value();
  std::fill(json.begin(), json.end(), 'x');
  EXPECT_EQ(map.at("key"), "value");
  EXPECT_EQ(map.at("k2"), "v");
}

TEST(Map, EveryKindOfKeyAndValue) {
  EXPECT_EQ((rewrite<Map<std::string, bool>>(R"({"a":true,"b":false})")),
            R"({"a":true,"b":false})");
  EXPECT_EQ((rewrite<Map<bool, std::string>>(R"({"true":"x","false":""})")),
            R"({"true":"x","false":""})");
  EXPECT_EQ((rewrite<Map<std::int32_t, std::int32_t>>(R"({"1":-1,"-2":2})")), R"({"1":-1,"-2":2})");
  EXPECT_EQ((rewrite<Map<conjure::SafeLong, std::vector<bool>>>(R"({"1":[true]})")),
            R"({"1":[true]})");
  EXPECT_EQ((rewrite<Map<std::string, Strings>>(R"({"a":{"b":"c"},"d":{}})")),
            R"({"a":{"b":"c"},"d":{}})");
  EXPECT_EQ((rewrite<Map<examples::Colour, examples::Person>>(
                R"({"RED":{"name":"a","age":1},"BLUE":{"name":"b","age":2}})")),
            R"({"RED":{"name":"a","age":1,"tags":[]},"BLUE":{"name":"b","age":2,"tags":[]}})");
  EXPECT_EQ((rewrite<Map<examples::Name, std::optional<std::int32_t>>>(R"({"a":null,"b":1})")),
            R"({"a":null,"b":1})");
  EXPECT_EQ((rewrite<std::unordered_map<std::int32_t, Strings>>(R"({"1":{"a":"b"}})")),
            R"({"1":{"a":"b"}})");
}

TEST(Map, ObjectsLiveAndDieWithIt) {
  using Shared = std::shared_ptr<int>;
  const Shared value = std::make_shared<int>(7);
  {
    Map<std::string, Shared>::Builder builder;
    for (std::size_t i = 0; i < 10; ++i) builder.add(key_number(i), value);
    const auto map = builder.build();
    EXPECT_EQ(value.use_count(), 11);
    const auto copy = map;
    EXPECT_EQ(value.use_count(), 21);
    EXPECT_EQ(copy.at("key3"), value);
  }
  EXPECT_EQ(value.use_count(), 1);
}

TEST(Map, CopiesAreDeepAndMovesLeaveNothing) {
  Strings original = make(20);
  const Strings copy = original;
  EXPECT_EQ(copy, original);
  EXPECT_NE(copy.at("key7").data(), original.at("key7").data());
  const Strings moved = std::move(original);
  EXPECT_TRUE(original.empty());  // NOLINT(bugprone-use-after-move): what it is about
  EXPECT_EQ(moved, copy);
  original = copy;
  const Strings& alias = original;
  original = alias;
  EXPECT_EQ(original, copy);
  EXPECT_EQ(copy.heap_bytes(), moved.heap_bytes());
}

// Copies until it has done so often enough, then throws.
struct Fragile {
  std::shared_ptr<int> copies_left;
  explicit Fragile(std::shared_ptr<int> left) : copies_left(std::move(left)) {}
  Fragile(const Fragile& other) : copies_left(other.copies_left) {
    if ((*copies_left)-- == 0) throw std::runtime_error("copy");
  }
  Fragile(Fragile&&) noexcept = default;
};

TEST(Map, AThrowingCopyLeavesNothingBehind) {
  const auto left = std::make_shared<int>(0);
  Map<std::string, Fragile>::Builder builder;
  for (std::size_t i = 0; i < 10; ++i) {
    builder.add_key(key_number(i));
    builder.add_value(Fragile(left));
  }
  const auto map = builder.build();
  const auto owners = left.use_count();
  *left = 5;
  EXPECT_THROW({ const auto copy = map; }, std::runtime_error);
  EXPECT_EQ(left.use_count(), owners);
}

TEST(Map, EqualityIsBlindToOrder) {
  for (const std::size_t size : {2, 3, 50, 1000}) {
    std::vector<std::size_t> order(size);
    for (std::size_t i = 0; i < size; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    Strings::Builder builder;
    for (const std::size_t i : order) builder.add(key_number(i), "value" + std::to_string(i));
    const Strings shuffled = builder.build();
    EXPECT_EQ(shuffled, make(size));
    EXPECT_EQ(conjure::hash(shuffled), conjure::hash(make(size)));
    EXPECT_TRUE(conjure::order(shuffled, make(size)) == 0);
  }
  EXPECT_FALSE((Strings{{"a", "1"}} == Strings{{"a", "2"}}));
  EXPECT_FALSE((Strings{{"a", "1"}} == Strings{{"b", "1"}}));
  EXPECT_FALSE((Strings{{"a", "1"}} == Strings{{"a", "1"}, {"b", "1"}}));
  EXPECT_TRUE(conjure::order(Strings{{"b", "1"}, {"a", "2"}}, Strings{{"a", "2"}, {"b", "2"}}) < 0);
}

TEST(Map, RepeatedKeysAreRejectedAtTheirPlace) {
  EXPECT_THROW((Strings{{"a", "1"}, {"a", "2"}}), std::invalid_argument);
  EXPECT_EQ(read_error<Strings>(R"({"a":"1","b":"2","a":"3"})"), "repeated key at $, byte 17");
  EXPECT_EQ(read_error<Strings>(R"({"a":"1","\u0061":"2"})"), "repeated key at $, byte 9");
  EXPECT_EQ(read_error<Strings>(R"({"":"1","":"2"})"), "repeated key at $, byte 8");
  EXPECT_EQ((read_error<std::unordered_map<std::string, std::string>>(R"({"a":"1","a":"2"})")),
            "repeated key at $, byte 9");
  for (const std::size_t size : {4, 5, 100, 2000}) {
    Strings::Builder builder;
    for (std::size_t i = 0; i < size; ++i) builder.add(key_number(i), "");
    builder.add(key_number(size / 2), "");
    builder.add(key_number(0), "");
    Strings out{{"untouched", ""}};
    const auto repeated = builder.build_into(out, conjure::OnRepeat::reject);
    ASSERT_TRUE(repeated.has_value());
    EXPECT_EQ(repeated->first, size / 2);
    EXPECT_EQ(repeated->again, size);
    EXPECT_TRUE(out.contains("untouched"));
  }
}

TEST(Map, RepeatedKeysCanBeResolved) {
  for (const std::size_t size : {1, 50}) {
    const auto build = [&](conjure::OnRepeat on_repeat) {
      Strings::Builder builder;
      for (std::size_t i = 0; i < size; ++i) builder.add(key_number(i), "first");
      for (std::size_t i = 0; i < size; ++i) builder.add(key_number(i), "second");
      builder.add("end", "");
      return builder.build(on_repeat);
    };
    const Strings first = build(conjure::OnRepeat::keep_first);
    const Strings last = build(conjure::OnRepeat::keep_last);
    EXPECT_EQ(first.size(), size + 1);
    EXPECT_EQ(last.size(), size + 1);
    EXPECT_EQ(first.at("key0"), "first");
    EXPECT_EQ(last.at("key0"), "second");
    EXPECT_EQ(last.key(0), "key0");
    EXPECT_EQ(last.key(size), "end");
  }
}

TEST(Map, DoublesAsKeys) {
  using Doubles = Map<double, bool>;
  EXPECT_EQ(read_error<Doubles>(R"({"10":true,"10.0":true})"), "repeated key at $, byte 11");
  EXPECT_EQ(read_error<Doubles>(R"({"NaN":true,"NaN":true})"), "repeated key at $, byte 12");
  EXPECT_EQ(rewrite<Doubles>(R"({"0":true,"-0.0":true,"-0":false})"), "repeated key at $, byte 22");
  const Doubles map = conjure::read<Doubles>(R"({"0":true,"-0.0":false,"NaN":true})").value();
  EXPECT_TRUE(map.at(0.0));
  EXPECT_FALSE(map.at(-0.0));
  EXPECT_TRUE(map.at(std::nan("2")));
  EXPECT_TRUE(map.at(-std::nan("")));
  EXPECT_EQ(conjure::write(map).value(), R"({"0.0":true,"-0.0":false,"NaN":true})");
  EXPECT_EQ(read_error<Doubles>(R"({"nan":true})"), "not a double (nan) at $, byte 1");
  EXPECT_EQ(read_error<Doubles>(R"({" 1":true})"), "not a double ( 1) at $, byte 1");
}

TEST(Map, KeysErrorsAndValuesErrorsHaveTheirPlace) {
  EXPECT_EQ((read_error<Map<std::int32_t, bool>>(R"({"1":true,"x":true})")),
            "not an integer (x) at $, byte 10");
  EXPECT_EQ((read_error<Map<std::int32_t, bool>>(R"({"1":true,"2":0})")),
            R"(expected true or false at $["2"], byte 14)");
  EXPECT_EQ(read_error<Strings>(R"({"a\n":null})"),
            R"(null where a value is required at $["a\n"], byte 7)");
  EXPECT_EQ((read_error<std::unordered_map<std::string, Strings>>(R"({"a":{"b":1}})")),
            R"(expected a string at $["a"]["b"], byte 10)");
}

TEST(Map, CollidingKeysCostNLogN) {
  constexpr std::int32_t n = 100'000;
  std::string json = "{";
  for (std::int32_t i = 0; i < n; ++i) {
    // A fixed shuffle: 7919 has no factor in common with n.
    json.append(i == 0 ? "\"" : ",\"")
        .append(std::to_string(std::int64_t{i} * 7919 % n))
        .append("\":true");
  }
  const std::string repeated = json + ",\"5\":false}";
  json += '}';
  Colliding::compared = 0;
  using Collisions = Map<Colliding, bool>;
  const Collisions map = conjure::read<Collisions>(json).value();
  ASSERT_EQ(map.size(), static_cast<std::size_t>(n));
  EXPECT_TRUE(map.index_is_sorted());
  // log2(100,000) is 17: sorting and the one pass after it need well below 3 n log n comparisons,
  // and comparing each key with each other would need 50,000 n.
  EXPECT_LT(Colliding::compared, std::size_t{3 * 17} * n);

  Colliding::compared = 0;
  for (std::int32_t i = 0; i < n; ++i) ASSERT_TRUE(map.contains(Colliding{i}));
  ASSERT_FALSE(map.contains(Colliding{n}));
  EXPECT_LT(Colliding::compared, std::size_t{2 * 17} * n);

  Colliding::compared = 0;
  EXPECT_EQ(map, Collisions(map));
  EXPECT_LT(Colliding::compared, std::size_t{2 * 17} * n);

  const auto error = conjure::read<Collisions>(repeated).error();
  EXPECT_EQ(error.code, conjure::ErrorCode::repeated_key);
  EXPECT_EQ(error.offset, json.size());
}

// Sixteen letters whose first eight are `first`, and whose hash is that of any other such string;
// nothing if the other eight would not be ASCII, which is so for 255 of 256. Found by turning the
// hash's last step around.
std::optional<std::string> colliding_string(std::uint64_t first) {
  const auto half = [](std::uint64_t word) { return std::rotl(conjure::combine(16, word), 5); };
  constexpr std::uint64_t any = 0x6161616161616161;
  const std::uint64_t words[] = {first, half(first) ^ half(any) ^ any};
  if ((words[1] & 0x8080808080808080) != 0) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(words), sizeof words);
}

TEST(Map, StringsChosenToCollideCostNLogN) {
  constexpr std::size_t n = 100'000;
  std::vector<std::string> keys;
  for (std::uint64_t i = 0; keys.size() < n; ++i) {
    std::uint64_t first = 0;  // four bits of i in each byte
    for (int nibble = 0; nibble < 8; ++nibble) first |= (i >> 4 * nibble & 0xF) << 8 * nibble;
    if (auto key = colliding_string(first | 0x6060606060606060)) keys.push_back(*std::move(key));
  }
  for (const std::string& key : keys) {
    ASSERT_EQ(conjure::hash_bytes(key), conjure::hash_bytes(keys[0]));
  }
  Strings::Builder builder;
  for (const std::string& key : keys) builder.add(key, "");
  const std::string json = conjure::write(builder.build()).value();
  const Strings map = conjure::read<Strings>(json).value();
  EXPECT_EQ(map.size(), n);
  EXPECT_TRUE(map.index_is_sorted());
  for (const std::string& key : keys) ASSERT_TRUE(map.contains(key));
  EXPECT_FALSE(map.contains("x"));
}

// The bound itself: no look-up and no insertion passes more slots than the limit says, however the
// hashes are chosen between "all different" and "all the same".
TEST(KeyIndex, PassesNoMoreSlotsThanItsLimit) {
  for (const std::uint32_t homes : {1U, 2U, 10U, 100U, 1000U, 20'000U}) {
    constexpr std::uint32_t n = 20'000;
    conjure::KeyIndex index(n);
    std::vector<std::uint32_t> slots(conjure::KeyIndex::slots_for(n));
    std::size_t equal_calls = 0;
    std::size_t order_calls = 0;
    const auto hash = [&](std::uint32_t i) { return conjure::mix(conjure::mix(i % homes)); };
    const auto repeated = index.build(
        slots.data(), hash, [&](auto a, auto b) { return ++equal_calls, a == b; },
        [&](std::uint32_t a, std::uint32_t b) { return ++order_calls, a <=> b; });
    EXPECT_FALSE(repeated.has_value());
    EXPECT_TRUE(index.sorted() || homes > 10) << homes;
    EXPECT_FALSE(index.sorted() && homes == n) << homes;
    // 15 is log2(n), rounded up.
    EXPECT_LE(equal_calls, std::size_t{n} * conjure::KeyIndex::reach_limit(n));
    EXPECT_LE(order_calls, std::size_t{4 * 15} * n);
    for (std::uint32_t i = 0; i < n; i += 7) {
      std::size_t looks = 0;
      EXPECT_EQ(index.find(
                    slots.data(), [&] { return hash(i); }, [&](auto e) { return ++looks, e == i; },
                    [&](auto e) { return ++looks, e <=> i; }),
                i);
      EXPECT_LE(looks, conjure::KeyIndex::reach_limit(n) + 1);
    }
  }
}

}  // namespace
