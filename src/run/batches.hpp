// SPDX-License-Identifier: Apache-2.0
// Calls of the body in batches: the clock is read between batches only, and what belongs outside
// the measured time is done between them.
#pragma once

#include <cstdint>
#include <optional>

#include "run/clock.hpp"
#include "run/score.hpp"
#include "run/states.hpp"
#include "stats/histogram.hpp"
#include "tare/bench.hpp"

namespace tare::running {

/// One thread's batches. The size found in one iteration is kept for the next.
class Batches {
 public:
  struct Settings {
    Drop drop = Drop::inside;
    double shortest_ns = 0;  ///< A batch is made at least this long, if memory and iteration allow.
  };

  Batches(States& states, std::uint32_t thread, Clock& clock, Settings settings);
  Batches(const Batches&) = delete;
  Batches& operator=(const Batches&) = delete;

  /// Calls the body until `length_ns` have passed since the call, at least once, and returns calls
  /// and time. It ends too when a Control that the body takes says that the iteration is over, and
  /// leaves out the batch that was cut short, so long as that leaves any. While batches are still
  /// growing to their length they are left out of the tally, so long as that leaves any. Of
  /// operations that overlap a batch has as many as can be in flight, or a multiple.
  Tally fill(std::uint64_t length_ns);

  /// Calls the body `calls` times, again and again until `length_ns` have passed, and records the
  /// time of each such batch. Ends as fill() does; of operations that overlap it records so many,
  /// or a multiple.
  Tally record_each(std::uint64_t length_ns, std::uint64_t calls,
                    stats::HistogramRecorder& recorder);

  /// Calls the body `calls` times, timed as one.
  Tally once(std::uint64_t calls);

  /// One more batch of the size found, for company: nobody looks at its time.
  void keep_busy();

  /// The body may wait for the end of an iteration.
  bool takes_control() const { return control_ != nullptr; }

  /// One more call, for a thread that may be waiting for it.
  void help();

 private:
  /// Nanoseconds that `calls` calls took, which must fit the capacity. Without set-up or results
  /// to destroy, the time since the last reading of the clock.
  double timed(std::uint64_t calls);
  /// Any number of calls, in parts that fit.
  double timed_in_parts(std::uint64_t calls);
  void adapt(double ns, double wanted, std::uint64_t most);
  std::uint64_t most_calls_within(double length, double whole_ns_per_call) const;
  bool has_outside_work() const {
    return states_.has_invocation_level(thread_) || settings_.drop == Drop::outside;
  }
  /// Begins anew with what the body itself counts and times: what it did before is in no tally.
  void forget();
  /// The body was told that the iteration is over, so that its last calls may have been cut short.
  bool is_cut_short() const { return control_ != nullptr && control_->iteration_over(); }
  /// What the body took itself, if it did.
  std::optional<Tally> own_time() const;
  void limit_by_heap(std::size_t before, std::uint64_t calls);
  std::uint64_t capacity() const { return capacity_; }
  /// So many calls, or a multiple, are measured together.
  std::uint64_t round() const;

  States& states_;
  std::uint32_t thread_;
  const detail::Body& body_;
  const Control* control_;  ///< Null: the body takes none.
  Clock& clock_;
  Settings settings_;
  MemoryRegion results_;  ///< Drop::outside: room for capacity_ results.
  std::uint64_t capacity_;
  std::uint64_t size_ = 1;
  std::uint64_t round_ = 1;    ///< As round() said when the iteration began.
  std::uint64_t largest_ = 0;  ///< Largest batch so far; heap use is looked at when it grows.
  bool settled_ = false;
  std::uint64_t last_ns_ = 0;
};

}  // namespace tare::running
