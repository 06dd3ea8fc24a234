// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <boost/program_options.hpp>
#include <cmath>
#include <cstdio>
#include <random>
#include <sstream>

#include "catalog/wrong_use.hpp"
#include "cli/option_values.hpp"
#include "report/comparisons.hpp"
#include "tool/command.hpp"
#include "tool/noise.hpp"

namespace tare::tool {
namespace {

namespace po = boost::program_options;

po::options_description described() {
  po::options_description options("Options");
  options.add_options()("help,h", "print this")(
      "budget", po::value<std::string>()->default_value("20s")->value_name("TIME"),
      "most time for each of three workloads");
  return options;
}

void print_help() {
  std::ostringstream text;
  text << described();
  fmt::print(
      "usage: tare noise [options]\n\n"
      "Compares a program with itself, and says how small a change can be told on this machine,\n"
      "and what about its set-up is noisy.\n"
      "Exit code: 0 fine, 1 a difference was seen where there is none, 2 wrong use.\n\n{}",
      text.str());
}

bool is_false_alarm(const Comparison& comparison) {
  return comparison.verdict == Verdict::faster || comparison.verdict == Verdict::slower;
}

}  // namespace

int noise(const Words& words) {
  po::variables_map values;
  using namespace po::command_line_style;
  po::store(po::command_line_parser(words)
                .options(described())
                .positional({})
                .style(unix_style & ~allow_guessing)
                .run(),
            values);
  if (values.count("help") > 0) {
    print_help();
    return exit_fine;
  }
  const std::uint64_t budget = cli::parse_time("--budget", values["budget"].as<std::string>());
  const cli::Interruption interruption;
  const ComparisonReport report = measure_noise(budget, std::random_device()(), interruption);
  fmt::print("{}", report::comparison_text(report));
  const double floor = noise_floor(report);
  if (std::isnan(floor))
    fmt::print("\nTimes scatter too much here for any change to be told in that time.\n");
  else
    fmt::print("\nChanges of {:.1f} % and more can be told on this machine in that time.\n",
               100 * floor);
  if (interruption.signal()) {
    std::fflush(nullptr);
    cli::end_by(*interruption.signal());
  }
  return std::ranges::any_of(report.comparisons, is_false_alarm) ? exit_failed : exit_fine;
}

}  // namespace tare::tool
