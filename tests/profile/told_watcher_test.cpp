// SPDX-License-Identifier: Apache-2.0
#include "profile/told_watcher.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>
#include <vector>

#include "profile/allocation_ledger.hpp"

namespace tare::profile {
namespace {

const void* block(std::uintptr_t number) { return reinterpret_cast<const void*>(16 * number); }

void tell_allocated(ToldWatcher& told, const void* block, std::uint64_t bytes) {
  told.tell([&](AllocationWatcher& watcher) { watcher.allocated(block, bytes, bytes, {}); });
}

TEST(ToldWatcher, nobody_is_told_before_an_offer_and_after_its_withdrawal) {
  AllocationLedger ledger(1);
  ToldWatcher told;
  ledger.begin_operation(0);
  tell_allocated(told, block(1), 1);
  told.offer(ledger);
  tell_allocated(told, block(2), 10);
  told.withdraw();
  tell_allocated(told, block(3), 100);
  ledger.end();
  EXPECT_EQ(ledger.tally(0).allocated_bytes, 10u);
}

TEST(ToldWatcher, threads_are_let_in_one_by_one) {
  AllocationLedger ledger(1);
  ToldWatcher told;
  told.offer(ledger);
  ledger.begin_operation(0);
  std::vector<std::thread> threads;
  for (std::uintptr_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::uintptr_t i = 1; i <= 20'000; ++i) {
        tell_allocated(told, block(t * 100'000 + i), 3);
        if (i % 2 != 0) continue;
        told.tell([&](AllocationWatcher& watcher) { watcher.freed(block(t * 100'000 + i)); });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  ledger.end();
  told.withdraw();
  EXPECT_EQ(ledger.tally(0).allocations, 80'000u);
  EXPECT_EQ(ledger.tally(0).allocated_bytes, 240'000u);
  EXPECT_EQ(ledger.tally(0).live_bytes, 120'000u);
  EXPECT_TRUE(ledger.complete());
}

TEST(ToldWatcher, tells_nothing_in_a_forked_child) {
  AllocationLedger ledger(1);
  ToldWatcher told;
  told.offer(ledger);
  ledger.begin_operation(0);
  const pid_t child = fork();
  if (child == 0) {
    tell_allocated(told, block(1), 10);
    _exit(ledger.tally(0) == OperationTally{} ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  tell_allocated(told, block(1), 10);
  ledger.end();
  told.withdraw();
  EXPECT_EQ(ledger.tally(0).allocations, 1u);
}

TEST(ToldWatcher, a_forked_child_of_a_thread_in_its_turn_does_not_wait_for_it) {
  AllocationLedger ledger(1);
  ToldWatcher told;
  told.offer(ledger);
  pid_t child = -1;
  // A second thread, so that turns take locks.
  std::thread([&] {
    const Turn turn;
    child = fork();
    if (child != 0) return;
    alarm(10);  // Rather than for ever.
    std::thread([&] { tell_allocated(told, block(1), 10); }).join();
    _exit(0);
  }).join();
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  told.withdraw();
}

TEST(ToldWatcher, counts_offers) {
  AllocationLedger ledger(1);
  ToldWatcher told;
  EXPECT_EQ(told.offers(), 0u);
  told.offer(ledger);
  told.withdraw();
  told.offer(ledger);
  EXPECT_EQ(told.offers(), 2u);
  told.withdraw();
}

}  // namespace
}  // namespace tare::profile
