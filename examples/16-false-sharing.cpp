// SPDX-License-Identifier: Apache-2.0
// Threads that never touch each other's data still slow each other down where it lies in one cache
// line: processors own lines, not bytes, and the line goes back and forth.
//
// You see `wrong_side_by_side` take many times what `right_a_line_each` takes, with two threads on
// two cores; with `-t 1` they are alike.
#include <atomic>
#include <tare/tare.hpp>

namespace {

struct Packed {
  std::atomic<long> value[64] = {};
};

struct Padded {
  // Two lines: processors fetch a line's neighbour along.
  struct alignas(128) OnItsOwn {
    std::atomic<long> value = 0;
  };
  OnItsOwn counter[64];
};

/// Which of the counters is this thread's.
struct Mine {
  static constexpr auto scope = tare::Scope::thread;
  std::size_t index = 0;
  void set_up(tare::Trial) {
    static std::atomic<std::size_t> next = 0;
    index = next++ % 64;
  }
};

}  // namespace

TARE_BENCH(wrong_side_by_side, Packed& packed, const Mine& mine) {
  packed.value[mine.index].fetch_add(1, std::memory_order_relaxed);
}
TARE_OPTIONS(wrong_side_by_side, threads(2));

TARE_BENCH(right_a_line_each, Padded& padded, const Mine& mine) {
  padded.counter[mine.index].value.fetch_add(1, std::memory_order_relaxed);
}
TARE_OPTIONS(right_a_line_each, threads(2));
