// SPDX-License-Identifier: Apache-2.0
#include "recording/pprof.hpp"

#include <cstdint>
#include <protozero/pbf_builder.hpp>
#include <unordered_map>
#include <vector>

#include "record/printable.hpp"

namespace tare::recording {
namespace {

using protozero::pbf_builder;

// Fields of profile.proto, by their numbers there.
enum class ProfileField : protozero::pbf_tag_type {
  sample_type = 1,
  sample = 2,
  mapping = 3,
  location = 4,
  function = 5,
  string_table = 6,
  comment = 13,
  default_sample_type = 14,
};
enum class TypeField : protozero::pbf_tag_type { type = 1, unit = 2 };
enum class SampleField : protozero::pbf_tag_type { location_id = 1, value = 2 };
enum class MappingField : protozero::pbf_tag_type { id = 1, filename = 5, has_functions = 7 };
enum class LocationField : protozero::pbf_tag_type { id = 1, mapping_id = 2, line = 4 };
enum class LineField : protozero::pbf_tag_type { function_id = 1, line = 2 };
enum class FunctionField : protozero::pbf_tag_type {
  id = 1,
  name = 2,
  system_name = 3,
  filename = 4
};

/// Texts by their places; that of the empty one is 0.
class Texts {
 public:
  std::int64_t place_of(const std::string& text) {
    const auto [known, is_new] = places_.try_emplace(text, texts_.size());
    if (is_new) texts_.push_back(text);
    return static_cast<std::int64_t>(known->second);
  }
  const std::vector<std::string>& all() const { return texts_; }

 private:
  std::vector<std::string> texts_{""};
  std::unordered_map<std::string, std::size_t> places_{{"", 0}};
};

class Writer {
 public:
  std::string write(const stacks::StackProfile& profile, std::size_t shown) {
    for (const stacks::ValueType& type : profile.types) {
      pbf_builder<TypeField> out(profile_, ProfileField::sample_type);
      out.add_int64(TypeField::type, texts_.place_of(type.name));
      out.add_int64(TypeField::unit, texts_.place_of(type.unit));
    }
    for (const stacks::WeightedStack& stack : profile.stacks) add(stack);
    for (std::size_t i = 0; i < profile.frames.size(); ++i) add(profile.frames[i], i + 1);
    profile_.add_int64(ProfileField::comment, texts_.place_of(profile.title));
    profile_.add_int64(ProfileField::default_sample_type,
                       texts_.place_of(profile.types[shown].name));
    for (const std::string& text : texts_.all())
      profile_.add_string(ProfileField::string_table, valid_utf8(text));
    return std::move(bytes_);
  }

 private:
  /// Places of frames are the numbers of locations, from 1.
  void add(const stacks::WeightedStack& stack) {
    pbf_builder<SampleField> out(profile_, ProfileField::sample);
    std::vector<std::uint64_t> locations;
    for (const std::uint32_t frame : stack.frames) locations.push_back(frame + std::uint64_t{1});
    out.add_packed_uint64(SampleField::location_id, locations.begin(), locations.end());
    out.add_packed_int64(SampleField::value, stack.values.begin(), stack.values.end());
  }

  void add(const stacks::Frame& frame, std::uint64_t id) {
    const std::uint64_t mapping = mapping_of(frame.object);
    const std::uint64_t function = function_of(frame);
    pbf_builder<LocationField> out(profile_, ProfileField::location);
    out.add_uint64(LocationField::id, id);
    if (mapping != 0) out.add_uint64(LocationField::mapping_id, mapping);
    pbf_builder<LineField> line(out, LocationField::line);
    line.add_uint64(LineField::function_id, function);
    line.add_int64(LineField::line, frame.line);
  }

  /// 0: none.
  std::uint64_t mapping_of(const std::string& object) {
    if (object.empty()) return 0;
    const auto [known, is_new] = mappings_.try_emplace(object, mappings_.size() + 1);
    if (is_new) {
      pbf_builder<MappingField> out(profile_, ProfileField::mapping);
      out.add_uint64(MappingField::id, known->second);
      out.add_int64(MappingField::filename, texts_.place_of(object));
      out.add_bool(MappingField::has_functions, true);
    }
    return known->second;
  }

  std::uint64_t function_of(const stacks::Frame& frame) {
    const std::string key = frame.function + '\0' + frame.file;
    const auto [known, is_new] = functions_.try_emplace(key, functions_.size() + 1);
    if (is_new) {
      const std::int64_t name = texts_.place_of(frame.function);
      pbf_builder<FunctionField> out(profile_, ProfileField::function);
      out.add_uint64(FunctionField::id, known->second);
      out.add_int64(FunctionField::name, name);
      out.add_int64(FunctionField::system_name, name);
      out.add_int64(FunctionField::filename, texts_.place_of(frame.file));
    }
    return known->second;
  }

  std::string bytes_;
  pbf_builder<ProfileField> profile_{bytes_};
  Texts texts_;
  std::unordered_map<std::string, std::uint64_t> mappings_;
  std::unordered_map<std::string, std::uint64_t> functions_;
};

}  // namespace

std::string pprof_bytes(const stacks::StackProfile& profile, std::size_t shown) {
  return Writer().write(profile, shown);
}

}  // namespace tare::recording
