// SPDX-License-Identifier: Apache-2.0
// What changed between programs, as flame graphs: `tare ab --flame KIND:FILE`.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ab/temporary_folder.hpp"
#include "cli/result_file.hpp"
#include "compare/saved.hpp"
#include "recording/jfr_reader.hpp"
#include "tool/command.hpp"

namespace tare::tool {

class FlameDifferences {
 public:
  /// Claims the files of wishes `KIND:FILE`. Throws catalog::WrongUse for what cannot be, or a file
  /// that cannot be written.
  explicit FlameDifferences(const Words& wishes);

  bool is_wanted() const { return !wishes_.empty(); }

  /// Options with which a program records what the pages are made of.
  Words recording_options() const;

  /// Draws, for each case that the first program and another recorded, what the other changed: into
  /// the wish's file, or, where there are several such, into files of its name and the case's.
  /// `say` is told where each is, or why there is none. Returns whether all could be written.
  bool draw(const std::vector<compare::SavedRun>& runs,
            const std::function<void(const std::string&)>& say) const;

 private:
  struct Kind {
    const char* name;
    const char* profiler;  ///< That records it, with these options.
    const char* options;
    stacks::StackProfile recording::Recording::*profile;
  };
  struct Wish {
    Kind kind;
    std::unique_ptr<cli::ResultFile> file;
  };
  struct Page {
    std::string path;
    std::string case_name;
    std::string html;
  };
  static const Kind kinds[3];

  void add(const std::string& wish);
  std::vector<Page> pages_of(const Wish& wish, const std::vector<compare::SavedRun>& runs,
                             const std::function<void(const std::string&)>& say) const;

  std::vector<Wish> wishes_;
  std::optional<ab::TemporaryFolder> folder_;  ///< Of recordings; none if there is no wish.
};

}  // namespace tare::tool
