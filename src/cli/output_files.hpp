// SPDX-License-Identifier: Apache-2.0
// Where reports go.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "tare/extend/exporter.hpp"

namespace tare::cli {

/// The files a run was asked to write. Each is written under a temporary name beside it and then
/// renamed, so that it is whole at any time.
class OutputFiles {
 public:
  /// Throws catalog::WrongUse for an unknown format, or a file that cannot be written.
  explicit OutputFiles(const CommandLine& line);

  /// Writes all but standard output. A file that cannot be written any more is reported once on
  /// stderr, and again by failed().
  void write(const Report& report);

  /// Standard output belongs to a format, not to people.
  bool takes_stdout() const;
  void write_stdout(const Report& report) const;

  /// "-> results.json" lines for people; empty if nothing was written.
  std::vector<std::string> written() const;
  bool failed() const { return failed_; }

 private:
  struct Output {
    std::unique_ptr<extend::Exporter> exporter;
    std::string file;
    bool broken = false;
  };
  void add(const std::string& format, std::string file);

  std::vector<Output> outputs_;
  bool failed_ = false;
};

}  // namespace tare::cli
