// SPDX-License-Identifier: Apache-2.0
// Instructions that parts of a process take, under valgrind's callgrind.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// Why instructions cannot be counted in processes of this program, if they cannot.
extend::Support counts_instructions();

/// What callgrind leaves counts in: memory that looks like a file, and is gone with this process.
class CountsFile {
 public:
  /// Throws std::system_error if there can be none.
  CountsFile();
  ~CountsFile();
  CountsFile(const CountsFile&) = delete;
  CountsFile& operator=(const CountsFile&) = delete;

  /// Words and variables that a process is started with so that its instructions can be counted.
  /// One such process at a time.
  std::vector<std::string> launcher() const;
  std::vector<std::string> environment() const;

 private:
  std::string path() const;

  int descriptor_;
};

/// Counts in a process that was started so.
class InstructionCounter {
 public:
  /// Throws std::runtime_error if the process was not.
  InstructionCounter();
  ~InstructionCounter();
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;

  /// Instructions of all threads of the process while `work` runs, and a few for the call. Throws
  /// std::runtime_error if callgrind has left nothing that could be read.
  std::uint64_t count(const std::function<void()>& work);

 private:
  int descriptor_;
};

/// The sum in the last line of a file of callgrind's that counts one kind of event: `totals: 42`.
/// None if that is not what it ends with. Needs no more than the last 64 bytes of it.
std::optional<std::uint64_t> instructions_in(std::string_view end_of_file);

}  // namespace tare::profile
