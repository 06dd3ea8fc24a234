// SPDX-License-Identifier: Apache-2.0
// Parameters of states: what they declare, what texts they take, and what they become.
#include <gmock/gmock.h>

#include <clocale>
#include <map>
#include <stdexcept>
#include <string>

#include "catalog/catalog.hpp"
#include "registered.hpp"
#include "tare/tare.hpp"

namespace {

enum class Colour { red, green };

/// A type with a text of its own: `7%`.
struct Percent {
  int value = 0;
};

/// Made from a text, and says by an exception that it cannot be.
struct Word {
  Word() = default;
  explicit Word(std::string_view text) : letters(text.size()) {
    if (text.find(' ') != text.npos) throw std::invalid_argument("two words");
  }
  std::size_t letters = 0;
};

struct All {
  int whole = 0;
  unsigned short small = 0;
  double real = 0;
  float short_real = 0;
  bool flag = false;
  std::string text;
  std::string_view view;
  Colour colour = Colour::red;
  Percent percent;
  Word word;

  static void params(tare::Params<All>& p) {
    p.add("whole", &All::whole, {1, -2});
    p.add("small", &All::small, {3});
    p.add("real", &All::real, {0.1, 1e300, -2.0});
    p.add("short_real", &All::short_real, {0.1f});
    p.add("flag", &All::flag, {"false", "true"});
    p.add("text", &All::text, {"a,b", ""});
    p.add("view", &All::view, {"seen"});
    p.choice("colour", &All::colour, {{"RED", Colour::red}, {"GREEN", Colour::green}});
    p.add("percent", &All::percent, {"7%"});
    p.add("word", &All::word, {"one"});
  }
};

struct Shares {
  unsigned whole = 0;
  int more = 0;
  static void params(tare::Params<Shares>& p) {
    p.add("whole", &Shares::whole, {"1", "-2"});
    p.add("more", &Shares::more, {1});
  }
};

}  // namespace

template <>
struct tare::ParamText<Percent> {
  static bool parse(std::string_view text, Percent& percent) {
    if (text.empty() || text.back() != '%') return false;
    return ParamText<int>::parse(text.substr(0, text.size() - 1), percent.value);
  }
};

TARE_GROUP(parameters);

TARE_BENCH(all, const All&) {}

TARE_BENCH(shared, const All&, const Shares&) {}

namespace tare::catalog {
namespace {

using testing::ElementsAre;

const std::vector<Parameter>& parameters_of(const std::string& name) {
  return catalog().find(name)->variants.front().parameters;
}

const Parameter& parameter(const std::string& name) {
  for (const Parameter& known : parameters_of("parameters.all"))
    if (known.name == name) return known;
  throw std::out_of_range(name);
}

/// Gives the values of a case.
class Values final : public detail::ParamVisitor {
 public:
  explicit Values(std::map<std::string, std::string> values) : values_(std::move(values)) {}
  void declare(std::string_view, Accepts, detail::Place) override {}
  void add_default(std::string_view) override {}
  std::string_view value_of(std::string_view name) override {
    return values_.at(std::string(name));
  }

 private:
  std::map<std::string, std::string> values_;
};

TEST(parameters, are_read_in_order_of_declaration) {
  std::vector<std::string> names;
  for (const Parameter& known : parameters_of("parameters.all")) names.push_back(known.name);
  EXPECT_THAT(names, ElementsAre("whole", "small", "real", "short_real", "flag", "text", "view",
                                 "colour", "percent", "word"));
}

TEST(parameters, have_their_defaults_as_shortest_text) {
  EXPECT_THAT(parameter("whole").defaults(), ElementsAre("1", "-2"));
  EXPECT_THAT(parameter("real").defaults(), ElementsAre("0.1", "1e+300", "-2"));
  EXPECT_THAT(parameter("short_real").defaults(), ElementsAre("0.1"));
  EXPECT_THAT(parameter("text").defaults(), ElementsAre("a,b", ""));
  EXPECT_THAT(parameter("colour").defaults(), ElementsAre("RED", "GREEN"));
}

TEST(parameters, that_two_states_declare_are_one) {
  const auto& known = parameters_of("parameters.shared");
  ASSERT_EQ(known.size(), 11U);
  EXPECT_EQ(known.back().name, "more");
  EXPECT_THAT(known.front().defaults(), ElementsAre("1", "-2"));
  ASSERT_EQ(known.front().declarations.size(), 2U);
  EXPECT_LT(known.front().declarations[0].place.line, known.front().declarations[1].place.line);
}

TEST(parameters, that_two_states_declare_have_values_that_suit_both) {
  const Parameter& whole = parameters_of("parameters.shared").front();
  EXPECT_TRUE(whole.accepts_value("7"));
  EXPECT_TRUE(parameter("whole").accepts_value("-7"));
  EXPECT_FALSE(whole.accepts_value("-7"));  // The other one is unsigned.
}

void expect_values(const std::string& name, const std::vector<std::string>& good,
                   const std::vector<std::string>& bad) {
  for (const std::string& text : good)
    EXPECT_TRUE(parameter(name).accepts_value(text)) << name << " '" << text << "'";
  for (const std::string& text : bad)
    EXPECT_FALSE(parameter(name).accepts_value(text)) << name << " '" << text << "'";
}

TEST(parameters, take_texts_that_are_wholly_a_value_of_their_type) {
  expect_values("whole", {"0", "-2147483648", "2147483647", "007"},
                {"", " 1", "1 ", "1x", "+1", "1.0", "1e3", "0x10", "2147483648", "-2147483649",
                 "99999999999999999999"});
  expect_values("small", {"0", "65535"}, {"-1", "65536"});
  expect_values("real", {"0", "-1.5", "1e3", "1e-300"}, {"", "1,5", "1.5s", "--1", "1e999"});
  expect_values("flag", {"true", "false"}, {"", "1", "TRUE", "yes"});
  expect_values("text", {"", "anything = at, all"}, {});
  expect_values("view", {"", "x"}, {});
  expect_values("colour", {"RED", "GREEN"}, {"", "red", "BLUE"});
  expect_values("percent", {"0%", "-1%"}, {"", "1", "%", "1%%"});
  expect_values("word", {"", "word"}, {"two words"});
}

TEST(parameters, are_read_alike_in_every_locale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"}) {
    std::setlocale(LC_ALL, name);
    EXPECT_TRUE(parameter("real").accepts_value("1.5"));
    EXPECT_FALSE(parameter("real").accepts_value("1,5"));
  }
  std::setlocale(LC_ALL, before.c_str());
}

TEST(parameters, set_the_members_of_an_object) {
  Values values({{"whole", "-7"},
                 {"small", "65535"},
                 {"real", "2.5"},
                 {"short_real", "0.25"},
                 {"flag", "true"},
                 {"text", "words, with commas"},
                 {"view", "outlives"},
                 {"colour", "GREEN"},
                 {"percent", "42%"},
                 {"word", "four"}});
  All all;
  catalog()
      .find("parameters.all")
      ->variants.front()
      .bodies.front()
      ->arguments[0]
      .params(values, &all);
  EXPECT_EQ(all.whole, -7);
  EXPECT_EQ(all.small, 65535);
  EXPECT_EQ(all.real, 2.5);
  EXPECT_EQ(all.short_real, 0.25f);
  EXPECT_TRUE(all.flag);
  EXPECT_EQ(all.text, "words, with commas");
  EXPECT_EQ(all.view, "outlives");
  EXPECT_EQ(all.colour, Colour::green);
  EXPECT_EQ(all.percent.value, 42);
  EXPECT_EQ(all.word.letters, 4U);
}

}  // namespace
}  // namespace tare::catalog
