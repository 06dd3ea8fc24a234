// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdint>
#include <iterator>
#include <limits>

#include "catalog/filter.hpp"
#include "catalog/nearest.hpp"
#include "catalog/wrong_use.hpp"
#include "cli/option_values.hpp"
#include "cli/people.hpp"
#include "cli/result_file.hpp"
#include "compare/load.hpp"
#include "history/changes.hpp"
#include "history/store.hpp"
#include "report/numbers.hpp"
#include "report/printable.hpp"
#include "tare/comparison.hpp"
#include "tool/arguments.hpp"
#include "tool/command.hpp"
#include "tool/git.hpp"
#include "tool/history_export.hpp"
#include "tool/history_text.hpp"

namespace tare::tool {
namespace {

namespace po = boost::program_options;
using catalog::WrongUse;
using history::Database;
using history::Series;
using history::Store;
using Text = std::string;

constexpr const char* default_file = ".tare/history.sqlite";
constexpr const char* all_metrics = "all";
constexpr const char* standard_output = "-";

std::optional<Text> text_of(const Arguments& values, const char* option) {
  if (!values.has(option)) return std::nullopt;
  return values.text(option);
}

/// A file that cannot be a history is wrong use: nothing has been done yet.
Store opened(const Arguments& values, Database::Missing missing) {
  try {
    return {values.text("db"), missing};
  } catch (const history::HistoryError& error) {
    throw WrongUse(error.what());
  }
}

/// The revision that results are filed under.
void name_revision(const std::optional<Text>& wish, history::Addition& addition) {
  // A build's number must not be taken for a commit's: git takes 4 digits for one, but people see
  // no fewer than 7.
  constexpr std::size_t least_digits = 7;
  if (wish && wish->empty()) throw WrongUse("--revision: a revision must have a name");
  const bool may_be_number = wish && wish->size() < least_digits &&
                             wish->find_first_not_of("0123456789abcdef") == Text::npos;
  const std::optional<Commit> commit =
      may_be_number ? std::nullopt : commit_called(wish.value_or("HEAD"));
  if (!commit && !wish)
    throw WrongUse("no git repository with a commit is here: name what was measured by --revision");
  addition.revision = commit ? commit->hash : *wish;
  if (commit) addition.committed = commit->committed;
  if (!wish && is_tree_dirty()) {
    addition.revision += "-dirty";
    addition.committed.reset();  // It was not, so it stands where it was measured.
  }
}

int add(const Arguments& values) {
  const Words files = values.operands();
  if (files.empty()) throw WrongUse("tare history add: which results? Name one file or more");
  const std::optional<Text> machine = text_of(values, "machine");
  if (machine && machine->empty()) throw WrongUse("--machine: a machine must have a name");
  history::Addition filed;
  name_revision(text_of(values, "revision"), filed);
  std::vector<history::Addition> additions;
  for (const Text& file : files) {
    history::Addition& addition = additions.emplace_back(filed);
    try {
      addition.report = compare::load(file);
    } catch (const RecordError& error) {
      throw WrongUse(error.what());
    }
    if (addition.report.cases.empty()) throw WrongUse(file + ": there are no results in it");
    addition.machine = machine.value_or(history::machine_name(addition.report.environment));
  }
  opened(values, Database::Missing::create).add(additions);
  for (std::size_t i = 0; i < files.size(); ++i) {
    fmt::print("added {} of {} as revision {}, on {}\n",
               report::plural(additions[i].report.cases.size(), "case"), report::shown(files[i]),
               shown_revision(filed.revision), report::shown(additions[i].machine));
  }
  return exit_fine;
}

int list(const Arguments& values) {
  fmt::print("{}", contents_text(opened(values, Database::Missing::refuse).contents()));
  return exit_fine;
}

history::Selection selection_of(const Arguments& values) {
  const auto filter = std::make_shared<catalog::Filter>(values.operands(), Words());
  history::Selection selection;
  selection.wants_case = [filter](const Text& name) { return filter->matches(name); };
  selection.machine = text_of(values, "machine");
  const Text metric = values.text("metric");
  if (metric == primary_metric || metric == "time")
    selection.label = "";
  else if (metric != all_metrics)
    selection.label = metric;
  return selection;
}

/// The series asked for, at least one, each cut to its last points.
std::vector<Series> selected(const Arguments& values) {
  const history::Selection selection = selection_of(values);
  std::vector<Series> all = opened(values, Database::Missing::refuse).series(selection);
  if (all.empty())
    throw WrongUse("nothing in the history is so called; `tare history list` tells what there is");
  if (!values.has("last")) return all;
  constexpr std::uint64_t any = std::numeric_limits<std::size_t>::max();
  const std::size_t last = cli::parse_integer("--last", values.text("last"), 1, any);
  for (Series& series : all) {
    const std::size_t kept = std::min(last, series.points.size());
    series.points.erase(series.points.begin(),
                        series.points.end() - static_cast<std::ptrdiff_t>(kept));
  }
  return all;
}

int show(const Arguments& values) {
  const char* separator = "";
  for (const Series& series : selected(values)) {
    fmt::print("{}{}", separator, series_text(series));
    separator = "\n";
  }
  return exit_fine;
}

int check(const Arguments& values) {
  const std::vector<Series> all = selected(values);
  const auto family = static_cast<std::size_t>(
      std::ranges::count_if(all, [](const Series& series) { return !is_exact(series); }));
  std::size_t regressions = 0;
  for (const Series& series : all) {
    const std::vector<history::Change> changes = history::changes(series, family);
    fmt::print("{}", changes_text(series, changes));
    if (!changes.empty() && changes.back().worse) ++regressions;
  }
  if (regressions > 0)
    fmt::print("the last change is for the worse in {} of {} series\n", regressions, all.size());
  return regressions > 0 && values.has("fail") ? exit_regression : exit_fine;
}

int write_export(const Arguments& values) {
  Text wish = values.text("out");
  if (wish == standard_output) wish = Text("csv:") + standard_output;
  const std::optional<cli::OutputWish> output = cli::read_output(wish);
  if (!output || (output->format != "csv" && output->format != "json"))
    throw WrongUse(fmt::format("--out: '{}' is not csv:FILE, json:FILE or -", wish));
  const Text& path = output->file;
  std::optional<cli::ResultFile> file;
  const Store store = opened(values, Database::Missing::refuse);
  if (path != standard_output) {
    if (cli::resolved(path) == cli::resolved(values.text("db")))
      throw WrongUse(fmt::format("--out: {} is the history itself", path));
    file.emplace(path, "");
  }
  const auto render = output->format == "csv" ? &history_csv : &history_json;
  const Text text = render(store, selection_of(values));
  if (!file) {
    fmt::print("{}", text);
    return exit_fine;
  }
  const Text why = file->write(text);
  if (why.empty()) return exit_fine;
  cli::complain(fmt::format("cannot write {}: {}", path, why));
  return exit_failed;
}

using Describe = void (*)(po::options_description& options);

auto text_option(const char* name) { return po::value<Text>()->value_name(name); }

void describe_add(po::options_description& options) {
  options.add_options()(
      "revision", text_option("NAME"),
      "what was measured; default: the commit that is checked out here, -dirty if it was changed")(
      "machine", text_option("NAME"), "what it ran on; default: processor and number of them");
}

void describe_none(po::options_description&) {}

void describe_selection(po::options_description& options, const char* metric) {
  options.add_options()(
      "metric", text_option("LABEL")->default_value(metric),
      "this figure: primary (the score), a label such as mem.alloc.rate.norm, all")(
      "machine", text_option("NAME"), "results of this machine alone");
}

void describe_series(po::options_description& options) {
  describe_selection(options, primary_metric);
  options.add_options()("last", text_option("N"), "the last N revisions alone");
}

void describe_check(po::options_description& options) {
  describe_series(options);
  options.add_options()("fail", "exit with 3 if the last change of any series is for the worse");
}

void describe_export(po::options_description& options) {
  describe_selection(options, all_metrics);
  options.add_options()("out", text_option("FORMAT:FILE")->default_value("csv:-"),
                        "csv:FILE or json:FILE; the file - is standard output");
}

struct Verb {
  const char* name;
  const char* words;
  const char* summary;
  Describe describe;
  int (*run)(const Arguments& values);
};

constexpr const char* patterns = "[PATTERN …]";
constexpr Verb verbs[] = {
    {"add", "RESULT.json …", "file results of Tare, JMH or Google Benchmark under a revision",
     &describe_add, &add},
    {"list", "", "revisions, machines and cases that there are", &describe_none, &list},
    {"show", patterns, "cases over time", &describe_series, &show},
    {"check", patterns, "where cases became slower or faster for good", &describe_check, &check},
    {"export", patterns, "every figure, for other programs", &describe_export, &write_export},
};

void print_help() {
  fmt::print("usage: tare history COMMAND …; tare history COMMAND --help tells more\n\n");
  for (const Verb& verb : verbs)
    fmt::print("  {:<7} {:<14} {}\n", verb.name, verb.words, verb.summary);
}

int run_verb(const Verb& verb, const Words& words) {
  po::options_description options("Options");
  options.add_options()("db", text_option("FILE")->default_value(default_file),
                        "where the history is");
  verb.describe(options);
  Text usage = fmt::format("usage: tare history {} {} [options]\n\n{}\n", verb.name, verb.words,
                           verb.summary);
  if (verb.words == patterns)
    usage += "Patterns are regular expressions that need match only a part of a case's name.\n";
  const Arguments arguments(words, options, usage, *verb.words != '\0');
  return arguments.helped() ? exit_fine : verb.run(arguments);
}

}  // namespace

int history(const Words& words) {
  if (words.empty())
    throw WrongUse("tare history: add, list, show, check or export? `tare history --help`");
  const Text& name = words.front();
  if (name == "-h" || name == "--help") {
    print_help();
    return exit_fine;
  }
  const auto* const verb =
      std::ranges::find(verbs, name, [](const Verb& v) { return Text(v.name); });
  if (verb != std::end(verbs)) return run_verb(*verb, {words.begin() + 1, words.end()});
  std::vector<Text> names;
  for (const Verb& known : verbs) names.emplace_back(known.name);
  throw WrongUse(fmt::format("tare history: there is no command '{}'{} (`tare history --help`)",
                             name, catalog::did_you_mean(name, names)));
}

}  // namespace tare::tool
