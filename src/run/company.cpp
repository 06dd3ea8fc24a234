// SPDX-License-Identifier: Apache-2.0
#include "run/company.hpp"

#include <thread>

namespace tare::running {

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

void Company::leave(Batches& batches, Clock& clock, std::uint64_t patience_ns) {
  --inside_;
  const std::uint64_t begin = clock.now_ns();
  // Once nobody is inside, nobody goes in again: whoever saw that is gone for good.
  for (std::uint32_t inside = inside_; inside > 0 && !disbanded_; inside = inside_) {
    if (clock.now_ns() - begin < patience_ns) {
      std::this_thread::yield();
    } else if (inside_.compare_exchange_weak(inside, inside + 1)) {
      batches.help();
      --inside_;
      let_others_go_first();
    }
  }
}

}  // namespace tare::running
