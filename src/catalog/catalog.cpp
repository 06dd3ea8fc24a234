// SPDX-License-Identifier: Apache-2.0
#include "catalog/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

namespace tare::catalog {
namespace {

/// Gathers declarations; a name that several states declare is one parameter.
class Declarations final : public detail::ParamVisitor {
 public:
  void declare(std::string_view name, Accepts accepts) override {
    const auto same = [&](const Parameter& known) { return known.name == name; };
    known_ = std::any_of(parameters.begin(), parameters.end(), same);
    if (!known_) parameters.push_back({std::string(name), {}, accepts});
  }
  void add_default(std::string_view value) override {
    if (!known_) parameters.back().defaults.emplace_back(value);
  }
  std::string_view value_of(std::string_view) override { return {}; }

  std::vector<Parameter> parameters;

 private:
  bool known_ = false;
};

Variant read_variant(const detail::Definition& definition, const detail::Instance& instance) {
  Variant variant;
  variant.body = instance.body;
  for (std::size_t i = 0; i < definition.type_column_count; ++i)
    variant.types.push_back(
        {std::string(definition.type_columns[i]), std::string(instance.types[i])});
  Declarations declarations;
  for (std::size_t i = 0; i < variant.body->argument_count; ++i)
    if (const auto params = variant.body->arguments[i].params) params(declarations, nullptr);
  variant.parameters = std::move(declarations.parameters);
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

/// Cases are told apart by their parameters: two variants of one type name would be the same, and a
/// parameter of a type column's name would hide it.
void check_variants(const Benchmark& benchmark, std::vector<std::string>& problems) {
  const auto report = [&](const std::string& what) {
    problems.push_back(fmt::format("{}: {} ({}:{}); give it another name", benchmark.name, what,
                                   benchmark.registration->file, benchmark.registration->line));
  };
  for (std::size_t i = 0; i < benchmark.variants.size(); ++i) {
    const Variant& variant = benchmark.variants[i];
    for (const Param& type : variant.types) {
      for (const Parameter& parameter : variant.parameters)
        if (parameter.name == type.name)
          report(fmt::format("a parameter is called like the type column {}", type.name));
      const auto end = benchmark.variants.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::any_of(benchmark.variants.begin(), end,
                      [&](const Variant& other) { return other.types == variant.types; }))
        report(fmt::format("two of its types are called {}", type.value));
    }
  }
}

bool earlier_in_source(const Benchmark& a, const Benchmark& b) {
  const int files = std::strcmp(a.registration->file, b.registration->file);
  return files != 0 ? files < 0 : a.registration->line < b.registration->line;
}

}  // namespace

bool Parameter::accepts_value(const std::string& text) const {
  if (accepts == nullptr)
    return std::find(defaults.begin(), defaults.end(), text) != defaults.end();
  try {
    return accepts(text);
  } catch (...) {  // A constructor from text says no in the way it can.
    return false;
  }
}

Catalog Catalog::read(const detail::Registration* head) {
  Catalog catalog;
  for (; head != nullptr; head = head->next) catalog.benchmarks_.push_back(read_benchmark(*head));
  std::stable_sort(catalog.benchmarks_.begin(), catalog.benchmarks_.end(), earlier_in_source);

  std::map<std::string, const Benchmark*> by_name;
  for (const Benchmark& benchmark : catalog.benchmarks_) {
    check_variants(benchmark, catalog.problems_);
    const auto [known, is_new] = by_name.emplace(benchmark.name, &benchmark);
    if (is_new) continue;
    const auto& first = *known->second->registration;
    const auto& second = *benchmark.registration;
    catalog.problems_.push_back(
        fmt::format("two benchmarks are called '{}': {}:{} and {}:{}; rename one, or give it "
                    "another TARE_GROUP",
                    benchmark.name, first.file, first.line, second.file, second.line));
  }
  return catalog;
}

const Benchmark* Catalog::find(const std::string& name) const {
  for (const Benchmark& benchmark : benchmarks_)
    if (benchmark.name == name) return &benchmark;
  return nullptr;
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
