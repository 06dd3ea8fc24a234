// SPDX-License-Identifier: Apache-2.0
// Reads Flight Recorder files: Tare's own, a JDK's, async-profiler's. What events hold is told by
// each file's own schema.
#pragma once

#include <string>
#include <string_view>

#include "recording/jfr_types.hpp"
#include "recording/recording_error.hpp"
#include "stacks/stack_profile.hpp"

namespace tare::recording {

/// What was recorded, by kind; a profile without stacks: nothing of it.
struct Recording {
  /// Type `cpu` in `count`: samples of jdk.ExecutionSample and jdk.NativeMethodSample.
  stacks::StackProfile cpu;
  /// Types `alloc` in `bytes` and `allocations` in `count`: of tare.AllocationSite, which is all
  /// there was. Where there are none, of allocations in and outside TLABs. One in a new TLAB stands
  /// for all bytes of that. Where there are none, of jdk.ObjectAllocationSample by weight: with
  /// them it tells the same again. Where there are none of those either, of profiler.Malloc.
  stacks::StackProfile alloc;
  /// Types `retained` in `bytes` and `retained_blocks` in `count`: of tare.AllocationSite, or
  /// profiler.Malloc without a later profiler.Free of the same address.
  stacks::StackProfile retained;
};

/// Whether a file begins like one.
bool is_jfr(std::string_view bytes);

/// `title` names the profiles, where the file does not say what benchmark it is of. Throws
/// RecordingError for what cannot be read, be it but the last of several chunks.
Recording read_jfr(std::string_view bytes, const std::string& title, const JfrLimits& limits = {});

}  // namespace tare::recording
