// SPDX-License-Identifier: Apache-2.0
// What people read while a run goes on and when it has ended.
#pragma once

#include <cstdio>
#include <string_view>

#include "cli/options.hpp"
#include "report/progress.hpp"

namespace tare::cli {

/// The terminal, stderr if stdout belongs to a format, or the file of `-o`. That nobody reads it
/// any more is said once, on stderr, and ends nothing here.
class People {
 public:
  /// Throws catalog::WrongUse if the file cannot be written.
  People(const CommandLine& line, bool stdout_taken);
  People(const People&) = delete;
  People& operator=(const People&) = delete;
  ~People();

  void write(std::string_view text);
  /// Something that was written did not get there.
  bool are_gone() const { return gone_; }
  /// Null if they sit at no terminal.
  report::Columns columns() const;

 private:
  std::FILE* file_;
  std::string name_;
  bool gone_ = false;
};

/// A line for whoever started the program, on standard error. That nobody reads that either is no
/// reason to stop.
void complain(std::string_view line) noexcept;

/// Descriptors 0 to 2 that are closed would be given to sockets of ours, and be taken for standard
/// streams by forks. Read-only, so that writing to them still fails.
void hold_standard_descriptors();

}  // namespace tare::cli
