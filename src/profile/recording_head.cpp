// SPDX-License-Identifier: Apache-2.0
#include "profile/recording_head.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <link.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "profile/processor_load.hpp"

namespace tare::profile {
namespace {

std::string operating_system() {
  utsname names{};
  uname(&names);
  return fmt::format("{} {} {} {}", names.sysname, names.release, names.version, names.machine);
}

/// The value of the first line of /proc/cpuinfo with this name.
std::string processor_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      return line.substr(std::min(line.find(": "), line.size() - 2) + 2);
  return "";
}

/// With NUL between words.
std::string command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  std::ranges::replace(text, '\0', ' ');
  return text;
}

std::string own_path() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown);
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::vector<recording::NativeLibrary> libraries(std::uint64_t time) {
  std::vector<recording::NativeLibrary> all;
  const auto add = [&](const dl_phdr_info& object) {
    recording::NativeLibrary library{time, object.dlpi_name, object.dlpi_addr, object.dlpi_addr};
    if (library.path.empty()) library.path = own_path();
    for (int i = 0; i < object.dlpi_phnum; ++i)
      library.top =
          std::max<std::uint64_t>(library.top, object.dlpi_addr + object.dlpi_phdr[i].p_vaddr +
                                                   object.dlpi_phdr[i].p_memsz);
    all.push_back(std::move(library));
  };
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* to) {
        (*static_cast<decltype(add)*>(to))(*object);
        return 0;
      },
      const_cast<void*>(static_cast<const void*>(&add)));
  return all;
}

std::string parameters_of(const CasePlan& plan) {
  std::vector<std::string> all;
  for (const Param& param : plan.params) all.push_back(param.name + "=" + param.value);
  return fmt::format("{}", fmt::join(all, ", "));
}

}  // namespace

std::string program_name() { return file_name(own_path()); }

void write_head(recording::JfrWriter& writer, const extend::Assignment& assignment) {
  const recording::Moment start = recording::now();
  const std::uint64_t time = start.monotonic, wall_ms = start.wall / 1'000'000;
  const CasePlan& plan = assignment.plan;
  writer.write(recording::ActiveRecording{time, 1, display_name(plan), "", wall_ms});
  writer.write(recording::OsInformation{time, operating_system()});
  const auto threads = static_cast<int>(processors());
  writer.write(recording::CpuInformation{time, processor_model(), "", 1, threads, threads});
  writer.write(recording::ProgramInformation{time, "Tare", TARE_VERSION, command_line(), wall_ms,
                                             static_cast<std::uint64_t>(getpid())});
  for (const recording::NativeLibrary& library : libraries(time)) writer.write(library);
  writer.write(recording::BenchmarkEvent{time, plan.benchmark, parameters_of(plan),
                                         short_name(plan.mode), static_cast<int>(plan.threads),
                                         static_cast<int>(assignment.fork)});
}

}  // namespace tare::profile
