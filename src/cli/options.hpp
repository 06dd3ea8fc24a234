// SPDX-License-Identifier: Apache-2.0
// The command line of a benchmark program: JMH's options, spelled as JMH spells them, and ours.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catalog/plan.hpp"
#include "record/units.hpp"
#include "report/progress.hpp"
#include "session/until.hpp"

namespace tare::cli {

/// `-prof name:key=value;key=value`
struct ProfilerWish {
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;
};

/// `--out format:file`; the file `-` is standard output.
struct OutputWish {
  std::string format;
  std::string file;
};

struct CommandLine {
  catalog::Request request;
  std::vector<ProfilerWish> profilers;
  std::vector<OutputWish> outputs;
  std::optional<std::string> result_format;  ///< `-rf`
  std::optional<std::string> result_file;    ///< `-rff`
  std::optional<std::string> log_file;       ///< `-o`
  std::optional<TimeUnit> unit;
  std::optional<std::uint64_t> seed;
  double confidence = 0.999;
  std::optional<session::Until> until;
  std::vector<std::string> warmup_patterns;  ///< `-wmb`
  bool fit = false;
  bool quick = false;
  bool stop_on_failure = false;
  bool synchronise = true;
  report::Verbosity verbosity = report::Verbosity::normal;
  bool help = false;
  bool list = false;
  bool list_with_params = false;
  bool list_profilers = false;
  bool list_formats = false;
};

/// Throws catalog::WrongUse. The last of an option given twice holds; patterns, `-e`, `-p`, `-prof`
/// and `--out` add up.
CommandLine parse_command_line(int argc, char** argv);

/// Every option, spelled as the user types it, in the order of the help.
std::vector<std::string> option_names();

}  // namespace tare::cli
