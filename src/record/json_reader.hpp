// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>

#include "record/json.hpp"
#include "record/json_fields.hpp"
#include "record/units.hpp"

namespace tare::json {

/// The way from the top of a document to a value, kept on the stack: it costs nothing until an
/// error asks for it.
struct Place {
  const Place* outer = nullptr;
  const std::string* key = nullptr;  ///< A member; else an element:
  std::size_t index = 0;

  std::string path() const {
    if (outer == nullptr) return "";
    if (key == nullptr) return outer->path() + '[' + std::to_string(index) + ']';
    const auto plain = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    if (std::ranges::all_of(*key, plain)) return outer->path() + '.' + *key;
    return outer->path() + '[' + Json(*key).dump(-1, ' ', true) + ']';
  }

  [[noreturn]] void fail(const std::string& what) const {
    const std::string where = path();
    throw RecordError((where.empty() ? "top level" : where) + ": " + what);
  }

  void expect(bool fits, const char* expected, const Json& found) const {
    if (!fits) fail(std::string("expected ") + expected + ", found " + found.type_name());
  }
};

/// The whole of `text` as a number.
template <typename T>
bool parse_number(const std::string& text, T& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end;
}

/// Reads one JSON object.
class JsonReader {
 public:
  JsonReader(const Json& object, const Place& place) : object_(object), place_(place) {
    place.expect(object.is_object(), "object", object);
  }

  const Json& json() const { return object_; }
  const Place& place() const { return place_; }
  Place place_of(const std::string& key) const { return {&place_, &key}; }

  bool has(const std::string& key, bool) const { return object_.contains(key); }

  void required(const std::string& key, auto& value) const {
    decode(member(key), value, place_of(key));
  }
  void optional(const std::string& key, auto& value) const {
    if (object_.contains(key)) required(key, value);
  }
  void optional_pair(const std::string& key, double& first, double& second) const {
    std::vector<double> pair{first, second};
    optional(key, pair);
    if (pair.size() != 2) place_of(key).fail("expected two numbers");
    first = pair[0];
    second = pair[1];
  }
  void optional_duration(const std::string& key, std::uint64_t& nanoseconds) const {
    std::string text = "single-shot";
    optional(key, text);
    const auto parsed = text == "single-shot" ? 0 : parse_duration(text);
    if (!parsed) place_of(key).fail("expected a duration such as \"100 ms\"");
    nanoseconds = *parsed;
  }
  void required_seed(const std::string& key, std::uint64_t& seed) const {
    std::string text;
    required(key, text);
    if (!parse_number(text, seed)) place_of(key).fail("expected a 64-bit number as text");
  }
  void object(const std::string& key, auto&& describe_members) const {
    const Place place = place_of(key);
    const JsonReader inner(member(key), place);
    describe_members(inner);
  }
  /// A metric for each member of the object.
  void metrics_of_members(std::vector<Metric>& metrics) const {
    for (const auto& item : object_.items()) metrics.emplace_back().label = item.key();
    std::ranges::sort(metrics, {}, &Metric::label);
  }

  template <typename T>
  static void decode(const Json& from, T& value, const Place& place) {
    if constexpr (std::same_as<T, bool>) {
      place.expect(from.is_boolean(), "boolean", from);
      value = from.get<bool>();
    } else if constexpr (Enumeration<T>) {
      decode_name(from, value, place);
    } else if constexpr (std::unsigned_integral<T>) {
      decode_count(from, value, place);
    } else if constexpr (std::same_as<T, std::string>) {
      place.expect(from.is_string(), "string", from);
      value = from.get_ref<const std::string&>();
    } else {
      JsonReader reader(from, place);
      describe(reader, value);
    }
  }
  static void decode(const Json& from, double& value, const Place& place) {
    if (from.is_string()) {
      const auto found = std::ranges::find(unspeakables, from, &Unspeakable::name);
      if (found == unspeakables.end())
        place.fail("expected a number, \"NaN\", \"+INF\" or \"-INF\"");
      value = found->value;
    } else {
      place.expect(from.is_number(), "number", from);
      value = from.get<double>();
    }
  }
  template <typename T>
  static void decode(const Json& from, std::vector<T>& values, const Place& place) {
    place.expect(from.is_array(), "array", from);
    values.assign(from.size(), T{});
    for (std::size_t i = 0; i < from.size(); ++i) decode(from[i], values[i], {&place, nullptr, i});
  }
  static void decode(const Json& from, std::pair<double, std::uint64_t>& bucket,
                     const Place& place) {
    if (!from.is_array() || from.size() != 2) place.fail("expected [value, count]");
    decode(from[0], bucket.first, Place{&place, nullptr, 0});
    decode(from[1], bucket.second, Place{&place, nullptr, 1});
  }
  template <NameAndValue T>
  static void decode(const Json& from, std::vector<T>& named, const Place& place) {
    place.expect(from.is_object(), "object", from);
    for (const auto& item : from.items()) {
      T& one = named.emplace_back();
      one.name = item.key();
      decode(item.value(), one.value, Place{&place, &one.name});
    }
  }
  static void decode(const Json& from, Percentiles& percentiles, const Place& place) {
    place.expect(from.is_object(), "object", from);
    for (const auto& item : from.items()) {
      auto& [percentile, value] = percentiles.emplace_back();
      if (!parse_number(item.key(), percentile)) place.fail("a key is no number");
      decode(item.value(), value, Place{&place, &item.key()});
    }
  }

 private:
  template <Enumeration T>
  static void decode_name(const Json& from, T& value, const Place& place) {
    std::string expected = "expected one of";
    for (const T candidate : all_of(T{})) {
      value = candidate;
      if (from == name_of(candidate)) return;
      expected.append(" ").append(name_of(candidate));
    }
    place.fail(expected);
  }

  /// Also 6e11: what passes numbers through a double may spell it so.
  template <std::unsigned_integral T>
  static void decode_count(const Json& from, T& value, const Place& place) {
    place.expect(from.is_number(), "number", from);
    constexpr T most = std::numeric_limits<T>::max();
    bool fits = false;
    if (from.is_number_unsigned()) {
      fits = from.get<std::uint64_t>() <= most;
    } else if (const auto number = from.get<double>(); from.is_number_float()) {
      constexpr double whole = 0x1p53;  // Beyond it a double has lost digits.
      fits = number >= 0 && number <= whole && number == std::floor(number) &&
             static_cast<std::uint64_t>(number) <= most;
    }
    if (!fits) place.fail("expected a whole number of at most " + std::to_string(most));
    value = from.get<T>();
  }

  const Json& member(const std::string& key) const {
    const auto found = object_.find(key);
    if (found == object_.end()) place_.fail("\"" + key + "\" is missing");
    return *found;
  }

  const Json& object_;
  const Place& place_;
};

}  // namespace tare::json
