// SPDX-License-Identifier: Apache-2.0
#include "profile/process_usage.hpp"

#include <sys/resource.h>
#include <time.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace tare::profile {
namespace {

rusage own_usage() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage;
}

double processor_ns() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) * 1e9 + static_cast<double>(used.tv_nsec);
}

/// `se.nr_migrations   :   12` of a thread's file `sched`.
std::optional<double> migrations_of(const std::filesystem::path& thread) {
  std::ifstream file(thread / "sched");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("se.nr_migrations")) return std::stod(line.substr(line.find(':') + 1));
  return std::nullopt;
}

std::optional<double> migrations() {
  std::optional<double> sum;
  std::error_code gone;
  for (std::filesystem::directory_iterator thread("/proc/self/task", gone), end;
       !gone && thread != end; thread.increment(gone))
    if (const auto some = migrations_of(thread->path())) sum = sum.value_or(0) + *some;
  return sum;
}

}  // namespace

std::optional<double> process_usage(std::string_view counter) {
  if (counter == "task-clock") return processor_ns();
  if (counter == "cpu-migrations") return migrations();
  const rusage usage = own_usage();
  if (counter == "context-switches") return static_cast<double>(usage.ru_nvcsw + usage.ru_nivcsw);
  if (counter == "page-faults") return static_cast<double>(usage.ru_minflt + usage.ru_majflt);
  return std::nullopt;
}

}  // namespace tare::profile
