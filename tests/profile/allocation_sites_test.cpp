// SPDX-License-Identifier: Apache-2.0
// Where known programs allocate. They are in a namespace of their own: what is the profiler's is
// left out of stacks.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "known_bytes.hpp"

namespace sites_of {

using tare::profile::opaque;

struct Freed {
  void operator()(void* block) const { std::free(block); }
};
using Malloced = std::unique_ptr<void, Freed>;

// Not inlined, so that no compiler leaves out the call or its line.
#define TARE_FUNCTION [[gnu::noinline]]

TARE_FUNCTION std::string append() {
  std::string text;
  for (int i = 0; i < 4; ++i) text.append(25, 'x');
  return text;
}

TARE_FUNCTION std::vector<int> grow() {
  std::vector<int> numbers;
  for (int i = 0; i < 1000; ++i) numbers.push_back(i);
  return numbers;
}

TARE_FUNCTION std::map<int, int> fill() {
  std::map<int, int> numbers;
  for (int i = 0; i < 100; ++i) numbers[i] = i;
  return numbers;
}

TARE_FUNCTION Malloced copy() { return Malloced(opaque(strdup("eleven long"))); }

TARE_FUNCTION std::unique_ptr<char[]> in_lambda() {
  const auto make = [](std::size_t size) { return opaque(new char[size]); };
  return std::unique_ptr<char[]>(make(300));
}

TARE_FUNCTION void work_of_thread() { std::free(opaque(std::malloc(77))); }

TARE_FUNCTION int in_thread() {
  std::thread(work_of_thread).join();
  return 0;
}

/// The C library allocates for that, and holds the thread's lock meanwhile.
TARE_FUNCTION int asks_for_its_stack() {
  std::thread([] {
    pthread_attr_t attributes;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_destroy(&attributes);
  }).join();
  return 0;
}

TARE_FUNCTION Malloced here(std::size_t size) { return Malloced(opaque(std::malloc(size))); }

TARE_FUNCTION std::pair<Malloced, Malloced> two_callers() {
  Malloced first = here(10);
  return {std::move(first), here(20)};
}

/// Where leaks are found again, by LeakSanitizer: more than there are operations.
void* left[1000];
std::size_t left_count = 0;

TARE_FUNCTION int leak_and_free() {
  left[left_count++ % std::size(left)] = opaque(std::malloc(48));
  std::free(opaque(std::malloc(100)));
  return 0;
}

}  // namespace sites_of

namespace tare {

void PrintTo(const HotSpot& spot, std::ostream* out) {
  *out << spot.what << " " << spot.file << ":" << spot.line << testing::PrintToString(spot.values);
}

}  // namespace tare

namespace tare::profile {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

template <class Body>
extend::Findings observe_sites(Body body,
                               std::vector<std::pair<std::string, std::string>> options = {},
                               std::uint64_t per_invocation = 1) {
  const auto profiler = make_mem_profiler();
  EXPECT_EQ(profiler->set_option("sites", "true"), "");
  EXPECT_EQ(profiler->set_option("flamegraph", "false"), "");
  for (const auto& [key, value] : options) EXPECT_EQ(profiler->set_option(key, value), "");
  FakeOperations operations(std::move(body), 1000, per_invocation);
  return profiler->observe({}, operations);
}

const HotSpots& table(const std::vector<HotSpots>& tables, const std::string& title) {
  for (const HotSpots& table : tables)
    if (table.title == title) return table;
  throw std::runtime_error("no " + title);
}

/// `{B/op, #/op}` at the one spot whose function has `name` in it.
std::vector<double> at(const HotSpots& table, const std::string& name) {
  std::vector<double> values;
  for (const HotSpot& spot : table.spots) {
    if (spot.what.find(name) == std::string::npos) continue;
    EXPECT_TRUE(values.empty()) << name << " is there twice";
    values = spot.values;
    EXPECT_THAT(spot.file, EndsWith("allocation_sites_test.cpp")) << spot.what;
    EXPECT_GT(spot.line, 0u);
  }
  return values;
}

std::vector<double> allocated(const extend::Findings& f, const std::string& name) {
  return at(table(f.hot_spots, "allocation sites"), name);
}

std::vector<double> retained(const extend::Findings& f, const std::string& name) {
  return at(table(f.hot_spots, "retained sites"), name);
}

double sum(const HotSpots& table, std::size_t unit) {
  double sum = 0;
  for (const HotSpot& spot : table.spots) sum += spot.values[unit];
  return sum;
}

double figure(const extend::Findings& findings, const std::string& label) {
  for (const Metric& metric : findings.metrics)
    if (metric.label == label) return metric.score;
  throw std::runtime_error("no " + label);
}

TEST(AllocationSites, strings_are_allocated_where_they_are_appended_to) {
  const extend::Findings f = observe_sites(sites_of::append);
  // To 30 characters, then to 60, then to 120: libstdc++ doubles.
  EXPECT_EQ(allocated(f, "sites_of::append"), (std::vector<double>{31 + 61 + 121.0, 3}));
  EXPECT_EQ(retained(f, "sites_of::append"), (std::vector<double>{121, 1}));
}

TEST(AllocationSites, vectors_are_allocated_where_they_grow) {
  const extend::Findings f = observe_sites(sites_of::grow);
  EXPECT_EQ(allocated(f, "sites_of::grow"), (std::vector<double>{8188, 11}));
  EXPECT_EQ(retained(f, "sites_of::grow"), (std::vector<double>{4096, 1}));
}

TEST(AllocationSites, nodes_are_allocated_where_they_are_put_in) {
  const extend::Findings f = observe_sites(sites_of::fill);
  EXPECT_EQ(allocated(f, "sites_of::fill"), (std::vector<double>{4000, 100}));
  EXPECT_EQ(retained(f, "sites_of::fill"), (std::vector<double>{4000, 100}));
}

TEST(AllocationSites, the_c_library_allocates_for_who_calls_it) {
  const extend::Findings f = observe_sites(sites_of::copy);
  EXPECT_EQ(allocated(f, "sites_of::copy"), (std::vector<double>{12, 1}));
}

TEST(AllocationSites, lambdas_are_functions) {
  const extend::Findings f = observe_sites(sites_of::in_lambda);
  const HotSpots& sites = table(f.hot_spots, "allocation sites");
  ASSERT_EQ(sites.spots.size(), 1u);
  EXPECT_THAT(sites.spots[0].what, HasSubstr("operator()"));
  EXPECT_EQ(sites.spots[0].values, (std::vector<double>{300, 1}));
}

TEST(AllocationSites, threads_that_an_operation_starts_count) {
  const extend::Findings f = observe_sites(sites_of::in_thread);
  EXPECT_EQ(allocated(f, "sites_of::work_of_thread"), (std::vector<double>{77, 1}));
  EXPECT_EQ(sum(table(f.hot_spots, "allocation sites"), 0), figure(f, "mem.alloc.rate.norm"));
}

TEST(AllocationSites, threads_may_ask_for_their_stacks) {
  const extend::Findings f = observe_sites(sites_of::asks_for_its_stack);
  EXPECT_EQ(sum(table(f.hot_spots, "allocation sites"), 0), figure(f, "mem.alloc.rate.norm"));
}

TEST(AllocationSites, places_are_told_apart_by_line_and_not_by_caller) {
  const extend::Findings f = observe_sites(sites_of::two_callers);
  EXPECT_EQ(allocated(f, "sites_of::here"), (std::vector<double>{30, 2}));
}

TEST(AllocationSites, what_is_left_is_told_where_it_was_allocated) {
  const extend::Findings f = observe_sites(sites_of::leak_and_free);
  EXPECT_EQ(at(table(f.hot_spots, "residue sites"), "sites_of::leak_and_free"),
            (std::vector<double>{48, 1}));
  const HotSpots& sites = table(f.hot_spots, "allocation sites");
  ASSERT_EQ(sites.spots.size(), 2u);
  EXPECT_EQ(sites.spots[0].values, (std::vector<double>{100, 1}));
  EXPECT_EQ(sites.spots[1].values, (std::vector<double>{48, 1}));
  EXPECT_EQ(sites.spots[0].line, sites.spots[1].line + 1);
}

TEST(AllocationSites, a_library_that_an_operation_loads_is_walked_through) {
  const extend::Findings f = observe_sites([] {
    void* const handle = dlopen(TARE_TEST_PLUGIN, RTLD_NOW | RTLD_LOCAL);
    const auto make = reinterpret_cast<void* (*)(std::size_t)>(dlsym(handle, "plugin_new"));
    const auto drop = reinterpret_cast<void (*)(void*)>(dlsym(handle, "plugin_delete"));
    drop(make(100));
    return 0;
  });
  const HotSpots& sites = table(f.hot_spots, "allocation sites");
  // By name, or by the object's where names were looked up before it was loaded.
  HotSpots of_plugin = sites;
  std::erase_if(of_plugin.spots,
                [](const HotSpot& spot) { return spot.what.find("plugin") == std::string::npos; });
  EXPECT_EQ(sum(of_plugin, 0), sizeof(std::string) + 101) << testing::PrintToString(sites.spots);
  EXPECT_EQ(sum(of_plugin, 1), 2);
  EXPECT_DOUBLE_EQ(sum(sites, 0), figure(f, "mem.alloc.rate.norm"));
}

TEST(AllocationSites, nothing_allocated_makes_no_tables) {
  EXPECT_THAT(observe_sites([] { return 1; }).hot_spots, ElementsAre());
}

TEST(AllocationSites, sums_over_sites_are_the_figures) {
  int calls = 0;
  const extend::Findings f = observe_sites(
      [&] {
        // No round numbers, and not the same each time.
        auto text = sites_of::append();
        for (int i = ++calls % 3; i >= 0; --i) sites_of::here(static_cast<std::size_t>(7 * i + 1));
        sites_of::grow();
        return text;
      },
      {}, 7);
  const HotSpots& sites = table(f.hot_spots, "allocation sites");
  EXPECT_DOUBLE_EQ(sum(sites, 0), figure(f, "mem.alloc.rate.norm"));
  EXPECT_DOUBLE_EQ(sum(sites, 1), figure(f, "mem.alloc.count.norm"));
  const HotSpots& kept = table(f.hot_spots, "retained sites");
  EXPECT_DOUBLE_EQ(sum(kept, 0), figure(f, "mem.retained.heap.norm"));
  EXPECT_DOUBLE_EQ(sum(kept, 1), figure(f, "mem.retained.count.norm"));
}

TEST(AllocationSites, figures_are_the_same_without_sites) {
  const auto body = [] {
    auto text = sites_of::append();
    sites_of::fill();
    sites_of::in_thread();
    return text;
  };
  const extend::Findings with = observe_sites(body);
  const extend::Findings without = observe_sites(body, {{"sites", "false"}});
  EXPECT_THAT(without.hot_spots, ElementsAre());
  ASSERT_EQ(with.metrics.size(), without.metrics.size());
  for (std::size_t i = 0; i < with.metrics.size(); ++i) {
    const Metric& one = with.metrics[i];
    const Metric& other = without.metrics[i];
    if (one.label == "mem.retained.footprint.norm") continue;  // Depends on the heap's state.
    EXPECT_EQ(one.label, other.label);
    EXPECT_EQ(one.score, other.score) << one.label;
    EXPECT_EQ(one.min, other.min) << one.label;
    EXPECT_EQ(one.median, other.median) << one.label;
    EXPECT_EQ(one.max, other.max) << one.label;
  }
}

}  // namespace
}  // namespace tare::profile
