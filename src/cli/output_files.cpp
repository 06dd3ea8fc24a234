// SPDX-License-Identifier: Apache-2.0
#include "cli/output_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "catalog/nearest.hpp"
#include "catalog/wrong_use.hpp"
#include "cli/people.hpp"
#include "cli/toolbox.hpp"

namespace tare::cli {
namespace {

constexpr const char* standard_output = "-";

/// After JMH's `jmh-result`.
constexpr const char* default_stem = "tare-result";

std::unique_ptr<extend::Exporter> exporter_called(const std::string& format) {
  std::unique_ptr<extend::Exporter> exporter = make_exporter(format);
  if (exporter != nullptr) return exporter;
  const std::vector<std::string> names = exporter_names();
  throw catalog::WrongUse(fmt::format("there is no result format '{}'{}; there are: {}", format,
                                      catalog::did_you_mean(format, names),
                                      fmt::join(names, ", ")));
}

}  // namespace

OutputFiles::OutputFiles(const CommandLine& line) {
  if (line.log_file) log_file_ = resolved(*line.log_file);
  if (line.result_format || line.result_file) {
    const std::string format = line.result_format.value_or("csv");
    add(format, line.result_file.value_or(""));
  }
  for (const OutputWish& wish : line.outputs) add(wish.format, wish.file);
}

bool OutputFiles::leads_to(const std::string& file) const {
  if (file == standard_output) return takes_stdout();
  const std::string target = resolved(file);
  const auto is_target = [&](const std::string& other) {
    std::error_code none;  // Files that are not there have but their names.
    return target == other || std::filesystem::equivalent(target, other, none);
  };
  return is_target(log_file_) ||
         std::any_of(outputs_.begin(), outputs_.end(), [&](const Output& output) {
           return output.file != nullptr && is_target(output.file->target());
         });
}

void OutputFiles::add(const std::string& format, const std::string& file) {
  Output output;
  output.exporter = exporter_called(format);
  if (!file.empty() && leads_to(file))
    throw catalog::WrongUse(fmt::format("two results would go to {}; give each its own file",
                                        file == standard_output ? "standard output" : file));
  // Valid in its format, though no run has written it yet.
  const std::string claim = output.exporter->render(Report());
  if (file.empty())
    output.file = ResultFile::with_free_name(default_stem, output.exporter->extension(), claim);
  else if (file != standard_output)
    output.file = std::make_unique<ResultFile>(file, claim);
  outputs_.push_back(std::move(output));
}

void OutputFiles::write(const Report& report, bool last) {
  for (Output& output : outputs_) {
    if (output.file == nullptr || (output.file->is_special() && !last)) continue;
    const std::string why = output.file->write(output.exporter->render(report));
    if (!why.empty() && !output.broken)
      complain(fmt::format("cannot write {}: {}; the run goes on and will try again",
                           output.file->path(), why));
    output.broken = !why.empty();
  }
  failed_ = std::any_of(outputs_.begin(), outputs_.end(),
                        [](const Output& output) { return output.broken; });
}

bool OutputFiles::takes_stdout() const {
  return std::any_of(outputs_.begin(), outputs_.end(),
                     [](const Output& output) { return output.file == nullptr; });
}

void OutputFiles::write_stdout(const Report& report) const {
  for (const Output& output : outputs_)
    if (output.file == nullptr) fmt::print("{}", output.exporter->render(report));
}

std::vector<std::string> OutputFiles::written() const {
  std::vector<std::string> files;
  for (const Output& output : outputs_)
    if (output.file != nullptr && !output.broken) files.push_back(output.file->path());
  return files;
}

}  // namespace tare::cli
