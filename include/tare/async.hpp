// SPDX-License-Identifier: Apache-2.0
// Operations that something else completes, an event loop or other threads, several in flight:
// TARE_ASYNC_BENCH for coroutines, TARE_CALLBACK_BENCH for all else. Not part of the umbrella.
//
// What is timed is completion: each time one operation has completed the next is started, always
// by the benchmark's own thread, and a batch is over when its number has completed, which is that
// of those in flight at once or a multiple. Those that are then in flight belong to the next batch;
// before an iteration is torn down the harness waits for them, off the clock. With a state that is
// set up around every call, each batch waits for all of its own instead.
#pragma once

#include <chrono>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tare/bench.hpp"

namespace tare {

/// How many operations are in flight at once: a number, or a state's member, which may be a
/// parameter: `tare::InFlight<&Load::in_flight>`. The time of an operation is the measured time
/// over the number that completed in it. Mode sample_time has the times from one completion to the
/// next.
template <auto Number>
struct InFlight {
  static constexpr bool takes_latencies = false;
  static constexpr auto number = Number;
};

/// The same, and the time of an operation is its latency, from its start to its completion: what
/// mode sample_time is for.
template <auto Number>
struct Latency {
  static constexpr bool takes_latencies = true;
  static constexpr auto number = Number;
};

namespace detail {
class Flight;
class Slot;
class Slots;
}  // namespace detail

/// Says that an operation has completed: by the call operator, or by fail(). May be copied, and
/// called on any thread, at once or later, but of all copies only once: a second call fails the
/// benchmark, and one that never comes is told by the iteration's time-out (`-to`).
class Completion {
 public:
  void operator()() const noexcept { finish(nullptr); }
  /// It has failed, and the benchmark with it. Unlike tare::fail(), for threads that are not the
  /// harness's.
  void fail(std::string_view reason) const noexcept;
  /// It threw `error`; null: it did not.
  void finish(std::exception_ptr error) const noexcept;

 private:
  friend detail::Flight;
  Completion(detail::Slot& slot, std::uint64_t turn) : slot_(&slot), turn_(turn) {}

  detail::Slot* slot_;
  std::uint64_t turn_;
};

template <class T>
class Task;

namespace detail {

/// How a benchmark's operations are run, whatever its states are.
struct AsyncCalls {
  /// Starts an operation with the states at `index`.
  void (*start)(void* const* states, std::uint64_t index, Completion done);
  /// Has the states that are event loops run; null: completions come from other threads.
  void (*drive)(void* const* states);
  std::uint64_t width;    ///< Most operations in flight.
  bool is_continuous;     ///< Operations may outlast their batch.
  ManualTime* latencies;  ///< Null: not taken.
};

/// What one thread has in flight: the state after the benchmark's own, so that its tear-down comes
/// before theirs.
class Flight {
 public:
  static constexpr auto scope = Scope::thread;

  Flight();
  ~Flight();
  Flight(const Flight&) = delete;
  Flight& operator=(const Flight&) = delete;

  /// Returns when `n` more operations have completed; throws what one of them failed by.
  void run(const AsyncCalls& calls, void* const* states, std::uint64_t n);
  /// Waits for all that is in flight.
  void tear_down(Iteration);

 private:
  using Limit = std::optional<std::chrono::steady_clock::time_point>;

  void start(const AsyncCalls& calls, std::uint64_t index);
  void land(Limit until);
  void wait(Limit until);

  Slots* slots_;  // They outlive it: a completion may be called once too often, and late.
  std::uint64_t in_flight_ = 0;
  void* const* states_ = nullptr;
  void (*drive_)(void* const*) = nullptr;
};

/// `state.drive()`: runs what is ready, or waits a little.
template <class S>
concept Driven = requires(S& state) {
  state.drive();
};

/// What a coroutine and whoever waits for it have in common, whatever it returns.
class TaskPromise {
 public:
  std::suspend_always initial_suspend() const noexcept { return {}; }
  auto final_suspend() const noexcept { return Final{}; }
  void unhandled_exception() noexcept { error_ = std::current_exception(); }

  void set_waiting(std::coroutine_handle<> waiting) { waiting_ = waiting; }
  void set_completion(Completion done) { done_ = done; }

 protected:
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  struct Final {
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> ended) const noexcept {
      const TaskPromise& promise = ended.promise();
      if (!promise.done_) return promise.waiting_;
      const Completion done = *promise.done_;
      const std::exception_ptr error = promise.error_;
      ended.destroy();  // First: once completed, the benchmark may be over.
      done.finish(error);
      return std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };

  std::coroutine_handle<> waiting_ = std::noop_coroutine();
  std::optional<Completion> done_;  ///< Of the operation itself; others are awaited.
  std::exception_ptr error_;
};

template <class T>
class ValuePromise : public TaskPromise {
 public:
  Task<T> get_return_object();
  template <class U>
  requires std::is_convertible_v<U, T>
  void return_value(U&& value) { value_.emplace(std::forward<U>(value)); }
  T take() {
    rethrow();
    return std::move(*value_);
  }

 private:
  std::optional<T> value_;
};

template <>
class ValuePromise<void> : public TaskPromise {
 public:
  Task<void> get_return_object();
  void return_void() const noexcept {}
  void take() { rethrow(); }
};

}  // namespace detail

/// A coroutine: it begins when it is awaited, and gives what it returns, or throws, to the one that
/// awaits it. It may await whatever has awaiters. Destroying it ends it.
template <class T = void>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::ValuePromise<T>;

  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }

  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting) const noexcept {
    handle_.promise().set_waiting(waiting);
    return handle_;
  }
  T await_resume() const { return handle_.promise().take(); }

  /// The harness's: begins it as an operation, which owns itself from now on.
  void start(Completion done) && {
    const std::coroutine_handle<promise_type> handle = std::exchange(handle_, nullptr);
    handle.promise().set_completion(done);
    handle.resume();
  }

 private:
  friend promise_type;
  explicit Task(promise_type& promise)
      : handle_(std::coroutine_handle<promise_type>::from_promise(promise)) {}

  std::coroutine_handle<promise_type> handle_;
};

namespace detail {

template <class T>
Task<T> ValuePromise<T>::get_return_object() {
  return Task<T>(*this);
}
inline Task<void> ValuePromise<void>::get_return_object() { return Task<void>(*this); }

/// The body's states, without the completion that a callback's body begins with.
template <class Signature>
struct AsyncStates {
  static_assert(!std::is_same_v<Signature, Signature>,
                "a callback benchmark begins with its completion, by value: "
                "TARE_CALLBACK_BENCH(name, tare::InFlight<8>, tare::Completion done)");
};

template <class... A>
struct AsyncStates<Task<void> (*)(A...)> {
  static constexpr bool is_coroutine = true;
  template <template <class...> class List>
  using In = List<typename StateOf<A>::type...>;
};

template <class... A>
struct AsyncStates<void (*)(Completion, A...)> {
  static constexpr bool is_coroutine = false;
  template <template <class...> class List>
  using In = List<typename StateOf<A>::type...>;
};

template <auto Function, class Width>
struct AsyncBodyOf {
  using States = AsyncStates<decltype(Function)>;

  template <class... S>
  struct Over {
    static_assert((!std::is_same_v<S, ManualTime> && ...),
                  "the harness times what is in flight: use tare::Latency<N> in place of a "
                  "tare::ManualTime");
    using Table = ArgumentTable<S..., Flight, ManualTime>;
    using Indices = std::index_sequence_for<S...>;
    static constexpr std::size_t flight = sizeof...(S);  // Its place among the arguments.
    static constexpr std::size_t arguments = flight + (Width::takes_latencies ? 2 : 1);
    static constexpr bool is_continuous = [] {
      for (std::size_t i = 0; i < flight; ++i)
        if (Table::table.types[i].per_invocation) return false;
      return true;
    }();

    template <std::size_t... I>
    static void call(std::index_sequence<I...>, void* const* states, std::uint64_t index,
                     Completion done) {
      (void)states, (void)index;
      if constexpr (States::is_coroutine)
        Function(argument<I>(states)[index]...).start(done);
      else
        Function(done, argument<I>(states)[index]...);
    }
    template <std::size_t I>
    static auto argument(void* const* states) {
      return Argument<typename Table::template At<I>, Table::table.types[I].per_invocation>{
          static_cast<typename Table::template At<I>*>(states[I])};
    }
    static void start(void* const* states, std::uint64_t index, Completion done) {
      call(Indices(), states, index, done);
    }

    template <class One>
    static void drive_one(void* state) {
      if constexpr (Driven<One>) static_cast<One*>(state)->drive();
    }
    static void drive(void* const* states) { (drive_one<S>(*states++), ...); }
    static constexpr bool is_driven = (Driven<S> || ...);

    template <class One, class T, class Owner>
    static void read(std::uint64_t& width, void* state, T Owner::*member) {
      if constexpr (std::is_base_of_v<Owner, One>) {
        const T value = static_cast<One*>(state)->*member;
        width = value > 0 ? static_cast<std::uint64_t>(value) : 0;
      }
    }
    static std::uint64_t width(void* const* states) {
      (void)states;
      if constexpr (std::is_member_object_pointer_v<decltype(Width::number)>) {
        std::uint64_t width = 0;
        (read<S>(width, *states++, Width::number), ...);
        return width;
      } else {
        static_assert(Width::number > 0, "at least one operation is in flight");
        return Width::number;
      }
    }

    static void run(void* const* states, std::uint64_t n, bool continuous, ManualTime* latencies) {
      static_cast<Flight*>(states[flight])
          ->run({&start, is_driven ? &drive : nullptr, width(states), continuous, latencies},
                states, n);
    }
    static void repeat(void* const* states, std::uint64_t n) {
      ManualTime* latencies = nullptr;
      if constexpr (Width::takes_latencies)
        latencies = static_cast<ManualTime*>(states[flight + 1]);
      run(states, n, is_continuous, latencies);
    }
    /// A profiler's: it looks at the operations one by one.
    static void repeat_keeping(void* const* states, void*, std::uint64_t n) {
      run(states, n, false, nullptr);
    }
    static void destroy(void*, std::uint64_t) {}

    // Completions may come in bursts: what counted a part of one would depend on where it ends.
    static constexpr Body body{Table::table.types,
                               arguments,
                               false,
                               0,
                               1,
                               &repeat,
                               &repeat_keeping,
                               &destroy,
                               is_continuous ? &width : nullptr};
  };

  static constexpr const Body* body = &States::template In<Over>::body;
};

/// `Benchmark::body`, as TARE_ASYNC_BENCH and TARE_CALLBACK_BENCH make it.
template <class Benchmark>
Definition async_definition_of() {
  static constexpr Instance instance{AsyncBodyOf<&Benchmark::body, typename Benchmark::Width>::body,
                                     nullptr};
  return Definition{nullptr, 0, &instance, 1};
}

}  // namespace detail
}  // namespace tare

#define TARE_ASYNC_BODY_(bench, Result, width, ...)                                           \
  namespace {                                                                                 \
  struct tare_bench_##bench {                                                                 \
    using Width = width;                                                                      \
    static Result body(__VA_ARGS__);                                                          \
  };                                                                                          \
  }                                                                                           \
  TARE_REGISTER_(bench, #bench, "", &::tare::detail::async_definition_of<tare_bench_##bench>) \
  inline Result tare_bench_##bench::body(__VA_ARGS__)

/// `TARE_ASYNC_BENCH(echo, tare::InFlight<8>, Loop& loop) { … }`: a benchmark whose braces are a
/// coroutine, a tare::Task<>: `tare::keep(co_await loop.receive());`. A state with a
/// `void drive()` is an event loop: it is driven by the benchmark's thread while that waits, and
/// runs what is ready, or waits a little. Without one, that thread sleeps until completions come
/// from others. The harness allocates nothing for an operation; its coroutines' frames are its own.
#define TARE_ASYNC_BENCH(bench, width, ...) \
  TARE_ASYNC_BODY_(bench, ::tare::Task<>, width, __VA_ARGS__)

/// `TARE_CALLBACK_BENCH(post, tare::InFlight<8>, tare::Completion done, Loop& loop) { … }`: the
/// same with braces that start an operation, which calls `done` when it is completed.
#define TARE_CALLBACK_BENCH(bench, width, ...) TARE_ASYNC_BODY_(bench, void, width, __VA_ARGS__)
