// SPDX-License-Identifier: Apache-2.0
#include "profile/profile_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <utility>

namespace tare::profile {

recording::OutputFile ProfileFiles::create(const extend::Assignment& assignment,
                                           std::string_view what,
                                           const std::string& extension) const {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error)
    throw std::runtime_error(
        fmt::format("cannot make the folder {} for profiles: {}; choose another (dir=)", folder_,
                    error.message()));
  const std::string stem =
      fmt::format("{}-{}-{}", file_stem(assignment.plan), profiler_, assignment.fork);
  return {folder_, what.empty() ? stem : fmt::format("{}.{}", stem, what), extension};
}

ProfileFile ProfileFiles::write(const extend::Assignment& assignment, std::string_view what,
                                const std::string& extension, std::string_view bytes,
                                std::string content) const {
  recording::OutputFile file = create(assignment, what, extension);
  file.write(bytes);
  return {file.publish(), std::move(content)};
}

}  // namespace tare::profile
