// SPDX-License-Identifier: Apache-2.0
// From the macros to the catalog.
#include <gmock/gmock.h>

#include <string>

#include "catalog/catalog.hpp"
#include "registered.hpp"
#include "tare/tare.hpp"

namespace {

/// Counts its objects.
struct Counted {
  static inline int alive = 0;
  Counted() { ++alive; }
  Counted(const Counted&) = delete;
  ~Counted() { --alive; }
  long long payload = 0;
};

struct Number {
  int calls = 0;
};

struct Hooked {
  static constexpr auto scope = tare::Scope::thread;
  void set_up(tare::Trial) {}
  void tear_down(tare::Iteration, const Number&) {}
};

struct PerCall {
  int calls = 0;
  void tear_down(tare::Invocation) {}
};

struct alignas(128) Wide {};

using Numbers = tare::types<int, tare::named<"big", long long>, std::string>;

template <class T>
struct Holder {
  T value{};
};

}  // namespace

TARE_BENCH(plain) {}

TARE_GROUP(first);

TARE_BENCH(in_group) { return 1; }

TARE_BENCH_TYPED(typed, T, Numbers, Holder<T>& holder) { return holder.value; }

TARE_GROUP(second.part);

TARE_BENCH(in_nested_group, Number& number, const Hooked&, PerCall& per_call, tare::ManualTime&) {
  ++number.calls;
  ++per_call.calls;
}

TARE_GROUP();

TARE_BENCH(after_groups) { return Counted(); }

TARE_BENCH(wide) { return Wide(); }

namespace tare::catalog {
namespace {

using detail::Body;
using detail::Level;
using detail::Registration;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsSupersetOf;

const Body& body_of(const std::string& name) {
  return *catalog().find(name)->variants.front().bodies.front();
}

std::vector<std::string> names_from(const std::string& file) {
  std::vector<std::string> names;
  for (const Benchmark& benchmark : catalog().benchmarks())
    if (std::string(benchmark.first().file).ends_with(file)) names.push_back(benchmark.name);
  return names;
}

TEST(registration, names_are_in_order_of_place_and_prefixed_by_the_group_before_them) {
  EXPECT_THAT(names_from("registration_test.cpp"),
              ElementsAre("plain", "first.in_group", "first.typed", "second.part.in_nested_group",
                          "after_groups", "wide"));
}

TEST(registration, a_group_ends_with_its_file) {
  EXPECT_THAT(names_from("another_file.cpp"),
              ElementsAre("in_another_file", "another.in_its_group"));
}

TEST(registration, a_group_of_another_file_in_one_translation_unit_does_not_count) {
  Registration registration{"bench", "b.cpp", 1, true, nullptr};
  Registration*& head = detail::registrations();
  Registration* const before = head;
  detail::link(registration, {"group", "a.cpp"});
  EXPECT_EQ(registration.group, "");
  detail::link(registration, {"group", "b.cpp"});
  EXPECT_EQ(registration.group, "group");
  EXPECT_EQ(head, &registration);
  head = before;
}

TEST(registration, files_come_in_order_of_their_names) {
  const std::string first = catalog().benchmarks().front().first().file;
  EXPECT_THAT(first, EndsWith("another_file.cpp"));
}

TEST(registration, knows_its_place_and_how_it_was_compiled) {
  const Registration& plain = catalog().find("plain")->first();
  EXPECT_THAT(plain.file, EndsWith("registration_test.cpp"));
  EXPECT_EQ(plain.line + 4, catalog().find("first.in_group")->first().line);
#if defined(__OPTIMIZE__)
  EXPECT_TRUE(plain.optimised);
#else
  EXPECT_FALSE(plain.optimised);
#endif
}

TEST(registration, is_found_by_its_full_name_only) {
  EXPECT_NE(catalog().find("first.in_group"), nullptr);
  EXPECT_EQ(catalog().find("in_group"), nullptr);
  EXPECT_EQ(catalog().find(""), nullptr);
}

TEST(catalog, of_no_registrations_is_empty) {
  const Catalog empty = Catalog::read(nullptr);
  EXPECT_TRUE(empty.benchmarks().empty());
  EXPECT_TRUE(empty.problems().empty());
}

TEST(catalog, of_this_program_has_no_problems) { EXPECT_THAT(catalog().problems(), ElementsAre()); }

TEST(typed_benchmark, has_a_variant_for_each_type_with_its_name_as_a_parameter) {
  const Benchmark& typed = *catalog().find("first.typed");
  ASSERT_EQ(typed.variants.size(), 3U);
  EXPECT_THAT(typed.variants[0].types, ElementsAre(Param{"T", "int"}));
  EXPECT_THAT(typed.variants[1].types, ElementsAre(Param{"T", "big"}));
  EXPECT_EQ(typed.variants[2].types.front().name, "T");
  EXPECT_THAT(typed.variants[2].types.front().value, HasSubstr("string"));
  EXPECT_EQ(typed.variants[0].bodies.front()->result_size, sizeof(int));
  EXPECT_EQ(typed.variants[1].bodies.front()->result_size, sizeof(long long));
  EXPECT_EQ(typed.variants[2].bodies.front()->result_size, sizeof(std::string));
}

TEST(typed_benchmark, finds_the_variant_of_a_case) {
  const Benchmark& typed = *catalog().find("first.typed");
  EXPECT_EQ(find_variant(typed, {{"size", "1"}, {"T", "big"}}), &typed.variants[1]);
  EXPECT_EQ(find_variant(typed, {{"T", "long long"}}), nullptr);
  EXPECT_EQ(find_variant(typed, {}), nullptr);
  const Benchmark& plain = *catalog().find("plain");
  EXPECT_EQ(find_variant(plain, {{"any", "thing"}}), &plain.variants.front());
}

TEST(body, says_what_it_takes_and_returns) {
  EXPECT_EQ(body_of("plain").argument_count, 0U);
  EXPECT_FALSE(body_of("plain").returns_value);
  EXPECT_EQ(body_of("plain").result_size, 0U);
  EXPECT_TRUE(body_of("first.in_group").returns_value);
  EXPECT_EQ(body_of("first.in_group").result_size, sizeof(int));
  EXPECT_EQ(body_of("wide").result_alignment, 128U);

  const Body& body = body_of("second.part.in_nested_group");
  ASSERT_EQ(body.argument_count, 4U);
  EXPECT_EQ(body.arguments[0].scope, Scope::benchmark);
  EXPECT_EQ(body.arguments[1].scope, Scope::thread);
  EXPECT_TRUE(body.arguments[3].is_manual_time);
  EXPECT_EQ(body.arguments[3].scope, Scope::thread);
  EXPECT_FALSE(body.arguments[0].is_manual_time);
}

TEST(body, knows_the_hooks_of_its_states) {
  const Body& body = body_of("second.part.in_nested_group");
  const auto has = [&](const auto& hooks, Level level) {
    return hooks[static_cast<int>(level)] != nullptr;
  };
  EXPECT_FALSE(has(body.arguments[0].set_up, Level::trial));
  EXPECT_TRUE(has(body.arguments[1].set_up, Level::trial));
  EXPECT_FALSE(has(body.arguments[1].tear_down, Level::trial));
  EXPECT_TRUE(has(body.arguments[1].tear_down, Level::iteration));
  EXPECT_FALSE(body.arguments[1].per_invocation);
  EXPECT_TRUE(body.arguments[2].per_invocation);
}

TEST(body, calls_each_argument_once_and_each_slot_of_a_per_invocation_state) {
  Number number;
  Hooked hooked;
  PerCall per_call[3];
  ManualTime time;
  void* const bases[] = {&number, &hooked, per_call, &time};
  body_of("second.part.in_nested_group").repeat(bases, 3);
  EXPECT_EQ(number.calls, 3);
  for (const PerCall& slot : per_call) EXPECT_EQ(slot.calls, 1);
}

TEST(body, destroys_results_at_once_or_keeps_them_until_asked) {
  const Body& body = body_of("after_groups");
  body.repeat(nullptr, 5);
  EXPECT_EQ(Counted::alive, 0);

  alignas(Counted) std::byte results[5 * sizeof(Counted)];
  body.repeat_keeping(nullptr, results, 5);
  EXPECT_EQ(Counted::alive, 5);
  body.destroy(results, 5);
  EXPECT_EQ(Counted::alive, 0);
}

TEST(body, no_calls_are_no_calls) {
  body_of("after_groups").repeat(nullptr, 0);
  body_of("after_groups").repeat_keeping(nullptr, nullptr, 0);
  EXPECT_EQ(Counted::alive, 0);
}

}  // namespace
}  // namespace tare::catalog
