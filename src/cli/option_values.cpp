// SPDX-License-Identifier: Apache-2.0
#include "cli/option_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <thread>

#include "catalog/limits.hpp"
#include "catalog/nearest.hpp"
#include "catalog/parameter_sources.hpp"
#include "catalog/wrong_use.hpp"

namespace tare::cli {
namespace {

using catalog::WrongUse;

[[noreturn]] void refuse(const std::string& option, const std::string& text,
                         const std::string& wanted) {
  throw WrongUse(fmt::format("{}: '{}' is not {}", option, text, wanted));
}

template <class T>
bool read_whole(const std::string& text, T& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

/// What parse_patterns() has left to do in a value.
std::string unescaped(std::string part) {
  for (std::size_t at = 0; (at = part.find("\\\\", at)) != std::string::npos; ++at)
    part.erase(at, 1);
  return part;
}

std::vector<std::string> source_values(const std::string& option, const std::string& name,
                                       const std::string& source) {
  try {
    return catalog::values_of_source(unescaped(source));
  } catch (const catalog::SourceProblem& problem) {
    throw WrongUse(fmt::format("{} {}={}: {}", option, name, source, problem.what()));
  }
}

std::ptrdiff_t place_of(const std::string& option, const std::string& text,
                        const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end())
    refuse(option, text,
           fmt::format("one of {}{}", fmt::join(names, ", "), catalog::did_you_mean(text, names)));
  return found - names.begin();
}

}  // namespace

std::uint64_t parse_integer(const std::string& option, const std::string& text, std::uint64_t least,
                            std::uint64_t most) {
  std::uint64_t value = 0;
  if (!read_whole(text, value) || value < least || value > most)
    refuse(option, text,
           most == UINT64_MAX ? fmt::format("a whole number of at least {}", least)
                              : fmt::format("a whole number from {} to {}", least, most));
  return value;
}

std::uint64_t parse_time(const std::string& option, const std::string& text) {
  const std::optional<std::uint64_t> ns = parse_duration(text);
  if (!ns) refuse(option, text, "a time; write 100ms, 1.5s, 2h, or seconds as a bare number");
  return *ns;
}

bool parse_bool(const std::string& option, const std::string& text) {
  if (text != "true" && text != "false") refuse(option, text, "true or false");
  return text == "true";
}

std::optional<double> read_share(const std::string& text) {
  const bool percent = !text.empty() && text.back() == '%';
  double share = 0;
  const bool whole = read_whole(percent ? text.substr(0, text.size() - 1) : text, share);
  if (percent) share /= 100;
  if (!whole || !(share > 0 && share < 1)) return std::nullopt;
  return share;
}

double parse_level(const std::string& option, const std::string& text) {
  const std::optional<double> level = read_share(text);
  if (!level) refuse(option, text, "a confidence level between 0 and 1, such as 0.999 or 99.9%");
  return *level;
}

session::Until parse_until(const std::string& option, const std::string& text) {
  session::Until until;
  const std::size_t comma = text.find(',');
  const std::optional<double> share = read_share(text.substr(0, comma));
  if (!share)
    refuse(option, text,
           "an error between 0 and 100%, such as 1%, or 1%,2m with the time that a case may take");
  until.share = *share;
  if (comma != std::string::npos) until.longest_ns = parse_time(option, text.substr(comma + 1));
  return until;
}

TimeUnit parse_unit(const std::string& option, const std::string& text) {
  const std::optional<TimeUnit> unit = parse_time_unit(text);
  if (!unit) refuse(option, text, "a unit of time; there are: ns, us, ms, s, m, h");
  return *unit;
}

report::Verbosity parse_verbosity(const std::string& option, const std::string& text) {
  return static_cast<report::Verbosity>(place_of(option, text, {"SILENT", "NORMAL", "EXTRA"}));
}

namespace {

/// Whether a shell would find a program of that name.
bool is_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + '/' + name).c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace

std::vector<std::string> parse_launcher(const std::string& option, const std::string& text) {
  std::istringstream blanks(text);
  std::vector<std::string> words(std::istream_iterator<std::string>(blanks), {});
  if (words.empty()) refuse(option, text, "a program, with words of its own or without");
  if (!is_program(words.front()))
    refuse(option, words.front(),
           "a program that can be run: a path, or what is in a folder of PATH");
  return words;
}

WarmupMode parse_warmup_mode(const std::string& option, const std::string& text) {
  return static_cast<WarmupMode>(place_of(
      option, text,
      {name_of(WarmupMode::indi), name_of(WarmupMode::bulk), name_of(WarmupMode::bulk_indi)}));
}

namespace {

std::uint32_t count_of_threads(const std::string& option, const std::string& text) {
  return static_cast<std::uint32_t>(parse_integer(option, text, 1, catalog::most_threads));
}

}  // namespace

std::uint32_t parse_threads(const std::string& option, const std::string& text) {
  if (text == "max") return option_values::max;
  if (text == "halfmax") return std::max(1u, std::thread::hardware_concurrency() / 2);
  return count_of_threads(option, text);
}

std::vector<std::uint32_t> parse_thread_group(const std::string& option, const std::string& text) {
  std::vector<std::uint32_t> threads;
  for (const std::string& part : parse_list(text))
    threads.push_back(count_of_threads(option, part));
  return threads;
}

std::vector<Mode> parse_modes(const std::string& option, const std::string& text) {
  constexpr Mode all[] = {Mode::throughput, Mode::average_time, Mode::sample_time,
                          Mode::single_shot};
  std::vector<Mode> modes;
  for (const std::string& name : parse_list(text)) {
    std::vector<Mode> meant;
    for (const Mode mode : all)
      if (name == "all" || (!name.empty() && std::string(short_name(mode)).starts_with(name)))
        meant.push_back(mode);
    const bool exact = std::any_of(meant.begin(), meant.end(),
                                   [&](Mode mode) { return name == short_name(mode); });
    if (meant.empty() || (meant.size() > 1 && name != "all" && !exact))
      refuse(option, name, "a mode; there are: thrpt, avgt, sample, ss, all");
    for (const Mode mode : meant)
      if (std::find(modes.begin(), modes.end(), mode) == modes.end()) modes.push_back(mode);
  }
  return modes;
}

std::vector<std::string> parse_list(const std::string& text) {
  std::vector<std::string> parts = parse_patterns(text);
  for (std::string& part : parts) part = unescaped(std::move(part));
  return parts;
}

std::vector<std::string> parse_patterns(const std::string& text) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view pair = std::string_view(text).substr(i, 2);
    if (pair.front() == ',') {
      parts.emplace_back();
    } else if (pair == "\\,") {
      parts.back() += text[++i];
    } else if (pair == "\\\\") {
      parts.back() += pair;
      ++i;
    } else {
      parts.back() += text[i];
    }
  }
  return parts;
}

std::string escaped(std::string_view value) {
  std::string text = catalog::is_source(value) ? "\\" : "";
  for (const char c : value) {
    if (c == ',' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

std::pair<std::string, std::vector<std::string>> parse_param(const std::string& option,
                                                             const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    refuse(option, text, "of the form name=value,value");
  const std::string name = text.substr(0, equals);
  std::vector<std::string> values;
  for (std::string& part : parse_patterns(text.substr(equals + 1))) {
    if (catalog::is_source(part)) {
      for (std::string& value : source_values(option, name, part))
        values.push_back(std::move(value));
      continue;
    }
    if (part.starts_with('\\') && catalog::is_source(std::string_view(part).substr(1)))
      part.erase(0, 1);
    values.push_back(unescaped(std::move(part)));
  }
  return {name, values};
}

ProfilerWish parse_profiler(const std::string& option, const std::string& text) {
  const std::size_t colon = text.find(':');
  ProfilerWish wish{text.substr(0, colon), {}};
  std::string rest = colon == std::string::npos ? "" : text.substr(colon + 1);
  while (!rest.empty()) {
    const std::size_t semicolon = rest.find(';');
    const std::string part = rest.substr(0, semicolon);
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos || equals == 0)
      refuse(option, text, "of the form name:key=value;key=value");
    wish.options.emplace_back(part.substr(0, equals), part.substr(equals + 1));
    rest = semicolon == std::string::npos ? "" : rest.substr(semicolon + 1);
  }
  return wish;
}

std::optional<OutputWish> read_output(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) return std::nullopt;
  return OutputWish{text.substr(0, colon), text.substr(colon + 1)};
}

OutputWish parse_output(const std::string& option, const std::string& text) {
  const std::optional<OutputWish> output = read_output(text);
  if (!output)
    refuse(option, text, "of the form format:file, such as json:result.json; -lrf lists formats");
  return *output;
}

}  // namespace tare::cli
