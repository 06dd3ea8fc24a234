// SPDX-License-Identifier: Apache-2.0
// What being looked on costs a program, for tools/profiler-cost.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "cost_work.hpp"
#include "profile/allocation_ledger.hpp"
#include "profile/allocation_tap.hpp"

namespace tare::cost {
namespace {

using profile::AllocationLedger;
using profile::AllocationSites;

using Allocate = void(int, std::size_t);

void print(const char* what, const char* frames, Allocate* allocate, std::size_t count) {
  std::printf("%s %s %.2f\n", what, frames,
              nanoseconds(count, [&](std::size_t n) { allocate(depth, n); }));
}

void print_counted(const char* what, AllocationLedger& ledger, std::size_t count) {
  const auto tap = profile::make_symbol_patching_tap();
  if (const std::string trouble = tap->install(ledger); !trouble.empty()) {
    std::fprintf(stderr, "%s\n", trouble.c_str());
    std::exit(1);
  }
  ledger.begin_operation(0);
  print(what, "with", with_frame_pointers::allocate, count);
  print(what, "without", without_frame_pointers::allocate, count);
  ledger.end();
  tap->remove();
  // printf() has its buffer from the first line on.
  if (ledger.tally(0).allocations < 2 * count) std::exit(1);
}

void print_all(const std::string& suffix, std::size_t count) {
  print(("none" + suffix).c_str(), "with", with_frame_pointers::allocate, count);
  print(("none" + suffix).c_str(), "without", without_frame_pointers::allocate, count);
  AllocationLedger counting(1);
  print_counted(("counting" + suffix).c_str(), counting, count);
  AllocationSites sites(0);
  AllocationLedger with_sites(1, &sites);
  print_counted(("sites" + suffix).c_str(), with_sites, count);
}

}  // namespace
}  // namespace tare::cost

int main(int count, char** words) {
  const std::size_t times = count > 1 ? std::strtoull(words[1], nullptr, 10) : 1'000'000;
  tare::cost::print_all("", times);
  std::printf("throw %.2f\n",
              tare::cost::nanoseconds(times / 100 + 1, tare::cost::throw_and_catch));
  // In a process of several threads, each of which counts.
  std::thread([&] { tare::cost::print_all("-threads", times); }).join();
}
