// SPDX-License-Identifier: Apache-2.0
// The objects a benchmark's body works on, and the order in which they are set up and torn down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "run/memory_region.hpp"
#include "tare/bench.hpp"
#include "tare/record.hpp"
#include "tare/state.hpp"

namespace tare::running {

/// Most bytes that a batch's states, or its kept results, may take: 64 MiB, so that set-up in
/// batches does not turn into a benchmark of the page-fault handler.
inline constexpr std::size_t batch_bytes = std::size_t{64} << 20;

/// All states of one fork: one object of each for all threads or for each thread, and for a state
/// with an invocation level one per slot of a thread's batch.
///
/// Order within a thread: set-up as the body's parameters stand, tear-down in reverse. A function
/// that takes a thread may be called by that thread only.
class States {
 public:
  States(const detail::Body& body, std::vector<Param> params, std::uint32_t threads);
  ~States();
  States(const States&) = delete;
  States& operator=(const States&) = delete;

  std::size_t count() const { return body_.argument_count; }
  std::uint32_t threads() const { return static_cast<std::uint32_t>(threads_.size()); }

  /// One object for all threads: thread 0 sets it up, the others wait.
  bool is_shared(std::size_t argument) const;

  /// The arguments to call the body with.
  void* const* bases(std::uint32_t thread) const { return threads_[thread].bases.data(); }

  /// Whether a level has anything to run.
  bool has_set_up(detail::Level level) const;
  bool has_tear_down(detail::Level level) const;

  /// Runs one argument's hooks of the trial or iteration level, for every object of it.
  void set_up(detail::Level level, std::uint32_t thread, std::size_t argument);
  void tear_down(detail::Level level, std::uint32_t thread, std::size_t argument);

  /// False: batches need no set-up of their own.
  bool has_invocation_level() const { return has_invocation_level_; }

  /// Most slots that fit `batch_bytes` by the states' own sizes; at least 1.
  std::size_t most_slots() const { return most_slots_; }

  /// Runs the invocation level for slots [0, count), making slots that are not there yet.
  void set_up_invocations(std::uint32_t thread, std::size_t count);
  void tear_down_invocations(std::uint32_t thread, std::size_t count);

  /// Calls the counters function of each state that `thread` answers for. No visitor: reset.
  void visit_counters(std::uint32_t thread, detail::CounterVisitor* visitor);

  /// The thread's ManualTime, or null if the body takes none.
  ManualTime* manual_time(std::uint32_t thread) const;

 private:
  struct Thread {
    std::vector<void*> bases;
    std::vector<MemoryRegion> regions;  ///< Per argument; empty but for per-invocation states.
    std::vector<void*> pointers;        ///< Room for arguments().
    std::size_t made = 0;               ///< Arguments whose first object is there.
    std::size_t slots = 0;              ///< Slots made so far, of per-invocation states.
    bool in_iteration = false;
  };

  const detail::ArgumentType& type(std::size_t argument) const { return body_.arguments[argument]; }
  void make(std::uint32_t thread, std::size_t argument);
  void unmake();
  void make_slot(std::uint32_t thread);
  void construct(std::size_t argument, void* place);
  void* object(std::uint32_t thread, std::size_t argument, std::size_t slot) const;
  /// How many objects of an argument a thread has.
  std::size_t objects(std::uint32_t thread, std::size_t argument) const;
  /// The arguments of one slot; valid until the thread's next call.
  void* const* arguments(std::uint32_t thread, std::size_t slot);
  void run_hook(detail::ArgumentType::Hook hook, std::uint32_t thread, std::size_t argument);

  const detail::Body& body_;
  std::vector<Param> params_;
  std::vector<Thread> threads_;
  std::size_t most_slots_ = 1;
  bool has_invocation_level_ = false;
};

}  // namespace tare::running
