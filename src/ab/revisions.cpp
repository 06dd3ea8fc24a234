// SPDX-License-Identifier: Apache-2.0
#include "ab/revisions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <system_error>

#include "ab/programs.hpp"
#include "fork/command.hpp"

namespace tare::ab {
namespace {

/// Copies files that git does not know and does not ignore; $1 is where to.
constexpr const char* copy_new_files =
    "cd \"$(git rev-parse --show-toplevel)\" && git ls-files -z --others --exclude-standard | "
    "tar --null --files-from=- --create --file=- | tar --extract --file=- --directory=\"$1\"";

/// The output of a command that must go well. Throws an Error.
template <class Error = Unusable>
std::string run(const std::vector<std::string>& words, const std::string& folder,
                const std::vector<std::string>& environment, int stop, const std::string& what) {
  const fork::CommandEnd end = fork::run_command(words, folder, environment, stop);
  const std::string output = fmt::format("{}", fmt::join(end.output, "\n"));
  if (!end.reason.empty())
    throw Error(fmt::format("{}: {}{}{}", what, end.reason, output.empty() ? "" : "\n", output));
  return output;
}

/// The hash that git printed last, behind what it had to warn of; "" if it printed none.
std::string hash_in(const std::string& output) {
  const std::string last = output.substr(output.rfind('\n') + 1);
  return last.find_first_not_of("0123456789abcdef") == std::string::npos ? last : "";
}

}  // namespace

Revisions::~Revisions() {
  // One that was interrupted while it was made is locked: that takes two of `--force`.
  for (const CheckedOut& tree : trees_) {
    try {
      fork::run_command({"git", "worktree", "remove", "--force", "--force", tree.folder}, ".", {},
                        -1);
    } catch (const std::system_error&) {  // No process is left for it; `git worktree prune` is.
    }
  }
}

std::string Revisions::git(const std::vector<std::string>& words, const std::string& what) const {
  std::vector<std::string> command{"git"};
  command.insert(command.end(), words.begin(), words.end());
  return run(command, ".", {}, stop_, what);
}

CheckedOut Revisions::check_out(const std::string& revision) {
  const std::string what = fmt::format("cannot check out revision '{}'", revision);
  const bool is_working_tree = revision == ".";
  CheckedOut tree;
  tree.commit = hash_in(
      git({"rev-parse", "--verify", "--quiet", (is_working_tree ? "HEAD" : revision) + "^{commit}"},
          what + ": there is none"));
  if (!parent_) parent_.emplace();
  tree.folder = fmt::format("{}/{}", parent_->path(), trees_.size());
  // A commit of what is changed, which nothing refers to; none if nothing is.
  const std::string changes = is_working_tree ? hash_in(git({"stash", "create"}, what)) : "";
  trees_.push_back(tree);
  // Within a hook git's index is one that another tree must not be written to.
  run({"env", "-u", "GIT_INDEX_FILE", "git", "worktree", "add", "--detach", tree.folder,
       changes.empty() ? tree.commit : changes},
      ".", {}, stop_, what);
  if (is_working_tree) {
    run({"sh", "-c", copy_new_files, "sh", tree.folder}, ".", {}, stop_, what);
    if (!git({"status", "--porcelain"}, what).empty()) trees_.back().commit += "-dirty";
  }
  return trees_.back();
}

void Revisions::build(const CheckedOut& tree, const std::string& line,
                      const std::vector<std::string>& environment) const {
  // Within a hook these are of the repository's own tree.
  run<std::runtime_error>({"env", "-u", "GIT_INDEX_FILE", "-u", "GIT_DIR", "-u", "GIT_WORK_TREE",
                           "-u", "GIT_PREFIX", "sh", "-c", line},
                          tree.folder, environment, stop_,
                          fmt::format("cannot build {} by `{}`", tree.commit, line));
}

}  // namespace tare::ab
