// SPDX-License-Identifier: Apache-2.0
#include "catalog/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

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
    known->declarations.push_back({place, {}, accepts});
  }
  void add_default(std::string_view value) override {
    parameters[current_].declarations.back().defaults.emplace_back(value);
  }
  std::string_view value_of(std::string_view) override { return {}; }

  std::vector<Parameter> parameters;

 private:
  std::size_t current_ = 0;
};

class CounterDeclarations final : public detail::CounterVisitor {
 public:
  void counter(Kind kind, std::string_view label, double, detail::Place place) override {
    counters.push_back({argument, std::string(label), kind, place});
  }

  std::size_t argument = 0;
  std::vector<Counter> counters;
};

Variant read_variant(const detail::Definition& definition, const detail::Instance& instance) {
  Variant variant;
  variant.body = instance.body;
  for (std::size_t i = 0; i < definition.type_column_count; ++i)
    variant.types.push_back(
        {std::string(definition.type_columns[i]), std::string(instance.types[i])});
  Declarations declarations;
  CounterDeclarations counters;
  for (std::size_t i = 0; i < variant.body->argument_count; ++i) {
    const detail::ArgumentType& argument = variant.body->arguments[i];
    if (argument.params != nullptr) argument.params(declarations, nullptr);
    counters.argument = i;
    if (argument.counters != nullptr) argument.counters(&counters, nullptr);
  }
  variant.parameters = std::move(declarations.parameters);
  variant.counters = std::move(counters.counters);
  return variant;
}

Benchmark read_benchmark(const detail::Registration& registration) {
  Benchmark benchmark;
  if (!registration.group.empty()) benchmark.name.append(registration.group).append(".");
  benchmark.name.append(registration.name);
  benchmark.registration = &registration;
  const detail::Definition definition = registration.definition();
  for (std::size_t i = 0; i < definition.instance_count; ++i)
    benchmark.variants.push_back(read_variant(definition, definition.instances[i]));
  return benchmark;
}

bool earlier_in_source(const Benchmark& a, const Benchmark& b) {
  const int files = std::strcmp(a.registration->file, b.registration->file);
  return files != 0 ? files < 0 : a.registration->line < b.registration->line;
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

Catalog Catalog::read(const detail::Registration* head) {
  Catalog catalog;
  for (; head != nullptr; head = head->next) catalog.benchmarks_.push_back(read_benchmark(*head));
  std::stable_sort(catalog.benchmarks_.begin(), catalog.benchmarks_.end(), earlier_in_source);
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

std::string place_of(const Benchmark& benchmark) {
  return text_of({benchmark.registration->file, benchmark.registration->line});
}

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
