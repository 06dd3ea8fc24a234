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

namespace detail {

/// Told of the auxiliary counters of a state, one by one.
class CounterVisitor {
 public:
  enum class Kind : std::uint8_t { event, rate };
  virtual void counter(Kind kind, std::string_view label, double value) = 0;

 protected:
  ~CounterVisitor() = default;
};

}  // namespace detail

/// Hands a state's auxiliary counters to the harness:
/// `static void counters(tare::Counters<State>& c) { c.rate("bytes", &State::bytes); }`.
/// Counters are members that the body adds to; they are set to zero before each iteration and
/// summed over threads after it.
template <class State>
class Counters {
 public:
  Counters(detail::CounterVisitor* visitor, State* state) : visitor_(visitor), state_(state) {}

  /// Shown as it is: so many per iteration, unit `#`.
  template <class T>
  void event(std::string_view label, T State::*member) {
    visit(detail::CounterVisitor::Kind::event, label, member);
  }

  /// Shown like the score: per unit of time in mode thrpt, time per count in the others.
  template <class T>
  void rate(std::string_view label, T State::*member) {
    visit(detail::CounterVisitor::Kind::rate, label, member);
  }

 private:
  template <class T>
  void visit(detail::CounterVisitor::Kind kind, std::string_view label, T State::*member) {
    if (visitor_ != nullptr)
      visitor_->counter(kind, label, static_cast<double>(state_->*member));
    else
      state_->*member = T{};
  }

  detail::CounterVisitor* visitor_;  // Null: reset.
  State* state_;
};

namespace detail {

enum class Level : std::uint8_t { trial, iteration, invocation };
inline constexpr std::size_t levels = 3;

/// One parameter of a benchmark's body, with its type erased. Hooks get the addresses of all the
/// body's arguments; null where a state has no such level.
struct ArgumentType {
  using Hook = void (*)(void* const* arguments);

  bool is_manual_time;
  Scope scope;
  std::size_t size;
  std::size_t alignment;
  void (*construct)(void* place);
  void (*destroy)(void* object);
  void (*params)(ParamVisitor& visitor, void* object);      ///< Null: none. `object` may be null.
  void (*counters)(CounterVisitor* visitor, void* object);  ///< Null: none. No visitor: reset.
  Hook set_up[levels];
  Hook tear_down[levels];

  /// One object per call of a batch.
  constexpr bool per_invocation() const {
    return set_up[static_cast<int>(Level::invocation)] != nullptr ||
           tear_down[static_cast<int>(Level::invocation)] != nullptr;
  }
};

template <class L, class S, class... Earlier>
concept SetsUpWith = requires(S& s, Earlier&... earlier) {
  s.set_up(L{}, earlier...);
};
template <class L, class S, class... Earlier>
concept TearsDownWith = requires(S& s, Earlier&... earlier) {
  s.tear_down(L{}, earlier...);
};

/// The state at `Index` of a body's states, beside those before it.
template <std::size_t Index, class S, class... Earlier>
struct StateHooks {
  template <class L, std::size_t... I>
  static void set_up_with(void* const* arguments, std::index_sequence<I...>) {
    static_cast<S*>(arguments[Index])->set_up(L{}, *static_cast<Earlier*>(arguments[I])...);
  }
  template <class L>
  static void set_up(void* const* arguments) {
    if constexpr (SetsUpWith<L, S>)
      static_cast<S*>(arguments[Index])->set_up(L{});
    else
      set_up_with<L>(arguments, std::make_index_sequence<sizeof...(Earlier)>());
  }
  template <class L, std::size_t... I>
  static void tear_down_with(void* const* arguments, std::index_sequence<I...>) {
    static_cast<S*>(arguments[Index])->tear_down(L{}, *static_cast<Earlier*>(arguments[I])...);
  }
  template <class L>
  static void tear_down(void* const* arguments) {
    if constexpr (TearsDownWith<L, S>)
      static_cast<S*>(arguments[Index])->tear_down(L{});
    else
      tear_down_with<L>(arguments, std::make_index_sequence<sizeof...(Earlier)>());
  }

  template <class L>
  static constexpr ArgumentType::Hook set_up_hook() {
    if constexpr (SetsUpWith<L, S> || SetsUpWith<L, S, Earlier...>)
      return &set_up<L>;
    else
      return nullptr;
  }
  template <class L>
  static constexpr ArgumentType::Hook tear_down_hook() {
    if constexpr (TearsDownWith<L, S> || TearsDownWith<L, S, Earlier...>)
      return &tear_down<L>;
    else
      return nullptr;
  }
};

template <class S>
constexpr Scope scope_of() {
  if constexpr (requires { S::scope; })
    return S::scope;
  else
    return Scope::benchmark;
}

template <class S>
constexpr auto params_of() -> void (*)(ParamVisitor&, void*) {
  if constexpr (requires(Params<S> & p) { S::params(p); })
    return [](ParamVisitor& visitor, void* object) {
      Params<S> params(visitor, static_cast<S*>(object));
      S::params(params);
    };
  else
    return nullptr;
}

template <class S>
constexpr auto counters_of() -> void (*)(CounterVisitor*, void*) {
  if constexpr (requires(Counters<S> & c) { S::counters(c); })
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
  return ArgumentType{
      std::is_same_v<S, ManualTime>,
      std::is_same_v<S, ManualTime> ? Scope::thread : scope_of<S>(),
      sizeof(S),
      alignof(S),
      [](void* place) { new (place) S(); },
      [](void* object) { static_cast<S*>(object)->~S(); },
      params_of<S>(),
      counters_of<S>(),
      {Hooks::template set_up_hook<Trial>(), Hooks::template set_up_hook<Iteration>(),
       Hooks::template set_up_hook<Invocation>()},
      {Hooks::template tear_down_hook<Trial>(), Hooks::template tear_down_hook<Iteration>(),
       Hooks::template tear_down_hook<Invocation>()}};
}

}  // namespace detail
}  // namespace tare
