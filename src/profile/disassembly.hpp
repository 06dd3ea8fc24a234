// SPDX-License-Identifier: Apache-2.0
// Machine code as text, by objdump.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tare/extend/profiler.hpp"

namespace tare::profile {

struct Instruction {
  std::uint64_t address = 0;          ///< As its object has it, from where that is loaded.
  std::string text;                   ///< `div    %rcx`
  std::optional<std::uint64_t> jump;  ///< Where it jumps to, if it says so itself.
  bool operator==(const Instruction&) const = default;
};

/// The instructions in what `objdump -d --no-show-raw-insn` has printed. Lines of other kinds count
/// for nothing; texts that no terminal would show whole are cut.
std::vector<Instruction> parse_disassembly(std::string_view printed);

/// Whether there is an objdump.
extend::Support disassembles();

/// A file that holds code of this process.
struct CodeFile {
  std::string path;
  std::string trouble;  ///< Why there is none; then `path` is empty.
};

/// The file that was mapped where `pc` is.
CodeFile code_file(std::uintptr_t pc);

enum class Syntax { att, intel };

struct Disassembly {
  std::vector<Instruction> instructions;
  std::string trouble;  ///< Why there are none.
};

/// What lies in [begin, end) of an object; an instruction must start at `begin`.
Disassembly disassemble(const std::string& path, std::uint64_t begin, std::uint64_t end,
                        Syntax syntax);

}  // namespace tare::profile
