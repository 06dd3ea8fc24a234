// SPDX-License-Identifier: Apache-2.0
// Counters that the kernel keeps for this process, by perf events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare::profile {

/// Something that can be counted, by perf's name for it.
struct CounterKind {
  std::string name;
  std::uint32_t type = 0;    ///< perf_event_attr's.
  std::uint64_t config = 0;  ///< perf_event_attr's.
  bool operator==(const CounterKind&) const = default;
};

/// Those that are counted unless others are asked for; the kernel's own come last.
std::vector<CounterKind> usual_counters();

/// By perf's name, or `rNNNN`, a raw event in hexadecimal digits; none if there is none such.
std::optional<CounterKind> counter_called(std::string_view name);

/// Names of all that counter_called() knows, but for raw ones.
std::vector<std::string> counter_names();

/// How to be allowed all counters, for people.
inline constexpr const char* allow_counters =
    "sysctl kernel.perf_event_paranoid=1, or the capability CAP_PERFMON";

/// What a counter says.
struct Count {
  std::uint64_t value = 0;
  std::uint64_t enabled_ns = 0;  ///< Time in which it was to count.
  std::uint64_t running_ns = 0;  ///< Time in which it did: the processor counts few things at once.
  bool operator==(const Count&) const = default;

  /// The count that the whole time would have had, at the rate it had while it ran:
  /// value · enabled / running (perf_event_open(2), "time_running"); 0 if it never ran.
  double scaled() const {
    if (running_ns == 0) return 0;
    return static_cast<double>(value) *
           (static_cast<double>(enabled_ns) / static_cast<double>(running_ns));
  }
};

/// Counts in the calling thread, and in all threads that it and those start from here on.
class PerfCounter {
 public:
  /// Not counting yet. Check is_open().
  explicit PerfCounter(CounterKind kind);
  PerfCounter(PerfCounter&& other) noexcept;
  PerfCounter& operator=(PerfCounter&& other) noexcept;
  PerfCounter(const PerfCounter&) = delete;
  PerfCounter& operator=(const PerfCounter&) = delete;
  ~PerfCounter();

  const CounterKind& kind() const { return kind_; }
  bool is_open() const { return descriptor_ >= 0; }
  /// Why it is not open, for people.
  const std::string& reason() const { return reason_; }
  /// What happens in the kernel is not counted: this user may not.
  bool user_mode_only() const { return user_mode_only_; }
  /// It is not open, or counts user mode alone, because of what this user may do: `allow_counters`.
  bool is_restricted() const;

  void start();
  void stop();
  /// All that it has counted.
  Count read() const;

 private:
  CounterKind kind_;
  int descriptor_ = -1;  ///< Or a negative errno.
  bool user_mode_only_ = false;
  std::string reason_;
};

}  // namespace tare::profile
