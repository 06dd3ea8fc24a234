// SPDX-License-Identifier: Apache-2.0
// What `tare compare` and `tare ab` are both told of their comparison, and what becomes of it.
#pragma once

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/result_file.hpp"
#include "compare/gate.hpp"
#include "tare/comparison.hpp"
#include "tool/command.hpp"

namespace tare::tool {

class ComparisonOutput {
 public:
  /// Adds `--metric`, `--threshold`, `--gate`, `--unclear`, `--missing` and `--out`.
  static void add_options(boost::program_options::options_description& options);

  /// Claims the files, none of which may be one of `inputs`. Throws catalog::WrongUse for values
  /// that cannot be, or files that cannot be written.
  ComparisonOutput(const boost::program_options::variables_map& values,
                   std::span<const std::string> inputs);

  double threshold() const { return threshold_; }
  /// Labels of the figures asked for, as in Comparison::metric; empty: all.
  const std::vector<std::string>& metrics() const { return metrics_; }
  std::span<const compare::Gate> gates() const { return gates_; }
  /// Standard output belongs to a format, not to people.
  bool takes_stdout() const;

  /// Writes the files as far as the comparison has come, as one that is not complete, and returns
  /// whether all could be. What is no regular file, and standard output, get the finished report
  /// alone.
  bool save(ComparisonReport report) const;

  /// Holds the gates against the report, prints it as text unless standard output belongs to a
  /// format, writes the files, and returns the exit code: 3 if a gate fails, else 1 if nothing
  /// could be compared or a file not be written. Throws catalog::WrongUse, after all that, if a
  /// gate or `--metric` names a figure that there is none of.
  int finish(ComparisonReport report);

 private:
  struct File {
    std::string (*render)(const ComparisonReport& report);
    std::unique_ptr<cli::ResultFile> file;  ///< Null: standard output.
  };
  void add_file(const std::string& wish, std::span<const std::string> inputs);
  bool write_files(const ComparisonReport& report, bool finished) const;
  void refuse_unknown(const ComparisonReport& report) const;

  double threshold_ = default_threshold;
  std::vector<std::string> metrics_;
  std::vector<compare::Gate> gates_;
  compare::GatePolicy policy_;
  std::vector<File> files_;
};

}  // namespace tare::tool
