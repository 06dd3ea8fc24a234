// SPDX-License-Identifier: Apache-2.0
#include "tool/arguments.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <boost/program_options.hpp>
#include <ctime>
#include <sstream>
#include <utility>

namespace tare::tool {

namespace po = boost::program_options;

Arguments::Arguments(const Words& words, po::options_description options, std::string usage,
                     bool takes_operands) {
  constexpr const char* operand = "operand";
  options.add_options()("help,h", "print this");
  po::options_description all;
  all.add(options);
  po::positional_options_description positional;
  if (takes_operands) {
    all.add_options()(operand, po::value<Words>());
    positional.add(operand, -1);
  }
  using namespace po::command_line_style;
  po::store(po::command_line_parser(words)
                .options(all)
                .positional(positional)
                .style(unix_style & ~allow_guessing)
                .run(),
            values_);
  operands_ = texts(operand);
  helped_ = has("help");
  if (!helped_) return;
  std::ostringstream text;
  text << options;
  fmt::print("{}\n{}", usage, text.str());
}

std::string Arguments::text(const char* option) const {
  return has(option) ? values_[option].as<std::string>() : "";
}

Words Arguments::texts(const char* option) const {
  return has(option) ? values_[option].as<Words>() : Words();
}

void sign(ComparisonReport& report, const char* command, const Words& words) {
  report.tare_version = TARE_VERSION;
  report.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  report.command = {"tare", command};
  report.command.insert(report.command.end(), words.begin(), words.end());
}

}  // namespace tare::tool
