// SPDX-License-Identifier: Apache-2.0
// Which ledger a tap's hooks tell, while threads that nobody stops run through those hooks.
#pragma once

#include <sched.h>

#include <atomic>

namespace tare::profile {

class AllocationLedger;

/// Constant-initialised, so that hooks may run before and after main.
class ToldLedger {
 public:
  /// Access to the ledger that keeps it from being withdrawn; nullptr if there is none.
  class Use {
   public:
    explicit Use(ToldLedger& told) noexcept : told_(told) {
      told_.users_.fetch_add(1);
      ledger_ = told_.ledger_.load();
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use() { told_.users_.fetch_sub(1); }

    explicit operator bool() const noexcept { return ledger_ != nullptr; }
    AllocationLedger* operator->() const noexcept { return ledger_; }

   private:
    ToldLedger& told_;
    AllocationLedger* ledger_;
  };

  void offer(AllocationLedger& ledger) noexcept { ledger_.store(&ledger); }

  /// Returns once no hook uses the ledger any more.
  void withdraw() noexcept {
    ledger_.store(nullptr);
    while (users_.load() != 0) sched_yield();
  }

 private:
  std::atomic<AllocationLedger*> ledger_ = nullptr;
  std::atomic<unsigned> users_ = 0;
};

}  // namespace tare::profile
