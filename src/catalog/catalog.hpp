// SPDX-License-Identifier: Apache-2.0
// What this program can run: its static registrations, read once.
#pragma once

#include <string>
#include <vector>

#include "tare/bench.hpp"
#include "tare/record.hpp"

namespace tare::catalog {

/// A parameter of a benchmark and the values it has unless told otherwise.
struct Parameter {
  std::string name;
  std::vector<std::string> defaults;
  /// Whether a text is a value; null: the defaults and nothing else.
  detail::ParamVisitor::Accepts accepts = nullptr;

  bool accepts_value(const std::string& text) const;
};

/// A benchmark for one choice of its type parameters.
struct Variant {
  const detail::Body* body = nullptr;
  std::vector<Param> types;           ///< Type columns, as parameters.
  std::vector<Parameter> parameters;  ///< Of all its states, in order of declaration.
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

  /// What is wrong with the registrations, a line each: two of one name, with both places.
  const std::vector<std::string>& problems() const { return problems_; }

  /// Null if there is none of this name.
  const Benchmark* find(const std::string& name) const;

 private:
  std::vector<Benchmark> benchmarks_;
  std::vector<std::string> problems_;
};

/// The variant of `benchmark` whose type columns have the values in `params`; null if there is
/// none.
const Variant* find_variant(const Benchmark& benchmark, const std::vector<Param>& params);

}  // namespace tare::catalog
