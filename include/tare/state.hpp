// SPDX-License-Identifier: Apache-2.0
// States: the objects a benchmark works on, set up and torn down outside the clock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <type_traits>

#include "tare/params.hpp"

namespace tare {

/// How many objects of a state there are. A state says so by
/// `static constexpr auto scope = tare::Scope::thread;`; without it, it is `benchmark`.
enum class Scope : std::uint8_t {
  benchmark,  ///< One, shared by all threads.
  group,      ///< One per group of roles, shared by its threads; without roles, by all threads.
  thread,     ///< One per thread.
};

/// Levels of set-up. A state has `void set_up(tare::Trial)`, `void tear_down(tare::Iteration)`, …
/// for the levels it cares about; each may take the benchmark's earlier states by reference after
/// the level: `void set_up(tare::Invocation, const Master& master)`.
struct Trial {};      ///< Once per fork.
struct Iteration {};  ///< Around every iteration, warm-up included.
/// Around every call. A state with this level has one object per call of a batch (built and torn
/// down outside the clock, all levels for each), so it must not hold what is heavy: keep that in
/// an earlier state. It is refused where threads would share it.
struct Invocation {};

/// Says that the benchmark cannot give a valid result: the case is FAILED, for this reason.
/// May be called from set-up, body and tear-down. Does not return.
[[noreturn]] void fail(std::string_view reason);

/// Says that the benchmark makes no sense here (a missing file, say): the case is SKIPPED.
[[noreturn]] void skip(std::string_view reason);

/// Where a benchmark takes its own time: a body with a parameter `tare::ManualTime&` is measured
/// by what it records, not by the clock around it.
class ManualTime {
 public:
  /// Adds time, in nanoseconds, that `operations` operations took.
  void record_ns(double nanoseconds, std::uint64_t operations = 1) noexcept {
    nanoseconds_ += nanoseconds;
    operations_ += operations;
  }
  /// Adds a std::chrono duration.
  template <class Duration>
  void record(Duration duration, std::uint64_t operations = 1) noexcept {
    record_ns(
        static_cast<double>(duration.count()) * 1e9 * Duration::period::num / Duration::period::den,
        operations);
  }
  double nanoseconds() const noexcept { return nanoseconds_; }
  std::uint64_t operations() const noexcept { return operations_; }
  void reset() noexcept { *this = ManualTime(); }

 private:
  double nanoseconds_ = 0;
  std::uint64_t operations_ = 0;
};

/// How far the iteration is, for bodies that wait for other threads, or that would not end by
/// themselves: `while (!control.iteration_over() && !queue.try_take()) {}`. A body with a parameter
/// `tare::Control&` shares it with all threads of the benchmark, and is not called before the
/// iteration's time begins. Of roles that wait for each other, each must take it. Calls that are
/// cut short by the end of an iteration are not measured, so long as others were; what they add to
/// counters counts.
class alignas(128) Control {  // A cache line that nobody writes while all poll it, nor the next.
 public:
  /// True from when the iteration's time is up for any thread, or one of them has failed (in mode
  /// single_shot: when any thread has done its calls), until the next iteration starts.
  bool iteration_over() const noexcept { return stage() == Stage::over; }

  /// True while the iteration's time runs; false while threads only keep each other company.
  bool measuring() const noexcept { return stage() == Stage::measuring; }

  /// The harness's: the next iteration is about to start.
  void reset() noexcept { set(Stage::idle); }
  /// The harness's: the iteration's time begins, unless it is over already.
  void begin() noexcept {
    Stage idle = Stage::idle;
    Stage measuring = Stage::measuring;
    if (stage() == idle)
      __atomic_compare_exchange(&stage_, &idle, &measuring, false, __ATOMIC_ACQ_REL,
                                __ATOMIC_ACQUIRE);
  }
  /// The harness's: the iteration's time is up.
  void end() noexcept {
    if (!iteration_over()) set(Stage::over);
  }

 private:
  enum class Stage : std::uint8_t { idle, measuring, over };
  // Not std::atomic, whose header is large.
  Stage stage() const noexcept {
    Stage stage;
    __atomic_load(&stage_, &stage, __ATOMIC_ACQUIRE);
    return stage;
  }
  void set(Stage stage) noexcept { __atomic_store(&stage_, &stage, __ATOMIC_RELEASE); }

  Stage stage_ = Stage::idle;
};

namespace detail {

/// Told of the auxiliary counters of a state, one by one.
class CounterVisitor {
 public:
  enum class Kind : std::uint8_t { event, rate, bytes, items, time };
  virtual void counter(Kind kind, std::string_view label, double value, Place place) = 0;

 protected:
  ~CounterVisitor() = default;
};

}  // namespace detail

/// Hands a state's auxiliary counters to the harness:
/// `static void counters(tare::Counters<State>& c) { c.rate("bytes", &State::bytes); }`.
/// Counters are members that the body adds to; they are set to zero before each iteration. Several
/// threads must not add to one object: their state is of scope `thread`. Labels are UTF-8, not
/// empty, and a benchmark's own: none that the harness uses (`mem.…`, `p0.50`).
template <class State>
class Counters {
 public:
  Counters(detail::CounterVisitor* visitor, State* state) : visitor_(visitor), state_(state) {}

  /// Shown as it is: so many per iteration, unit `#`; summed over threads.
  template <class T, class Owner>
  void event(std::string_view label, T Owner::*member,
             detail::Place place = detail::Place::here()) {
    visit(detail::CounterVisitor::Kind::event, label, member, place);
  }

  /// Shown like the score: per unit of time in mode thrpt, summed over threads; time per count in
  /// the others, averaged over threads.
  template <class T, class Owner>
  void rate(std::string_view label, T Owner::*member, detail::Place place = detail::Place::here()) {
    visit(detail::CounterVisitor::Kind::rate, label, member, place);
  }

  /// Throughput in bytes: MB/sec (of 10^6), whatever the mode; summed over threads.
  template <class T, class Owner>
  void bytes(std::string_view label, T Owner::*member,
             detail::Place place = detail::Place::here()) {
    visit(detail::CounterVisitor::Kind::bytes, label, member, place);
  }

  /// Throughput in items: items/s, whatever the mode; summed over threads.
  template <class T, class Owner>
  void items(std::string_view label, T Owner::*member,
             detail::Place place = detail::Place::here()) {
    visit(detail::CounterVisitor::Kind::items, label, member, place);
  }

  /// Time that operations cost besides the score, counted in nanoseconds: ns/op, whatever the mode;
  /// summed over threads. The member may be of a class, made anew for each iteration and
  /// convertible to double: one that reads a clock of CPU time, then and now.
  template <class T, class Owner>
  void time(std::string_view label, T Owner::*member, detail::Place place = detail::Place::here()) {
    visit(detail::CounterVisitor::Kind::time, label, member, place);
  }

 private:
  template <class T, class Owner>
  void visit(detail::CounterVisitor::Kind kind, std::string_view label, T Owner::*member,
             detail::Place place) {
    if (visitor_ == nullptr)
      state_->*member = T{};
    else
      visitor_->counter(kind, label, state_ == nullptr ? 0 : static_cast<double>(state_->*member),
                        place);
  }

  detail::CounterVisitor* visitor_;  // Null: reset.
  State* state_;                     // Null: what counters there are is asked, not what they say.
};

namespace detail {

enum class Level : std::uint8_t { trial, iteration, invocation };
inline constexpr std::size_t levels = 3;

/// One parameter of a benchmark's body, with its type erased. Hooks get the addresses of all the
/// body's arguments; null where a state has no such level.
struct ArgumentType {
  using Hook = void (*)(void* const* arguments);

  const void* type;  ///< The same address for the same type only.
  bool is_manual_time;
  bool is_control;
  bool per_invocation;  ///< One object per call of a batch: it has hooks of that level.
  Scope scope;
  std::size_t size;
  std::size_t alignment;
  void (*construct)(void* place);
  void (*destroy)(void* object);
  void (*params)(ParamVisitor& visitor, void* object);  ///< Null: none. `object` may be null.
  /// Null: none. Without a visitor: reset. `object` may be null if there is a visitor.
  void (*counters)(CounterVisitor* visitor, void* object);
  Hook set_up[levels];
  Hook tear_down[levels];
};

/// The two hooks of a level, by their names.
struct SetUp {
  static auto call(auto& state, auto&&... with) -> decltype(state.set_up(with...)) {
    return state.set_up(with...);
  }
};
struct TearDown {
  static auto call(auto& state, auto&&... with) -> decltype(state.tear_down(with...)) {
    return state.tear_down(with...);
  }
};
template <class Hook, class S, class... A>
concept Takes = requires(S& state, A&... a) {
  Hook::call(state, a...);
};

/// Becomes whichever of the states before its own a hook names.
template <class... Earlier>
struct AnyEarlier {
  void* const* arguments;

  template <class T>
  requires(std::is_same_v<std::remove_const_t<T>, Earlier> || ...) operator T&() const {
    std::size_t index = 0;
    (void)((std::is_same_v<std::remove_const_t<T>, Earlier> || (++index, false)) || ...);
    return *static_cast<T*>(arguments[index]);
  }
};

/// Becomes what a hook wants, to see whether there is one that cannot be served.
struct Anything {
  template <class T>
  operator T&() const;
};

/// `T`, whatever the number: for packs of one type.
template <std::size_t, class T>
using Each = T;

/// Has the names that the harness looks for in a state. A class made of a state and of this is at
/// odds with itself over those that the state has too, whether they are public or not.
struct ReservedNames {
  int set_up, tear_down, params, counters;
};
template <class S>
struct Probe : ReservedNames {};
template <class S>
requires(std::is_class_v<S> && !std::is_final_v<S>) struct Probe<S> : S, ReservedNames {
};

/// The state at `Index` of a body's states, beside those before it.
template <std::size_t Index, class S, class... Earlier>
struct StateHooks {
  static_assert(!Takes<SetUp, S> && !Takes<TearDown, S>,
                "a set-up or tear-down says its level: set_up(tare::Trial)");
  static constexpr auto absent = static_cast<std::size_t>(-1);

  /// How many arguments of type `A` the hook takes after its level; `absent` if there is no such
  /// hook.
  template <class Hook, class L, class A, std::size_t Most, std::size_t... I>
  static constexpr std::size_t named(std::index_sequence<I...> = {}) {
    if constexpr (Takes<Hook, S, L, Each<I, A>...>)
      return sizeof...(I);
    else if constexpr (sizeof...(I) < Most)
      return named<Hook, L, A, Most>(std::make_index_sequence<sizeof...(I) + 1>());
    else
      return absent;
  }

  template <class Hook, class L, std::size_t... All, std::size_t... Some>
  static void call(void* const* arguments, std::index_sequence<All...>,
                   std::index_sequence<Some...>) {
    S& state = *static_cast<S*>(arguments[Index]);
    if constexpr (Takes<Hook, S, L, Earlier...>)  // By place: two may be of one type.
      Hook::call(state, L{}, *static_cast<Earlier*>(arguments[All])...);
    else
      Hook::call(state, L{}, Each<Some, AnyEarlier<Earlier...>>{arguments}...);
  }

  /// How many states the hook takes that it can be given; `absent` if there is no such hook.
  template <class Hook, class L>
  static constexpr std::size_t taken() {
    return Takes<Hook, S, L, Earlier...>
               ? sizeof...(Earlier)
               : named<Hook, L, AnyEarlier<Earlier...>, sizeof...(Earlier)>();
  }

  template <class Hook, class L>
  static constexpr bool has() {
    return taken<Hook, L>() != absent;
  }

  template <class Hook>
  static constexpr bool any() {
    return has<Hook, Trial>() || has<Hook, Iteration>() || has<Hook, Invocation>();
  }

  template <class Hook, class L>
  static constexpr ArgumentType::Hook hook() {
    using All = std::index_sequence_for<Earlier...>;
    constexpr std::size_t wanted = named<Hook, L, Anything, 8>();
    constexpr std::size_t known = taken<Hook, L>();
    static_assert(
        wanted == absent || known != absent,
        "after its level, a set-up or tear-down may take states that stand before its own "
        "in the benchmark, by reference");
    if constexpr (known == absent)
      return nullptr;
    else
      return [](void* const* arguments) {
        call<Hook, L>(arguments, All(), std::make_index_sequence<known>());
      };
  }
};

/// What tells a type by its address. Not constant: linkers may fold equal constants.
template <class S>
inline char type_key = 0;

template <class S>
constexpr Scope scope_of() {
  if constexpr (std::is_same_v<S, ManualTime>)
    return Scope::thread;
  else if constexpr (requires { S::scope; })
    return S::scope;
  else
    return Scope::benchmark;
}

template <class S>
concept HasParams = requires(Params<S>& p) {
  S::params(p);
};
template <class S>
concept HasCounters = requires(Counters<S>& c) {
  S::counters(c);
};

template <class S>
constexpr auto params_of() -> void (*)(ParamVisitor&, void*) {
  if constexpr (HasParams<S>)
    return [](ParamVisitor& visitor, void* object) {
      Params<S> params(visitor, static_cast<S*>(object));
      S::params(params);
    };
  else
    return nullptr;
}

template <class S>
constexpr auto counters_of() -> void (*)(CounterVisitor*, void*) {
  if constexpr (HasCounters<S>)
    return [](CounterVisitor* visitor, void* object) {
      Counters<S> counters(visitor, static_cast<S*>(object));
      S::counters(counters);
    };
  else
    return nullptr;
}

template <std::size_t Index, class S, class... Earlier>
constexpr ArgumentType argument_type() {
  static_assert(std::is_default_constructible_v<S>,
                "a state of a benchmark needs a default constructor: do its work in "
                "set_up(tare::Trial), when its parameters are set");
  using Hooks = StateHooks<Index, S, Earlier...>;
  static_assert(
      requires { &Probe<S>::set_up; } || Hooks::template any<SetUp>(),
      "a state's set_up must be public and take a level: set_up(tare::Trial)");
  static_assert(
      requires { &Probe<S>::tear_down; } || Hooks::template any<TearDown>(),
      "a state's tear_down must be public and take a level: tear_down(tare::Trial)");
  static_assert(
      requires { &Probe<S>::params; } || HasParams<S>,
      "a state's params must be public, static and take its own tare::Params: "
      "static void params(tare::Params<State>& p), or auto& p in a base class");
  static_assert(
      requires { &Probe<S>::counters; } || HasCounters<S>,
      "a state's counters must be public, static and take its own tare::Counters: "
      "static void counters(tare::Counters<State>& c), or auto& c in a base class");
  return ArgumentType{
      &type_key<S>,
      std::is_same_v<S, ManualTime>,
      std::is_same_v<S, Control>,
      Hooks::template has<SetUp, Invocation>() || Hooks::template has<TearDown, Invocation>(),
      scope_of<S>(),
      sizeof(S),
      alignof(S),
      [](void* place) { new (place) S(); },
      [](void* object) { static_cast<S*>(object)->~S(); },
      params_of<S>(),
      counters_of<S>(),
      {Hooks::template hook<SetUp, Trial>(), Hooks::template hook<SetUp, Iteration>(),
       Hooks::template hook<SetUp, Invocation>()},
      {Hooks::template hook<TearDown, Trial>(), Hooks::template hook<TearDown, Iteration>(),
       Hooks::template hook<TearDown, Invocation>()}};
}

}  // namespace detail
}  // namespace tare
