// SPDX-License-Identifier: Apache-2.0
#include "catalog/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "catalog/parameter_sources.hpp"
#include "catalog/wishes.hpp"

namespace tare::catalog {
namespace {

/// Gathers declarations; a name that several states declare is one parameter.
class Declarations final : public detail::ParamVisitor {
 public:
  void declare(std::string_view name, Accepts accepts, detail::Place place) override {
    auto known = std::ranges::find(parameters, name, &Parameter::name);
    if (known == parameters.end())
      known = parameters.insert(known, Parameter{std::string(name), {}});
    current_ = static_cast<std::size_t>(known - parameters.begin());
    known->declarations.push_back({place, {}, {}, accepts});
  }
  void add_default(std::string_view value) override {
    parameters[current_].declarations.back().defaults.emplace_back(value);
  }
  void add_problem(std::string_view problem) override {
    parameters[current_].declarations.back().problem = problem;
  }
  std::string_view value_of(std::string_view) override { return {}; }

  std::vector<Parameter> parameters;

 private:
  std::size_t current_ = 0;
};

class CounterDeclarations final : public detail::CounterVisitor {
 public:
  void counter(Kind kind, std::string_view label, double, detail::Place place) override {
    counters.push_back({state, std::string(label), kind, place});
  }

  ArgumentPlace state;
  std::vector<Counter> counters;
};

/// Gathers what the states of a variant's bodies declare.
void read_states(Variant& variant) {
  Declarations declarations;
  CounterDeclarations counters;
  for (std::size_t body = 0; body < variant.bodies.size(); ++body)
    for (std::size_t i = 0; i < variant.bodies[body]->argument_count; ++i) {
      counters.state = {body, i};
      // What roles share is one state.
      if (first_place(variant.bodies, counters.state) != counters.state) continue;
      const detail::ArgumentType& argument = variant.bodies[body]->arguments[i];
      try {
        if (argument.params != nullptr) argument.params(declarations, nullptr);
        if (argument.counters != nullptr) argument.counters(&counters, nullptr);
      } catch (...) {
        variant.problem = what_was_thrown();
      }
    }
  variant.parameters = std::move(declarations.parameters);
  variant.counters = std::move(counters.counters);
}

std::string full_name(const detail::Registration& registration) {
  std::string name;
  if (!registration.group.empty()) name.append(registration.group).append(".");
  return name.append(registration.name);
}

Benchmark read_benchmark(const detail::Registration& registration) {
  Benchmark benchmark;
  benchmark.name = full_name(registration);
  benchmark.registrations = {&registration};
  if (registration.role.empty())
    benchmark.options = registration.options;
  else
    add_wishes(benchmark.options, registration.options);
  const detail::Definition definition = registration.definition();
  for (std::size_t i = 0; i < definition.instance_count; ++i) {
    const detail::Instance& instance = definition.instances[i];
    Variant& variant = benchmark.variants.emplace_back();
    variant.bodies = {instance.body};
    for (std::size_t column = 0; column < definition.type_column_count; ++column)
      variant.types.push_back(
          {std::string(definition.type_columns[column]), std::string(instance.types[column])});
  }
  return benchmark;
}

/// Roles have no types: each has one body.
void add_role(Benchmark& benchmark, const detail::Registration& role) {
  benchmark.registrations.push_back(&role);
  benchmark.variants.front().bodies.push_back(role.definition().instances->body);
  add_wishes(benchmark.options, role.options);
}

bool earlier_in_source(const detail::Registration* a, const detail::Registration* b) {
  const int files = std::strcmp(a->file, b->file);
  return files != 0 ? files < 0 : a->line < b->line;
}

}  // namespace

bool Declaration::accepts_value(const std::string& text) const {
  if (accepts == nullptr) return std::ranges::find(defaults, text) != defaults.end();
  try {
    return accepts(text);
  } catch (...) {  // A constructor from text says no in the way it can.
    return false;
  }
}

bool Parameter::accepts_value(const std::string& text) const {
  return std::ranges::all_of(declarations, [&](const Declaration& declaration) {
    return declaration.accepts_value(text);
  });
}

bool Benchmark::is_optimised() const {
  return std::ranges::all_of(registrations,
                             [](const detail::Registration* one) { return one->optimised; });
}

Catalog Catalog::read(const detail::Registration* head) {
  std::vector<const detail::Registration*> registrations;
  for (; head != nullptr; head = head->next) registrations.push_back(head);
  std::stable_sort(registrations.begin(), registrations.end(), earlier_in_source);
  Catalog catalog;
  for (const detail::Registration* registration : registrations) {
    const std::string name = full_name(*registration);
    const auto known = std::ranges::find_if(catalog.benchmarks_, [&](const Benchmark& benchmark) {
      return benchmark.has_roles() && benchmark.name == name;
    });
    if (!registration->role.empty() && known != catalog.benchmarks_.end())
      add_role(*known, *registration);
    else
      catalog.benchmarks_.push_back(read_benchmark(*registration));
  }
  for (Benchmark& benchmark : catalog.benchmarks_)
    for (Variant& variant : benchmark.variants) read_states(variant);
  return catalog;
}

const Benchmark* Catalog::find(const std::string& name) const {
  for (const Benchmark& benchmark : benchmarks_)
    if (benchmark.name == name) return &benchmark;
  return nullptr;
}

std::string text_of(const detail::Place& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

std::string place_of(const detail::Registration& registration) {
  return text_of({registration.file, registration.line});
}

std::string place_of(const Benchmark& benchmark) { return place_of(benchmark.first()); }

const Variant* find_variant(const Benchmark& benchmark, const std::vector<Param>& params) {
  for (const Variant& variant : benchmark.variants) {
    const auto chosen = [&](const Param& type) {
      return std::find(params.begin(), params.end(), type) != params.end();
    };
    if (std::all_of(variant.types.begin(), variant.types.end(), chosen)) return &variant;
  }
  return nullptr;
}

}  // namespace tare::catalog
