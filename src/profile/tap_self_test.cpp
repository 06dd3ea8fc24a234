// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include "profile/allocation_ledger.hpp"
#include "profile/allocation_tap.hpp"
#include "profile/blind_spots.hpp"

namespace tare::profile {
namespace {

constexpr std::size_t size =
    47;  // no allocator's size class, so that requests are told from chunks

// The compiler must neither leave an allocation out nor know what is in the block.
template <class T>
T* escaped(T* block) {
  asm volatile("" : "+r"(block) : : "memory");
  return block;
}

void call_new() { ::operator delete(escaped(::operator new(size))); }

void call_malloc() { std::free(escaped(std::malloc(size))); }

void call_strdup() {
  char text[size] = {};
  std::memset(text, 'x', size - 1);
  std::free(escaped(strdup(escaped(&text[0]))));
}

struct Probe {
  const char* function;
  void (*call)();
  const char* blindness;
};

constexpr Probe probes[] = {
    {"operator new", call_new,
     "the program's operator new does not get its memory from a malloc outside the program"},
    {"malloc", call_malloc, "the program's allocator is linked into it"},
    {"strdup", call_strdup, "the C library's own calls of malloc do not go through symbols"},
};

std::string test_installed(AllocationLedger& ledger) {
  for (std::size_t i = 0; i < std::size(probes); ++i) {
    ledger.begin_operation(i);
    probes[i].call();
    ledger.end();
  }
  for (std::size_t i = 0; i < std::size(probes); ++i) {
    const OperationTally tally = ledger.tally(i);
    if (tally.allocations == 1 && tally.allocated_bytes == size && tally.live_bytes == 0) continue;
    const std::string function = probes[i].function;
    if (tally.allocations == 0)
      return "calls of " + function + " are not seen: " + probes[i].blindness;
    return "calls of " + function + " are not counted right";
  }
  return {};
}

}  // namespace

std::string self_test(AllocationTap& tap) {
  AllocationLedger ledger(std::size(probes));
  std::string reason = blind_spots();
  if (reason.empty()) reason = tap.install(ledger);
  if (reason.empty()) reason = test_installed(ledger);
  tap.remove();
  return reason;
}

}  // namespace tare::profile
