// SPDX-License-Identifier: Apache-2.0
#include "cli/options.hpp"

#include <fmt/format.h>
#include <getopt.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "catalog/limits.hpp"
#include "catalog/nearest.hpp"
#include "catalog/wrong_use.hpp"
#include "cli/affinity.hpp"
#include "cli/option_values.hpp"

namespace tare::cli {
namespace {

using catalog::WrongUse;
using Text = const std::string&;
using Params = decltype(catalog::Request::params);

std::uint32_t count(Text option, Text text, std::uint64_t least) {
  return static_cast<std::uint32_t>(parse_integer(option, text, least, catalog::most_count));
}

/// Values given for one parameter in several places add up.
void add_param(Params& params, Params::value_type param) {
  const auto same = std::find_if(params.begin(), params.end(),
                                 [&](const auto& known) { return known.first == param.first; });
  if (same == params.end())
    params.push_back(std::move(param));
  else
    std::move(param.second.begin(), param.second.end(), std::back_inserter(same->second));
}

/// An option and what it does. `needs_value` is false for switches, whose text is empty.
struct Option {
  const char* name;
  bool is_long;  ///< Two dashes: ours, not JMH's.
  bool needs_value;
  void (*apply)(CommandLine& line, Text option, Text text);

  std::string spelled() const { return fmt::format("{}{}", is_long ? "--" : "-", name); }
};

const Option options[] = {
    {"f", false, true, [](CommandLine& l, Text o, Text t) { l.request.forks = count(o, t, 0); }},
    {"wf", false, true,
     [](CommandLine& l, Text o, Text t) { l.request.warmup_forks = count(o, t, 0); }},
    {"wi", false, true,
     [](CommandLine& l, Text o, Text t) { l.request.warmup_iterations = count(o, t, 0); }},
    {"w", false, true,
     [](CommandLine& l, Text o, Text t) { l.request.warmup_time_ns = parse_time(o, t); }},
    {"wbs", false, true,
     [](CommandLine& l, Text o, Text t) { l.request.warmup_batch = count(o, t, 1); }},
    {"wm", false, true,
     [](CommandLine& l, Text o, Text t) { l.request.warmup_mode = parse_warmup_mode(o, t); }},
    {"wmb", false, true,
     [](CommandLine& l, Text, Text t) {
       for (std::string& pattern : parse_patterns(t)) l.warmup_patterns.push_back(pattern);
     }},
    {"i", false, true,
     [](CommandLine& l, Text o, Text t) { l.request.iterations = count(o, t, 1); }},
    {"r", false, true,
     [](CommandLine& l, Text o, Text t) { l.request.time_ns = parse_time(o, t); }},
    {"bs", false, true, [](CommandLine& l, Text o, Text t) { l.request.batch = count(o, t, 1); }},
    {"to", false, true,
     [](CommandLine& l, Text o, Text t) { l.request.timeout_ns = parse_time(o, t); }},
    {"t", false, true,
     [](CommandLine& l, Text o, Text t) { l.request.threads = parse_threads(o, t); }},
    {"tg", false, true,
     [](CommandLine& l, Text o, Text t) { l.request.thread_group = parse_thread_group(o, t); }},
    {"affinity", true, true,
     [](CommandLine& l, Text o, Text t) { l.request.processors = parse_affinity(o, t); }},
    {"launcher", true, true,
     [](CommandLine& l, Text o, Text t) { l.request.launcher = parse_launcher(o, t); }},
    {"bm", false, true,
     [](CommandLine& l, Text o, Text t) { l.request.modes = parse_modes(o, t); }},
    {"tu", false, true, [](CommandLine& l, Text o, Text t) { l.unit = parse_unit(o, t); }},
    {"opi", false, true,
     [](CommandLine& l, Text o, Text t) {
       l.request.operations_per_invocation = parse_integer(o, t, 1, UINT64_MAX);
     }},
    {"si", false, true, [](CommandLine& l, Text o, Text t) { l.synchronise = parse_bool(o, t); }},
    {"foe", false, true,
     [](CommandLine& l, Text o, Text t) { l.stop_on_failure = parse_bool(o, t); }},
    {"p", false, true,
     [](CommandLine& l, Text o, Text t) { add_param(l.request.params, parse_param(o, t)); }},
    {"e", false, true,
     [](CommandLine& l, Text, Text t) {
       for (std::string& pattern : parse_patterns(t))
         l.request.excludes.push_back(std::move(pattern));
     }},
    {"prof", false, true,
     [](CommandLine& l, Text o, Text t) { l.profilers.push_back(parse_profiler(o, t)); }},
    {"rf", false, true, [](CommandLine& l, Text, Text t) { l.result_format = t; }},
    {"rff", false, true, [](CommandLine& l, Text, Text t) { l.result_file = t; }},
    {"out", true, true,
     [](CommandLine& l, Text o, Text t) { l.outputs.push_back(parse_output(o, t)); }},
    {"o", false, true, [](CommandLine& l, Text, Text t) { l.log_file = t; }},
    {"v", false, true, [](CommandLine& l, Text o, Text t) { l.verbosity = parse_verbosity(o, t); }},
    {"cold", true, false, [](CommandLine& l, Text, Text) { l.request.cold = true; }},
    {"fit", true, false, [](CommandLine& l, Text, Text) { l.fit = true; }},
    {"q", false, false, [](CommandLine& l, Text, Text) { l.quick = true; }},
    {"ci", false, true, [](CommandLine& l, Text o, Text t) { l.confidence = parse_level(o, t); }},
    {"until", true, true, [](CommandLine& l, Text o, Text t) { l.until = parse_until(o, t); }},
    {"seed", true, true,
     [](CommandLine& l, Text o, Text t) { l.seed = parse_integer(o, t, 0, UINT64_MAX); }},
    {"l", false, false, [](CommandLine& l, Text, Text) { l.list = true; }},
    {"lp", false, false, [](CommandLine& l, Text, Text) { l.list_with_params = true; }},
    {"lprof", false, false, [](CommandLine& l, Text, Text) { l.list_profilers = true; }},
    {"lrf", false, false, [](CommandLine& l, Text, Text) { l.list_formats = true; }},
    {"h", false, false, [](CommandLine& l, Text, Text) { l.help = true; }},
};

[[noreturn]] void refuse(const std::string& word) {
  const std::vector<std::string> names = option_names();
  if (std::find(names.begin(), names.end(), word) != names.end())
    throw WrongUse(fmt::format("{} takes no value", word));
  throw WrongUse(
      fmt::format("unknown option {}{}; -h lists them", word, catalog::did_you_mean(word, names)));
}

/// Whether a word is this option in full: getopt takes any beginning of a name that leaves one.
bool spells(const std::string& word, const Option& option) {
  return word.substr(word.starts_with("--") ? 2 : 1) == option.name;
}

std::vector<option> getopt_table() {
  std::vector<option> table;
  int place = 0;
  for (const Option& known : options)
    table.push_back(
        {known.name, known.needs_value ? required_argument : no_argument, nullptr, place++});
  table.push_back({nullptr, 0, nullptr, 0});
  return table;
}

}  // namespace

std::vector<std::string> option_names() {
  std::vector<std::string> names;
  for (const Option& option : options) names.push_back(option.spelled());
  return names;
}

CommandLine parse_command_line(int argc, char** argv) {
  CommandLine line;
  const std::vector<option> table = getopt_table();
  std::vector<char*> words(argv, argv + argc + 1);  // getopt moves operands to the end.
  optind = 0;  // glibc: start anew, whoever used getopt before.
  opterr = 0;
  for (;;) {
    optarg = nullptr;
    // The leading colon tells a missing value from an unknown option.
    const int found = getopt_long_only(argc, words.data(), ":", table.data(), nullptr);
    if (found == -1) break;
    const auto last = words.begin() + optind - 1;
    const std::string whole = optarg != nullptr && optarg == *last ? *(last - 1) : *last;
    const std::string word = whole.substr(0, whole.find('='));
    if (found == ':') throw WrongUse(fmt::format("{} needs a value; -h tells which", word));
    if (found == '?' || !spells(word, options[found])) refuse(word);
    const Option& option = options[found];
    option.apply(line, option.spelled(), optarg != nullptr ? optarg : "");
  }
  if (line.until && line.request.forks == 0)
    throw WrongUse(
        "--until waits for an interval over forks, of which -f 0 has none; leave it out");
  if (!line.request.launcher.empty() && line.request.forks == 0)
    throw WrongUse("--launcher is for forks, of which -f 0 has none; leave it out");
  line.request.includes.assign(words.begin() + optind, words.begin() + argc);
  return line;
}

}  // namespace tare::cli
