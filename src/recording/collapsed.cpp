// SPDX-License-Identifier: Apache-2.0
#include "recording/collapsed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "record/printable.hpp"

namespace tare::recording {
namespace {

std::string safe_name(const std::string& function) {
  std::string name = printable(function);
  std::replace(name.begin(), name.end(), ';', ':');
  return name.empty() ? "[unknown]" : name;
}

/// One line of a file, for its errors.
struct Line {
  const std::string& title;
  std::size_t number;
  std::string_view text;

  [[noreturn]] void refuse(const std::string& what) const {
    throw RecordingError(fmt::format(
        "{}: line {}: {}; each line is to be `outermost;innermost NUMBER`", title, number, what));
  }
};

std::int64_t value_of(const Line& line, std::string_view digits) {
  std::int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error == std::errc::result_out_of_range) line.refuse("the number is beyond 2^63");
  if (digits.empty() || stop != end || error != std::errc()) line.refuse("no number is at its end");
  return value;
}

std::vector<stacks::Frame> frames_of(const Line& line, std::string_view names,
                                     std::size_t most_frames) {
  std::vector<stacks::Frame> frames;
  for (;;) {
    if (frames.size() == most_frames) line.refuse(fmt::format("more than {} frames", most_frames));
    const std::size_t end = names.find(';');
    frames.push_back({printable(names.substr(0, end)), "", 0});
    if (end == std::string_view::npos) break;
    names.remove_prefix(end + 1);
  }
  std::reverse(frames.begin(), frames.end());
  return frames;
}

}  // namespace

std::string collapsed_text(const stacks::StackProfile& profile, std::size_t type) {
  std::vector<std::string> names;
  for (const stacks::Frame& frame : profile.frames) names.push_back(safe_name(frame.function));
  // Stacks that differ in lines or kinds of their frames alone are one here.
  std::vector<std::pair<std::string, std::int64_t>> lines;
  std::unordered_map<std::string, std::size_t> places;
  for (const stacks::WeightedStack& stack : profile.stacks) {
    std::string line = stack.frames.empty() ? safe_name("") : "";
    for (auto frame = stack.frames.rbegin(); frame != stack.frames.rend(); ++frame)
      line.append(line.empty() ? "" : ";").append(names[*frame]);
    const auto [known, is_new] = places.try_emplace(line, lines.size());
    if (is_new) lines.emplace_back(std::move(line), 0);
    lines[known->second].second += stack.values[type];
  }
  std::string text;
  for (const auto& [line, value] : lines)
    if (value != 0) text.append(line).append(" ").append(std::to_string(value)).append("\n");
  return text;
}

stacks::StackProfile read_collapsed(std::string_view text, const std::string& title,
                                    const CollapsedLimits& limits) {
  stacks::StackProfileBuilder builder(title, {{"samples", "count"}});
  // Of magnitudes, so that no sum of any of them is beyond what fits.
  std::uint64_t total = 0;
  for (Line line{title, 1, {}}; !text.empty(); ++line.number) {
    line.text = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.text.size() + 1));
    if (line.text.size() > limits.most_line_bytes)
      line.refuse(fmt::format("it is longer than {} bytes", limits.most_line_bytes));
    if (line.text.ends_with('\r')) line.text.remove_suffix(1);
    if (line.text.empty()) continue;
    const std::size_t space = line.text.rfind(' ');
    if (space == std::string_view::npos) line.refuse("no number is at its end");
    const std::int64_t value = value_of(line, line.text.substr(space + 1));
    const std::uint64_t magnitude =
        value < 0 ? -static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    if (magnitude > most - total) line.refuse("the numbers come to more than 2^63");
    total += magnitude;
    builder.add(frames_of(line, line.text.substr(0, space), limits.most_frames), {value});
  }
  return builder.take();
}

}  // namespace tare::recording
