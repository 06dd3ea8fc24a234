// SPDX-License-Identifier: Apache-2.0
// The command line: every option, in both spellings, and the words of every refusal.
#include "cli/options.hpp"

#include <gmock/gmock.h>

#include <functional>

#include "catalog/wrong_use.hpp"

namespace tare::cli {
namespace {

using testing::ElementsAre;
using testing::Pair;

CommandLine parse(std::vector<std::string> words) {
  words.insert(words.begin(), "program");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  const int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  return parse_command_line(count, arguments.data());
}

std::string error_of(const std::vector<std::string>& words) {
  try {
    parse(words);
    return "";
  } catch (const catalog::WrongUse& error) {
    EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("\n")));
    return error.what();
  }
}

/// The first of a list, or an empty one.
template <class T>
T first(const std::vector<T>& list) {
  return list.empty() ? T() : list.front();
}

struct Accepted {
  std::string option;
  std::string value;
  std::function<bool(const CommandLine&)> has;
};

const std::vector<Accepted> accepted{
    {"-f", "3", [](const CommandLine& l) { return l.request.forks == 3; }},
    {"-f", "0", [](const CommandLine& l) { return l.request.forks == 0; }},
    {"-wf", "2", [](const CommandLine& l) { return l.request.warmup_forks == 2; }},
    {"-wi", "0", [](const CommandLine& l) { return l.request.warmup_iterations == 0; }},
    {"-w", "50ms", [](const CommandLine& l) { return l.request.warmup_time_ns == 50'000'000; }},
    {"-wbs", "5", [](const CommandLine& l) { return l.request.warmup_batch == 5; }},
    {"-i", "7", [](const CommandLine& l) { return l.request.iterations == 7; }},
    {"-r", "1.5s", [](const CommandLine& l) { return l.request.time_ns == 1'500'000'000; }},
    {"-r", "2", [](const CommandLine& l) { return l.request.time_ns == 2'000'000'000; }},
    {"-bs", "9", [](const CommandLine& l) { return l.request.batch == 9; }},
    {"-to", "2h", [](const CommandLine& l) { return l.request.timeout_ns == 7'200'000'000'000; }},
    {"-t", "4", [](const CommandLine& l) { return l.request.threads == 4; }},
    {"-tg", "3,1",
     [](const CommandLine& l) {
       return l.request.thread_group == std::vector<std::uint32_t>{3, 1};
     }},
    {"--affinity", "0",
     [](const CommandLine& l) { return l.request.processors == std::vector<std::uint32_t>{0}; }},
    {"-t", "max", [](const CommandLine& l) { return l.request.threads == option_values::max; }},
    {"-bm", "ss",
     [](const CommandLine& l) { return l.request.modes == std::vector<Mode>{Mode::single_shot}; }},
    {"-tu", "us", [](const CommandLine& l) { return l.unit == TimeUnit::microseconds; }},
    {"-opi", "1000",
     [](const CommandLine& l) { return l.request.operations_per_invocation == 1000; }},
    {"-si", "false", [](const CommandLine& l) { return !l.synchronise; }},
    {"-foe", "true", [](const CommandLine& l) { return l.stop_on_failure; }},
    {"-p", "a=1", [](const CommandLine& l) { return first(l.request.params).first == "a"; }},
    {"-e", "x", [](const CommandLine& l) { return first(l.request.excludes) == "x"; }},
    {"-prof", "mem", [](const CommandLine& l) { return first(l.profilers).name == "mem"; }},
    {"-rf", "json", [](const CommandLine& l) { return l.result_format == "json"; }},
    {"-rff", "x.json", [](const CommandLine& l) { return l.result_file == "x.json"; }},
    {"--out", "json:-", [](const CommandLine& l) { return first(l.outputs).file == "-"; }},
    {"-o", "log", [](const CommandLine& l) { return l.log_file == "log"; }},
    {"-v", "EXTRA", [](const CommandLine& l) { return l.verbosity == report::Verbosity::extra; }},
    {"-v", "SILENT", [](const CommandLine& l) { return l.verbosity == report::Verbosity::silent; }},
    {"-ci", "0.99", [](const CommandLine& l) { return l.confidence == 0.99; }},
    {"--launcher", " env  A=b\tsh -c ",
     [](const CommandLine& l) {
       return l.request.launcher == std::vector<std::string>{"env", "A=b", "sh", "-c"};
     }},
    {"--launcher", "/bin/sh", [](const CommandLine& l) { return l.request.launcher.size() == 1; }},
    {"--until", "1%", [](const CommandLine& l) { return l.until == session::Until{0.01}; }},
    {"-wm", "BULK", [](const CommandLine& l) { return l.request.warmup_mode == WarmupMode::bulk; }},
    {"-wmb", "a,b",
     [](const CommandLine& l) {
       return l.warmup_patterns == std::vector<std::string>{"a", "b"};
     }},
    {"--seed", "18446744073709551615", [](const CommandLine& l) { return l.seed == UINT64_MAX; }},
};

const std::vector<Accepted> switches{
    {"--cold", "", [](const CommandLine& l) { return l.request.cold; }},
    {"--fit", "", [](const CommandLine& l) { return l.fit; }},
    {"-q", "", [](const CommandLine& l) { return l.quick; }},
    {"-l", "", [](const CommandLine& l) { return l.list; }},
    {"-lp", "", [](const CommandLine& l) { return l.list_with_params; }},
    {"-lprof", "", [](const CommandLine& l) { return l.list_profilers; }},
    {"-lrf", "", [](const CommandLine& l) { return l.list_formats; }},
    {"-h", "", [](const CommandLine& l) { return l.help; }},
};

TEST(command_line, takes_a_value_as_the_next_word_or_after_an_equals_sign) {
  for (const Accepted& each : accepted) {
    EXPECT_TRUE(each.has(parse({each.option, each.value}))) << each.option << " " << each.value;
    EXPECT_TRUE(each.has(parse({each.option + "=" + each.value}))) << each.option;
    EXPECT_FALSE(each.has(parse({}))) << each.option;
  }
}

TEST(command_line, takes_switches_alone) {
  for (const Accepted& each : switches) {
    EXPECT_TRUE(each.has(parse({each.option}))) << each.option;
    EXPECT_FALSE(each.has(parse({}))) << each.option;
    EXPECT_EQ(error_of({each.option + "=1"}), each.option + " takes no value");
  }
}

TEST(command_line, has_no_option_that_is_not_tested_here) {
  std::vector<std::string> tested;
  for (const auto& table : {accepted, switches})
    for (const Accepted& each : table) tested.push_back(each.option);
  std::sort(tested.begin(), tested.end());
  tested.erase(std::unique(tested.begin(), tested.end()), tested.end());
  EXPECT_THAT(option_names(), testing::UnorderedElementsAreArray(tested));
}

TEST(command_line, without_words_leaves_all_to_the_defaults) {
  const CommandLine line = parse({});
  EXPECT_FALSE(line.request.forks.has_value());
  EXPECT_FALSE(line.request.time_ns.has_value());
  EXPECT_TRUE(line.request.includes.empty());
  EXPECT_EQ(line.confidence, 0.999);
  EXPECT_TRUE(line.synchronise);
  EXPECT_FALSE(line.stop_on_failure);
  EXPECT_EQ(line.verbosity, report::Verbosity::normal);
}

TEST(command_line, takes_patterns_anywhere) {
  const CommandLine line = parse({"one", "-f", "3", "two", "-q", "thr.*ee"});
  EXPECT_THAT(line.request.includes, ElementsAre("one", "two", "thr.*ee"));
  EXPECT_EQ(line.request.forks, 3U);
  EXPECT_TRUE(line.quick);
  EXPECT_THAT(parse({"--", "-f"}).request.includes, ElementsAre("-f"));
}

TEST(command_line, the_last_of_an_option_given_twice_holds) {
  EXPECT_EQ(parse({"-f", "3", "-f", "5"}).request.forks, 5U);
}

TEST(command_line, patterns_params_profilers_and_outputs_add_up) {
  const CommandLine line =
      parse({"-e", "a,b", "-e", "c", "-p", "x=1,2", "-p", "y=3", "-p", "x=4", "-prof", "mem",
             "-prof", "other:k=v;l=w", "--out", "json:a", "--out", "csv:b"});
  EXPECT_THAT(line.request.excludes, ElementsAre("a", "b", "c"));
  EXPECT_THAT(line.request.params,
              ElementsAre(Pair("x", ElementsAre("1", "2", "4")), Pair("y", ElementsAre("3"))));
  ASSERT_EQ(line.profilers.size(), 2U);
  EXPECT_THAT(line.profilers[1].options, ElementsAre(Pair("k", "v"), Pair("l", "w")));
  ASSERT_EQ(line.outputs.size(), 2U);
  EXPECT_EQ(line.outputs[1].format, "csv");
}

TEST(command_line, can_be_read_again_and_again) {
  for (int i = 0; i < 3; ++i) EXPECT_EQ(parse({"x", "-f", "3"}).request.forks, 3U);
  error_of({"-f"});
  EXPECT_EQ(parse({"-f", "3"}).request.forks, 3U);
}

TEST(command_line, refuses_unknown_options_and_says_what_was_meant) {
  EXPECT_EQ(error_of({"-porf", "mem"}),
            "unknown option -porf; did you mean '-prof'?; -h lists them");
  EXPECT_EQ(error_of({"-lporf"}), "unknown option -lporf; did you mean '-lprof'?; -h lists them");
  EXPECT_EQ(error_of({"--sead=3"}), "unknown option --sead; did you mean '--seed'?; -h lists them");
  EXPECT_EQ(error_of({"--benchmark_filter=x"}), "unknown option --benchmark_filter; -h lists them");
  EXPECT_EQ(error_of({"pattern", "-f", "1", "-lfr"}),
            "unknown option -lfr; did you mean '-lrf'?; -h lists them");
}

TEST(command_line, takes_no_option_by_its_beginning) {
  EXPECT_EQ(error_of({"-pro", "mem"}), "unknown option -pro; did you mean '-prof'?; -h lists them");
  EXPECT_EQ(error_of({"-pro=mem"}), "unknown option -pro; did you mean '-prof'?; -h lists them");
  EXPECT_THAT(error_of({"-see", "1"}), testing::StartsWith("unknown option -see;"));
  EXPECT_THAT(error_of({"-s"}), testing::StartsWith("unknown option -s;"));
}

TEST(command_line, refuses_an_option_without_its_value) {
  for (const Accepted& each : accepted)
    EXPECT_EQ(error_of({"pattern", each.option}), each.option + " needs a value; -h tells which");
}

TEST(command_line, refuses_values_that_are_none_and_says_of_which_option) {
  const std::vector<std::pair<std::string, std::string>> refused{
      {"-f", "'x' is not a whole number from 0 to 4294967294"},
      {"-wf", "'-1' is not a whole number from 0 to 4294967294"},
      {"-wi", "'4294967295' is not a whole number from 0 to 4294967294"},
      {"-i", "'0' is not a whole number from 1 to 4294967294"},
      {"-bs", "'0' is not a whole number from 1 to 4294967294"},
      {"-wbs", "'1.5' is not a whole number from 1 to 4294967294"},
      {"-opi", "'0' is not a whole number of at least 1"},
      {"-t", "'0' is not a whole number from 1 to 4096"},
      {"-t", "'MAX' is not a whole number from 1 to 4096"},
      {"--seed", "'-1' is not a whole number of at least 0"},
      {"-w", "'soon' is not a time; write 100ms, 1.5s, 2h, or seconds as a bare number"},
      {"-r", "'-1s' is not a time; write 100ms, 1.5s, 2h, or seconds as a bare number"},
      {"-to", "'' is not a time; write 100ms, 1.5s, 2h, or seconds as a bare number"},
      {"-bm", "'fast' is not a mode; there are: thrpt, avgt, sample, ss, all"},
      {"-tu", "'parsec' is not a unit of time; there are: ns, us, ms, s, m, h"},
      {"-si", "'yes' is not true or false"},
      {"-foe", "'1' is not true or false"},
      {"-p", "'size' is not of the form name=value,value"},
      {"-prof", "'mem:key' is not of the form name:key=value;key=value"},
      {"--out",
       "'json' is not of the form format:file, such as json:result.json; -lrf lists "
       "formats"},
      {"-v", "'normal' is not one of SILENT, NORMAL, EXTRA"},
      {"-v", "'NORML' is not one of SILENT, NORMAL, EXTRA; did you mean 'NORMAL'?"},
      {"-ci", "'1' is not a confidence level between 0 and 1, such as 0.999 or 99.9%"},
      {"-wm", "'bulk' is not one of INDI, BULK, BULK_INDI"},
      {"--launcher", "'' is not a program, with words of its own or without"},
      {"--launcher",
       "'no-such-program' is not a program that can be run: a path, or what is in a folder of "
       "PATH"},
      {"--launcher",
       "'/etc/passwd' is not a program that can be run: a path, or what is in a folder of PATH"},
      {"--until",
       "'1' is not an error between 0 and 100%, such as 1%, or 1%,2m with the time that a case may "
       "take"},
  };
  for (const auto& [option, text] : refused) {
    const std::string value = text.substr(1, text.find('\'', 1) - 1);
    EXPECT_EQ(error_of({option + "=" + value}), option + ": " + text);
  }
}

TEST(command_line, waits_for_an_error_over_forks_only_where_there_are_forks) {
  EXPECT_EQ(error_of({"--until", "1%", "-f", "0"}),
            "--until waits for an interval over forks, of which -f 0 has none; leave it out");
}

TEST(command_line, launches_forks_only_where_there_are_forks) {
  EXPECT_EQ(error_of({"--launcher", "env", "-f", "0"}),
            "--launcher is for forks, of which -f 0 has none; leave it out");
}

TEST(command_line, a_value_may_look_like_an_option) {
  EXPECT_EQ(error_of({"-f", "-wi"}), "-f: '-wi' is not a whole number from 0 to 4294967294");
  EXPECT_EQ(parse({"-p", "x=-1"}).request.params.at(0).second.at(0), "-1");
}

}  // namespace
}  // namespace tare::cli
