// SPDX-License-Identifier: Apache-2.0
#include "tool/flame_differences.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <ranges>

#include "catalog/nearest.hpp"
#include "catalog/wrong_use.hpp"
#include "cli/people.hpp"
#include "compare/pairing.hpp"
#include "stacks/flame_graph.hpp"
#include "tool/input_file.hpp"

namespace tare::tool {
namespace {

using catalog::WrongUse;
using compare::SavedRun;
using recording::Recording;
using stacks::StackProfile;

/// What the first fork of a profiler recorded of a case; none if it has recorded nothing.
std::optional<Recording> recording_of(const Case& one, std::string_view profiler) {
  for (const ForkRun& fork : one.fork_runs)
    for (const ProfileFile& file : fork.files) {
      if (fork.profiler != profiler || !file.path.ends_with(".jfr")) continue;
      return recording::read_jfr(content_of(file.path), display_name(one));
    }
  return std::nullopt;
}

/// `dir/name-case.html` of `dir/name.html`.
std::string path_beside(const std::string& path, const std::string& what) {
  std::filesystem::path file(path);
  file.replace_filename(file.stem().string() + '-' + what + file.extension().string());
  return file;
}

}  // namespace

const FlameDifferences::Kind FlameDifferences::kinds[3] = {
    {"cpu", "jfr", "", &Recording::cpu},
    {"alloc", "mem", "sites=true;flamegraph=false;jfr=true;", &Recording::alloc},
    {"retained", "mem", "sites=true;flamegraph=false;jfr=true;", &Recording::retained}};

FlameDifferences::FlameDifferences(const Words& wishes) {
  for (const std::string& wish : wishes) add(wish);
  if (is_wanted()) folder_.emplace();
}

void FlameDifferences::add(const std::string& wish) {
  const std::size_t colon = wish.find(':');
  if (colon == std::string::npos || colon + 1 == wish.size())
    throw WrongUse(fmt::format(
        "--flame: '{}' is not of the form KIND:FILE, such as alloc:changes.html", wish));
  const std::string name = wish.substr(0, colon);
  const auto* const kind =
      std::ranges::find_if(kinds, [&](const Kind& k) { return k.name == name; });
  if (kind == std::end(kinds)) {
    std::vector<std::string> names;
    for (const Kind& one : kinds) names.emplace_back(one.name);
    throw WrongUse(fmt::format("--flame: there is no kind '{}'{}; there are: {}", name,
                               catalog::did_you_mean(name, names), fmt::join(names, ", ")));
  }
  const std::string path = wish.substr(colon + 1);
  for (const Wish& other : wishes_)
    if (other.file->target() == cli::resolved(path))
      throw WrongUse(
          fmt::format("--flame: two kinds would go to {}; give each its own file", path));
  wishes_.push_back({*kind, std::make_unique<cli::ResultFile>(path, "")});
}

Words FlameDifferences::recording_options() const {
  Words words;
  for (const Wish& wish : wishes_)
    words.insert(words.end(), {"-prof", fmt::format("{}:{}dir={}", wish.kind.profiler,
                                                    wish.kind.options, folder_->path())});
  return words;
}

std::vector<FlameDifferences::Page> FlameDifferences::pages_of(
    const Wish& wish, const std::vector<SavedRun>& runs,
    const std::function<void(const std::string&)>& say) const {
  std::vector<Page> pages;
  for (std::size_t run = 1; run < runs.size(); ++run) {
    const auto paired =
        compare::pair_cases(runs[0].report, runs[run].report, static_cast<std::uint32_t>(run));
    for (const compare::CasePair& pair : paired.pairs) {
      const std::string name = display_name(*pair.baseline);
      const std::optional<Recording> before = recording_of(*pair.baseline, wish.kind.profiler);
      const std::optional<Recording> after = recording_of(*pair.candidate, wish.kind.profiler);
      if (!before || !after) {
        say(fmt::format("{}: there is no flame graph, since {} was not recorded", name,
                        runs[before ? run : 0].name));
        continue;
      }
      const StackProfile& old = *before.*wish.kind.profile;
      const StackProfile& now = *after.*wish.kind.profile;
      if (old.stacks.empty() && now.stacks.empty()) {
        say(fmt::format("{}: there is no flame graph of {}, of which neither has any", name,
                        wish.kind.name));
        continue;
      }
      const std::string number = runs.size() > 2 ? fmt::format("-{}", run) : "";
      pages.push_back({path_beside(wish.file->path(), file_stem(*pair.baseline) + number), name,
                       stacks::flame_graph_difference_html(old, now)});
    }
  }
  return pages;
}

bool FlameDifferences::draw(const std::vector<SavedRun>& runs,
                            const std::function<void(const std::string&)>& say) const {
  bool fine = true;
  for (const Wish& wish : wishes_) {
    const std::vector<Page> pages = pages_of(wish, runs, say);
    for (const Page& page : pages) {
      const bool is_alone = pages.size() == 1;
      const std::string& path = is_alone ? wish.file->path() : page.path;
      const std::string trouble =
          is_alone ? wish.file->write(page.html) : cli::ResultFile(path, "").write(page.html);
      if (trouble.empty()) {
        say(fmt::format("{}: flame graph of {}: {}", page.case_name, wish.kind.name, path));
      } else {
        cli::complain(fmt::format("tare: cannot write {}: {}", path, trouble));
        fine = false;
      }
    }
  }
  return fine;
}

}  // namespace tare::tool
