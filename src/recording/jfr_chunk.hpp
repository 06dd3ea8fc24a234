// SPDX-License-Identifier: Apache-2.0
// One chunk of a Flight Recorder file: its schema, its constants and its events.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "recording/jfr_bytes.hpp"
#include "recording/jfr_schema.hpp"
#include "recording/jfr_types.hpp"
#include "stacks/symbols.hpp"

namespace tare::recording {

/// Throws RecordingError, as all that reads does.
class JfrChunk {
 public:
  /// `rest` of the file, which begins with the chunk, at `offset`. `limits` and the bytes must
  /// outlive it.
  JfrChunk(std::string_view rest, std::uint64_t offset, const JfrLimits& limits);

  std::uint64_t bytes() const { return header_.chunk_bytes; }

  /// Tare wrote it.
  bool is_ours() const { return types_.named(benchmark_type) != nullptr; }

  /// Calls `take` with the type and the members of each event that `wants` says yes to.
  using Wants = std::function<bool(const JfrTypes::Type& type)>;
  using Take = std::function<void(const JfrTypes::Type& type, const JfrValue& event)>;
  void each_event(const Wants& wants, const Take& take) const;

  /// A text that an event holds, fit for files and terminals.
  std::string text_of(const JfrText& text) const;

  /// `method` is in `file`: for frames of stacks that are asked for later.
  void set_file(std::uint64_t method, std::string file) { files_[method] = std::move(file); }

  /// Innermost first; empty if the stack is not in the file.
  std::vector<stacks::Frame> frames(std::uint64_t stack) const;

 private:
  struct FrameKeys {
    std::uint64_t method = 0;
    std::uint64_t line = 0;
    std::uint64_t kind = 0;
  };
  using Constants = std::unordered_map<std::uint64_t, JfrValue>;

  static JfrHeader header_of(std::string_view rest, std::uint64_t offset);
  void read_constants();
  void read_pools(JfrCursor& from);
  void keep(const JfrTypes::Type& type, std::uint64_t key, const JfrValue& value);
  std::vector<FrameKeys> frame_keys(const JfrTypes::Type& type, const JfrValue& stack) const;

  const JfrValue& constant(std::string_view type, std::uint64_t key) const;
  const JfrValue& member_of(std::string_view type, std::uint64_t key, std::string_view name) const;
  std::string symbol(std::uint64_t key) const;
  stacks::Frame frame(const FrameKeys& keys) const;
  stacks::FrameKind kind(std::uint64_t key) const;

  JfrHeader header_;
  JfrCursor chunk_;
  JfrTypes types_;
  std::unordered_map<std::string_view, Constants> constants_;  ///< By the type's name.
  std::unordered_map<std::uint64_t, std::vector<FrameKeys>> stacks_;
  std::unordered_map<std::uint64_t, std::string> files_;
};

}  // namespace tare::recording
