// SPDX-License-Identifier: Apache-2.0
#include "tool/git.hpp"

#include <charconv>

#include "fork/command.hpp"

namespace tare::tool {

std::optional<Commit> commit_called(const std::string& name) {
  if (name.starts_with('-')) return std::nullopt;  // An option, to git.
  const fork::CommandEnd end = fork::run_command(
      {"git", "log", "-1", "--no-show-signature", "--format=%H %ct", name + "^{commit}", "--"}, ".",
      {}, -1);
  if (!end.reason.empty() || end.output.empty()) return std::nullopt;
  const std::string& line = end.output.back();
  const std::size_t blank = line.find(' ');
  if (blank == std::string::npos) return std::nullopt;
  Commit commit{line.substr(0, blank), 0};
  const char* const last = line.data() + line.size();
  if (std::from_chars(line.data() + blank + 1, last, commit.committed).ptr != last)
    return std::nullopt;
  return commit;
}

bool is_tree_dirty() {
  return !fork::run_command({"git", "diff", "--quiet", "HEAD"}, ".", {}, -1).reason.empty();
}

}  // namespace tare::tool
