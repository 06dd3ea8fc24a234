// SPDX-License-Identifier: Apache-2.0
// Writes Flight Recorder files, which `jfr`, jdk.jfr.consumer.RecordingFile and Mission Control
// read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "recording/jfr_bytes.hpp"
#include "recording/jfr_constants.hpp"
#include "recording/jfr_events.hpp"
#include "recording/moment.hpp"
#include "recording/recording_error.hpp"

namespace tare::recording {

/// Writes as it is told, in chunks: what it keeps in memory grows with the different stacks and
/// threads alone. Not thread-safe; it allocates. All functions that write throw RecordingError.
class JfrWriter {
 public:
  /// A chunk is ended behind the event that makes it longer. A few MB are what the JDK, too, holds
  /// back at most; readers work by chunk.
  static constexpr std::size_t usual_chunk_bytes = std::size_t{4} << 20;

  /// `descriptor` is open for writing, can be sought in, stays the caller's and outlives this;
  /// writing begins where it is. `program`: the name for frames of no shared object. `start`: when
  /// the recording begins, which is what times of events are reckoned from.
  JfrWriter(int descriptor, std::string program, Moment start = now(),
            std::size_t chunk_bytes = usual_chunk_bytes);
  JfrWriter(const JfrWriter&) = delete;
  JfrWriter& operator=(const JfrWriter&) = delete;

  /// Innermost frame first. Keys are good as long as the writer is.
  StackKey stack_key(const std::vector<stacks::Frame>& frames) {
    return {constants_.stack(frames)};
  }
  ThreadKey thread_key(std::int64_t os_id, std::string_view name) {
    return {constants_.thread(os_id, name)};
  }

  /// Any event of jfr_events.hpp. Their times may come in any order.
  template <typename Event>
  void write(const Event& event);

  /// Ends the file, which no reader takes before that. Once, at last; a destructor does not.
  void finish();

 private:
  class EventWriter;

  void begin_chunk();
  void end_chunk(std::uint8_t features);
  template <typename Event>
  void append(const Event& event);
  void put_header(const JfrHeader& header);
  void flush();

  int descriptor_;
  Moment start_;
  std::size_t most_chunk_bytes_;
  JfrConstants constants_;
  JfrBytes body_;     ///< Of the event being written.
  JfrBytes pending_;  ///< Not yet in the file.
  std::int64_t chunk_place_ = 0;
  std::uint64_t written_ = 0;  ///< Of this chunk, to the file.
  std::uint64_t chunk_start_ = 0;
  std::uint64_t latest_ = 0;  ///< The latest time of an event's end.
};

}  // namespace tare::recording
