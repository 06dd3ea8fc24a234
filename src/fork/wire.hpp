// SPDX-License-Identifier: Apache-2.0
// What a run and its forks say to each other: typed, versioned messages as bytes. Pure: no
// descriptor is touched here.
//
// A frame is a length (4 bytes, little-endian, of what follows), a kind (1 byte) and a payload.
// Numbers are LEB128 varints, doubles their 8 bytes little-endian, texts a length and bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "run/ending.hpp"
#include "run/sink.hpp"
#include "tare/record.hpp"

namespace tare::fork {

/// Raised with every change of a payload. A run speaks to forks of this version and the one before.
inline constexpr std::uint32_t wire_version = 4;

/// First words of both sides.
struct Hello {
  std::uint32_t version = wire_version;
  std::string program;  ///< Tare's version, for messages.
  bool operator==(const Hello&) const = default;
};

/// Where a fork's stack and heap begin, and how large its environment is: seeded luck, so that it
/// is inside the error. In bytes.
struct Layout {
  std::uint64_t seed = 0;
  std::uint32_t environment_bytes = 0;
  std::uint32_t stack_offset = 0;
  std::uint32_t heap_offset = 0;
  bool operator==(const Layout&) const = default;
};

using ProfilerOptions = std::vector<std::pair<std::string, std::string>>;

/// What a fork is to do.
struct Job : CasePlan {
  std::vector<CasePlan> warmed_up;  ///< Whose warm-up runs before all else, in this order.
  bool synchronise = true;
  std::string profiler;  ///< Empty: measure time.
  ProfilerOptions profiler_options;
  std::uint32_t fork = 1;  ///< 1-based, among the profiler's of the case.
  Layout layout;
  // What follows is for the start of the fork, as is the launcher, and no part of the message.
  std::string program;                   ///< Path of what is started; empty: this very program.
  std::vector<std::string> environment;  ///< `NAME=value`, added or in place of ours.
  bool operator==(const Job&) const = default;
};

/// The next iteration has begun: the parent's time-out counts from here.
struct IterationStarted {
  bool operator==(const IterationStarted&) const = default;
};

/// A set-up or tear-down has begun, with a time-out of its own.
struct StageStarted {
  running::Stage stage = running::Stage::trial_set_up;
  bool operator==(const StageStarted&) const = default;
};

/// All that was asked for has been sent. A fork that goes without this has crashed.
struct Done {
  bool operator==(const Done&) const = default;
};

using Message = std::variant<Hello, Job, IterationStarted, running::IterationResult,
                             extend::Findings, running::Ending, Done, StageStarted>;

/// Bytes that are no message of this version.
class WireError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Longest frame that is read: a histogram of a long sample run takes some hundred kB.
inline constexpr std::uint32_t most_frame_bytes = 64u << 20;
/// Most elements of one list.
inline constexpr std::uint64_t most_elements = 1u << 22;

/// One whole frame.
std::string encode(const Message& message);

/// Takes bytes as they come and gives messages as they are whole.
class Decoder {
 public:
  void feed(std::string_view bytes);
  /// The next message, or none until more bytes come. Throws WireError; the decoder is of no use
  /// after that.
  std::optional<Message> next();

 private:
  std::string buffer_;
  std::size_t begin_ = 0;
};

}  // namespace tare::fork
