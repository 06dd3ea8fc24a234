// SPDX-License-Identifier: Apache-2.0
// Operations in flight: who starts them, where they land, who waits for them.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <semaphore>
#include <vector>

#include "run/own_lines.hpp"
#include "tare/async.hpp"

namespace tare {
namespace detail {
namespace {

using Clock = std::chrono::steady_clock;

/// Each has a slot of its own for ever. More are a number without a sign that was negative.
constexpr std::uint64_t most_in_flight = std::uint64_t{1} << 20;

/// How long others may go on once one has failed: they work on states that are about to go.
constexpr std::chrono::seconds grace{1};

}  // namespace

/// One operation's place. Its turn counts starts and ends: it is odd while in flight.
class alignas(running::own_lines) Slot {
 public:
  explicit Slot(Slots& slots) : home(slots) {}

  Slots& home;
  std::atomic<std::uint64_t> turn{0};
  Slot* next = nullptr;
  bool is_timed = false;
  Clock::time_point started;
  Clock::time_point ended;
};

/// All places of one flight, and where operations land. Any thread may land one, or fail; the rest
/// is for the benchmark's own thread.
class Slots {
 public:
  Slot& take() {
    if (free_ == nullptr) return all_.emplace_back(*this);
    return *std::exchange(free_, free_->next);
  }
  void give_back(Slot& slot) { slot.next = std::exchange(free_, &slot); }

  void land(Slot& slot) noexcept {
    slot.next = landed_.load();
    while (!landed_.compare_exchange_weak(slot.next, &slot)) continue;
    wake();
  }
  bool has_landed() const { return taken_ != nullptr || landed_.load() != nullptr; }
  /// One that has landed, in no order; null: none has.
  Slot* landed() {
    if (taken_ == nullptr && landed_.load() != nullptr) taken_ = landed_.exchange(nullptr);
    return taken_ == nullptr ? nullptr : std::exchange(taken_, taken_->next);
  }

  /// Of several failures the first tells.
  void keep_failure(std::exception_ptr error) noexcept {
    {
      const std::lock_guard lock(failure_mutex_);
      if (!failure_) failure_ = error;
    }
    failed_ = true;
    wake();
  }
  /// As the benchmark itself would say it.
  void keep_failure(std::string_view reason) noexcept {
    try {
      tare::fail(reason);
    } catch (...) {
      keep_failure(std::current_exception());
    }
  }
  bool failed() const { return failed_; }
  std::exception_ptr failure() {
    const std::lock_guard lock(failure_mutex_);
    return failure_;
  }

  /// Sleeps until something lands or fails, or, with a limit, only lands.
  void sleep(std::optional<Clock::time_point> until) {
    asleep_ = true;
    bool woken = false;
    if (!has_landed()) {
      if (until)
        woken = awake_.try_acquire_until(*until);
      else if (!failed())
        awake_.acquire(), woken = true;
    }
    // Whoever found it asleep has woken it, or is about to.
    if (!woken && !asleep_.exchange(false)) awake_.acquire();
  }

 private:
  void wake() noexcept {
    if (asleep_ && asleep_.exchange(false)) awake_.release();
  }

  std::deque<Slot> all_;
  Slot* free_ = nullptr;
  Slot* taken_ = nullptr;  ///< Landed, and seen.
  alignas(running::own_lines) std::atomic<Slot*> landed_{nullptr};
  std::atomic<bool> asleep_{false};
  std::binary_semaphore awake_{0};
  std::atomic<bool> failed_{false};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

Flight::Flight() : slots_(new Slots()) {}

Flight::~Flight() {
  if (!slots_->failed()) land(Clock::now() + grace);  // Another thread has.
  static std::mutex mutex;
  static auto& kept = *new std::vector<std::unique_ptr<Slots>>();
  const std::lock_guard lock(mutex);
  kept.emplace_back(slots_);
}

void Flight::start(const AsyncCalls& calls, std::uint64_t index) {
  Slot& slot = slots_->take();
  slot.is_timed = calls.latencies != nullptr;
  if (slot.is_timed) slot.started = Clock::now();
  const std::uint64_t turn = slot.turn.load() + 1;
  slot.turn.store(turn, std::memory_order_relaxed);
  ++in_flight_;
  const Completion done(slot, turn);
  try {
    calls.start(states_, index, done);
  } catch (...) {
    slots_->keep_failure(std::current_exception());
    done();  // It may have been called, or not: what failed first is told.
  }
}

/// Until something may have landed.
void Flight::wait(Limit until) {
  if (drive_ == nullptr) return slots_->sleep(until);
  try {
    drive_(states_);
  } catch (...) {
    slots_->keep_failure(std::current_exception());
    drive_ = nullptr;
  }
}

void Flight::land(Limit until) {
  for (;;) {
    while (Slot* slot = slots_->landed()) {
      slots_->give_back(*slot);
      --in_flight_;
    }
    if (in_flight_ == 0) return;
    if (slots_->failed() && !until) until = Clock::now() + grace;
    if (until && Clock::now() >= *until) return;
    wait(until);
  }
}

void Flight::run(const AsyncCalls& calls, void* const* states, std::uint64_t n) {
  if (calls.width == 0 || calls.width > most_in_flight)
    tare::fail(fmt::format("it asks for {} operations in flight; from 1 to {} can be", calls.width,
                           most_in_flight));
  states_ = states;
  drive_ = calls.drive;
  std::uint64_t done = 0;
  for (std::uint64_t started = 0;;) {
    for (Slot* slot; done < n && (slot = slots_->landed()) != nullptr; ++done) {
      if (calls.latencies != nullptr) calls.latencies->record(slot->ended - slot->started);
      slots_->give_back(*slot);
      --in_flight_;
    }
    if (slots_->failed()) break;
    if (done == n) return;
    const std::uint64_t most = calls.is_continuous ? calls.width : std::min(calls.width, n - done);
    // What completes at once needs no company.
    while (in_flight_ < most && !slots_->has_landed()) start(calls, started++);
    if (!slots_->has_landed()) wait({});
  }
  tear_down({});
}

void Flight::tear_down(Iteration) {
  land({});
  if (slots_->failed()) std::rethrow_exception(slots_->failure());
}

}  // namespace detail

void Completion::finish(std::exception_ptr error) const noexcept {
  detail::Slots& slots = slot_->home;
  std::uint64_t turn = turn_;
  if (!slot_->turn.compare_exchange_strong(turn, turn + 1))
    return slots.keep_failure("a tare::Completion was called twice for one operation");
  if (slot_->is_timed) slot_->ended = detail::Clock::now();
  if (error) slots.keep_failure(std::move(error));
  slots.land(*slot_);
}

void Completion::fail(std::string_view reason) const noexcept {
  slot_->home.keep_failure(reason);
  finish(nullptr);
}

}  // namespace tare
