// SPDX-License-Identifier: Apache-2.0
#include "tool/comparison_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "catalog/nearest.hpp"
#include "catalog/wrong_use.hpp"
#include "cli/option_values.hpp"
#include "cli/people.hpp"
#include "record/comparison_json.hpp"
#include "report/comparisons.hpp"

namespace tare::tool {
namespace {

namespace po = boost::program_options;
using catalog::WrongUse;
using Texts = std::vector<std::string>;

constexpr const char* standard_output = "-";

struct Format {
  const char* name;
  std::string (*render)(const ComparisonReport& report);
};
constexpr std::array formats{Format{"text", &report::comparison_text},
                             Format{"json", [](const ComparisonReport& r) { return to_json(r); }},
                             Format{"markdown", &report::comparison_markdown},
                             Format{"junit", &report::comparison_junit}};

const Format& format_called(const std::string& name) {
  const auto found =
      std::ranges::find_if(formats, [&](const Format& format) { return format.name == name; });
  if (found != formats.end()) return *found;
  Texts names;
  for (const Format& format : formats) names.emplace_back(format.name);
  throw WrongUse(fmt::format("--out: there is no format '{}'{}; there are: {}", name,
                             catalog::did_you_mean(name, names), fmt::join(names, ", ")));
}

double parse_threshold(const std::string& text) {
  const std::optional<double> share = cli::read_share(text);
  if (!share)
    throw WrongUse(
        fmt::format("--threshold: '{}' is no share between 0 and 1, such as 1% or 0.01", text));
  return *share;
}

bool parse_fails(const po::variables_map& values, const char* option) {
  const auto& text = values[option].as<std::string>();
  if (text != "pass" && text != "fail")
    throw WrongUse(fmt::format("--{}: '{}' is neither pass nor fail", option, text));
  return text == "fail";
}

Texts texts(const po::variables_map& values, const char* option) {
  return values.count(option) == 0 ? Texts() : values[option].as<Texts>();
}

}  // namespace

void ComparisonOutput::add_options(po::options_description& options) {
  const auto several = [] { return po::value<Texts>()->composing(); };
  const auto text = [](const char* preset) {
    return po::value<std::string>()->default_value(preset);
  };
  options.add_options()("metric", several()->value_name("LABEL"),
                        "compare this figure alone (time: the score); may be repeated")(
      "threshold", text("1%")->value_name("SHARE"), "what `same` allows either way")(
      "gate", several()->value_name("GATES"),
      "fail if a figure is worse: time>2%,mem.alloc.count.norm>0")(
      "unclear", text("pass")->value_name("pass|fail"),
      "gates: what is undecided and may be worse")(
      "missing", text("fail")->value_name("pass|fail"),
      "gates: what a candidate lacks, or failed there")(
      "out", several()->value_name("FORMAT:FILE"),
      "write text, json, markdown or junit; - is standard output");
}

ComparisonOutput::ComparisonOutput(const po::variables_map& values,
                                   std::span<const std::string> inputs)
    : threshold_(parse_threshold(values["threshold"].as<std::string>())),
      metrics_(texts(values, "metric")),
      policy_{parse_fails(values, "unclear"), parse_fails(values, "missing")} {
  std::ranges::replace(metrics_, "time", primary_metric);
  for (const std::string& text : texts(values, "gate")) {
    try {
      std::ranges::move(compare::parse_gates(text), std::back_inserter(gates_));
    } catch (const compare::GateError& error) {
      throw WrongUse(error.what());
    }
  }
  for (const std::string& wish : texts(values, "out")) add_file(wish, inputs);
}

bool ComparisonOutput::takes_stdout() const {
  return std::ranges::any_of(files_, [](const File& file) { return file.file == nullptr; });
}

void ComparisonOutput::add_file(const std::string& wish, std::span<const std::string> inputs) {
  const std::optional<cli::OutputWish> output = cli::read_output(wish);
  if (!output)
    throw WrongUse(
        fmt::format("--out: '{}' is not of the form FORMAT:FILE, such as json:result.json", wish));
  const Format& format = format_called(output->format);
  const std::string& path = output->file;
  const bool is_stdout = path == standard_output;
  const std::string target = is_stdout ? "" : cli::resolved(path);
  for (const std::string& input : inputs)
    if (cli::resolved(input) == target)
      throw WrongUse(fmt::format("--out: {} is to be compared, not to be overwritten", path));
  for (const File& other : files_)
    if ((other.file == nullptr ? "" : other.file->target()) == target)
      throw WrongUse(fmt::format("--out: two formats would go to {}; give each its own file",
                                 is_stdout ? "standard output" : path));
  // Valid in its format, though nothing has been compared yet.
  ComparisonReport claim;
  claim.complete = false;
  files_.push_back(
      {format.render,
       is_stdout ? nullptr : std::make_unique<cli::ResultFile>(path, format.render(claim))});
}

int ComparisonOutput::finish(ComparisonReport report) {
  report.gates.clear();
  for (const compare::Gate& gate : gates_) report.gates.push_back(gate.text);
  report.findings = compare::check(report, gates_, policy_);
  // First of all, since standard output may be closed.
  const bool written = write_files(report, true);
  if (!takes_stdout()) fmt::print("{}", report::comparison_text(report));
  for (const File& file : files_)
    if (file.file == nullptr) fmt::print("{}", file.render(report));
  refuse_unknown(report);
  if (compare::fails(report.findings)) return exit_regression;
  return written && !report.comparisons.empty() ? exit_fine : exit_failed;
}

bool ComparisonOutput::save(ComparisonReport report) const {
  report.complete = false;
  return write_files(report, false);
}

bool ComparisonOutput::write_files(const ComparisonReport& report, bool finished) const {
  bool all = true;
  for (const File& file : files_) {
    if (file.file == nullptr || (file.file->is_special() && !finished)) continue;
    const std::string why = file.file->write(file.render(report));
    if (why.empty()) continue;
    cli::complain(fmt::format("cannot write {}: {}", file.file->path(), why));
    all = false;
  }
  return all;
}

void ComparisonOutput::refuse_unknown(const ComparisonReport& report) const {
  if (report.interleaved && !report.complete) return;  // Interrupted before it came to them.
  Texts asked_for = metrics_;
  for (const compare::Gate& gate : gates_) asked_for.push_back(gate.metric);
  const Texts unknown = compare::unknown_metrics(report, asked_for);
  if (unknown.empty()) return;
  std::set<std::string> known;
  for (const Comparison& one : report.comparisons) known.insert(one.metric);
  throw WrongUse(
      fmt::format("no figure {} was compared{}{}", unknown.front(),
                  catalog::did_you_mean(unknown.front(), {known.begin(), known.end()}),
                  known.empty() ? "" : fmt::format("; there are: {}", fmt::join(known, ", "))));
}

}  // namespace tare::tool
