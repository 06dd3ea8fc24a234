// SPDX-License-Identifier: Apache-2.0
#include "catalog/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "catalog/filter.hpp"
#include "catalog/limits.hpp"
#include "catalog/nearest.hpp"
#include "catalog/wrong_use.hpp"

namespace tare::catalog {
namespace {

using Values = std::vector<std::string>;

const Values* asked_values(const Request& request, const std::string& name) {
  for (const auto& [asked, values] : request.params)
    if (asked == name) return &values;
  return nullptr;
}

/// All values a type column has over a benchmark's variants.
Values type_values(const Benchmark& benchmark, std::size_t column) {
  Values values;
  for (const Variant& variant : benchmark.variants) values.push_back(variant.types[column].value);
  return values;
}

void check_types(const Benchmark& benchmark, const Request& request) {
  for (std::size_t column = 0; column < benchmark.variants.front().types.size(); ++column) {
    const std::string& name = benchmark.variants.front().types[column].name;
    const Values* asked = asked_values(request, name);
    if (asked == nullptr) continue;
    const Values known = type_values(benchmark, column);
    for (const std::string& value : *asked)
      if (std::find(known.begin(), known.end(), value) == known.end())
        throw WrongUse(fmt::format("-p {}: '{}' is not a value of it in {}, which has: {}{}", name,
                                   value, benchmark.name, fmt::join(known, ", "),
                                   did_you_mean(value, known)));
  }
}

/// What the command line asks for. Defaults are the code's, and so is the blame.
void check_value(const Benchmark& benchmark, const Parameter& parameter, const std::string& value) {
  if (parameter.accepts_value(value)) return;
  const Values& defaults = parameter.defaults();
  if (parameter.declarations.front().accepts == nullptr)
    throw WrongUse(fmt::format("-p {}: '{}' is not a value of it in {}, which has: {}{}",
                               parameter.name, value, benchmark.name, fmt::join(defaults, ", "),
                               did_you_mean(value, defaults)));
  throw WrongUse(fmt::format("-p {}: '{}' has the wrong form for it in {}; its defaults are: {}",
                             parameter.name, value, benchmark.name, fmt::join(defaults, ", ")));
}

void check_sources(const Benchmark& benchmark, const Parameter& parameter) {
  for (const Declaration& declaration : parameter.declarations)
    if (!declaration.problem.empty())
      throw WrongUse(fmt::format(
          "{}: the parameter {} has no values: {} ({}); mend that, or say some with -p {}=…",
          benchmark.name, parameter.name, declaration.problem, text_of(declaration.place),
          parameter.name));
}

void check_defaults(const Benchmark& benchmark, const Parameter& parameter) {
  for (const std::string& value : parameter.defaults())
    for (const Declaration& declaration : parameter.declarations)
      if (!declaration.accepts_value(value))
        throw WrongUse(fmt::format("{}: '{}' has the wrong form for the parameter {} ({})",
                                   benchmark.name, value, parameter.name,
                                   text_of(declaration.place)));
}

bool wanted(const Variant& variant, const Request& request) {
  return std::all_of(variant.types.begin(), variant.types.end(), [&](const Param& type) {
    const Values* asked = asked_values(request, type.name);
    return asked == nullptr || std::find(asked->begin(), asked->end(), type.value) != asked->end();
  });
}

/// Every choice of parameters of a variant, types first.
std::vector<std::vector<Param>> cross_product(const Benchmark& benchmark, const Variant& variant,
                                              const Request& request) {
  std::vector<std::vector<Param>> product{variant.types};
  for (const Parameter& parameter : variant.parameters) {
    const Values* asked = asked_values(request, parameter.name);
    if (asked == nullptr) check_sources(benchmark, parameter);
    const Values& values = asked != nullptr ? *asked : parameter.defaults();
    if (values.empty())
      throw WrongUse(fmt::format("{}: its parameter {} has no values; say some with -p {}=…",
                                 benchmark.name, parameter.name, parameter.name));
    if (asked == nullptr) check_defaults(benchmark, parameter);
    for (const std::string& value : values) check_value(benchmark, parameter, value);
    if (product.size() > most_cases / values.size())
      throw WrongUse(fmt::format("{}: its parameters come to more than {} cases; give fewer values",
                                 benchmark.name, most_cases));
    std::vector<std::vector<Param>> longer;
    for (const auto& params : product)
      for (const std::string& value : values) {
        longer.push_back(params);
        longer.back().push_back({parameter.name, value});
      }
    product = std::move(longer);
  }
  return product;
}

/// As long as can be told, where that is not long enough.
std::uint64_t nanoseconds(double seconds) {
  const double ns = seconds * 1e9;
  if (!(ns > 0)) return 0;
  return ns < 0x1p64 ? static_cast<std::uint64_t>(ns) : UINT64_MAX;
}

Phase wished(const Options::Phase& wish, Phase fallback) {
  if (!wish.given) return fallback;
  return {wish.iterations, nanoseconds(wish.seconds), fallback.batch};
}

/// One group's threads; none where all threads do the same.
std::vector<RoleThreads> settle_roles(const Benchmark& benchmark, const Request& request) {
  std::vector<RoleThreads> roles;
  if (!benchmark.has_roles()) return roles;
  for (const detail::Registration* role : benchmark.registrations) {
    const Options::Wish<std::uint32_t>& wish = role->options.threads();
    roles.push_back({std::string(role->role), wish.given ? wish.value : 1});
  }
  const std::vector<std::uint32_t>& asked = request.thread_group;
  if (asked.empty()) return roles;
  if (asked.size() != roles.size()) {
    std::vector<std::string> names;
    for (const RoleThreads& role : roles) names.push_back(role.role);
    throw WrongUse(fmt::format("-tg {}: {} has {} roles; give a number for each of: {}",
                               fmt::join(asked, ","), benchmark.name, roles.size(),
                               fmt::join(names, ", ")));
  }
  for (std::size_t i = 0; i < roles.size(); ++i) roles[i].threads = asked[i];
  return roles;
}

/// All threads: as many whole groups as it takes.
std::uint32_t settle_threads(const Benchmark& benchmark, const std::vector<RoleThreads>& roles,
                             const Request& request, const Defaults& defaults) {
  std::uint64_t group = 0;
  for (const RoleThreads& role : roles) group += role.threads;
  const Options::Wish<std::uint32_t>& wish = benchmark.options.threads();
  std::uint64_t threads = request.threads.value_or(wish.given ? wish.value : 1);
  if (threads == option_values::max) threads = defaults.processors;
  if (group > 0) threads = (threads + group - 1) / group * group;
  if (threads > most_threads)
    throw WrongUse(fmt::format("{}: its groups of {} threads come to {} threads, over {}",
                               benchmark.name, group, threads, most_threads));
  return static_cast<std::uint32_t>(threads);
}

/// Command line over the benchmark's wish over the default, number by number.
Case settle(const Benchmark& benchmark, const Request& request, const Defaults& defaults,
            Mode mode) {
  const Options& wish = benchmark.options;
  const bool single = mode == Mode::single_shot;
  Case settled;
  settled.benchmark = benchmark.name;
  settled.mode = mode;
  settled.roles = settle_roles(benchmark, request);
  settled.threads = settle_threads(benchmark, settled.roles, request, defaults);
  settled.processors = request.processors;
  settled.launcher = request.launcher;
  settled.warmup_mode = request.warmup_mode;
  settled.cold = request.cold;
  settled.forks = request.forks.value_or(wish.forks().given ? wish.forks().value : defaults.forks);
  settled.warmup_forks = request.warmup_forks.value_or(0);
  settled.warmup = wished(wish.warmup(), single ? defaults.single_shot_warmup : defaults.warmup);
  settled.measurement =
      wished(wish.measurement(), single ? defaults.single_shot : defaults.measurement);
  if (wish.batch().given) settled.warmup.batch = settled.measurement.batch = wish.batch().value;
  settled.warmup.iterations = request.warmup_iterations.value_or(settled.warmup.iterations);
  settled.warmup.time_ns = request.warmup_time_ns.value_or(settled.warmup.time_ns);
  settled.warmup.batch = request.warmup_batch.value_or(settled.warmup.batch);
  settled.measurement.iterations = request.iterations.value_or(settled.measurement.iterations);
  settled.measurement.time_ns = request.time_ns.value_or(settled.measurement.time_ns);
  settled.measurement.batch = request.batch.value_or(settled.measurement.batch);
  settled.timeout_ns = request.timeout_ns.value_or(
      wish.timeout().given ? nanoseconds(wish.timeout().value) : defaults.timeout_ns);
  settled.operations_per_invocation = request.operations_per_invocation.value_or(
      wish.operations().given ? wish.operations().value : 1);
  return settled;
}

/// How many threads have the state at `place` in common.
std::uint64_t sharers(const Variant& variant, ArgumentPlace place, const Case& settled) {
  const Scope scope = variant.bodies[place.body]->arguments[place.argument].scope;
  if (scope == Scope::thread) return 1;
  if (settled.roles.empty()) return settled.threads;
  std::uint64_t group = 0;
  std::uint64_t takers = 0;
  for (std::size_t body = 0; body < variant.bodies.size(); ++body) {
    group += settled.roles[body].threads;
    for (std::size_t i = 0; i < variant.bodies[body]->argument_count; ++i)
      if (first_place(variant.bodies, {body, i}) == place) takers += settled.roles[body].threads;
  }
  return scope == Scope::group ? takers : takers * (settled.threads / group);
}

/// What threads may not share: set-up around every call cannot be built in batches if others use
/// the same object, and counters that several add to would miscount.
void check_sharing(const Benchmark& benchmark, const Variant& variant, const Case& settled) {
  for (std::size_t body = 0; body < variant.bodies.size(); ++body)
    for (std::size_t i = 0; i < variant.bodies[body]->argument_count; ++i) {
      const ArgumentPlace place{body, i};
      const detail::ArgumentType& argument = variant.bodies[body]->arguments[i];
      const std::uint64_t threads = sharers(variant, place, settled);
      if (threads < 2 || (!argument.per_invocation && argument.counters == nullptr)) continue;
      throw WrongUse(fmt::format(
          "{}: {} threads would share a state that {}; give it scope = tare::Scope::thread "
          "({}){}",
          benchmark.name, threads,
          argument.per_invocation ? "is set up around every call" : "has counters",
          place_of(*benchmark.registrations[body]),
          benchmark.has_roles() ? "" : ", or run it with -t 1"));
    }
}

std::vector<std::string> parameter_names(const std::vector<const Benchmark*>& benchmarks) {
  std::vector<std::string> names;
  for (const Benchmark* benchmark : benchmarks)
    for (const Variant& variant : benchmark->variants) {
      for (const Param& type : variant.types) names.push_back(type.name);
      for (const Parameter& parameter : variant.parameters) names.push_back(parameter.name);
    }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void check_params(const std::vector<const Benchmark*>& selected, const Request& request) {
  const std::vector<std::string> known = parameter_names(selected);
  for (const auto& [name, values] : request.params) {
    for (auto value = values.begin(); value != values.end(); ++value)
      if (std::find(values.begin(), value, *value) != value)
        throw WrongUse(fmt::format("-p {}: '{}' is given twice", name, *value));
    if (std::binary_search(known.begin(), known.end(), name)) continue;
    const std::string has = known.empty() ? std::string("they have none")
                                          : fmt::format("they have: {}{}", fmt::join(known, ", "),
                                                        did_you_mean(name, known));
    throw WrongUse(
        fmt::format("-p {}: no selected benchmark has a parameter of that name; {}", name, has));
  }
}

/// Puts cases of one benchmark and mode in JMH's order: by parameters in order of their names, each
/// by its values as they were declared or asked for, the first varying slowest.
void sort_by_params(std::vector<Planned>::iterator begin, std::vector<Planned>::iterator end) {
  std::map<std::string, Values> values;
  for (auto planned = begin; planned != end; ++planned)
    for (const Param& param : planned->benchmark_case.params) {
      Values& seen = values[param.name];
      if (std::find(seen.begin(), seen.end(), param.value) == seen.end())
        seen.push_back(param.value);
    }
  const auto ranks = [&](const Planned& planned) {
    std::vector<std::ptrdiff_t> places(values.size(), -1);
    for (const Param& param : planned.benchmark_case.params) {
      const auto known = values.find(param.name);
      const auto& [name, seen] = *known;
      places[static_cast<std::size_t>(std::distance(values.begin(), known))] =
          std::find(seen.begin(), seen.end(), param.value) - seen.begin();
    }
    return places;
  };
  std::stable_sort(begin, end,
                   [&](const Planned& a, const Planned& b) { return ranks(a) < ranks(b); });
}

}  // namespace

std::vector<const Benchmark*> select(const Catalog& catalog, const Request& request) {
  const Filter filter(request.includes, request.excludes);
  std::vector<const Benchmark*> selected;
  std::vector<std::string> names;
  for (const Benchmark& benchmark : catalog.benchmarks()) {
    names.push_back(benchmark.name);
    names.emplace_back(benchmark.first().name);  // Also without its group.
    if (filter.matches(benchmark.name)) selected.push_back(&benchmark);
  }
  if (!selected.empty()) return selected;
  if (names.empty())
    throw WrongUse("this program has no benchmarks; write one with TARE_BENCH(name) { … }");
  if (request.includes.size() == 1 && request.excludes.empty())
    throw WrongUse(fmt::format("no benchmark matches '{}'{}; -l lists them",
                               request.includes.front(),
                               did_you_mean(request.includes.front(), names)));
  throw WrongUse("no benchmark matches; -l lists them");
}

std::vector<Planned> make_plan(const Catalog& catalog, const Request& request,
                               const Defaults& defaults) {
  const std::vector<const Benchmark*> selected = select(catalog, request);
  check_params(selected, request);
  std::vector<Planned> plan;
  for (const Benchmark* benchmark : selected) {
    check_types(*benchmark, request);
    const Options& wish = benchmark->options;
    std::vector<Mode> modes = request.modes;
    if (modes.empty()) modes = {wish.mode().given ? wish.mode().value : defaults.mode};
    for (const Mode mode : modes) {
      const auto before = static_cast<std::ptrdiff_t>(plan.size());
      for (const Variant& variant : benchmark->variants) {
        if (!wanted(variant, request)) continue;
        for (std::vector<Param>& params : cross_product(*benchmark, variant, request)) {
          Planned planned{settle(*benchmark, request, defaults, mode), benchmark, &variant,
                          wish.unit()};
          check_sharing(*benchmark, variant, planned.benchmark_case);
          planned.benchmark_case.params = std::move(params);
          plan.push_back(std::move(planned));
        }
      }
      sort_by_params(plan.begin() + before, plan.end());
    }
  }
  return plan;
}

}  // namespace tare::catalog
