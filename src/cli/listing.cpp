// SPDX-License-Identifier: Apache-2.0
#include "cli/listing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/option_values.hpp"
#include "cli/toolbox.hpp"
#include "record/printable.hpp"

namespace tare::cli {
namespace {

/// A name and values, as `-p` takes them.
struct Listed {
  std::string name;
  std::vector<std::string> values;
};

/// Each parameter of a benchmark with all its values, over all its variants.
std::vector<Listed> parameters_of(const catalog::Benchmark& benchmark) {
  std::vector<Listed> all;
  const auto add = [&](const std::string& name, const std::vector<std::string>& values) {
    auto known = std::ranges::find(all, name, &Listed::name);
    if (known == all.end()) known = all.insert(all.end(), {name, {}});
    for (const std::string& value : values)
      if (std::ranges::find(known->values, escaped(value)) == known->values.end())
        known->values.push_back(escaped(value));
  };
  for (const catalog::Variant& variant : benchmark.variants) {
    for (const Param& type : variant.types) add(type.name, {type.value});
    for (const catalog::Parameter& parameter : variant.parameters)
      add(parameter.name, parameter.defaults());
  }
  return all;
}

}  // namespace

std::string list_benchmarks(const catalog::Catalog& catalog, const catalog::Request& request,
                            bool with_params) {
  std::string text = "Benchmarks:\n";
  for (const catalog::Benchmark* benchmark : catalog::select(catalog, request)) {
    text += printable(benchmark->name) + "\n";
    if (!with_params) continue;
    for (const Listed& parameter : parameters_of(*benchmark))
      text += printable(fmt::format("  param \"{}\" = {{{}}}", parameter.name,
                                    fmt::join(parameter.values, ", "))) +
              '\n';
  }
  return text;
}

std::string list_profilers() {
  constexpr const char* below = "            ";  // The summaries' column.
  std::string text;
  for (const std::string& name : profiler_names()) {
    const std::unique_ptr<extend::Profiler> profiler = make_profiler(name, {});
    const extend::Support support = profiler->probe();
    text += printable(fmt::format("{:>10}: {}", name, profiler->summary())) + '\n';
    text += below +
            printable(support.works ? "works here" : "does not work here: " + support.reason) +
            '\n';
    if (!support.enable.empty())
      text +=
          below + printable((support.works ? "for more: " : "to enable: ") + support.enable) + '\n';
    for (const extend::ProfilerOption& option : profiler->options())
      text += below +
              printable(fmt::format("{:<24}{}", option.name + '=' + option.value, option.text)) +
              '\n';
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
