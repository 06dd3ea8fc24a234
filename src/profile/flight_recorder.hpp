// SPDX-License-Identifier: Apache-2.0
// Records a trial to a Flight Recorder file as it goes on.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "profile/allocation_log.hpp"
#include "profile/allocation_tap.hpp"
#include "profile/measured_stacks.hpp"
#include "profile/processor_load.hpp"
#include "profile/sampler.hpp"
#include "recording/jfr_writer.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// What is recorded.
struct RecorderSettings {
  SamplerSettings sampling;
  std::uint64_t allocation_interval = std::uint64_t{64} << 10;  ///< Bytes; see AllocationLog.
};

/// Measured iterations are sampled and their allocations logged; all iterations, and the
/// processors' load in them, are events. What was recorded in an iteration is written when it is
/// over: an hour takes no more memory than its longest iteration, and the different stacks.
class FlightRecorder final : public extend::IterationWatcher {
 public:
  /// Writes to `descriptor`, an empty file of the caller's. `tap` is installed while this lives.
  /// Throws std::runtime_error.
  FlightRecorder(const extend::Assignment& assignment, const RecorderSettings& settings,
                 AllocationTap& tap, int descriptor);
  FlightRecorder(const FlightRecorder&) = delete;
  FlightRecorder& operator=(const FlightRecorder&) = delete;
  ~FlightRecorder() override;

  void iteration_starts(bool warmup, std::uint32_t index) override;
  void iteration_ended(const extend::Iteration& iteration) override;

  /// Ends the file. Once, after the last iteration.
  void finish() { writer_.finish(); }

  /// Samples and allocations for which there was no room.
  std::uint64_t lost() const { return sampler_.lost() + log_.lost(); }

 private:
  void write_settings();
  void write_load(std::uint64_t time);
  void write_iteration(const extend::Iteration& iteration, std::uint64_t end,
                       std::uint64_t allocated);
  void write_samples();
  void write_allocations();
  recording::ThreadKey thread(std::int32_t number);

  extend::Assignment assignment_;
  RecorderSettings settings_;
  AllocationTap& tap_;
  recording::JfrWriter writer_;
  Sampler sampler_;
  AllocationLog log_;
  MeasuredStacks names_;
  std::map<std::int32_t, recording::ThreadKey> threads_;
  std::uint64_t iteration_start_ = 0;
  std::uint64_t allocated_before_ = 0;
  ProcessorTimes times_before_;
};

}  // namespace tare::profile
