// SPDX-License-Identifier: Apache-2.0
// From what is registered and what is asked for to the cases of a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "tare/record.hpp"

namespace tare::catalog {

/// What the command line says; what it leaves open is the benchmark's wish, or the default.
struct Request {
  std::vector<std::string> includes;
  std::vector<std::string> excludes;
  /// `-p name=value,value`: the values that replace a parameter's defaults.
  std::vector<std::pair<std::string, std::vector<std::string>>> params;
  std::vector<Mode> modes;
  std::optional<std::uint32_t> forks;
  std::optional<std::uint32_t> warmup_forks;
  std::optional<std::uint32_t> warmup_iterations;
  std::optional<std::uint64_t> warmup_time_ns;
  std::optional<std::uint32_t> warmup_batch;
  std::optional<std::uint32_t> iterations;
  std::optional<std::uint64_t> time_ns;
  std::optional<std::uint32_t> batch;
  std::optional<std::uint32_t> threads;
  /// `-tg`: threads of each role in a group; no wish of a benchmark without roles.
  std::vector<std::uint32_t> thread_group;
  std::vector<std::uint32_t> processors;  ///< `--affinity`
  std::vector<std::string> launcher;      ///< `--launcher`
  WarmupMode warmup_mode = WarmupMode::indi;
  bool cold = false;
  std::optional<std::uint64_t> timeout_ns;
  std::optional<std::uint64_t> operations_per_invocation;
};

/// Numbers that hold where neither the command line nor the benchmark says otherwise: many short
/// forks, since forks are what differs (docs/statistics.md).
struct Defaults {
  Mode mode = Mode::average_time;
  std::uint32_t forks = 12;
  Phase warmup{1, 50'000'000, 1};
  Phase measurement{3, 100'000'000, 1};
  Phase single_shot_warmup{0, 0, 1};
  Phase single_shot{1, 0, 1};
  std::uint64_t timeout_ns = 600'000'000'000;  // JMH's ten minutes per iteration.
  std::uint32_t processors = 1;                // What `-t max` means.
};

/// A case to run, without figures, and what runs it.
struct Planned {
  Case benchmark_case;
  const Benchmark* benchmark = nullptr;
  const Variant* variant = nullptr;
  const char* unit = nullptr;  ///< The benchmark's wish; null: none.
};

/// The cases in the order of tables: by benchmark, mode, then parameters by name, the first varying
/// slowest, each with its values as they were declared or asked for. Throws WrongUse: nothing
/// matches, an unknown parameter, a value that a parameter cannot have, a state that threads may
/// not share, numbers of threads that are not one for each role. The catalog must have no problems.
std::vector<Planned> make_plan(const Catalog& catalog, const Request& request,
                               const Defaults& defaults);

/// Benchmarks whose names the request's patterns choose. Throws WrongUse if there is none.
std::vector<const Benchmark*> select(const Catalog& catalog, const Request& request);

}  // namespace tare::catalog
