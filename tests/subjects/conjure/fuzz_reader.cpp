// SPDX-License-Identifier: Apache-2.0
// libFuzzer: no input crashes the reader; what it accepts can be written, and reads back equal.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>

#include "example_types.hpp"

namespace {

void require(bool condition, const char* what) {
  if (condition) return;
  std::fputs(what, stderr);
  std::abort();
}

// Returns whether `document` was accepted.
template <class T>
bool round_trip(std::string_view document, const conjure::ReadOptions& options) {
  const auto value = conjure::read<T>(document, options);
  if (!value.ok()) {
    require(value.error().offset <= document.size(), "the error lies outside of the document\n");
    (void)to_string(value.error());
    return false;
  }
  // Written, a document may grow: 1e300 becomes 1e+300.
  const auto json = conjure::write(*value);
  require(json.ok(), "what was read cannot be written\n");
  const auto again = conjure::read<T>(*json);
  require(again.ok(), "what was written cannot be read\n");
  require(conjure::equal(*value, *again), "what was written reads as another value\n");
  require(conjure::hash(*value) == conjure::hash(*again), "equal values have different hashes\n");
  require(conjure::order(*value, *again) == 0, "equal values are ordered\n");
  const T copy = *value;
  require(conjure::equal(*value, copy), "a copy is not equal\n");
  require(*conjure::write(copy) == *json, "a copy is written differently\n");
  return true;
}

/// Nearly every kind of type there is.
struct Everything {
  std::optional<conjure::BearerToken> token;
  std::optional<conjure::Binary> binary;
  std::optional<conjure::DateTime> time;
  std::optional<conjure::Rid> rid;
  std::optional<conjure::SafeLong> safe;
  std::optional<conjure::Uuid> uuid;
  std::optional<conjure::Any> any;
  std::optional<examples::Colour> colour;
  std::vector<bool> booleans;
  conjure::Set<double> doubles;
  conjure::Map<double, std::int32_t> by_double;
  conjure::Map<conjure::DateTime, conjure::Set<std::string>> by_time;
  conjure::Map<std::string, std::string> strings;
  conjure::Map<examples::Colour, std::optional<examples::Tree>> trees;
  std::optional<examples::Person> person;
};

}  // namespace

template <>
struct conjure::Codec<Everything> : conjure::ObjectCodec<Everything> {
  static constexpr auto fields = conjure::fields(
      conjure::field("token", &Everything::token), conjure::field("binary", &Everything::binary),
      conjure::field("time", &Everything::time), conjure::field("rid", &Everything::rid),
      conjure::field("safe", &Everything::safe), conjure::field("uuid", &Everything::uuid),
      conjure::field("any", &Everything::any), conjure::field("colour", &Everything::colour),
      conjure::field("booleans", &Everything::booleans),
      conjure::field("doubles", &Everything::doubles),
      conjure::field("by-double", &Everything::by_double),
      conjure::field("by-time", &Everything::by_time),
      conjure::field("strings", &Everything::strings), conjure::field("trees", &Everything::trees),
      conjure::field("person", &Everything::person));
};

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view document(reinterpret_cast<const char*>(bytes), size);
  conjure::ReadOptions lenient = conjure::ReadOptions::lenient();
  using Strings = conjure::Map<std::string, std::string>;
  using Table = std::unordered_map<std::string, std::string>;
  for (const auto& options : {conjure::ReadOptions(), lenient}) {
    round_trip<conjure::Any>(document, options);
    round_trip<Everything>(document, options);
    round_trip<examples::Tree>(document, options);
    // Both maps agree on what a map is.
    const bool flat = round_trip<Strings>(document, options);
    require(flat == conjure::read<Table>(document, options).ok(), "two kinds of map disagree\n");
  }
  // An unknown field is as good or bad as its value is alone, but for numbers beyond double.
  const std::string inside = "{\"?\":" + std::string(document) + "}";
  if (conjure::read<conjure::Any>(document).ok() && size < 1000) {
    conjure::ReadOptions deeper;
    ++deeper.limits.max_depth;
    require(conjure::read<examples::Nothing>(inside, deeper).ok(), "good value not passed over\n");
  }
  return 0;
}
