// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <functional>
#include <iterator>
#include <limits>
#include <random>
#include <stdexcept>

#include "ab/programs.hpp"
#include "ab/revisions.hpp"
#include "catalog/wrong_use.hpp"
#include "cli/interruption.hpp"
#include "cli/option_values.hpp"
#include "cli/people.hpp"
#include "compare/pairing.hpp"
#include "compare/saved.hpp"
#include "record/printable.hpp"
#include "run/affinity.hpp"
#include "stats/sequential.hpp"
#include "tool/arguments.hpp"
#include "tool/command.hpp"
#include "tool/comparison_output.hpp"
#include "tool/flame_differences.hpp"
#include "tool/interleaved.hpp"
#include "tool/noise.hpp"

namespace tare::tool {
namespace {

namespace po = boost::program_options;
using catalog::WrongUse;

struct Options {
  Words programs;   ///< Paths.
  Words revisions;  ///< In place of them.
  std::string build;
  std::string bench;
  std::size_t layouts = 1;
  Words for_programs;  ///< Behind `--`.
  ab::Settings settings;
  bool checks_noise = true;
};

constexpr const char* usage =
    "usage: tare ab BEFORE AFTER … [options] [-- options of the programs]\n"
    "       tare ab --rev A --rev B --build COMMAND --bench PATH [options] [-- …]\n\n"
    "Compares benchmark programs, or revisions of one, with the first: their forks take turns\n"
    "until each case is decided. With -prof mem behind -- memory is compared too.\n"
    "Exit code: 0 fine, 1 nothing could be compared, 2 wrong use, 3 a gate failed.\n";

po::options_description described() {
  po::options_description options("Options");
  const auto text = [] { return po::value<std::string>(); };
  options.add_options()(
      "rev", po::value<Words>()->composing()->value_name("REVISION"),
      "compare git revisions, the baseline first; . is the working tree as it is")(
      "build", text()->value_name("COMMAND"), "how each is built, in its folder")(
      "bench", text()->value_name("PATH"), "the program that this makes, in that folder")(
      "budget", text()->default_value("20s")->value_name("TIME"), "most time for a case")(
      "total-budget", text()->value_name("TIME"), "most time for all together")(
      "layouts", text()->default_value("1")->value_name("N"),
      "placements of each program, as LAYOUTS of tare_add_benchmark() builds them")(
      "seed", text()->value_name("N"), "order of forks and their layouts")(
      "flame", po::value<Words>()->composing()->value_name("KIND:FILE"),
      "draw what changed of cpu, alloc or retained as a flame graph; may be repeated")(
      "no-pin", "do not bind threads to processors")(
      "no-noise", "do not look at the machine's own noise before a gate");
  ComparisonOutput::add_options(options);
  return options;
}

void check(const Options& options) {
  if (options.revisions.empty()) {
    if (options.programs.size() < 2)
      throw WrongUse("tare ab: two programs are needed at least, the baseline first");
    if (!options.build.empty() || !options.bench.empty())
      throw WrongUse("--build and --bench say how revisions are built: name those with --rev");
    return;
  }
  if (!options.programs.empty())
    throw WrongUse(fmt::format("'{}': programs, or revisions with --rev, but not both",
                               options.programs.front()));
  if (options.revisions.size() < 2)
    throw WrongUse("--rev: two revisions are needed at least, the baseline first");
  if (options.build.empty() || options.bench.empty())
    throw WrongUse("--rev needs --build COMMAND and --bench PATH");
}

Options options_from(const Arguments& arguments) {
  Options options;
  options.programs = arguments.operands();
  options.revisions = arguments.texts("rev");
  options.build = arguments.text("build");
  options.bench = arguments.text("bench");
  options.layouts =
      cli::parse_integer("--layouts", arguments.text("layouts"), 1, stats::looks().back() / 2);
  options.settings.case_budget_ns = cli::parse_time("--budget", arguments.text("budget"));
  if (arguments.has("total-budget"))
    options.settings.total_budget_ns =
        cli::parse_time("--total-budget", arguments.text("total-budget"));
  options.settings.seed = arguments.has("seed")
                              ? cli::parse_integer("--seed", arguments.text("seed"), 0,
                                                   std::numeric_limits<std::uint64_t>::max())
                              : std::random_device()();
  if (!arguments.has("no-pin")) options.settings.processors = running::allowed_processors();
  options.checks_noise = !arguments.has("no-noise");
  check(options);
  return options;
}

/// One side of the comparison.
struct Side {
  ComparedProgram name;
  ab::Placed placed;
  std::string stamp;  ///< ab::stamp_of() them, when the comparison began.
  Report cases;       ///< That it has.
};

void say(const std::string& line) { cli::complain("# " + printable(line)); }

class Comparing {
 public:
  Comparing(const Options& options, const ComparisonOutput& output, const FlameDifferences& flames,
            const Words& words, const cli::Interruption& interruption)
      : options_(options),
        output_(output),
        flames_(flames),
        interruption_(interruption),
        revisions_(interruption.descriptor()) {
    sign(head_, "ab", words);
    head_.layouts = static_cast<std::uint32_t>(options.layouts);
  }

  ComparisonReport run() {
    find_sides();
    std::vector<ab::Entry> cases = pair_cases();
    if (!wants_time()) cases.clear();
    if (!cases.empty() && !output_.gates().empty() && options_.checks_noise)
      show_noise(interruption_);
    std::vector<ab::Placed> programs;
    for (const Side& side : sides_) {
      head_.programs.push_back(side.name);
      programs.push_back(side.placed);
    }
    ab::Settings settings = options_.settings;
    settings.threshold = output_.threshold();
    ComparisonReport report =
        compare_interleaved(cases, programs, head_, settings, interruption_,
                            {[this](const ComparisonReport& saved) { output_.save(saved); }, say});
    tell_changes(report);
    if (report.complete && has_profilers()) try_to_profile(report, [&] { add_profiles(report); });
    if (report.complete && flames_.is_wanted()) try_to_profile(report, [this] { draw_flames(); });
    return report;
  }

  /// Why profilers have no part in the comparison; "": they do, or none was asked for.
  const std::string& unprofiled() const { return unprofiled_; }
  bool all_drawn() const { return all_drawn_; }

 private:
  void find_sides() {
    for (const std::string& program : options_.programs) add_side({program, ""}, program);
    const std::vector<std::string> environment{fmt::format("TARE_LAYOUTS={}", options_.layouts)};
    for (const std::string& revision : options_.revisions) {
      const ab::CheckedOut tree = revisions_.check_out(revision);
      say(fmt::format("building {} ({})", revision, tree.commit));
      revisions_.build(tree, options_.build, environment);
      add_side({revision, tree.commit}, tree.folder + "/" + options_.bench);
    }
  }

  void add_side(ComparedProgram name, const std::string& path) {
    ab::Placed placed = ab::placements_of(path, options_.layouts);
    const std::string stamp = ab::stamp_of(placed);
    sides_.push_back({std::move(name), std::move(placed), stamp,
                      ab::cases_of(path, options_.for_programs, interruption_.descriptor())});
    // Nothing was measured yet, which is no fault.
    for (Case& listed : sides_.back().cases.cases) listed.outcome = Outcome::ok;
    // Of one side it is true of the comparison.
    const auto is_slow = [](const Fact& fact) { return fact == Fact{"build.optimised", "no"}; };
    const auto slow = std::ranges::find_if(sides_.back().cases.environment, is_slow);
    if (slow != sides_.back().cases.environment.end() &&
        std::ranges::find_if(head_.environment, is_slow) == head_.environment.end())
      head_.environment.push_back(*slow);
  }

  /// The cases that the baseline shares with another; what some lack is told.
  std::vector<ab::Entry> pair_cases() {
    std::vector<ab::Entry> entries;
    for (const Case& one : sides_.front().cases.cases)
      entries.push_back({one, std::vector<bool>(sides_.size(), false)});
    for (std::uint32_t program = 1; program < sides_.size(); ++program) {
      const auto pairing =
          compare::pair_cases(sides_.front().cases, sides_[program].cases, program);
      head_.unpaired.insert(head_.unpaired.end(), pairing.unpaired.begin(), pairing.unpaired.end());
      for (const compare::CasePair& pair : pairing.pairs) {
        const auto place = pair.baseline - sides_.front().cases.cases.data();
        ab::Entry& entry = entries[static_cast<std::size_t>(place)];
        entry.has_it[0] = entry.has_it[program] = true;
      }
    }
    std::erase_if(entries, [](const ab::Entry& entry) { return !entry.has_it[0]; });
    return entries;
  }

  /// Of a program that was built anew meanwhile, some forks were of the one and some of the other.
  void tell_changes(ComparisonReport& report) const {
    for (const Side& side : sides_)
      if (ab::stamp_of(side.placed) != side.stamp)
        report.notes.push_back({Severity::error, "program-changed", "",
                                side.name.name + " was changed while it was compared.",
                                "Compare copies that nobody builds over."});
  }

  bool wants_time() const {
    const Words& metrics = output_.metrics();
    return metrics.empty() || std::ranges::find(metrics, primary_metric) != metrics.end();
  }

  bool has_profilers() const {
    return std::ranges::any_of(options_.for_programs, [](const std::string& word) {
      return word == "-prof" || word == "--prof" || word.starts_with("-prof=") ||
             word.starts_with("--prof=");
    });
  }

  /// What was measured by then is not lost where that fails.
  void try_to_profile(ComparisonReport& report, const std::function<void()>& profile) {
    try {
      profile();
    } catch (const std::runtime_error& error) {  // Unusable programs, recordings or folders.
      report.complete = false;
      unprofiled_ = error.what();
    }
  }

  void draw_flames() {
    Words words = options_.for_programs;
    std::ranges::copy(flames_.recording_options(), std::back_inserter(words));
    std::vector<compare::SavedRun> runs;
    for (const Side& side : sides_) {
      say(fmt::format("recording {}", side.name.name));
      runs.push_back({side.name.name,
                      ab::recording_of(side.placed.front(), words, interruption_.descriptor())});
    }
    all_drawn_ = flames_.draw(runs, say);
  }

  /// What profilers measure is compared without pairs of forks: it is exact, or else says so.
  void add_profiles(ComparisonReport& report) {
    std::vector<compare::SavedRun> runs;
    for (const Side& side : sides_) {
      say(fmt::format("profiling {}", side.name.name));
      Report profile =
          ab::profile_of(side.placed.front(), options_.for_programs, interruption_.descriptor());
      // What the one timed fork gave: counters, and rates that are a norm by its time.
      for (Case& one : profile.cases)
        std::erase_if(one.secondary,
                      [](const Metric& metric) { return metric.sample.values.size() < 2; });
      runs.push_back({side.name.name, std::move(profile)});
    }
    compare::SavedSettings settings;
    settings.threshold = output_.threshold();
    settings.metrics = output_.metrics();
    ComparisonReport profiles = compare::compare_saved(runs, settings);
    // Scores, and what is to be said of them, are of the one fork that was not to be timed.
    const auto is_score = [](const Comparison& one) { return one.metric == primary_metric; };
    std::erase_if(profiles.notes, [&](const Note& note) {
      return std::ranges::any_of(profiles.comparisons, [&](const Comparison& one) {
        return is_score(one) && note.case_name == display_name(one);
      });
    });
    std::erase_if(profiles.comparisons, is_score);
    // What is missing as a whole may be told already.
    std::erase_if(profiles.unpaired, [&](const Unpaired& one) {
      return one.metric.empty() && std::ranges::any_of(report.unpaired, [&](const Unpaired& told) {
               return told.name == one.name && told.program == one.program;
             });
    });
    report.complete = report.complete && profiles.complete;
    std::erase_if(profiles.notes, [](const Note& n) { return n.code == "not-interleaved"; });
    std::ranges::move(profiles.comparisons, std::back_inserter(report.comparisons));
    std::ranges::move(profiles.unpaired, std::back_inserter(report.unpaired));
    std::ranges::move(profiles.notes, std::back_inserter(report.notes));
  }

  const Options& options_;
  const ComparisonOutput& output_;
  const FlameDifferences& flames_;
  const cli::Interruption& interruption_;
  ab::Revisions revisions_;
  ComparisonReport head_;
  std::vector<Side> sides_;
  std::string unprofiled_;
  bool all_drawn_ = true;
};

/// An exit code.
int compared(const Options& options, const Arguments& arguments, const Words& words,
             const cli::Interruption& interruption) {
  ComparisonOutput output(arguments.values(), options.programs);
  const FlameDifferences flames(arguments.texts("flame"));
  Comparing comparing(options, output, flames, words, interruption);
  const int code = output.finish(comparing.run());
  if (comparing.unprofiled().empty())
    return code == exit_fine && !comparing.all_drawn() ? exit_failed : code;
  if (code != exit_regression) throw WrongUse(comparing.unprofiled());
  cli::complain("tare: " + comparing.unprofiled());
  return code;
}

}  // namespace

int ab(const Words& words) {
  const auto dashes = std::ranges::find(words, "--");
  const Arguments arguments({words.begin(), dashes}, described(), usage, true);
  if (arguments.helped()) return exit_fine;
  Options options = options_from(arguments);
  if (dashes != words.end()) options.for_programs.assign(dashes + 1, words.end());
  const cli::Interruption interruption;
  const auto end_if_told_to = [&] {
    if (!interruption.signal()) return;
    std::fflush(nullptr);
    cli::end_by(*interruption.signal());
  };
  try {
    const int code = compared(options, arguments, words, interruption);
    end_if_told_to();
    return code;
  } catch (const ab::Unusable& error) {
    end_if_told_to();
    throw WrongUse(error.what());
  } catch (const std::exception&) {
    end_if_told_to();
    throw;
  }
}

}  // namespace tare::tool
