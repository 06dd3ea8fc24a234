// SPDX-License-Identifier: Apache-2.0
// What this program can run: its static registrations, read once.
#pragma once

#include <string>
#include <vector>

#include "tare/bench.hpp"
#include "tare/record.hpp"

namespace tare::catalog {

/// A parameter as one state declares it.
struct Declaration {
  detail::Place place;
  std::vector<std::string> defaults;
  /// Whether a text is a value; null: the defaults and nothing else.
  detail::ParamVisitor::Accepts accepts = nullptr;

  bool accepts_value(const std::string& text) const;
};

/// A parameter of a benchmark: one, however many of its states declare it.
struct Parameter {
  std::string name;
  std::vector<Declaration> declarations;  ///< At least one.

  /// The values it has unless told otherwise. States that disagree are a problem.
  const std::vector<std::string>& defaults() const { return declarations.front().defaults; }
  /// Whether a text is a value for all that declare it.
  bool accepts_value(const std::string& text) const;
};

/// An auxiliary counter as a state declares it.
struct Counter {
  std::size_t argument;  ///< Of the body: which state.
  std::string label;
  detail::CounterVisitor::Kind kind;
  detail::Place place;
};

/// A benchmark for one choice of its type parameters.
struct Variant {
  const detail::Body* body = nullptr;
  std::vector<Param> types;           ///< Type columns, as parameters.
  std::vector<Parameter> parameters;  ///< Of all its states, in order of declaration.
  std::vector<Counter> counters;      ///< Likewise.
};

struct Benchmark {
  std::string name;  ///< `group.name`
  const detail::Registration* registration = nullptr;
  std::vector<Variant> variants;
};

class Catalog {
 public:
  /// Reads a list of registrations. Benchmarks come out in the order of their places: by file,
  /// then by line.
  static Catalog read(const detail::Registration* head);

  const std::vector<Benchmark>& benchmarks() const { return benchmarks_; }

  /// What is wrong with the registrations, a line each, with its places: two of one name, wishes
  /// that cannot be, parameters and counters that could not be told apart.
  std::vector<std::string> problems() const;

  /// Null if there is none of this name.
  const Benchmark* find(const std::string& name) const;

 private:
  std::vector<Benchmark> benchmarks_;
};

/// `file.cpp:12`
std::string text_of(const detail::Place& place);
/// Where the benchmark is registered.
std::string place_of(const Benchmark& benchmark);

/// The variant of `benchmark` whose type columns have the values in `params`; null if there is
/// none.
const Variant* find_variant(const Benchmark& benchmark, const std::vector<Param>& params);

}  // namespace tare::catalog
