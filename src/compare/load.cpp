// SPDX-License-Identifier: Apache-2.0
#include "compare/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "compare/google_benchmark.hpp"
#include "record/printable.hpp"

namespace tare::compare {
namespace {

/// JMH before 1.36 marks what profilers found by a middle dot.
void take_for_ours(Metric& metric) {
  std::string_view label = metric.label;
  constexpr std::string_view dot = "\u00b7";
  if (label.starts_with(dot)) label.remove_prefix(dot.size());
  if (label == "gc.alloc.rate" || label == "gc.alloc.rate.norm")
    metric.label = fmt::format("mem.{}", label.substr(label.find('.') + 1));
}

/// Everything in a file, and no more than is of use. Throws RecordError without its name.
std::string text_of(const std::string& path, std::size_t most) {
  const auto refuse = [] { throw RecordError(std::strerror(errno)); };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (file == nullptr) refuse();
  std::string text;
  for (char buffer[1 << 16]; text.size() <= most;) {
    const std::size_t count = std::fread(buffer, 1, sizeof buffer, file.get());
    text.append(buffer, count);
    if (count > 0) continue;
    if (std::ferror(file.get()) != 0) refuse();
    break;
  }
  return text;
}

}  // namespace

Report read_results(std::string_view text, const ReadLimits& limits) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) throw RecordError("there is nothing in it");
  if (text[first] == '{') return from_google_benchmark(text, limits);
  Report report = from_json(text, limits);
  const bool is_ours = !report.tare_version.empty();
  for (Case& one : report.cases) {
    if (is_ours) break;
    std::ranges::for_each(one.secondary, take_for_ours);
    std::ranges::sort(one.secondary, {}, &Metric::label);
  }
  report.complete = report.complete || !is_ours;  // JMH writes when it is done.
  return report;
}

Report load(const std::string& path, const ReadLimits& limits) {
  try {
    return read_results(text_of(path, limits.bytes), limits);
  } catch (const RecordError& error) {
    throw RecordError(printable(fmt::format("{}: {}", path, error.what())));
  }
}

}  // namespace tare::compare
