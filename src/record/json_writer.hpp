// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cmath>

#include "record/json_fields.hpp"
#include "record/units.hpp"

namespace tare::json {

/// `50.0`, `99.99`: as Java prints a double.
inline std::string percentile_key(double percentile) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), percentile).ptr;
  std::string key(digits.data(), end);
  if (key.find_first_not_of("0123456789") == std::string::npos) key += ".0";
  return key;
}

/// Fills one JSON object.
class JsonWriter {
 public:
  explicit JsonWriter(Json& object) : object_(object) { object_ = Json::object(); }

  bool has(const std::string&, bool filled) const { return filled; }
  void required(const std::string& key, const auto& value) { object_[key] = encode(value); }
  void optional(const std::string& key, const auto& value) { required(key, value); }
  void optional_pair(const std::string& key, double first, double second) {
    required(key, std::vector{first, second});
  }
  void optional_duration(const std::string& key, std::uint64_t nanoseconds) {
    // JMH's word for an iteration that is not bounded by time.
    required(key, nanoseconds == 0 ? "single-shot" : duration_text(nanoseconds));
  }
  /// As text: what passes numbers through a double (jq, JavaScript) would round it.
  void required_seed(const std::string& key, std::uint64_t seed) {
    required(key, std::to_string(seed));
  }
  void object(const std::string& key, auto&& describe_members) {
    JsonWriter inner(object_[key]);
    describe_members(inner);
  }
  void metrics_of_members(const std::vector<Metric>&) const {}

  template <typename T>
  static Json encode(const T& value) {
    if constexpr (std::same_as<T, double>) {
      if (std::isfinite(value)) return value;
      if (std::isnan(value)) return unspeakables[0].name;
      return unspeakables[value > 0 ? 1 : 2].name;
    } else if constexpr (Enumeration<T>) {
      return name_of(value);
    } else if constexpr (std::integral<T> || std::same_as<T, std::string>) {
      return value;
    } else {
      Json object;
      JsonWriter writer(object);
      describe(writer, value);
      return object;
    }
  }
  template <typename T>
  static Json encode(const std::vector<T>& values) {
    Json array = Json::array();
    for (const T& value : values) array.push_back(encode(value));
    return array;
  }
  static Json encode(const std::pair<double, std::uint64_t>& bucket) {
    return Json::array({encode(bucket.first), bucket.second});
  }
  template <NameAndValue T>
  static Json encode(const std::vector<T>& named) {
    Json object = Json::object();
    for (const T& one : named) object[one.name] = one.value;
    return object;
  }
  static Json encode(const Percentiles& percentiles) {
    Json object = Json::object();
    for (const auto& [percentile, value] : percentiles) {
      object[percentile_key(percentile)] = encode(value);
    }
    return object;
  }

 private:
  Json& object_;
};

}  // namespace tare::json
