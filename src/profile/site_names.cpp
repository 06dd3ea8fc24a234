// SPDX-License-Identifier: Apache-2.0
#include "profile/site_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "stacks/benchmark_part.hpp"
#include "stacks/function_scope.hpp"
#include "stacks/symbols.hpp"

namespace tare::profile {
namespace {

using stacks::Frame;

/// Whether a frame is of what benchmarks allocate by.
bool allocates_for_others(const Frame& frame) {
  constexpr std::string_view objects[] = {
      "libc.so",    "libstdc++.so", "libc++",      "ld-linux",     "libasan.so",
      "libtsan.so", "liblsan.so",   "libubsan.so", "tare-preload", "libpthread.so"};
  // A sanitizer's runtime may be in the program itself.
  constexpr std::string_view scopes[] = {
      "std::",    "__gnu_cxx::", "operator new", "__interceptor", "__sanitizer",
      "__asan::", "__tsan::",    "__cxa_",       "__cxxabiv1::"};
  constexpr std::string_view functions[] = {
      "malloc", "calloc",  "realloc", "reallocarray", "memalign", "aligned_alloc", "posix_memalign",
      "valloc", "pvalloc", "strdup",  "__strdup",     "strndup",  "__strndup"};
  const auto any = [](const auto& texts, auto&& test) { return std::ranges::any_of(texts, test); };
  // Inlined functions of local types have bare names, but their file tells whose they are.
  return frame.file.find("/include/c++/") != std::string::npos ||
         any(objects, [&](auto text) { return frame.object.starts_with(text); }) ||
         any(scopes, [&](auto text) { return stacks::is_in_scope(frame.function, text); }) ||
         any(functions, [&](auto text) { return frame.function == text; });
}

HotSpot spot_of(const std::vector<Frame>& frames) {
  const Frame frame = allocation_place(frames);
  return {frame.function, frame.file, static_cast<std::uint32_t>(frame.line), {}};
}

using Place = std::tuple<std::string, std::string, std::uint32_t>;

Place place_of(const HotSpot& spot) { return {spot.what, spot.file, spot.line}; }

/// Sums by place.
class Table {
 public:
  void add(const HotSpot& spot, const std::vector<double>& values) {
    std::vector<double>& sums = spots_[place_of(spot)];
    sums.resize(values.size());
    std::ranges::transform(sums, values, sums.begin(), std::plus());
  }

  bool empty() const { return spots_.empty(); }

  /// By bytes; sums are divided.
  HotSpots divided_by(double divisor, std::string title) const {
    HotSpots table{"mem", std::move(title), {"B/op", "#/op"}, {}};
    for (const auto& [place, sums] : spots_) {
      const auto& [what, file, line] = place;
      table.spots.push_back({what, file, line, sums});
      for (double& value : table.spots.back().values) value /= divisor;
    }
    std::ranges::stable_sort(table.spots, std::greater(), &HotSpot::values);
    return table;
  }

 private:
  std::map<Place, std::vector<double>> spots_;
};

/// A table's title, and what it is made of.
struct Kind {
  const char* title;
  std::uint64_t SiteTally::*bytes;
  std::uint64_t SiteTally::*blocks;
};

constexpr Kind kinds[] = {
    {"allocation sites", &SiteTally::allocated_bytes, &SiteTally::allocations},
    {"retained sites", &SiteTally::owned_bytes, &SiteTally::owned_blocks},
    {"residue sites", &SiteTally::residue_bytes, &SiteTally::residue_blocks},
};

}  // namespace

Frame allocation_place(const std::vector<Frame>& frames) {
  const auto frame = std::ranges::find_if_not(frames, allocates_for_others);
  if (frame != frames.end()) return *frame;
  return frames.empty() ? Frame{"(not known)", "", 0} : frames.front();
}

NamedSites name_sites(const AllocationSites& sites, std::string title, std::uint64_t operations) {
  stacks::StackNamer namer;
  stacks::StackProfileBuilder profile(std::move(title), {{"alloc", "bytes"},
                                                         {"allocations", "count"},
                                                         {"retained", "bytes"},
                                                         {"retained blocks", "count"}});
  std::array<Table, std::size(kinds)> tables;
  for (std::uint32_t site = 0; site < sites.tallies().size(); ++site) {
    const SiteTally& tally = sites.tallies()[site];
    if (tally.allocations == 0) continue;
    const std::vector<Frame> frames = stacks::profiled_part(namer.named(sites.stack(site))).frames;
    const HotSpot spot = spot_of(frames);
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < std::size(kinds); ++i) {
      const std::uint64_t bytes = tally.*kinds[i].bytes;
      const std::uint64_t blocks = tally.*kinds[i].blocks;
      values.push_back(static_cast<std::int64_t>(bytes));
      values.push_back(static_cast<std::int64_t>(blocks));
      if (blocks != 0)
        tables[i].add(spot, {static_cast<double>(bytes), static_cast<double>(blocks)});
    }
    values.resize(4);  // Graphs are not of what is left.
    profile.add(frames, values);
  }
  NamedSites named;
  for (std::size_t i = 0; i < std::size(kinds); ++i)
    if (!tables[i].empty())
      named.tables.push_back(tables[i].divided_by(static_cast<double>(operations), kinds[i].title));
  named.profile = profile.take();
  named.profile.operations = operations;
  return named;
}

std::vector<HotSpots> tables_over(const std::vector<extend::Findings>& forks) {
  std::vector<HotSpots> tables;
  for (const Kind& kind : kinds) {
    Table sums;
    for (const extend::Findings& fork : forks)
      for (const HotSpots& table : fork.hot_spots)
        if (table.title == kind.title)
          for (const HotSpot& spot : table.spots) sums.add(spot, spot.values);
    if (!sums.empty())
      tables.push_back(sums.divided_by(static_cast<double>(forks.size()), kind.title));
  }
  return tables;
}

std::vector<std::string> differing_sites(const std::vector<extend::Findings>& forks) {
  std::map<Place, std::vector<double>> bytes;
  for (std::size_t i = 0; i < forks.size(); ++i)
    for (const HotSpots& table : forks[i].hot_spots)
      if (table.title == kinds[0].title)
        for (const HotSpot& spot : table.spots) {
          std::vector<double>& of_forks = bytes[place_of(spot)];
          of_forks.resize(forks.size());
          of_forks[i] = spot.values.front();
        }
  std::vector<std::string> texts;
  for (const auto& [place, of_forks] : bytes) {
    const auto [low, high] = std::ranges::minmax(of_forks);
    if (low == high) continue;
    const auto& [what, file, line] = place;
    const std::string at = file.empty() ? "" : fmt::format(" ({}:{})", file, line);
    texts.push_back(fmt::format("{:.3f} to {:.3f} B/op at {}{}", low, high, what, at));
  }
  return texts;
}

}  // namespace tare::profile
