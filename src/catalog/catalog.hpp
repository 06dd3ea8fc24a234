// SPDX-License-Identifier: Apache-2.0
// What this program can run: its static registrations, read once.
#pragma once

#include <string>
#include <vector>

#include "catalog/set_up_order.hpp"
#include "tare/bench.hpp"
#include "tare/record.hpp"

namespace tare::catalog {

/// A parameter as one state declares it.
struct Declaration {
  detail::Place place;
  std::vector<std::string> defaults;
  std::string problem;  ///< Why the defaults could not be had; empty: they could.
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
  ArgumentPlace state;
  std::string label;
  detail::CounterVisitor::Kind kind;
  detail::Place place;
};

/// A benchmark for one choice of its type parameters.
struct Variant {
  std::vector<const detail::Body*> bodies;  ///< One, or one for each role.
  std::vector<Param> types;                 ///< Type columns, as parameters.
  std::vector<Parameter> parameters;        ///< Of all its states, in order of declaration.
  std::vector<Counter> counters;            ///< Likewise.
  std::string problem{};                    ///< Why not all could be asked for; empty: they could.
};

struct Benchmark {
  std::string name;  ///< `group.name`
  /// One, or one for each role, in the order of their places.
  std::vector<const detail::Registration*> registrations;
  std::vector<Variant> variants;
  Options options;  ///< What it asks for, over all roles.

  const detail::Registration& first() const { return *registrations.front(); }
  /// Its threads do unlike work.
  bool has_roles() const { return !first().role.empty(); }
  /// All of it was compiled with optimisation.
  bool is_optimised() const;
};

class Catalog {
 public:
  /// Reads a list of registrations; the roles of one name are one benchmark. Benchmarks come out in
  /// the order of their places: by file, then by line.
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
/// Where a benchmark, or a role of one, is registered.
std::string place_of(const detail::Registration& registration);
/// Where the benchmark is registered: the first of its places.
std::string place_of(const Benchmark& benchmark);

/// The variant of `benchmark` whose type columns have the values in `params`; null if there is
/// none.
const Variant* find_variant(const Benchmark& benchmark, const std::vector<Param>& params);

}  // namespace tare::catalog
