// SPDX-License-Identifier: Apache-2.0
#include "cli/listing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/toolbox.hpp"

namespace tare::cli {
namespace {

/// Each parameter of a benchmark with all its values, over all its variants.
std::vector<catalog::Parameter> parameters_of(const catalog::Benchmark& benchmark) {
  std::vector<catalog::Parameter> all;
  const auto add = [&](const std::string& name, const std::vector<std::string>& values) {
    auto known = std::find_if(all.begin(), all.end(),
                              [&](const catalog::Parameter& p) { return p.name == name; });
    if (known == all.end()) known = all.insert(all.end(), {name, {}, nullptr});
    for (const std::string& value : values)
      if (std::find(known->defaults.begin(), known->defaults.end(), value) == known->defaults.end())
        known->defaults.push_back(value);
  };
  for (const catalog::Variant& variant : benchmark.variants) {
    for (const Param& type : variant.types) add(type.name, {type.value});
    for (const catalog::Parameter& parameter : variant.parameters)
      add(parameter.name, parameter.defaults);
  }
  return all;
}

}  // namespace

std::string list_benchmarks(const catalog::Catalog& catalog, const catalog::Request& request,
                            bool with_params) {
  std::string text = "Benchmarks:\n";
  for (const catalog::Benchmark* benchmark : catalog::select(catalog, request)) {
    text += benchmark->name + "\n";
    if (!with_params) continue;
    for (const catalog::Parameter& parameter : parameters_of(*benchmark))
      text += fmt::format("  param \"{}\" = {{{}}}\n", parameter.name,
                          fmt::join(parameter.defaults, ", "));
  }
  return text;
}

std::string list_profilers() {
  std::string text;
  for (const std::string& name : profiler_names()) {
    const std::unique_ptr<extend::Profiler> profiler = make_profiler(name, {});
    const extend::Support support = profiler->probe();
    text += fmt::format("{:>10}: {}\n", name, profiler->summary());
    text += support.works ? fmt::format("{:>12}works here\n", "")
                          : fmt::format("{:>12}does not work here: {}\n", "", support.reason);
  }
  return text;
}

std::string list_formats() {
  std::string text;
  for (const std::string& name : exporter_names())
    text += fmt::format("{:>10}: {}\n", name, make_exporter(name)->summary());
  return text;
}

}  // namespace tare::cli
