// SPDX-License-Identifier: Apache-2.0
// Constants of a Flight Recorder file: what events name by a key.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "recording/jfr_bytes.hpp"
#include "recording/jfr_schema.hpp"
#include "stacks/symbols.hpp"

namespace tare::recording {

/// A function's name without the list of its arguments: readers of Flight Recorder files add `()`.
std::string without_arguments(std::string_view function);

/// A key means one thing in the whole file: the JDK takes what a key meant in an earlier chunk for
/// what it means in a later one. What a chunk uses is written with it. Grows with the different
/// constants there are, never with events.
class JfrConstants {
 public:
  /// `program`: what frames of no shared object are of.
  explicit JfrConstants(std::string program) : program_(std::move(program)) {}

  std::uint64_t stack(const std::vector<stacks::Frame>& frames);
  std::uint64_t thread(std::int64_t os_id, std::string_view name);
  std::uint64_t class_named(std::string_view name);

  /// The constant belongs to this chunk, and what it is made of. 0 is no constant.
  void use(JfrType type, std::uint64_t key);

  /// Keys and files of the methods that this chunk uses, where they are known.
  std::vector<std::pair<std::uint64_t, std::string>> files() const;

  /// Pools of all that is used, ready for a checkpoint, behind their number; nothing is used then.
  std::string take_used();

 private:
  using Parts = std::vector<std::pair<JfrType, std::uint64_t>>;
  struct Constant {
    std::string bytes;
    Parts parts;  ///< Other constants that it names.
    bool used = false;
  };
  struct Pool {
    std::vector<Constant> constants;  ///< Keys count from 1.
    std::vector<std::uint64_t> used;
    std::unordered_map<std::string, std::uint64_t> keys;  ///< By what makes them different.
  };

  std::uint64_t symbol(std::string_view text);
  std::uint64_t class_of(std::string_view name, int modifiers);
  std::uint64_t method(const stacks::Frame& frame);
  static std::uint64_t add(Pool& pool, std::string identity, std::string bytes, Parts parts = {});
  Pool& pool(JfrType type);

  std::string program_;
  Pool symbols_, classes_, methods_, stacks_, threads_;
  std::vector<std::string> files_;  ///< Of methods.
};

/// Modifiers of the class that stands for the program itself (Java's `public`), not for a shared
/// object: reading the file makes frames of no object of it again.
inline constexpr int program_modifiers = 1;

/// FrameType descriptions, by stacks::FrameKind.
inline constexpr const char* frame_type_names[] = {
    "Interpreted", "JIT compiled", "Inlined", "Native", "C++", "Kernel", "C1 compiled"};

/// The one state that samples of ours are in; converters of other makers select it.
inline constexpr std::uint64_t state_at_work = 1;

}  // namespace tare::recording
