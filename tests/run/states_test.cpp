// SPDX-License-Identifier: Apache-2.0
// The objects themselves: where they are, what they are given, and that none is forgotten.
#include "run/states.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "simulated.hpp"
#include "tare/tare.hpp"

namespace {

template <std::size_t Alignment>
struct alignas(Alignment) Aligned {
  static constexpr auto scope = tare::Scope::thread;
  static inline std::atomic<int> misplaced = 0;
  Aligned() { misplaced += reinterpret_cast<std::uintptr_t>(this) % Alignment != 0 ? 1 : 0; }
  char bytes[3] = {};
};

struct AlignedPerCall : Aligned<256> {
  void set_up(tare::Invocation) {}
};

/// Neither copied nor moved; knows where it was made.
struct Fixed {
  Fixed() : self(this) {}
  Fixed(const Fixed&) = delete;
  Fixed& operator=(const Fixed&) = delete;
  void set_up(tare::Invocation) {
    if (self != this) tare::fail("moved");
  }
  const Fixed* self;
};

struct WithParams {
  int size = 0;
  std::string seen_in_set_up;
  static void params(tare::Params<WithParams>& p) { p.add("size", &WithParams::size, {1, 2}); }
  void set_up(tare::Trial) { seen_in_set_up = std::to_string(size); }
};

struct SlotWithParams {
  int size = 0;
  static void params(tare::Params<SlotWithParams>& p) {
    p.add("size", &SlotWithParams::size, {1, 2});
  }
  void set_up(tare::Invocation) {
    if (size != 2) tare::fail("a slot without its parameter");
  }
};

template <int>
struct Counted {
  static constexpr auto scope = tare::Scope::thread;
  static inline int alive = 0;
  Counted() { ++alive; }
  ~Counted() { --alive; }
};

/// Throws from the constructor of its third object.
struct ThirdFails : Counted<1> {
  ThirdFails() {
    if (alive == 3) throw std::runtime_error("the third");
  }
};

struct ThirdSlotFails : ThirdFails {
  void set_up(tare::Invocation) {}
};

}  // namespace

TARE_GROUP(states);

TARE_BENCH(aligned, Aligned<1024>& state, AlignedPerCall& per_call) {
  tare::keep(state);
  tare::keep(per_call);
}
TARE_BENCH(aligned_result) { return Aligned<512>(); }
TARE_OPTIONS(aligned_result, drop(outside));
TARE_BENCH(fixed, Fixed& fixed) { tare::keep(fixed); }
TARE_BENCH(with_params, const WithParams& state, SlotWithParams&) {
  if (state.seen_in_set_up != "2") tare::fail("set-up saw size " + state.seen_in_set_up);
}
TARE_BENCH(constructor_fails, Counted<0>&, ThirdFails&, Counted<2>&) {}
TARE_BENCH(slot_constructor_fails, Counted<0>&, ThirdSlotFails&, Counted<2>&) {}

namespace tare::running {
namespace {

Case calls_of(const std::string& benchmark, std::uint32_t calls) {
  Case c = case_of(benchmark);
  c.mode = Mode::single_shot;
  c.measurement.batch = calls;
  return c;
}

TEST(states, are_where_their_alignment_wants_them) {
  Case c = calls_of("states.aligned", 100);
  c.threads = 2;
  run(c);
  EXPECT_EQ(Aligned<1024>::misplaced, 0);
  EXPECT_EQ(Aligned<256>::misplaced, 0);
}

TEST(states, and_so_are_results_that_are_kept) {
  run(calls_of("states.aligned_result", 100));
  EXPECT_EQ(Aligned<512>::misplaced, 0);
}

TEST(states, need_neither_copying_nor_moving) {
  EXPECT_EQ(ending_of(calls_of("states.fixed", 1000)).reason, "");
}

TEST(states, have_their_parameters_before_any_set_up_in_every_slot) {
  Case c = calls_of("states.with_params", 100);
  c.params = {{"size", "2"}};
  EXPECT_EQ(ending_of(c).reason, "");
  c.params = {{"size", "1"}};
  EXPECT_EQ(ending_of(c).reason, "a slot without its parameter");
}

TEST(states, of_a_constructor_that_throws_are_all_destroyed) {
  Case c = calls_of("states.constructor_fails", 1);
  c.threads = 4;
  EXPECT_EQ(ending_of(c).reason, "threw std::runtime_error: the third");
  EXPECT_EQ(Counted<0>::alive, 0);
  EXPECT_EQ(Counted<1>::alive, 0);
  EXPECT_EQ(Counted<2>::alive, 0);
}

TEST(states, of_a_slot_whose_constructor_throws_are_all_destroyed) {
  EXPECT_EQ(ending_of(calls_of("states.slot_constructor_fails", 5)).reason,
            "threw std::runtime_error: the third");
  EXPECT_EQ(Counted<0>::alive, 0);
  EXPECT_EQ(Counted<1>::alive, 0);
  EXPECT_EQ(Counted<2>::alive, 0);
}

}  // namespace
}  // namespace tare::running
