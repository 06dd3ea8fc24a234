// SPDX-License-Identifier: Apache-2.0
// What -h, -l, -lp, -lprof and -lrf print.
#include "cli/help.hpp"

#include <gmock/gmock.h>

#include <regex>
#include <set>

#include "cli/listing.hpp"
#include "cli/options.hpp"
#include "cli/toolbox.hpp"
#include "tare/tare.hpp"

namespace {

struct State {
  int size = 0;
  static void params(tare::Params<State>& p) { p.add("size", &State::size, {1, 10}); }
};

using Types = tare::types<tare::named<"small", char>, tare::named<"large", long>>;

}  // namespace

TARE_GROUP(listed);

TARE_BENCH(plain) {}
TARE_BENCH_TYPED(typed, T, Types, const State&) { return T(); }

namespace tare::cli {
namespace {

using testing::HasSubstr;

/// Every word of the help that is spelled as an option.
std::set<std::string> options_in_help() {
  const std::string help(help_text());
  std::set<std::string> found;
  const std::regex spelled("(^|[\\s,])(--?[a-z]+)\\b");
  for (auto match = std::sregex_iterator(help.begin(), help.end(), spelled);
       match != std::sregex_iterator(); ++match)
    found.insert((*match)[2]);
  return found;
}

TEST(help, tells_of_every_option_and_of_no_other) {
  EXPECT_THAT(options_in_help(), testing::UnorderedElementsAreArray(option_names()));
}

TEST(help, fits_a_terminal_and_ends_with_its_last_line) {
  const std::string help(help_text());
  EXPECT_TRUE(help.starts_with("usage: "));
  EXPECT_TRUE(help.ends_with("\n"));
  EXPECT_FALSE(help.ends_with("\n\n"));
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 102U) << line;  // An ellipsis has three bytes and one column.
    EXPECT_THAT(line, testing::Not(HasSubstr("```")));
  }
}

TEST(list, names_benchmarks_a_line_each) {
  const catalog::Catalog catalog = catalog::Catalog::read(detail::registrations());
  EXPECT_EQ(list_benchmarks(catalog, {}, false), "Benchmarks:\nlisted.plain\nlisted.typed\n");
  catalog::Request request;
  request.includes = {"plain"};
  EXPECT_EQ(list_benchmarks(catalog, request, false), "Benchmarks:\nlisted.plain\n");
}

TEST(list, tells_parameters_and_their_values) {
  const catalog::Catalog catalog = catalog::Catalog::read(detail::registrations());
  EXPECT_EQ(list_benchmarks(catalog, {}, true),
            "Benchmarks:\n"
            "listed.plain\n"
            "listed.typed\n"
            "  param \"T\" = {small, large}\n"
            "  param \"size\" = {1, 10}\n");
}

TEST(list, tells_of_every_profiler_whether_it_works_here) {
  const std::string text = list_profilers();
  for (const std::string& name : profiler_names()) {
    EXPECT_THAT(text, HasSubstr(" " + name + ": "));
    EXPECT_THAT(text, testing::ContainsRegex("works here|does not work here: ."));
  }
}

TEST(list, tells_of_every_format) {
  for (const std::string& name : exporter_names())
    EXPECT_THAT(list_formats(), HasSubstr(" " + name + ": "));
}

}  // namespace
}  // namespace tare::cli
