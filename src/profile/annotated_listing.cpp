// SPDX-License-Identifier: Apache-2.0
#include "profile/annotated_listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace tare::profile {
namespace {

/// Loops within each other that are drawn; compilers unroll and split what lies deeper.
constexpr std::size_t most_columns = 4;

/// Columns of an instruction's text, behind which its line stands; longer ones push it on.
constexpr int text_width = 44;

/// From the instruction that is jumped to, to the jump; both are places in a region.
struct Loop {
  std::size_t top;
  std::size_t bottom;
};

std::vector<Loop> loops_in(const std::vector<ListedInstruction>& instructions) {
  std::vector<Loop> loops;
  for (std::size_t bottom = 0; bottom < instructions.size(); ++bottom) {
    const auto& target = instructions[bottom].instruction.jump;
    if (!target || *target > instructions[bottom].instruction.address) continue;
    const auto top = std::ranges::find(instructions, *target, [](const ListedInstruction& listed) {
      return listed.instruction.address;
    });
    if (top != instructions.end())
      loops.push_back({static_cast<std::size_t>(top - instructions.begin()), bottom});
  }
  std::ranges::stable_sort(loops, {}, [](const Loop& loop) { return loop.bottom - loop.top; });
  return loops;
}

/// The innermost column in which no loop is yet that has an instruction in common with this one.
std::size_t free_column(const std::vector<std::vector<Loop>>& columns, const Loop& loop) {
  const auto is_free = [&](const std::vector<Loop>& column) {
    return std::ranges::none_of(column, [&](const Loop& other) {
      return other.top <= loop.bottom && loop.top <= other.bottom;
    });
  };
  return static_cast<std::size_t>(std::ranges::find_if(columns, is_free) - columns.begin());
}

const char* mark(const std::vector<Loop>& column, std::size_t place) {
  for (const Loop& loop : column) {
    if (loop.top == loop.bottom && place == loop.top) return "⟲";
    if (place == loop.top) return "╭";
    if (place == loop.bottom) return "╰";
    if (loop.top < place && place < loop.bottom) return "│";
  }
  return " ";
}

std::string share_text(std::uint64_t part, std::uint64_t all) {
  return part == 0 ? std::string(7, ' ') : fmt::format("{:5.1f} %", percent(part, all));
}

std::string place_in_brackets(const std::string& file, int line) {
  const std::string place = source_place(file, line);
  return place.empty() ? "" : fmt::format(" ({})", place);
}

std::string table_text(const Listing& listing) {
  std::string text = "Hottest regions\n";
  std::uint64_t shown = 0;
  for (std::size_t i = 0; i < listing.shown; ++i) {
    const ListedRegion& region = listing.regions[i];
    shown += region.samples;
    text += fmt::format("  {}  {:>2}  {}{}  {} {:x}-{:x}\n",
                        share_text(region.samples, listing.samples), i + 1, region.function,
                        place_in_brackets(region.file, region.line), region.object, region.begin,
                        region.end);
  }
  if (listing.regions.size() > listing.shown)
    text += fmt::format("  {}      {} other regions\n",
                        share_text(listing.samples - shown, listing.samples),
                        listing.regions.size() - listing.shown);
  return text;
}

std::string instruction_text(const ListedInstruction& listed, const std::string& loops,
                             std::uint64_t all) {
  std::string text =
      fmt::format("  {}  {:>8x} {} {:<{}}", share_text(listed.samples, all),
                  listed.instruction.address, loops, listed.instruction.text, text_width);
  if (const std::string place = source_place(listed.file, listed.line); !place.empty())
    text += fmt::format("  {}  {}", place, listed.inlined);
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

/// It was hot enough.
bool is_shown(const ListedRegion& region) {
  return !region.instructions.empty() || !region.trouble.empty();
}

std::string region_text(const ListedRegion& region, std::size_t number, std::uint64_t all) {
  std::string text = fmt::format("\nRegion {}: {:.1f} %, {}, in {}\n", number,
                                 percent(region.samples, all), region.function, region.object);
  if (!region.trouble.empty()) text += fmt::format("  no instructions: {}\n", region.trouble);
  const std::vector<std::string> loops = loop_columns(region.instructions);
  for (std::size_t i = 0; i < region.instructions.size(); ++i)
    text += instruction_text(region.instructions[i], loops[i], all);
  if (region.left_out > 0)
    text += fmt::format(
        "  {} more instructions are left out; tooBigThreshold= says how many there can be\n",
        region.left_out);
  return text;
}

}  // namespace

double percent(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(all);
}

std::string source_place(const std::string& file, int line) {
  return file.empty() || line == 0 ? ""
                                   : fmt::format("{}:{}", file.substr(file.rfind('/') + 1), line);
}

std::vector<std::string> loop_columns(const std::vector<ListedInstruction>& instructions) {
  std::vector<std::vector<Loop>> columns;
  for (const Loop& loop : loops_in(instructions)) {
    const std::size_t column = free_column(columns, loop);
    if (column == most_columns) continue;
    if (column == columns.size()) columns.emplace_back();
    columns[column].push_back(loop);
  }
  std::vector<std::string> texts(instructions.size());
  for (std::size_t place = 0; place < texts.size(); ++place)
    for (auto column = columns.rbegin(); column != columns.rend(); ++column)
      texts[place] += mark(*column, place);
  return texts;
}

std::string listing_text(const Listing& listing) {
  std::string text = fmt::format(
      "{}\n{} samples of processor time, {}\n\n"
      "Percent are of all samples of the benchmark. A sample stands at the instruction with which "
      "the\n"
      "thread went on: what took the time is that one or the one before it, and at the head of a "
      "loop\n"
      "the jump to it (skid).\n\n",
      listing.title, listing.samples, listing.sampled);
  text += table_text(listing);
  if (std::ranges::none_of(listing.regions, is_shown))
    text +=
        "\nNo region has as many samples as hotThreshold= wants for its instructions to be "
        "shown.\n";
  for (std::size_t i = 0; i < listing.regions.size(); ++i) {
    const ListedRegion& region = listing.regions[i];
    if (is_shown(region)) text += region_text(region, i + 1, listing.samples);
  }
  return text;
}

}  // namespace tare::profile
