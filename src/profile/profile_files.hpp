// SPDX-License-Identifier: Apache-2.0
// Where profilers leave their files, and what those are called.
#pragma once

#include <string>
#include <string_view>

#include "recording/output_file.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// Of one profiler. All may throw std::runtime_error with what is wrong.
class ProfileFiles {
 public:
  static constexpr const char* usual_folder = "tare-profiles";

  explicit ProfileFiles(std::string profiler) : profiler_(std::move(profiler)) {}

  /// Option `dir`. Relative to where the run was started, which is where its forks start.
  void set_folder(std::string folder) { folder_ = std::move(folder); }
  const std::string& folder() const { return folder_; }

  /// A file of a fork, named by its case, mode and parameters, the profiler and the fork's number:
  /// `conjure.deserialize-json=TEN-mem-1.alloc.html`. `what` may be empty. Makes the folder.
  recording::OutputFile create(const extend::Assignment& assignment, std::string_view what,
                               const std::string& extension) const;

  /// Such a file with all its bytes, published; `content` is what people are told of it.
  ProfileFile write(const extend::Assignment& assignment, std::string_view what,
                    const std::string& extension, std::string_view bytes,
                    std::string content) const;

 private:
  std::string profiler_;
  std::string folder_ = usual_folder;
};

}  // namespace tare::profile
