// SPDX-License-Identifier: Apache-2.0
#include "conjure/primitives.hpp"

#include <algorithm>

namespace conjure {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z'); }

template <class Allowed>
bool all_of(std::string_view text, Allowed allowed) {
  return std::all_of(text.begin(), text.end(), allowed);
}

bool is_name_part(char c) { return is_lower(c) || is_digit(c) || c == '-'; }

}  // namespace

std::optional<BearerToken> BearerToken::parse(std::string_view text) {
  // The `=` only at the end, after at least one other character.
  const std::string_view body = text.substr(0, text.find_last_not_of('=') + 1);
  const auto allowed = [](char c) {
    return is_letter(c) || is_digit(c) ||
           std::string_view("-._~+/").find(c) != std::string_view::npos;
  };
  if (body.empty() || !all_of(body, allowed)) return std::nullopt;
  return BearerToken(text);
}

std::optional<Rid> Rid::parse(std::string_view text) {
  std::array<std::string_view, 4> parts;  // ri, service, instance, type; the rest is the locator
  std::string_view rest = text;
  for (std::string_view& part : parts) {
    const std::size_t dot = rest.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    part = rest.substr(0, dot);
    rest.remove_prefix(dot + 1);
  }
  const auto is_name = [](std::string_view name) {
    return !name.empty() && is_lower(name[0]) && all_of(name, is_name_part);
  };
  const auto is_instance = [](std::string_view name) {
    return name.empty() || (name[0] != '-' && all_of(name, is_name_part));
  };
  const auto in_locator = [](char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_';
  };
  const auto& [ri, service, instance, type] = parts;
  if (ri != "ri" || !is_name(service) || !is_instance(instance) || !is_name(type) || rest.empty() ||
      !all_of(rest, in_locator)) {
    return std::nullopt;
  }
  return Rid(text);
}

namespace {

constexpr std::string_view base64_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Value of each base64 digit; 64 for all other bytes.
constexpr std::array<std::uint8_t, 256> base64_values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(64);
  for (std::size_t i = 0; i < base64_digits.size(); ++i) {
    values[static_cast<unsigned char>(base64_digits[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}();

}  // namespace

std::optional<Binary> Binary::parse(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  Binary binary;
  binary.bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const std::size_t missing = i + 4 == text.size() ? padding : 0;
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const bool is_padding = j >= 4 - missing;
      const std::uint8_t value =
          is_padding ? 0 : base64_values[static_cast<unsigned char>(text[i + j])];
      if (value == 64) return std::nullopt;
      group = group << 6 | value;
    }
    const std::size_t whole = 3 - missing;
    if ((group & (0xFFFFFFU >> (8 * whole))) != 0 && missing != 0) return std::nullopt;
    for (std::size_t j = 0; j < whole; ++j) {
      binary.bytes.push_back(static_cast<std::uint8_t>(group >> (16 - 8 * j)));
    }
  }
  return binary;
}

void Binary::append_to(std::string& out) const {
  out.reserve(out.size() + (bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t whole = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < whole; ++j) {
      group |= static_cast<std::uint32_t>(bytes[i + j]) << (16 - 8 * j);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      out += j <= whole ? base64_digits[group >> (18 - 6 * j) & 0x3F] : '=';
    }
  }
}

std::optional<Uuid> Uuid::parse(std::string_view text) {
  if (text.size() != 36) return std::nullopt;
  Uuid uuid;
  std::size_t digit = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (i == 8 || i == 13 || i == 18 || i == 23) {
      if (c != '-') return std::nullopt;
      continue;
    }
    const char lower = static_cast<char>(c | 0x20);
    if (!is_digit(c) && !(lower >= 'a' && lower <= 'f')) return std::nullopt;
    const int value = is_digit(c) ? c - '0' : lower - 'a' + 10;
    std::uint8_t& byte = uuid.bytes[digit++ / 2];
    byte = static_cast<std::uint8_t>(byte << 4 | value);
  }
  return uuid;
}

void Uuid::append_to(std::string& out) const {
  constexpr char digits[] = "0123456789abcdef";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) out += '-';
    out += digits[bytes[i] >> 4];
    out += digits[bytes[i] & 0xF];
  }
}

}  // namespace conjure
