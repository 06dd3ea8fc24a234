// SPDX-License-Identifier: Apache-2.0
// The objects a benchmark's body works on, and the order in which they are set up and torn down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "catalog/set_up_order.hpp"
#include "run/memory_region.hpp"
#include "run/own_lines.hpp"
#include "run/posts.hpp"
#include "tare/bench.hpp"
#include "tare/record.hpp"
#include "tare/state.hpp"

namespace tare::running {

/// Most bytes that a batch's states, or its kept results, may take: 64 MiB, so that set-up in
/// batches does not turn into a benchmark of the page-fault handler.
inline constexpr std::size_t batch_bytes = std::size_t{64} << 20;

/// All states of one fork: one object of each for all threads, for each group or for each thread,
/// as its scope says, and for a state with an invocation level one per slot of a thread's batch.
/// What several bodies take is one state (catalog/set_up_order.hpp).
///
/// Set-up goes in steps: within a body as its parameters stand, and a state that threads share in
/// the same step for all of them. Tear-down is the reverse. A function that takes a thread may be
/// called by that thread only.
class States {
 public:
  /// `bodies` by role; a post for each thread. The bodies must not contradict each other in the
  /// order of what they share. Throws what a constructor of a state throws.
  States(std::vector<const detail::Body*> bodies, std::vector<Post> posts,
         std::vector<Param> params);
  ~States();
  States(const States&) = delete;
  States& operator=(const States&) = delete;

  std::uint32_t threads() const { return static_cast<std::uint32_t>(threads_.size()); }

  /// What a thread calls.
  const detail::Body& body(std::uint32_t thread) const { return *bodies_[posts_[thread].role]; }

  /// The arguments to call the body with.
  void* const* bases(std::uint32_t thread) const { return threads_[thread].bases.data(); }

  /// What bodies that take a Control share.
  Control& control() { return control_; }
  bool takes_control(std::uint32_t thread) const;

  /// Whether a level has anything to run.
  bool has_set_up(detail::Level level) const;
  bool has_tear_down(detail::Level level) const;

  /// How many steps it takes to set all up.
  std::size_t steps() const { return step_count_; }

  /// Runs the hooks of the trial or iteration level of this step for every object that the thread
  /// answers for: its own, and what it shares with later ones.
  void set_up(detail::Level level, std::uint32_t thread, std::size_t step);
  void tear_down(detail::Level level, std::uint32_t thread, std::size_t step);

  /// False: the thread's batches need no set-up of their own.
  bool has_invocation_level(std::uint32_t thread) const { return threads_[thread].slot_bytes > 0; }

  /// Most slots that fit `batch_bytes` by the states' own sizes; at least 1.
  std::size_t most_slots(std::uint32_t thread) const;

  /// Runs the invocation level for slots [0, count), making slots that are not there yet.
  void set_up_invocations(std::uint32_t thread, std::size_t count);
  void tear_down_invocations(std::uint32_t thread, std::size_t count);

  /// Calls the counters function of each state that `thread` answers for. No visitor: reset.
  void visit_counters(std::uint32_t thread, detail::CounterVisitor* visitor);

  /// The thread's ManualTime, or null if the body takes none.
  ManualTime* manual_time(std::uint32_t thread) const;

 private:
  struct alignas(own_lines) Thread {
    std::vector<void*> bases;
    std::vector<bool> is_own;           ///< Per argument: the thread answers for the object.
    std::vector<MemoryRegion> regions;  ///< Per argument; empty but for per-invocation states.
    MemoryRegion pointers;              ///< Room for arguments(), written in every batch.
    std::size_t made = 0;               ///< Arguments whose first object is there.
    std::size_t slot_bytes = 0;         ///< Of a slot's states; 0: there are none.
    std::size_t slots = 0;              ///< Slots made so far, of per-invocation states.
    bool in_iteration = false;
  };

  std::size_t count(std::uint32_t thread) const { return body(thread).argument_count; }
  const detail::ArgumentType& type(std::uint32_t thread, std::size_t argument) const {
    return body(thread).arguments[argument];
  }
  /// The first thread's object that is this one too, or null: it is the first.
  void* shared_object(std::uint32_t thread, std::size_t argument) const;
  std::size_t alignment(std::uint32_t thread, std::size_t argument) const;
  void prepare(std::uint32_t thread);
  void make(std::uint32_t thread, std::size_t argument);
  void unmake();
  void make_slot(std::uint32_t thread);
  void construct(std::uint32_t thread, std::size_t argument, void* place);
  void* object(std::uint32_t thread, std::size_t argument, std::size_t slot) const;
  /// How many objects of an argument a thread has.
  std::size_t objects(std::uint32_t thread, std::size_t argument) const;
  /// The arguments of one slot; valid until the thread's next call.
  void* const* arguments(std::uint32_t thread, std::size_t slot);
  void run_hook(detail::ArgumentType::Hook hook, std::uint32_t thread, std::size_t argument);

  std::vector<const detail::Body*> bodies_;
  std::vector<Post> posts_;
  std::vector<Param> params_;
  catalog::Steps steps_;  ///< By role and argument.
  std::size_t step_count_ = 0;
  std::vector<Thread> threads_;
  Control control_;
};

}  // namespace tare::running
