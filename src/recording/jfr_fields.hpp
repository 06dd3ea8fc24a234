// SPDX-License-Identifier: Apache-2.0
// What events are made of: the one place that names types and fields, in the order they are
// written in. Visitors make the schema of it, or write an event.
#pragma once

#include "recording/jfr_events.hpp"

namespace tare::recording {

/// A type of event as people see it. Numbers are this program's own; the schema tells them.
struct JfrEventType {
  std::uint64_t id;
  const char* name;
  const char* label;
  const char* category;  ///< Levels are divided by `|`.
  const char* description = "";
};

/// Of a file and line that a method of ours is at: Flight Recorder's methods have no file. Written
/// behind the events of each chunk.
struct SourceFile {
  std::uint64_t time = 0;
  std::uint64_t method = 0;
  std::string file;
};

inline constexpr const char* profiling = "Java Virtual Machine|Profiling";
inline constexpr const char* allocation = "Java Application|Allocation";
inline constexpr const char* operating_system = "Operating System";
inline constexpr const char* flight_recorder = "Flight Recorder";

void describe(auto& out, const ExecutionSample& e) {
  out.type({101, "jdk.ExecutionSample", "Method Profiling Sample", profiling,
            "Snapshot of a thread's stack while it was at work"});
  out.time("startTime", "Start Time", e.time);
  out.thread("sampledThread", "Thread", e.thread);
  out.stack(e.stack);
  out.running_state("state", "Thread State");
}

void describe(auto& out, const AllocationInNewTlab& e) {
  out.type({102, "jdk.ObjectAllocationInNewTLAB", "Allocation in new TLAB", allocation,
            "Allocation in memory newly set aside for the thread"});
  out.time("startTime", "Start Time", e.time);
  out.thread("eventThread", "Event Thread", e.thread);
  out.stack(e.stack);
  out.object_class("objectClass", "Object Class", e.type);
  out.bytes("allocationSize", "Allocation Size", e.bytes);
  out.bytes("tlabSize", "TLAB Size", e.tlab_bytes);
}

void describe(auto& out, const AllocationOutsideTlab& e) {
  out.type({103, "jdk.ObjectAllocationOutsideTLAB", "Allocation outside TLAB", allocation,
            "Each allocation, with the bytes asked for"});
  out.time("startTime", "Start Time", e.time);
  out.thread("eventThread", "Event Thread", e.thread);
  out.stack(e.stack);
  out.object_class("objectClass", "Object Class", e.type);
  out.bytes("allocationSize", "Allocation Size", e.bytes);
}

void describe(auto& out, const AllocationSample& e) {
  out.type({104, "jdk.ObjectAllocationSample", "Object Allocation Sample", allocation,
            "An allocation that stands for as many bytes as its weight"});
  out.time("startTime", "Start Time", e.time);
  out.thread("eventThread", "Event Thread", e.thread);
  out.stack(e.stack);
  out.object_class("objectClass", "Object Class", e.type);
  out.bytes("weight", "Sample Weight", e.weight);
}

void describe(auto& out, const Malloc& e) {
  out.type({105, "profiler.Malloc", "malloc", allocation, "A block of native memory allocated"});
  out.time("startTime", "Start Time", e.time);
  out.thread("eventThread", "Event Thread", e.thread);
  out.stack(e.stack);
  out.address("address", "Address", e.address);
  out.bytes("size", "Size", e.bytes);
}

void describe(auto& out, const Free& e) {
  out.type({106, "profiler.Free", "free", allocation, "A block of native memory freed"});
  out.time("startTime", "Start Time", e.time);
  out.thread("eventThread", "Event Thread", e.thread);
  out.stack(e.stack);
  out.address("address", "Address", e.address);
}

void describe(auto& out, const CpuLoad& e) {
  out.type({107, "jdk.CPULoad", "CPU Load", "Operating System|Processor"});
  out.time("startTime", "Start Time", e.time);
  out.share("jvmUser", "Process User", e.user);
  out.share("jvmSystem", "Process System", e.system);
  out.share("machineTotal", "Machine Total", e.machine);
}

void describe(auto& out, const ActiveRecording& e) {
  out.type({108, "jdk.ActiveRecording", "Flight Recording", flight_recorder});
  out.time("startTime", "Start Time", e.time);
  out.number("id", "Id", e.id);
  out.text("name", "Name", e.name);
  out.text("destination", "Destination", e.destination);
  out.epoch_milliseconds("recordingStart", "Start Time", e.start_milliseconds);
}

void describe(auto& out, const ActiveSetting& e) {
  out.type({109, "jdk.ActiveSetting", "Recording Setting", flight_recorder});
  out.time("startTime", "Start Time", e.time);
  out.event_type("id", "Event Id", e.event);
  out.text("name", "Name", e.name);
  out.text("value", "Value", e.value);
}

void describe(auto& out, const OsInformation& e) {
  out.type({110, "jdk.OSInformation", "OS Information", operating_system});
  out.time("startTime", "Start Time", e.time);
  out.text("osVersion", "OS Version", e.version);
}

void describe(auto& out, const CpuInformation& e) {
  out.type({111, "jdk.CPUInformation", "CPU Information", "Operating System|Processor"});
  out.time("startTime", "Start Time", e.time);
  out.text("cpu", "Type", e.cpu);
  out.text("description", "Description", e.description);
  out.count("sockets", "Sockets", e.sockets);
  out.count("cores", "Cores", e.cores);
  out.count("hwThreads", "Hardware Threads", e.hardware_threads);
}

void describe(auto& out, const ProgramInformation& e) {
  out.type({112, "jdk.JVMInformation", "JVM Information", "Java Virtual Machine",
            "The program that was measured; there is no JVM"});
  out.time("startTime", "Start Time", e.time);
  out.text("jvmName", "JVM Name", e.name);
  out.text("jvmVersion", "JVM Version", e.version);
  out.text("jvmArguments", "JVM Command Line Arguments", "");
  out.text("jvmFlags", "JVM Settings File Arguments", "");
  out.text("javaArguments", "Java Application Arguments", e.arguments);
  out.epoch_milliseconds("jvmStartTime", "JVM Start Time", e.start_milliseconds);
  out.number("pid", "Process Identifier", e.pid);
}

void describe(auto& out, const Property& e) {
  out.type({113, "jdk.InitialSystemProperty", "Initial System Property", "Java Virtual Machine"});
  out.time("startTime", "Start Time", e.time);
  out.text("key", "Key", e.key);
  out.text("value", "Value", e.value);
}

void describe(auto& out, const EnvironmentVariable& e) {
  out.type(
      {114, "jdk.InitialEnvironmentVariable", "Initial Environment Variable", operating_system});
  out.time("startTime", "Start Time", e.time);
  out.text("key", "Key", e.key);
  out.text("value", "Value", e.value);
}

void describe(auto& out, const NativeLibrary& e) {
  out.type({115, "jdk.NativeLibrary", "Native Library", "Java Virtual Machine|Runtime"});
  out.time("startTime", "Start Time", e.time);
  out.text("name", "Name", e.path);
  out.address("baseAddress", "Base Address", e.base);
  out.address("topAddress", "Top Address", e.top);
}

void describe(auto& out, const BenchmarkEvent& e) {
  out.type({116, "tare.Benchmark", "Benchmark", "Tare", "What was measured in this fork"});
  out.time("startTime", "Start Time", e.time);
  out.text("benchmark", "Benchmark", e.benchmark);
  out.text("parameters", "Parameters", e.parameters);
  out.text("mode", "Mode", e.mode);
  out.count("threads", "Threads", e.threads);
  out.count("fork", "Fork", e.fork);
}

void describe(auto& out, const IterationEvent& e) {
  out.type({117, "tare.Iteration", "Iteration", "Tare",
            "One iteration of warm-up or measurement; the bytes are of measurement alone"});
  out.time("startTime", "Start Time", e.time);
  out.duration("duration", "Duration", e.duration);
  out.thread("eventThread", "Event Thread", e.thread);
  out.text("benchmark", "Benchmark", e.benchmark);
  out.text("phase", "Phase", e.phase);
  out.count("index", "Index", e.index);
  out.number("operations", "Operations", e.operations);
  out.real("nsPerOp", "Nanoseconds per Operation", e.ns_per_op);
  out.bytes("allocated", "Allocated", e.allocated);
}

void describe(auto& out, const SourceFile& e) {
  out.type({118, "tare.SourceFile", "Source File", "Tare", "The file that a method is in"});
  out.time("startTime", "Start Time", e.time);
  out.method("method", "Method", e.method);
  out.text("file", "File", e.file);
}

void describe(auto& out, const AllocationSite& e) {
  out.type({119, "tare.AllocationSite", "Allocation Site", "Tare",
            "All that measured operations allocated by way of one stack"});
  out.time("startTime", "Start Time", e.time);
  out.stack(e.stack);
  out.bytes("allocated", "Allocated", e.bytes);
  out.number("allocations", "Allocations", e.allocations);
  out.bytes("retained", "Retained", e.retained_bytes);
  out.number("retainedBlocks", "Retained Blocks", e.retained_blocks);
}

/// Calls `with` with one event of each type.
void each_event_type(auto&& with) {
  const auto all = [&](auto... event) { (with(event), ...); };
  all(ExecutionSample{}, AllocationInNewTlab{}, AllocationOutsideTlab{}, AllocationSample{},
      Malloc{}, Free{}, CpuLoad{}, ActiveRecording{}, ActiveSetting{}, OsInformation{},
      CpuInformation{}, ProgramInformation{}, Property{}, EnvironmentVariable{}, NativeLibrary{},
      BenchmarkEvent{}, IterationEvent{}, SourceFile{}, AllocationSite{});
}

}  // namespace tare::recording
