// SPDX-License-Identifier: Apache-2.0
// Names of what is at an address.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "record/code_address.hpp"

namespace tare::stacks {

/// What a frame is of. The order is that of async-profiler's numbers, which its readers test.
enum class FrameKind {
  interpreted,
  compiled,  ///< By a JIT compiler: recordings of JVMs have those.
  inlined,
  native,
  cpp,
  kernel,
  c1_compiled,  ///< By the JVM's first compiler.
};

/// A call that was under way; one that was inlined counts like any other.
struct Frame {
  /// As people write it; inlined local functions have their bare names. What has none: object and
  /// offset.
  std::string function;
  std::string file;      ///< Empty: the program has no debug information there.
  int line = 0;          ///< 0 if there is no file.
  std::string object{};  ///< File name of the shared object; empty: the program itself.
  FrameKind kind = FrameKind::cpp;
  bool operator==(const Frame&) const = default;
};

/// Where this process has what is at `pc`. Outside all objects: no object, and `pc` itself.
CodeAddress code_address(std::uintptr_t pc);

/// The calls at an address inside an instruction, innermost first; the last of them, which is
/// always there, is a function that was not inlined. Objects that this process has not loaded have
/// no names. Slow at first: it reads all debug information there is.
std::vector<Frame> frames_at(const CodeAddress& address);

/// Code that has a name of its own.
struct CodeSymbol {
  std::string name;                   ///< As people write it.
  std::uintptr_t begin = 0, end = 0;  ///< Where this process has it: [begin, end).
  bool operator==(const CodeSymbol&) const = default;
};

/// What the object's table of symbols has at `pc`, which debug information is not needed for; what
/// was inlined is in none.
std::optional<CodeSymbol> symbol_at(std::uintptr_t pc);

/// A stack's frames by address; innermost first, both.
using NamedStack = std::vector<std::vector<Frame>>;

/// Names stacks of this process. Looks each address up once.
class StackNamer {
 public:
  /// `pcs` as Unwinder::walk() tells them: innermost first, and all but the first are where a call
  /// returns to, which is past the call's instruction.
  NamedStack named(std::span<const std::uintptr_t> pcs);

 private:
  std::unordered_map<std::uintptr_t, std::vector<Frame>> known_;
};

}  // namespace tare::stacks
