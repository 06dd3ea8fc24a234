// SPDX-License-Identifier: Apache-2.0
// The types that a Flight Recorder file of ours says its events and constants are of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tare::recording {

/// Numbers of the types that are no events; the schema tells them.
enum class JfrType : std::uint64_t {
  boolean = 2,
  int8,
  int16,
  int32,
  int64,
  character,
  float32,
  float64,
  string,
  symbol,
  class_,
  class_loader,
  package,
  method,
  stack_trace,
  stack_frame,
  frame_type,
  thread,
  thread_state,
  annotation_label,
  annotation_category,
  annotation_description,
  annotation_content_type,
  annotation_timestamp,
  annotation_timespan,
  annotation_data_amount,
  annotation_percentage,
  annotation_unsigned,
  annotation_memory_address,
};

/// The name of a type whose presence says that Tare wrote the file, by the conventions of its
/// frames.
inline constexpr std::string_view benchmark_type = "tare.Benchmark";

/// The metadata event: `ticks` is its time. The same in every chunk of a file but for that.
std::string metadata_event(std::uint64_t ticks);

/// The number of a type of event; 0: there is none of that name.
std::uint64_t event_type_number(std::string_view name);

}  // namespace tare::recording
