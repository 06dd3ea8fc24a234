// SPDX-License-Identifier: Apache-2.0
// The order of every message's fields, told once and used by both directions: a Fields is a
// writer or a reader, and `field(x)` writes x or reads it.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "fork/wire.hpp"

namespace tare::fork {

class FieldWriter {
 public:
  template <class T>
  void field(T& value) {
    put(value);
  }
  std::string take() { return std::move(bytes_); }

 private:
  void put(std::uint64_t value);
  void put(double value);
  void put(std::string& value);
  template <class T>
  requires(std::integral<T> || std::is_enum_v<T>) void put(T value) {
    put(static_cast<std::uint64_t>(value));
  }
  template <class T, class U>
  void put(std::pair<T, U>& value) {
    put(value.first);
    put(value.second);
  }
  template <class T>
  void put(std::vector<T>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    for (T& value : values) put(value);
  }
  template <class T>
  requires std::is_class_v<T>
  void put(T& value) { fields(*this, value); }

  std::string bytes_;
};

class FieldReader {
 public:
  explicit FieldReader(std::string_view bytes) : bytes_(bytes) {}
  template <class T>
  void field(T& value) {
    get(value);
  }
  /// Throws if bytes are left over.
  void finish() const;

 private:
  std::uint64_t number();
  void get(double& value);
  void get(std::string& value);
  template <class T>
  requires std::integral<T>
  void get(T& value) {
    const std::uint64_t wide = number();
    value = static_cast<T>(wide);
    if (static_cast<std::uint64_t>(value) != wide) throw WireError("a number is too large");
  }
  template <class T>
  requires std::is_enum_v<T>
  void get(T& value) {
    const std::uint64_t wide = number();
    if (wide > static_cast<std::uint64_t>(last_of(T{}))) throw WireError("an unknown constant");
    value = static_cast<T>(wide);
  }
  template <class T, class U>
  void get(std::pair<T, U>& value) {
    get(value.first);
    get(value.second);
  }
  template <class T>
  void get(std::vector<T>& values) {
    const std::uint64_t count = number();
    // Each element takes a byte at least: a count that the bytes at hand cannot hold is a lie.
    if (count > most_elements || count > bytes_.size()) throw WireError("a list is too long");
    values.clear();
    for (std::uint64_t i = 0; i < count; ++i) get(values.emplace_back());
  }
  template <class T>
  requires std::is_class_v<T>
  void get(T& value) { fields(*this, value); }

  static Mode last_of(Mode) { return Mode::single_shot; }
  static Outcome last_of(Outcome) { return Outcome::skipped; }
  static Severity last_of(Severity) { return Severity::error; }
  static Better last_of(Better) { return Better::higher; }
  static running::CounterKind last_of(running::CounterKind) { return running::CounterKind::time; }
  static running::Stage last_of(running::Stage) { return running::Stage::trial_tear_down; }

  std::string_view bytes_;
};

template <class F>
void fields(F& f, Param& v) {
  f.field(v.name), f.field(v.value);
}
template <class F>
void fields(F& f, RoleThreads& v) {
  f.field(v.role), f.field(v.threads);
}
template <class F>
void fields(F& f, Phase& v) {
  f.field(v.iterations), f.field(v.time_ns), f.field(v.batch);
}
template <class F>
void fields(F& f, Hello& v) {
  f.field(v.version), f.field(v.program);
}
template <class F>
void fields(F& f, Layout& v) {
  f.field(v.seed), f.field(v.environment_bytes), f.field(v.stack_offset), f.field(v.heap_offset);
}
template <class F>
void fields(F& f, CasePlan& v) {  // Numbers of forks are the run's business.
  f.field(v.benchmark), f.field(v.params), f.field(v.mode), f.field(v.threads);
  f.field(v.warmup), f.field(v.measurement), f.field(v.timeout_ns);
  f.field(v.operations_per_invocation), f.field(v.roles), f.field(v.processors), f.field(v.cold);
}
template <class F>
void fields(F& f, Job& v) {
  fields(f, static_cast<CasePlan&>(v));
  f.field(v.warmed_up), f.field(v.synchronise);
  f.field(v.profiler), f.field(v.profiler_options), f.field(v.fork), f.field(v.layout);
}
template <class F>
void fields(F&, IterationStarted&) {}
template <class F>
void fields(F& f, running::CounterValue& v) {
  f.field(v.label), f.field(v.kind), f.field(v.value);
}
template <class F>
void fields(F& f, running::IterationResult& v) {
  f.field(v.warmup), f.field(v.index), f.field(v.operations), f.field(v.nanoseconds);
  f.field(v.score), f.field(v.histogram), f.field(v.counters);
}
template <class F>
void fields(F& f, Sample& v) {
  f.field(v.values), f.field(v.histograms);
}
template <class F>
void fields(F& f, Metric& v) {
  f.field(v.label), f.field(v.unit), f.field(v.better), f.field(v.sample), f.field(v.score);
  f.field(v.error), f.field(v.interval_low), f.field(v.interval_high);
  f.field(v.error_within_forks), f.field(v.min), f.field(v.median), f.field(v.max);
  f.field(v.percentiles);
}
template <class F>
void fields(F& f, HotSpot& v) {
  f.field(v.what), f.field(v.file), f.field(v.line), f.field(v.values);
}
template <class F>
void fields(F& f, HotSpots& v) {
  f.field(v.profiler), f.field(v.title), f.field(v.units), f.field(v.spots);
}
template <class F>
void fields(F& f, ProfileFile& v) {
  f.field(v.path), f.field(v.content);
}
template <class F>
void fields(F& f, Note& v) {
  f.field(v.severity), f.field(v.code), f.field(v.case_name), f.field(v.text), f.field(v.advice);
}
template <class F>
void fields(F& f, extend::Findings& v) {
  f.field(v.metrics), f.field(v.hot_spots), f.field(v.files), f.field(v.notes);
}
template <class F>
void fields(F& f, running::Ending& v) {
  f.field(v.outcome), f.field(v.reason);
}
template <class F>
void fields(F&, Done&) {}
template <class F>
void fields(F& f, StageStarted& v) {
  f.field(v.stage);
}

}  // namespace tare::fork
