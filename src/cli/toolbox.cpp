// SPDX-License-Identifier: Apache-2.0
#include "cli/toolbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "catalog/wrong_use.hpp"
#include "profile/cpu.hpp"
#include "profile/instr.hpp"
#include "profile/jfr.hpp"
#include "profile/mem.hpp"
#include "profile/perfasm.hpp"
#include "profile/perfnorm.hpp"
#include "report/exporters.hpp"
#include "tare/extend/registration.hpp"

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
    {"cpu", nullptr, profile::make_cpu_profiler},
    {"jfr", nullptr, profile::make_jfr_profiler},
    {"instr", nullptr, profile::make_instr_profiler},
    {"perfnorm", nullptr, profile::make_perfnorm_profiler},
    {"perfasm", nullptr, profile::make_perfasm_profiler},
};

/// Null if there is none.
std::unique_ptr<extend::Profiler> profiler_named(const std::string& name) {
  std::unique_ptr<extend::Profiler> found;
  if (name.empty()) return found;  // Of a fork it would say that it is a timed one.
  for (const ProfilerEntry& entry : profilers)
    if (name == entry.name || (entry.alias != nullptr && name == entry.alias)) found = entry.make();
  for (const auto* one = extend::registered_profilers; one != nullptr; one = one->next) {
    std::unique_ptr<extend::Profiler> own = one->make();
    if (name != own->name()) continue;
    if (found != nullptr)
      throw catalog::WrongUse(fmt::format(
          "two profilers are called '{}'; name() of a TARE_PROFILER must be its own", name));
    found = std::move(own);
  }
  return found;
}

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
  std::unique_ptr<extend::Profiler> profiler = profiler_named(name);
  if (profiler == nullptr) return nullptr;
  for (const auto& [key, value] : options)
    if (!profiler->set_option(key, value).empty()) return nullptr;
  return profiler;
}

std::vector<std::string> profiler_names() {
  std::vector<std::string> names;
  for (const ProfilerEntry& entry : profilers) names.emplace_back(entry.name);
  std::vector<std::string> own;
  for (const auto* one = extend::registered_profilers; one != nullptr; one = one->next)
    own.emplace_back(one->make()->name());
  std::erase(own, "");
  std::ranges::sort(own);
  std::ranges::copy(own, std::back_inserter(names));
  return names;
}

}  // namespace tare::cli
