// SPDX-License-Identifier: Apache-2.0
#include "stacks/flame_graph.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace tare::stacks {
namespace {

using Json = nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using namespace std::string_literals;

constexpr std::string_view data_begins = R"(<script type="application/json" id="profiles">)";

/// What the page's script is handed, as it stands there.
std::string data_text(const std::string& page) {
  const std::size_t begin = page.find(data_begins) + data_begins.size();
  return page.substr(begin, page.find("</script>", begin) - begin);
}

Json data_of(const std::string& page) { return Json::parse(data_text(page)); }

/// The stacks of a profile as the page has them: `outermost;…;innermost`.
std::vector<std::string> stacks_of(const Json& data, std::size_t profile) {
  std::vector<std::string> stacks;
  for (const std::size_t end : data["profiles"][profile]["calls"]) {
    std::string stack;
    for (std::size_t call = end; call != 0; call = data["calls"]["parent"][call - 1]) {
      const std::size_t frame = data["calls"]["frame"][call - 1];
      const std::size_t name = data["frames"]["function"][frame];
      stack = data["strings"][name].get<std::string>() + (stack.empty() ? "" : ";") + stack;
    }
    stacks.push_back(stack);
  }
  return stacks;
}

Frame at(std::string function, int line = 1) {
  return {std::move(function), "a.cpp", line, "", FrameKind::cpp};
}

StackProfile memory(std::string title, std::int64_t bytes) {
  StackProfileBuilder builder(std::move(title), {{"alloc", "bytes"}, {"allocations", "count"}});
  builder.add({at("leaf"), at("middle"), at("root")}, {bytes, 2});
  builder.add({at("leaf"), at("root")}, {7, 1});
  builder.add({}, {1, 1});
  StackProfile profile = builder.take();
  profile.operations = 10;
  return profile;
}

TEST(flame_graph, holds_stacks_and_all_their_values) {
  const Json data = data_of(flame_graph_html({memory("Case", 100)}));
  EXPECT_EQ(data["title"], "Case");
  EXPECT_EQ(data["difference"], false);
  const Json& profile = data["profiles"][0];
  EXPECT_EQ(profile["operations"], 10);
  EXPECT_EQ(profile["types"], Json::parse(R"([{"name": "alloc", "unit": "bytes"},
                                              {"name": "allocations", "unit": "count"}])"));
  EXPECT_THAT(stacks_of(data, 0), ElementsAre("root;middle;leaf", "root;leaf"));
  EXPECT_EQ(profile["values"], Json::parse("[[100, 7], [2, 1]]"));
}

TEST(flame_graph, says_of_frames_what_and_where_they_are) {
  StackProfileBuilder builder("", {{"cpu", "count"}});
  builder.add({{"f", "dir/f.cpp", 12, "lib.so", FrameKind::inlined}}, {1});
  const Json data = data_of(flame_graph_html({builder.take()}));
  const auto text = [&](const char* what) {
    return data["strings"][data["frames"][what].front().get<std::size_t>()];
  };
  EXPECT_EQ(text("function"), "f");
  EXPECT_EQ(text("file"), "dir/f.cpp");
  EXPECT_EQ(text("object"), "lib.so");
  EXPECT_EQ(data["frames"]["line"][0], 12);
  EXPECT_EQ(data["frames"]["kind"][0], static_cast<int>(FrameKind::inlined));
}

TEST(flame_graph, takes_calls_that_stacks_share_once) {
  StackProfileBuilder builder("", {{"cpu", "count"}});
  builder.add({at("a"), at("root")}, {1});
  builder.add({at("b"), at("root")}, {1});
  builder.add({at("root")}, {1});
  builder.add({at("a", 2), at("root")}, {1});
  const Json data = data_of(flame_graph_html({builder.take()}));
  EXPECT_EQ(data["calls"]["parent"], Json::parse("[0, 1, 1, 1]"));
  EXPECT_EQ(data["profiles"][0]["calls"], Json::parse("[2, 3, 1, 4]"));
}

TEST(flame_graph, has_several_profiles_on_a_page) {
  const Json data = data_of(flame_graph_html({memory("one", 1), memory("two", 2)}));
  EXPECT_EQ(data["title"], "");
  EXPECT_EQ(data["profiles"][0]["title"], "one");
  EXPECT_EQ(data["profiles"][1]["title"], "two");
  EXPECT_THAT(stacks_of(data, 1), ElementsAre("root;middle;leaf", "root;leaf"));
  EXPECT_EQ(data["calls"]["parent"].size(), 4U) << "they share their calls";
  EXPECT_EQ(data_of(flame_graph_html({memory("one", 1), memory("one", 2)}))["title"], "one");
}

TEST(flame_graph, holds_both_sides_of_a_difference) {
  const Json data = data_of(flame_graph_difference_html(memory("old", 100), memory("new", 90)));
  EXPECT_EQ(data["title"], "old → new");
  EXPECT_EQ(data["difference"], true);
  EXPECT_EQ(data["profiles"][0]["values"][0], Json::parse("[100, 7]"));
  EXPECT_EQ(data["profiles"][1]["values"][0], Json::parse("[90, 7]"));
  EXPECT_EQ(data_of(flame_graph_difference_html(memory("same", 1), memory("same", 1)))["title"],
            "same");
}

TEST(flame_graph, has_a_page_for_profiles_without_stacks_and_for_none) {
  for (const std::vector<StackProfile>& profiles :
       {std::vector<StackProfile>{}, {StackProfile{}}, {StackProfileBuilder("t", {}).take()}}) {
    const Json data = data_of(flame_graph_html(profiles));
    EXPECT_EQ(data["profiles"].size(), profiles.size());
    EXPECT_TRUE(data["calls"]["parent"].empty());
  }
}

TEST(flame_graph, takes_any_name_for_text) {
  const std::string ends = "</script><script>x()</script><!--";
  const std::string quotes = "\"'&\\ \n\0 operator<<"s;
  StackProfileBuilder builder(ends, {{"cpu", "count"}});
  builder.add({at(ends), at(quotes), at("\xff\xe2\x82"), at(std::string(10'000, '<'))}, {1});
  const std::string page = flame_graph_html({builder.take()});
  EXPECT_THAT(data_text(page), Not(HasSubstr("<")));
  const Json data = data_of(page);
  EXPECT_EQ(data["title"], ends);
  EXPECT_THAT(stacks_of(data, 0),
              ElementsAre(std::string(10'000, '<') + ";\ufffd\ufffd;" + quotes + ";" + ends));
}

TEST(flame_graph, is_one_file_that_asks_for_nothing) {
  const std::string page = flame_graph_html({memory("Case", 100)});
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, HasSubstr("class Graph"));
  EXPECT_THAT(page, HasSubstr("--page:"));
  for (const char* reference : {"<script src", "stylesheet", "http://", "https://", "@import"})
    EXPECT_THAT(page, Not(HasSubstr(reference)));
}

}  // namespace
}  // namespace tare::stacks
