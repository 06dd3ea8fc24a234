// SPDX-License-Identifier: Apache-2.0
#include "profile/profile_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace tare::profile {

void ProfileOptions::add(extend::ProfilerOption option, Set set) {
  options_.push_back(std::move(option));
  setters_.push_back(std::move(set));
}

void ProfileOptions::add_switch(const char* name, bool& on, const char* text) {
  add({name, fmt::to_string(on), text}, [name, &on](const std::string& value) -> std::string {
    if (value != "true" && value != "false")
      return fmt::format("{}={}: must be true or false", name, value);
    on = value == "true";
    return "";
  });
}

void ProfileOptions::add_number(const char* name, std::uint64_t& number, std::uint64_t least,
                                std::uint64_t most, const char* what) {
  add({name, fmt::to_string(number), what}, [=, &number](const std::string& value) -> std::string {
    std::uint64_t read = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, read);
    if (error != std::errc() || stop != end || read < least || read > most)
      return fmt::format("{}={}: must be a number of {}, {} to {}", name, value, what, least, most);
    number = read;
    return "";
  });
}

void ProfileOptions::add_folder(ProfileFiles& files) {
  add({"dir", files.folder(), "where files go"}, [&files](const std::string& value) -> std::string {
    if (value.empty()) return "dir= needs the name of a folder";
    files.set_folder(value);
    return "";
  });
}

void ProfileOptions::add_tap(std::optional<TapKind>& wanted) {
  add({"tap", "", "what sees allocations, the first of these that works: " + tap_names()},
      [&wanted](const std::string& value) -> std::string {
        wanted = parse_tap(value);
        if (wanted) return "";
        return fmt::format("there is no tap '{}'; there are: {}", value, tap_names());
      });
}

std::string ProfileOptions::set(const char* profiler, const std::string& key,
                                const std::string& value) const {
  const auto option = std::ranges::find(options_, key, &extend::ProfilerOption::name);
  if (option != options_.end())
    return setters_[static_cast<std::size_t>(option - options_.begin())](value);
  std::string names;
  for (const extend::ProfilerOption& known : options_)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", known.name);
  return fmt::format("{} has no option '{}'; it has {}", profiler, key,
                     names.empty() ? "none" : names);
}

}  // namespace tare::profile
