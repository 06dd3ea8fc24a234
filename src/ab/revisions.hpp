// SPDX-License-Identifier: Apache-2.0
// Revisions of a git repository, each checked out beside it and built.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ab/temporary_folder.hpp"

namespace tare::ab {

/// A revision with a folder of its own.
struct CheckedOut {
  std::string commit;  ///< Of the revision; of a tree with changes also `-dirty`.
  std::string folder;
};

/// Checks out into temporary worktrees of the repository that the working directory is in, and
/// removes them in the end.
class Revisions {
 public:
  /// Negative `stop`: nothing ends commands early.
  explicit Revisions(int stop) : stop_(stop) {}
  ~Revisions();
  Revisions(const Revisions&) = delete;
  Revisions& operator=(const Revisions&) = delete;

  /// `.` is the working tree as it is, with what is changed and what is new but not ignored. Throws
  /// Unusable.
  CheckedOut check_out(const std::string& revision);

  /// Runs a line of shell in the folder. Throws std::runtime_error if it does not go well.
  void build(const CheckedOut& tree, const std::string& line,
             const std::vector<std::string>& environment) const;

 private:
  std::string git(const std::vector<std::string>& words, const std::string& what) const;

  int stop_;
  std::optional<TemporaryFolder> parent_;  ///< Once there is a tree.
  std::vector<CheckedOut> trees_;
};

}  // namespace tare::ab
