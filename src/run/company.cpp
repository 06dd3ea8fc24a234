// SPDX-License-Identifier: Apache-2.0
#include "run/company.hpp"

#include <thread>

namespace tare::running {
namespace {

/// A thread that the scheduler does not let run may be away for some slices of time, 3 ms each.
constexpr std::uint64_t least_patience_ns = 10'000'000;

}  // namespace

void Company::reset() {
  running_ = 0;
  measured_ = 0;
  inside_ = threads_;
}

void Company::gather(Batches& batches) {
  if (!batches.takes_control()) return keep_busy_until(running_, batches);
  ++running_;
  while (running_ < threads_ && !disbanded_) let_others_go_first();
}

void Company::let_others_go_first() const {
  if (crowded_) std::this_thread::yield();
}

void Company::keep_busy_until(std::atomic<std::uint32_t>& arrived, Batches& batches) {
  batches.keep_busy();  // Arrived is who works, not who is about to.
  ++arrived;
  while (arrived < threads_ && !disbanded_) {
    let_others_go_first();
    batches.keep_busy();
  }
}

void Company::leave(Batches& batches, std::uint64_t begin) {
  --inside_;
  // Whatever clock measures: who is stuck is so in real time.
  SteadyClock clock;
  const std::uint64_t out = clock.now_ns();
  const std::uint64_t patience = least_patience_ns + 2 * (out - begin);
  // Once nobody is inside, nobody goes in again: whoever saw that is gone for good.
  for (std::uint32_t inside = inside_; inside > 0 && !disbanded_; inside = inside_) {
    if (clock.now_ns() - out < patience) {
      std::this_thread::yield();
    } else if (inside_.compare_exchange_weak(inside, inside + 1)) {
      batches.help();
      --inside_;
      let_others_go_first();
    }
  }
}

}  // namespace tare::running
