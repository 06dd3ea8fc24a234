// SPDX-License-Identifier: Apache-2.0
// What a benchmark may ask for in code. The command line has the last word.
#pragma once

#include <cstdint>

namespace tare {

/// What a benchmark's primary score means (JMH's modes).
enum class Mode : std::uint8_t {
  throughput,    ///< `thrpt`: operations per unit of time, summed over threads.
  average_time,  ///< `avgt`: time per operation, averaged over threads.
  sample_time,   ///< `sample`: the distribution of single operations' times.
  single_shot,   ///< `ss`: the time of one cold batch per iteration.
};

/// Where an operation's returned value is destroyed.
enum class Drop : std::uint8_t {
  inside,   ///< In the measured time, right after the operation.
  outside,  ///< Kept over a batch and destroyed off the clock.
};

/// Names that TARE_OPTIONS understands without a prefix.
namespace option_values {
inline constexpr Drop inside = Drop::inside;
inline constexpr Drop outside = Drop::outside;
/// `threads(max)`: as many as there are processors to run on.
inline constexpr std::uint32_t max = 0xffffffffu;
}  // namespace option_values

/// A chain of wishes: `TARE_OPTIONS(name, drop(outside).operations(1000));`. What is not asked for
/// keeps the default.
class Options {
 public:
  /// The mode to run in where `-bm` does not say.
  constexpr Options mode(Mode value) const {
    return with(&Options::mode_, Wish<Mode>{true, value});
  }
  /// Unit of the score: "ns", "us", "ms", "s", "min", "h" (`-tu`).
  constexpr Options unit(const char* value) const { return with(&Options::unit_, value); }
  /// How many operations one call of the body stands for (`-opi`); at least 1.
  constexpr Options operations(std::uint64_t value) const {
    return with(&Options::operations_, Wish<std::uint64_t>{true, value});
  }
  /// Where results are destroyed.
  constexpr Options drop(Drop value) const { return with(&Options::drop_, value); }
  /// Threads that run the body at once (`-t`).
  constexpr Options threads(std::uint32_t value) const {
    return with(&Options::threads_, Wish<std::uint32_t>{true, value});
  }
  /// Processes per case (`-f`).
  constexpr Options forks(std::uint32_t value) const {
    return with(&Options::forks_, Wish<std::uint32_t>{true, value});
  }
  /// Warm-up iterations of so many seconds each (`-wi`, `-w`).
  constexpr Options warmup(std::uint32_t iterations, double seconds) const {
    return with(&Options::warmup_, Phase{true, iterations, seconds});
  }
  /// Measured iterations of so many seconds each (`-i`, `-r`).
  constexpr Options measurement(std::uint32_t iterations, double seconds) const {
    return with(&Options::measurement_, Phase{true, iterations, seconds});
  }
  /// Invocations per operation in mode single_shot (`-bs`).
  constexpr Options batch(std::uint32_t value) const {
    return with(&Options::batch_, Wish<std::uint32_t>{true, value});
  }
  /// Seconds one iteration may take before its fork is ended (`-to`).
  constexpr Options timeout(double seconds) const {
    return with(&Options::timeout_, Wish<double>{true, seconds});
  }

  /// A value, and whether it was asked for.
  template <class T>
  struct Wish {
    bool given = false;
    T value{};
  };
  /// A phase's iterations and their length, and whether they were asked for.
  struct Phase {
    bool given = false;
    std::uint32_t iterations = 0;
    double seconds = 0;
  };

  constexpr const Wish<Mode>& mode() const { return mode_; }
  constexpr const char* unit() const { return unit_; }  ///< Null: not asked for.
  constexpr const Wish<std::uint64_t>& operations() const { return operations_; }
  constexpr Drop drop() const { return drop_; }
  constexpr const Wish<std::uint32_t>& threads() const { return threads_; }
  constexpr const Wish<std::uint32_t>& forks() const { return forks_; }
  constexpr const Phase& warmup() const { return warmup_; }
  constexpr const Phase& measurement() const { return measurement_; }
  constexpr const Wish<std::uint32_t>& batch() const { return batch_; }
  constexpr const Wish<double>& timeout() const { return timeout_; }

 private:
  template <class T>
  constexpr Options with(T Options::*member, T value) const {
    Options changed = *this;
    changed.*member = value;
    return changed;
  }

  Wish<Mode> mode_;
  const char* unit_ = nullptr;
  Wish<std::uint64_t> operations_;
  Drop drop_ = Drop::inside;
  Wish<std::uint32_t> threads_;
  Wish<std::uint32_t> forks_;
  Phase warmup_;
  Phase measurement_;
  Wish<std::uint32_t> batch_;
  Wish<double> timeout_;
};

}  // namespace tare
