// SPDX-License-Identifier: Apache-2.0
#include "cli/toolbox.hpp"

#include "profile/jfr.hpp"
#include "profile/mem.hpp"
#include "profile/perfnorm.hpp"
#include "report/exporters.hpp"

namespace tare::cli {
namespace {

struct ExporterEntry {
  const char* name;
  std::unique_ptr<extend::Exporter> (*make)();
};
constexpr ExporterEntry exporters[] = {
    {"text", report::text_exporter},   {"brief", report::brief_exporter},
    {"json", report::json_exporter},   {"jmh", report::jmh_exporter},
    {"csv", report::csv_exporter},     {"scsv", report::scsv_exporter},
    {"latex", report::latex_exporter}, {"markdown", report::markdown_exporter},
};

struct ProfilerEntry {
  const char* name;
  const char* alias;  ///< JMH's name for what is nearest; null: none.
  std::unique_ptr<extend::Profiler> (*make)();
};
constexpr ProfilerEntry profilers[] = {
    {"mem", "gc", profile::make_mem_profiler},
    {"jfr", nullptr, profile::make_jfr_profiler},
    {"perfnorm", nullptr, profile::make_perfnorm_profiler},
};

}  // namespace

std::unique_ptr<extend::Exporter> make_exporter(const std::string& name) {
  for (const ExporterEntry& entry : exporters)
    if (name == entry.name) return entry.make();
  return nullptr;
}

std::vector<std::string> exporter_names() {
  std::vector<std::string> names;
  for (const ExporterEntry& entry : exporters) names.emplace_back(entry.name);
  return names;
}

std::unique_ptr<extend::Profiler> make_profiler(const std::string& name,
                                                const fork::ProfilerOptions& options) {
  for (const ProfilerEntry& entry : profilers) {
    if (name != entry.name && (entry.alias == nullptr || name != entry.alias)) continue;
    std::unique_ptr<extend::Profiler> profiler = entry.make();
    for (const auto& [key, value] : options)
      if (!profiler->set_option(key, value).empty()) return nullptr;
    return profiler;
  }
  return nullptr;
}

std::vector<std::string> profiler_names() {
  std::vector<std::string> names;
  for (const ProfilerEntry& entry : profilers) names.emplace_back(entry.name);
  return names;
}

}  // namespace tare::cli
