// SPDX-License-Identifier: Apache-2.0
#include "profile/flight_recorder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "profile/recording_head.hpp"
#include "profile/site_names.hpp"
#include "recording/jfr_constants.hpp"

namespace tare::profile {
namespace {

constexpr const char* execution_sample = "jdk.ExecutionSample";
constexpr const char* in_new_tlab = "jdk.ObjectAllocationInNewTLAB";
constexpr const char* outside_tlab = "jdk.ObjectAllocationOutsideTLAB";
constexpr const char* allocation_sample = "jdk.ObjectAllocationSample";

std::string thread_name(std::int32_t thread) {
  std::ifstream file(fmt::format("/proc/self/task/{}/comm", thread));
  std::string name;
  std::getline(file, name);
  return name.empty() ? fmt::format("thread {}", thread) : name;
}

}  // namespace

FlightRecorder::FlightRecorder(const extend::Assignment& assignment,
                               const RecorderSettings& settings, AllocationTap& tap, int descriptor)
    : assignment_(assignment),
      settings_(settings),
      tap_(tap),
      writer_(descriptor, program_name()),
      sampler_(settings.sampling),
      log_(settings.allocation_interval) {
  if (const std::string trouble = tap_.install(log_); !trouble.empty())
    throw std::runtime_error(trouble);
  write_head(writer_, assignment_);
  write_settings();
}

FlightRecorder::~FlightRecorder() { tap_.remove(); }

void FlightRecorder::iteration_starts(bool warmup, std::uint32_t) {
  times_before_ = processor_times();
  allocated_before_ = log_.bytes();
  if (!warmup) {
    if (const std::string trouble = tap_.refresh(); !trouble.empty())
      throw std::runtime_error(trouble);
    sampler_.start();
    log_.begin();
  }
  iteration_start_ = recording::monotonic_ns();
}

void FlightRecorder::iteration_ended(const extend::Iteration& iteration) {
  const std::uint64_t end = recording::monotonic_ns();
  log_.end();
  sampler_.stop();
  write_load(end);
  write_iteration(iteration, end, log_.bytes() - allocated_before_);
  write_samples();
  write_allocations();
}

void FlightRecorder::write_settings() {
  const std::uint64_t time = recording::monotonic_ns();
  const auto set = [&](const char* event, const char* name, const std::string& value) {
    writer_.write(recording::ActiveSetting{time, event, name, value});
  };
  set(execution_sample, "enabled", "true");
  set(execution_sample, "period",
      fmt::format("{} ns", 1'000'000'000 / settings_.sampling.frequency));
  set(execution_sample, "engine", name_of(settings_.sampling.engine));
  for (const char* event : {in_new_tlab, outside_tlab, allocation_sample}) {
    set(event, "enabled", "true");
    set(event, "interval", fmt::format("{} B", settings_.allocation_interval));
  }
}

void FlightRecorder::write_load(std::uint64_t time) {
  const ProcessorLoad load = load_between(times_before_, processor_times(), processors());
  writer_.write(recording::CpuLoad{time, static_cast<float>(load.user),
                                   static_cast<float>(load.system),
                                   static_cast<float>(load.machine)});
}

void FlightRecorder::write_iteration(const extend::Iteration& iteration, std::uint64_t end,
                                     std::uint64_t allocated) {
  recording::IterationEvent event;
  event.time = iteration_start_;
  event.duration = end - iteration_start_;
  event.thread = thread(gettid());
  event.benchmark = assignment_.plan.benchmark;
  event.phase = iteration.warmup ? "warmup" : recording::measurement_phase;
  event.index = static_cast<int>(iteration.index);
  event.operations = iteration.operations;
  if (iteration.operations > 0)
    event.ns_per_op = iteration.nanoseconds / static_cast<double>(iteration.operations);
  event.allocated = allocated;
  writer_.write(event);
}

void FlightRecorder::write_samples() {
  sampler_.take([&](const CpuSample& sample) {
    const auto* const frames = names_.frames(sample.pcs);
    if (frames == nullptr) return;
    const recording::ExecutionSample event{sample.time_ns, thread(sample.thread),
                                           writer_.stack_key(*frames)};
    // Events of this type have no weight.
    for (std::uint32_t i = 0; i < sample.weight; ++i) writer_.write(event);
  });
}

/// Of each allocation that was logged: one that fits what a thread sets aside stands for all since
/// the one before, as JVMs have it; a larger one for itself. And, for tools that know those alone,
/// a sample with the weight of both. For want of types the place is told.
void FlightRecorder::write_allocations() {
  for (const LoggedAllocation& logged : log_.drain()) {
    const auto* const frames = names_.frames(log_.stacks().stack(logged.stack));
    if (frames == nullptr) continue;
    const recording::ThreadKey by = thread(logged.thread);
    const recording::StackKey stack = writer_.stack_key(*frames);
    const std::string type = recording::without_arguments(allocation_place(*frames).function);
    if (logged.bytes < settings_.allocation_interval)
      writer_.write(recording::AllocationInNewTlab{logged.time_ns, by, stack, type, logged.bytes,
                                                   logged.weight});
    else
      writer_.write(
          recording::AllocationOutsideTlab{logged.time_ns, by, stack, type, logged.bytes});
    writer_.write(recording::AllocationSample{logged.time_ns, by, stack, type, logged.weight});
  }
}

recording::ThreadKey FlightRecorder::thread(std::int32_t number) {
  const auto [known, is_new] = threads_.try_emplace(number);
  if (is_new) known->second = writer_.thread_key(number, thread_name(number));
  return known->second;
}

}  // namespace tare::profile
