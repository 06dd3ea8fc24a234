// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cmath>
#include <cstdio>
#include <random>

#include "cli/option_values.hpp"
#include "report/comparisons.hpp"
#include "tool/arguments.hpp"
#include "tool/command.hpp"
#include "tool/noise.hpp"

namespace tare::tool {
namespace {

namespace po = boost::program_options;

constexpr const char* usage =
    "usage: tare noise [options]\n\n"
    "Compares a program with itself, and says how small a change can be told on this machine,\n"
    "and what about its set-up is noisy.\n"
    "Exit code: 0 fine, 1 a difference was seen where there is none, or nothing, 2 wrong use.\n";

bool is_false_alarm(const Comparison& comparison) {
  return comparison.verdict == Verdict::faster || comparison.verdict == Verdict::slower;
}

}  // namespace

int noise(const Words& words) {
  po::options_description options("Options");
  options.add_options()("budget",
                        po::value<std::string>()->default_value("20s")->value_name("TIME"),
                        "time for each of three workloads");
  const Arguments arguments(words, options, usage, false);
  if (arguments.helped()) return exit_fine;
  const std::uint64_t budget = cli::parse_time("--budget", arguments.text("budget"));
  const cli::Interruption interruption;
  ComparisonReport report = measure_noise(budget, std::random_device()(), interruption);
  sign(report, "noise", words);
  fmt::print("{}", report::comparison_text(report));
  const double floor = noise_floor(report);
  constexpr double too_great = 1;  // To be of use to anybody.
  if (std::isnan(floor) || floor > too_great)
    fmt::print("\nTimes scatter too much here for any change to be told in that time.\n");
  else
    fmt::print("\nChanges of {:.1f} % and more can be told on this machine in that time.\n",
               100 * floor);
  if (interruption.signal()) {
    std::fflush(nullptr);
    cli::end_by(*interruption.signal());
  }
  const bool is_fine =
      !report.comparisons.empty() && std::ranges::none_of(report.comparisons, is_false_alarm);
  return is_fine ? exit_fine : exit_failed;
}

}  // namespace tare::tool
