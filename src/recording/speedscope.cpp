// SPDX-License-Identifier: Apache-2.0
#include "recording/speedscope.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace tare::recording {
namespace {

using Json = nlohmann::ordered_json;

Json frames_of(const stacks::StackProfile& profile) {
  Json frames = Json::array();
  for (const stacks::Frame& frame : profile.frames) {
    Json one{{"name", frame.function}};
    if (!frame.file.empty()) {
      one["file"] = frame.file;
      one["line"] = frame.line;
    } else if (!frame.object.empty()) {
      one["file"] = frame.object;
    }
    frames.push_back(std::move(one));
  }
  return frames;
}

Json values_of(const stacks::StackProfile& profile, std::size_t type) {
  Json samples = Json::array();
  Json weights = Json::array();
  std::int64_t end = 0;
  for (const stacks::WeightedStack& stack : profile.stacks) {
    if (stack.values[type] == 0) continue;
    samples.emplace_back(Json::array_t(stack.frames.rbegin(), stack.frames.rend()));
    weights.push_back(stack.values[type]);
    end += stack.values[type];
  }
  const std::string& unit = profile.types[type].unit;
  return {{"type", "sampled"},
          {"name", profile.types[type].name},
          {"unit", unit == "count" ? "none" : unit},
          {"startValue", 0},
          {"endValue", end},
          {"samples", std::move(samples)},
          {"weights", std::move(weights)}};
}

}  // namespace

std::string speedscope_json(const stacks::StackProfile& profile, std::size_t shown) {
  Json profiles = Json::array();
  for (std::size_t type = 0; type < profile.types.size(); ++type)
    profiles.push_back(values_of(profile, type));
  const Json file{{"$schema", "https://www.speedscope.app/file-format-schema.json"},
                  {"name", profile.title},
                  {"exporter", "tare"},
                  {"activeProfileIndex", shown},
                  {"shared", {{"frames", frames_of(profile)}}},
                  {"profiles", std::move(profiles)}};
  return file.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tare::recording
