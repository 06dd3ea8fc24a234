// SPDX-License-Identifier: Apache-2.0
// Where the threads of this process are, time and again while they use a processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tare::profile {

/// What interrupts threads.
enum class SamplingEngine {
  perf,   ///< Perf events of the kernel, as often as asked for.
  timer,  ///< Timers of processor time, which no user is denied; as often as the kernel ticks.
};

/// `perf`, `timer`.
const char* name_of(SamplingEngine engine);
/// By that name; none if there is no such engine.
std::optional<SamplingEngine> parse_engine(std::string_view name);

/// Why an engine cannot work here; "": it can.
std::string trouble_with(SamplingEngine engine);

struct SamplerSettings {
  SamplingEngine engine = SamplingEngine::perf;
  std::uint32_t frequency = 997;  ///< Samples per second of a thread's processor time.
  std::size_t most_frames = 256;  ///< Of a stack; what lies further out is cut off. At most 256.
};

/// A thread was seen at work.
struct CpuSample {
  std::uint64_t time_ns = 0;  ///< CLOCK_MONOTONIC.
  std::int32_t thread = 0;    ///< Its number in the system.
  std::uint32_t weight = 1;   ///< Samples that it stands for: ticks may come too late for others.
  /// As stacks::Unwinder::walk() tells them: where it was, then return addresses.
  std::span<const std::uintptr_t> pcs;
};

/// Samples all threads but its own, also those that start meanwhile, if they live for some ten
/// milliseconds. One at a time in a process. Threads are interrupted by SIGPROF, whose handler
/// stays.
class Sampler {
 public:
  /// Throws std::runtime_error where the engine does not work.
  explicit Sampler(const SamplerSettings& settings);
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;
  ~Sampler();

  void start();
  /// Nothing is sampled after that.
  void stop();

  /// Hands out all samples since the last call, in no order of time over threads. While stopped.
  void take(const std::function<void(const CpuSample&)>& use);

  /// Samples for which there was no room.
  std::uint64_t lost() const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace tare::profile
