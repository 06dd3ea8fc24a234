// SPDX-License-Identifier: Apache-2.0
#include "stacks/flame_graph.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string_view>
#include <utility>

// The page, which is put together first.
asm(".pushsection .rodata\n"
    "tare_flame_graph_page:\n"
    ".incbin \"" TARE_FLAME_GRAPH_PAGE
    "\"\n"
    "tare_flame_graph_page_end:\n"
    ".popsection\n");
extern "C" [[gnu::visibility("hidden")]] const char tare_flame_graph_page[];
extern "C" [[gnu::visibility("hidden")]] const char tare_flame_graph_page_end[];

namespace tare::stacks {
namespace {

using Json = nlohmann::json;

/// Numbers for equal values, in the order of their first coming.
template <class Value>
class Numbers {
 public:
  std::size_t of(const Value& value) {
    const auto [known, is_new] = known_.try_emplace(value, values_.size());
    if (is_new) values_.push_back(value);
    return known->second;
  }
  const std::vector<Value>& values() const { return values_; }

 private:
  std::map<Value, std::size_t> known_;
  std::vector<Value> values_;
};

/// What the page is handed: web/flamegraph/calls.js reads it.
class PageData {
 public:
  void add(const StackProfile& profile) {
    Json one{{"title", profile.title},
             {"operations", profile.operations},
             {"types", Json::array()},
             {"calls", Json::array()},
             {"values", Json::array()}};
    for (const ValueType& type : profile.types) {
      one["types"].push_back({{"name", type.name}, {"unit", type.unit}});
      one["values"].push_back(Json::array());
    }
    const std::vector<std::size_t> frames = numbers_of(profile.frames);
    for (const WeightedStack& stack : profile.stacks) {
      if (stack.frames.empty()) continue;
      one["calls"].push_back(call_of(frames, stack.frames));
      for (std::size_t i = 0; i < profile.types.size(); ++i)
        one["values"][i].push_back(stack.values[i]);
    }
    profiles_.push_back(std::move(one));
  }

  std::string text(const std::string& title, bool is_difference) const {
    Json frames{{"function", Json::array()},
                {"object", Json::array()},
                {"file", Json::array()},
                {"line", Json::array()},
                {"kind", Json::array()}};
    for (const FrameNumbers& frame : frames_.values()) {
      frames["function"].push_back(frame.function);
      frames["object"].push_back(frame.object);
      frames["file"].push_back(frame.file);
      frames["line"].push_back(frame.line);
      frames["kind"].push_back(frame.kind);
    }
    const Json data{
        {"title", title},        {"difference", is_difference},
        {"profiles", profiles_}, {"strings", strings_.values()},
        {"frames", frames},      {"calls", {{"parent", parents_}, {"frame", frames_of_calls_}}}};
    // Bytes that are no UTF-8 become U+FFFD.
    return data.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

 private:
  struct FrameNumbers {
    std::size_t function, object, file;
    int line, kind;
    auto operator<=>(const FrameNumbers&) const = default;
  };

  /// The page's numbers for a profile's frames.
  std::vector<std::size_t> numbers_of(const std::vector<Frame>& frames) {
    std::vector<std::size_t> numbers;
    for (const Frame& frame : frames)
      numbers.push_back(
          frames_.of({strings_.of(frame.function), strings_.of(frame.object),
                      strings_.of(frame.file), frame.line, static_cast<int>(frame.kind)}));
    return numbers;
  }

  /// The number of the call that a stack ends in; 0 is the root, which is none.
  std::size_t call_of(const std::vector<std::size_t>& frames,
                      std::span<const std::uint32_t> stack) {
    std::size_t call = 0;
    for (std::size_t i = stack.size(); i-- > 0;) {
      const std::size_t frame = frames[stack[i]];
      const auto [known, is_new] = calls_.try_emplace({call, frame}, parents_.size() + 1);
      if (is_new) {
        parents_.push_back(call);
        frames_of_calls_.push_back(frame);
      }
      call = known->second;
    }
    return call;
  }

  Numbers<std::string> strings_;
  Numbers<FrameNumbers> frames_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> calls_;
  std::vector<std::size_t> parents_;  ///< By call - 1, as frames_of_calls_.
  std::vector<std::size_t> frames_of_calls_;
  Json profiles_ = Json::array();
};

/// JSON may stand in a script as it is, but for the '<' of what ends one or begins a comment.
std::string safe_in_script(std::string_view json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json)
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  return safe;
}

std::string page_with(const std::string& json) {
  constexpr std::string_view place = "PROFILES_GO_HERE";
  std::string page(tare_flame_graph_page, tare_flame_graph_page_end);
  page.replace(page.find(place), place.size(), safe_in_script(json));
  return page;
}

}  // namespace

std::string flame_graph_html(const std::vector<StackProfile>& profiles) {
  PageData data;
  std::set<std::string> titles;
  for (const StackProfile& profile : profiles) {
    data.add(profile);
    titles.insert(profile.title);
  }
  return page_with(data.text(titles.size() == 1 ? *titles.begin() : "", false));
}

std::string flame_graph_difference_html(const StackProfile& before, const StackProfile& after) {
  PageData data;
  data.add(before);
  data.add(after);
  const std::string title =
      before.title == after.title ? after.title : before.title + " → " + after.title;
  return page_with(data.text(title, true));
}

}  // namespace tare::stacks
