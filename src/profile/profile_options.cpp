// SPDX-License-Identifier: Apache-2.0
#include "profile/profile_options.hpp"

#include <fmt/format.h>

#include <charconv>

namespace tare::profile {

std::string set_switch(bool& on, const std::string& key, const std::string& value) {
  if (value != "true" && value != "false")
    return fmt::format("{}={}: must be true or false", key, value);
  on = value == "true";
  return "";
}

std::string set_number(std::uint64_t& number, const std::string& key, const std::string& value,
                       std::uint64_t least, std::uint64_t most, const char* what) {
  std::uint64_t read = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, read);
  if (error != std::errc() || stop != end || read < least || read > most)
    return fmt::format("{}={}: must be a number of {}, {} to {}", key, value, what, least, most);
  number = read;
  return "";
}

std::string set_folder(ProfileFiles& files, const std::string& value) {
  if (value.empty()) return "dir= needs the name of a folder";
  files.set_folder(value);
  return "";
}

}  // namespace tare::profile
