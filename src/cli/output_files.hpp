// SPDX-License-Identifier: Apache-2.0
// Where reports go.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "cli/result_file.hpp"
#include "tare/extend/exporter.hpp"

namespace tare::cli {

/// The files a run was asked to write.
class OutputFiles {
 public:
  /// Throws catalog::WrongUse for an unknown format, for a file that cannot be written, or for one
  /// that something else goes to, be it what people read (`-o`).
  explicit OutputFiles(const CommandLine& line);

  /// Writes all but standard output. A file that cannot be written any more is reported once on
  /// stderr, and again by failed(). What is no regular file gets the last report alone.
  void write(const Report& report, bool last);

  /// Standard output belongs to a format, not to people.
  bool takes_stdout() const;
  /// Throws std::system_error if that cannot be written.
  void write_stdout(const Report& report) const;

  /// Nobody asked for any, be it on standard output.
  bool are_none() const { return outputs_.empty(); }
  /// The files that were written.
  std::vector<std::string> written() const;
  bool failed() const { return failed_; }

 private:
  struct Output {
    std::unique_ptr<extend::Exporter> exporter;
    std::unique_ptr<ResultFile> file;  ///< Null: standard output.
    bool broken = false;
  };
  void add(const std::string& format, const std::string& file);
  bool leads_to(const std::string& file) const;

  std::vector<Output> outputs_;
  std::string log_file_;
  bool failed_ = false;
};

}  // namespace tare::cli
