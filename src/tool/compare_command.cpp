// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <boost/program_options.hpp>
#include <ctime>
#include <sstream>

#include "catalog/wrong_use.hpp"
#include "compare/load.hpp"
#include "compare/saved.hpp"
#include "tool/command.hpp"
#include "tool/comparison_output.hpp"

namespace tare::tool {
namespace {

namespace po = boost::program_options;
using catalog::WrongUse;

void print_help(const po::options_description& options) {
  std::ostringstream text;
  text << options;
  fmt::print(
      "usage: tare compare BASELINE.json CANDIDATE.json … [options]\n\n"
      "Compares saved results of Tare, JMH or Google Benchmark with those of the baseline.\n"
      "Exit code: 0 fine, 1 nothing could be compared, 2 wrong use, 3 a gate failed.\n\n{}",
      text.str());
}

std::vector<compare::SavedRun> loaded(const std::vector<std::string>& paths) {
  std::vector<compare::SavedRun> runs;
  for (const std::string& path : paths) {
    try {
      runs.push_back({path, compare::load(path)});
    } catch (const RecordError& error) {
      throw WrongUse(error.what());
    }
  }
  return runs;
}

}  // namespace

int compare(const Words& words) {
  po::options_description options("Options");
  options.add_options()("help,h", "print this");
  ComparisonOutput::add_options(options);
  po::options_description all;
  all.add(options).add_options()("result", po::value<Words>()->default_value({}, ""));
  po::positional_options_description positional;
  positional.add("result", -1);

  po::variables_map values;
  using namespace po::command_line_style;
  po::store(po::command_line_parser(words)
                .options(all)
                .positional(positional)
                .style(unix_style & ~allow_guessing)
                .run(),
            values);
  if (values.count("help") > 0) {
    print_help(options);
    return exit_fine;
  }
  const auto& paths = values["result"].as<Words>();
  if (paths.size() < 2)
    throw WrongUse(
        "tare compare: two results files are needed at least, the baseline's first: tare compare "
        "BEFORE.json AFTER.json");
  ComparisonOutput output(values, paths);

  const std::vector<compare::SavedRun> runs = loaded(paths);
  compare::SavedSettings settings;
  settings.threshold = output.threshold();
  settings.metrics = output.metrics();
  ComparisonReport report = compare::compare_saved(runs, settings);
  report.tare_version = TARE_VERSION;
  report.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  report.command = {"tare", "compare"};
  report.command.insert(report.command.end(), words.begin(), words.end());
  return output.finish(std::move(report));
}

}  // namespace tare::tool
