// SPDX-License-Identifier: Apache-2.0
// Values from sequences, files, ranges and functions, in code and as the command line has them.
#include "catalog/parameter_sources.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "catalog/plan.hpp"
#include "catalog/wrong_use.hpp"
#include "registered.hpp"
#include "tare/tare.hpp"

namespace {

std::vector<std::string> three_words() { return {"one", "two", "three, or so"}; }

struct Sourced {
  int stepped = 0;
  unsigned long multiplied = 0;
  short powers = 0;
  double real = 0;
  std::string word;
  std::size_t number = 0;

  static void params(tare::Params<Sourced>& p) {
    p.add("stepped", &Sourced::stepped, tare::range(1, 10, 3));
    p.add("multiplied", &Sourced::multiplied, tare::multiplied(8, 8 << 10, 8));
    p.add("powers", &Sourced::powers, tare::powers(2, 0, 3));
    p.add("real", &Sourced::real, tare::range(0.1, 0.5, 0.1));
    p.add("word", &Sourced::word, three_words);
    p.add("number", &Sourced::number, std::vector<std::size_t>{3, 18446744073709551615u});
  }
};

struct FromFile {
  std::string word;
  static void params(tare::Params<FromFile>& p) {
    p.add("word", &FromFile::word, tare::lines("no/such/words.txt"));
  }
};

struct Endless {
  int size = 0;
  static void params(tare::Params<Endless>& p) {
    p.add("size", &Endless::size, [] {
      std::vector<int> numbers(10'001);
      std::iota(numbers.begin(), numbers.end(), 0);
      return numbers;
    });
  }
};

struct Thrown {
  int size = 0;
  int number = 0;
  static void params(tare::Params<Thrown>& p) {
    p.add("size", &Thrown::size,
          []() -> std::vector<int> { throw std::runtime_error("no sizes today"); });
    p.add("number", &Thrown::number, []() -> std::vector<int> { throw 7; });
  }
};

}  // namespace

TARE_GROUP(sources);

TARE_BENCH(sourced, const Sourced&) {}
TARE_BENCH(from_file, const FromFile&) {}
TARE_BENCH(endless, const Endless&) {}
TARE_BENCH(thrown, const Thrown&) {}

namespace tare::catalog {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> defaults_of(const std::string& name) {
  for (const Parameter& known : catalog().find("sources.sourced")->variants.front().parameters)
    if (known.name == name) return known.defaults();
  throw std::out_of_range(name);
}

/// Why a source has no values.
std::string problem_of(const std::string& source) {
  try {
    values_of_source(source);
    return "";
  } catch (const SourceProblem& problem) {
    return problem.what();
  }
}

/// A file that is gone with this.
class File {
 public:
  explicit File(const std::string& text) { std::ofstream(name_, std::ios::binary) << text; }
  ~File() { std::remove(name_.c_str()); }
  const std::string& name() const { return name_; }

 private:
  std::string name_ = testing::TempDir() + "tare_sources_" + std::to_string(::getpid());
};

TEST(sources, in_code_are_sequences_ranges_and_functions) {
  EXPECT_THAT(defaults_of("stepped"), ElementsAre("1", "4", "7", "10"));
  EXPECT_THAT(defaults_of("multiplied"), ElementsAre("8", "64", "512", "4096", "8192"));
  EXPECT_THAT(defaults_of("powers"), ElementsAre("1", "2", "4", "8"));
  EXPECT_THAT(defaults_of("real"), ElementsAre("0.1", "0.2", "0.3", "0.4", "0.5"));
  EXPECT_THAT(defaults_of("word"), ElementsAre("one", "two", "three, or so"));
  EXPECT_THAT(defaults_of("number"), ElementsAre("3", "18446744073709551615"));
}

TEST(sources, that_give_nothing_are_told_unless_the_command_line_does) {
  Request request;
  const auto plan = [&](const char* benchmark) {
    request.includes = {benchmark};
    return make_plan(catalog(), request, {});
  };
  const auto why = [&](const char* benchmark) {
    try {
      return std::to_string(plan(benchmark).size());
    } catch (const WrongUse& wrong) {
      return std::string(wrong.what());
    }
  };
  EXPECT_THAT(why("from_file"), HasSubstr("sources.from_file: the parameter word has no values: "
                                          "cannot read no/such/words.txt: No such file"));
  EXPECT_THAT(why("from_file"), HasSubstr("parameter_sources_test.cpp:"));
  EXPECT_THAT(why("endless"), HasSubstr("more than 10000 values"));
  EXPECT_THAT(why("thrown"), HasSubstr("sources.thrown: the parameter size has no values: what "
                                       "gives them threw: no sizes today ("));
  request.params = {{"stepped", values_of_source("1..1000")},
                    {"multiplied", values_of_source("1..1000")}};
  EXPECT_EQ(why("sourced"),
            "sources.sourced: its parameters come to more than 100000 cases; give fewer values");
  request.params = {{"size", {"1"}}};
  EXPECT_THAT(why("thrown"), HasSubstr("what gives them threw: what is no std::exception"));
  request.params = {{"word", {"one"}}};
  EXPECT_EQ(plan("from_file").size(), 1u);
}

TEST(sources, of_the_command_line_are_numbers_with_steps_and_factors) {
  EXPECT_THAT(values_of_source("3..6"), ElementsAre("3", "4", "5", "6"));
  EXPECT_THAT(values_of_source("5..5"), ElementsAre("5"));
  EXPECT_THAT(values_of_source("-4..4+3"), ElementsAre("-4", "-1", "2"));
  EXPECT_THAT(values_of_source("10..1000*10"), ElementsAre("10", "100", "1000"));
  EXPECT_THAT(values_of_source("10..500*10"), ElementsAre("10", "100", "500"));
  EXPECT_THAT(values_of_source("0..1+0.25"), ElementsAre("0", "0.25", "0.5", "0.75", "1"));
  EXPECT_THAT(values_of_source("0.1..0.7+0.3"), ElementsAre("0.1", "0.4", "0.7"));
  EXPECT_THAT(values_of_source("1e15..1e16*4"),
              ElementsAre("1000000000000000", "4000000000000000", "10000000000000000"));
  EXPECT_THAT(values_of_source("9223372036854775806..9223372036854775807"),
              ElementsAre("9223372036854775806", "9223372036854775807"));
  EXPECT_THAT(values_of_source("4611686018427387904..9223372036854775807*4"),
              ElementsAre("4611686018427387904", "9223372036854775807"));
}

TEST(sources, are_told_from_plain_values) {
  for (const char* source : {"1..2", "-1.5..2", "1..2+3", "8..64*2", "1e3..1e4", "@x"})
    EXPECT_TRUE(is_source(source)) << source;
  for (const char* plain : {"", "1", "1.2", "..", "1..", "..2", "a..b", "1..2+", "1..2-1",
                            "1..2+3+4", " 1..2", "../words", "@", "1..2x"})
    EXPECT_FALSE(is_source(plain)) << plain;
}

TEST(sources, that_cannot_be_say_why) {
  EXPECT_THAT(problem_of("2..1"), HasSubstr("goes down"));
  EXPECT_THAT(problem_of("1..2+0"), HasSubstr("step must be above 0"));
  EXPECT_THAT(problem_of("1..2*1"), HasSubstr("factor must be above 1"));
  EXPECT_THAT(problem_of("0..2*2"), HasSubstr("multiplied must be above 0"));
  EXPECT_THAT(problem_of("1..10001"), HasSubstr("more than 10000 values"));
  EXPECT_EQ(problem_of("1..10000"), "");
  EXPECT_THAT(problem_of("0..1+1e-300"), HasSubstr("more than 10000 values"));
  EXPECT_THAT(problem_of("0..inf"), HasSubstr("more than 10000 values"));
  EXPECT_NE(problem_of("nan..nan"), "");
}

TEST(sources, powers_stay_within_their_numbers) {
  using Whole = detail::Sequence<long long>;
  EXPECT_THAT(values_of(powers(10, 2, 4)), ElementsAre("100", "1000", "10000"));
  EXPECT_THAT(values_of(powers(2, 62, 62)), ElementsAre("4611686018427387904"));
  EXPECT_THAT(values_of(powers(0.5 + 1.5, -1, 1)), ElementsAre("0.5", "1", "2"));
  EXPECT_THROW(values_of(powers(2, 60, 63)), SourceProblem);
  EXPECT_THROW(values_of(Whole{-1, 1, 2, Whole::Kind::powers}), SourceProblem);
  EXPECT_THROW(values_of(powers(1e300, 1, 2)), SourceProblem);
}

TEST(sources, are_lines_of_files) {
  const File file("one\r\n\ntwo words\nlast, without an end");
  EXPECT_THAT(values_of_source("@" + file.name()),
              ElementsAre("one", "two words", "last, without an end"));
}

TEST(sources, that_are_no_files_with_lines_say_so) {
  const File empty("\n\n");
  EXPECT_THAT(problem_of("@" + empty.name()), HasSubstr("has no lines with values"));
  EXPECT_EQ(problem_of("@/dev/zero"), "/dev/zero has more than 16 MiB");
  EXPECT_EQ(problem_of("@no/such"), "cannot read no/such: No such file or directory");
  EXPECT_EQ(problem_of("@/"), "cannot read /: Is a directory");
  const File long_one(std::string(20'002, '\n') + [] {
    std::string lines;
    for (int i = 0; i <= 10'000; ++i) lines += std::to_string(i) + '\n';
    return lines;
  }());
  EXPECT_THAT(problem_of("@" + long_one.name()), HasSubstr("more than 10000 values"));
}

}  // namespace
}  // namespace tare::catalog
