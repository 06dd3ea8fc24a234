// SPDX-License-Identifier: Apache-2.0
#include "catalog/wrong_use.hpp"
#include "compare/load.hpp"
#include "compare/saved.hpp"
#include "tool/arguments.hpp"
#include "tool/command.hpp"
#include "tool/comparison_output.hpp"

namespace tare::tool {
namespace {

using catalog::WrongUse;

constexpr const char* usage =
    "usage: tare compare BASELINE.json CANDIDATE.json … [options]\n\n"
    "Compares saved results of Tare, JMH or Google Benchmark with those of the baseline.\n"
    "Exit code: 0 fine, 1 nothing could be compared, 2 wrong use, 3 a gate failed.\n";

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
  boost::program_options::options_description options("Options");
  ComparisonOutput::add_options(options);
  const Arguments arguments(words, options, usage, true);
  if (arguments.helped()) return exit_fine;
  const Words& paths = arguments.operands();
  if (paths.size() < 2)
    throw WrongUse(
        "tare compare: two results files are needed at least, the baseline's first: tare compare "
        "BEFORE.json AFTER.json");
  ComparisonOutput output(arguments.values(), paths);

  const std::vector<compare::SavedRun> runs = loaded(paths);
  compare::SavedSettings settings;
  settings.threshold = output.threshold();
  settings.metrics = output.metrics();
  ComparisonReport report = compare::compare_saved(runs, settings);
  sign(report, "compare", words);
  return output.finish(std::move(report));
}

}  // namespace tare::tool
