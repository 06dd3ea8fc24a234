// SPDX-License-Identifier: Apache-2.0
// Events of a Flight Recorder file, as values: the JDK's own, by its names, which all tools of it
// know, and Tare's. Times are nanoseconds of CLOCK_MONOTONIC.
#pragma once

#include <cstdint>
#include <string>

namespace tare::recording {

/// A stack's number, from JfrWriter::stack_key(); 0: none.
struct StackKey {
  std::uint64_t value = 0;
};

/// A thread's number, from JfrWriter::thread_key(); 0: none.
struct ThreadKey {
  std::uint64_t value = 0;
};

/// jdk.ExecutionSample: a thread was seen at work. Samples have no weight.
struct ExecutionSample {
  std::uint64_t time = 0;
  ThreadKey thread{};
  StackKey stack{};
};

/// jdk.ObjectAllocationInNewTLAB, for what came out of memory that the thread had just set aside.
/// It stands for all of that: readers weigh it by `tlab_bytes`.
struct AllocationInNewTlab {
  std::uint64_t time = 0;
  ThreadKey thread{};
  StackKey stack{};
  std::string type{};  ///< What was allocated.
  std::uint64_t bytes = 0;
  std::uint64_t tlab_bytes = 0;
};

/// jdk.ObjectAllocationOutsideTLAB: one allocation, with its bytes.
struct AllocationOutsideTlab {
  std::uint64_t time = 0;
  ThreadKey thread{};
  StackKey stack{};
  std::string type{};
  std::uint64_t bytes = 0;
};

/// jdk.ObjectAllocationSample: stands for `weight` bytes of allocations.
struct AllocationSample {
  std::uint64_t time = 0;
  ThreadKey thread{};
  StackKey stack{};
  std::string type{};
  std::uint64_t weight = 0;  ///< Bytes.
};

/// profiler.Malloc, by async-profiler's name for it.
struct Malloc {
  std::uint64_t time = 0;
  ThreadKey thread{};
  StackKey stack{};
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

/// profiler.Free: what was allocated there last is no more. Blocks never freed are the retained.
struct Free {
  std::uint64_t time = 0;
  ThreadKey thread{};
  StackKey stack{};
  std::uint64_t address = 0;
};

/// jdk.CPULoad: shares of all the machine's CPUs, in [0, 1].
struct CpuLoad {
  std::uint64_t time = 0;
  float user = 0;    ///< Of the process, outside the kernel.
  float system = 0;  ///< Of the process, inside the kernel.
  float machine = 0;
};

/// jdk.ActiveRecording: what the file is of.
struct ActiveRecording {
  std::uint64_t time = 0;
  std::uint64_t id = 1;
  std::string name{};
  std::string destination{};
  std::uint64_t start_milliseconds = 0;  ///< Since 1970.
};

/// jdk.ActiveSetting.
struct ActiveSetting {
  std::uint64_t time = 0;
  std::string event{};  ///< The type it is a setting of, such as `jdk.ExecutionSample`.
  std::string name{};
  std::string value{};
};

/// jdk.OSInformation.
struct OsInformation {
  std::uint64_t time = 0;
  std::string version{};
};

/// jdk.CPUInformation.
struct CpuInformation {
  std::uint64_t time = 0;
  std::string cpu{};
  std::string description{};
  int sockets = 0;
  int cores = 0;
  int hardware_threads = 0;
};

/// jdk.JVMInformation: who wrote the file; there is no JVM.
struct ProgramInformation {
  std::uint64_t time = 0;
  std::string name{};
  std::string version{};
  std::string arguments{};
  std::uint64_t start_milliseconds = 0;  ///< Since 1970.
  std::uint64_t pid = 0;
};

/// jdk.InitialSystemProperty.
struct Property {
  std::uint64_t time = 0;
  std::string key{};
  std::string value{};
};

/// jdk.InitialEnvironmentVariable.
struct EnvironmentVariable {
  std::uint64_t time = 0;
  std::string key{};
  std::string value{};
};

/// jdk.NativeLibrary.
struct NativeLibrary {
  std::uint64_t time = 0;
  std::string path{};
  std::uint64_t base = 0;
  std::uint64_t top = 0;
};

/// tare.Benchmark: what was measured, in one fork.
struct BenchmarkEvent {
  std::uint64_t time = 0;
  std::string benchmark{};
  std::string parameters{};  ///< `n=10, type=int`; may be empty.
  std::string mode{};
  int threads = 1;
  int fork = 0;
};

/// tare.Iteration. That of phase `measurement` is what profiles are counted per operation of.
struct IterationEvent {
  std::uint64_t time = 0;
  std::uint64_t duration = 0;  ///< Nanoseconds.
  ThreadKey thread{};
  std::string benchmark{};
  std::string phase{};  ///< `warmup` or `measurement`.
  int index = 0;        ///< From 1, in its phase.
  std::uint64_t operations = 0;
  double ns_per_op = 0;
  std::uint64_t allocated = 0;  ///< Bytes; 0 in warm-up, where they are not counted.
};

/// tare.AllocationSite: all that the file's measured operations allocated by way of one stack.
struct AllocationSite {
  std::uint64_t time = 0;
  StackKey stack{};
  std::uint64_t bytes = 0;
  std::uint64_t allocations = 0;
  std::uint64_t retained_bytes = 0;  ///< Of these, what results kept.
  std::uint64_t retained_blocks = 0;
};

inline constexpr const char* measurement_phase = "measurement";

}  // namespace tare::recording
