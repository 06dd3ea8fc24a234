// SPDX-License-Identifier: Apache-2.0
// Numbers and their texts, in the C locale whatever the program's.
#include <charconv>

#include "tare/params.hpp"

namespace tare::detail {
namespace {

template <class T>
bool parse_whole(std::string_view text, T& value) noexcept {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

template <class T>
NumberText print_number(T value) noexcept {
  NumberText text;
  const auto [end, error] =
      std::to_chars(text.characters, text.characters + sizeof text.characters, value);
  text.length = error == std::errc() ? static_cast<std::size_t>(end - text.characters) : 0;
  return text;
}

}  // namespace

bool parse(std::string_view text, bool& value) noexcept {
  if (text != "true" && text != "false") return false;
  value = text == "true";
  return true;
}
bool parse(std::string_view text, long long& value) noexcept { return parse_whole(text, value); }
bool parse(std::string_view text, unsigned long long& value) noexcept {
  return parse_whole(text, value);
}
bool parse(std::string_view text, double& value) noexcept { return parse_whole(text, value); }

NumberText print(long long value) noexcept { return print_number(value); }
NumberText print(unsigned long long value) noexcept { return print_number(value); }
NumberText print(float value) noexcept { return print_number(value); }
NumberText print(double value) noexcept { return print_number(value); }

}  // namespace tare::detail
