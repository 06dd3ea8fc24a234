// SPDX-License-Identifier: Apache-2.0
// Hot regions as text: each instruction with its share of the samples and its source line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profile/disassembly.hpp"

namespace tare::profile {

struct ListedInstruction {
  Instruction instruction;
  std::uint64_t samples = 0;
  std::string file;  ///< Empty: not known.
  int line = 0;
  std::string inlined;  ///< The function that was inlined here; empty: none was.
};

struct ListedRegion {
  std::string function;
  std::string object;       ///< File name of the shared object, or of the program.
  std::uint64_t begin = 0;  ///< Of its first sample, as the object has it.
  std::uint64_t end = 0;    ///< Of its last.
  std::uint64_t samples = 0;
  std::string file;  ///< Of the hottest instruction; empty: not known.
  int line = 0;
  std::vector<ListedInstruction> instructions;  ///< None: see `trouble`, or it was not hot enough.
  std::size_t left_out = 0;  ///< Instructions of the region for which there was no room.
  std::string trouble;       ///< Why there are no instructions.
};

struct Listing {
  std::string title;    ///< Whose it is.
  std::string sampled;  ///< `by perf events (task-clock), 4999 times a second`
  std::uint64_t samples = 0;
  std::vector<ListedRegion> regions;  ///< The hottest first.
  std::size_t shown = 0;              ///< How many of them the table has.
};

/// Percent that `part` is of `all`; 0 of nothing.
double percent(std::uint64_t part, std::uint64_t all);

/// `bench.cpp:17`, without folders; empty if there is no file, or no line: compilers write 0 for
/// code that is of several.
std::string source_place(const std::string& file, int line);

/// A column for each instruction that shows loops: jumps back to an instruction that is there, too.
/// Inner ones are nearer to the instructions; those for which there is no room are left out.
std::vector<std::string> loop_columns(const std::vector<ListedInstruction>& instructions);

std::string listing_text(const Listing& listing);

}  // namespace tare::profile
