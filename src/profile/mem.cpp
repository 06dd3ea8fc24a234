// SPDX-License-Identifier: Apache-2.0
#include "profile/mem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>

#include "profile/mem_observation.hpp"
#include "profile/over_forks.hpp"
#include "profile/profile_files.hpp"
#include "profile/profile_options.hpp"
#include "profile/site_names.hpp"
#include "profile/site_recording.hpp"
#include "profile/tap_choice.hpp"
#include "record/units.hpp"
#include "recording/collapsed.hpp"
#include "stacks/flame_graph.hpp"

namespace tare::profile {
namespace {

constexpr std::uint32_t fork_count = 2;

constexpr std::string_view norm_label = "mem.alloc.rate.norm";
constexpr std::string_view footprint_label = "mem.retained.footprint.norm";

/// That a note names.
constexpr std::size_t most_differing_sites = 3;

constexpr const char* usual_summary =
    "bytes and calls an operation allocates, and what its result keeps (alias: gc)";

// JMH's gc.alloc.rate, which ours is comparable with, calls 2^20 bytes a MB.
constexpr double bytes_in_mb = 1 << 20;

/// Operations per second that one operation's time, or the score itself in mode thrpt, amounts to.
/// `score` is in `unit`; NaN if the unit is none of a primary metric.
double throughput(const Case& timed, double score) {
  const std::string& unit = timed.primary.unit;
  const std::size_t slash = unit.find('/');
  if (slash == std::string::npos) return not_a_number;
  const bool is_rate = unit.starts_with("ops/");
  const auto time_unit = parse_time_unit(is_rate ? unit.substr(slash + 1) : unit.substr(0, slash));
  if (!time_unit) return not_a_number;
  const double seconds = static_cast<double>(nanoseconds_in(*time_unit)) / 1e9;
  if (is_rate) return score / seconds;
  // Times are averaged over threads, all of which allocate. In mode ss an operation is a batch.
  const double at_once = timed.threads;
  const double batch = timed.mode == Mode::single_shot ? timed.measurement.batch : 1;
  return at_once * batch / (score * seconds);
}

/// norm × throughput, per timed fork and for the whole case.
Metric allocation_rate(const Metric& norm, const Case& timed) {
  const auto rate = [&](double bytes, double score) {
    return bytes * throughput(timed, score) / bytes_in_mb;
  };
  const Metric& primary = timed.primary;
  Metric result;
  result.label = "mem.alloc.rate";
  result.unit = "MB/sec";
  result.better = Better::lower;
  result.score = rate(norm.score, primary.score);
  for (const std::vector<double>& fork : primary.sample.values) {
    std::vector<double>& rates = result.sample.values.emplace_back();
    for (const double score : fork) rates.push_back(rate(norm.score, score));
  }
  // A time's shortest is the rate's highest.
  const bool is_rate = timed.mode == Mode::throughput;
  const auto bounds = [&](double low, double high, double low_bytes, double high_bytes) {
    return std::pair{rate(low_bytes, is_rate ? low : high), rate(high_bytes, is_rate ? high : low)};
  };
  std::tie(result.min, result.max) = bounds(primary.min, primary.max, norm.score, norm.score);
  result.median = rate(norm.score, primary.median);
  // An interval of times that reaches to 0 bounds no rate.
  if (is_rate || primary.interval_low > 0) {
    const double spread = std::isnan(norm.error) ? 0 : norm.error;
    std::tie(result.interval_low, result.interval_high) =
        bounds(primary.interval_low, primary.interval_high, std::max(0.0, norm.score - spread),
               norm.score + spread);
    result.error = (result.interval_high - result.interval_low) / 2;
    result.error_within_forks = primary.error_within_forks;
  }
  return result;
}

const Metric* find(const std::vector<Metric>& metrics, std::string_view label) {
  const auto found = std::ranges::find(metrics, label, &Metric::label);
  return found == metrics.end() ? nullptr : &*found;
}

Note note(Severity severity, const char* code, std::string text, std::string advice) {
  return {severity, code, {}, std::move(text), std::move(advice)};
}

/// Names what was not the same in each fork; empty if all was.
std::string differences(const extend::Conclusion& conclusion,
                        const std::vector<extend::Findings>& forks) {
  std::string differing;
  for (const Metric& metric : conclusion.metrics) {
    // Whether a chunk has a few bytes to spare depends on the state of the heap, which each fork's
    // seed moves: it says nothing about the program.
    if (!(metric.error > 0) || metric.label == footprint_label) continue;
    differing += fmt::format("{}{} ({:.3f} to {:.3f} {})", differing.empty() ? "" : ", ",
                             metric.label, metric.interval_low, metric.interval_high, metric.unit);
  }
  const std::vector<std::string> sites = differing_sites(forks);
  for (std::size_t i = 0; i < std::min(sites.size(), most_differing_sites); ++i)
    differing += fmt::format("{}{}", differing.empty() ? "" : ", ", sites[i]);
  if (sites.size() > most_differing_sites)
    differing += fmt::format(", and at {} more", sites.size() - most_differing_sites);
  return differing;
}

void add_notes(extend::Conclusion& conclusion, const std::vector<extend::Findings>& forks) {
  const std::string differing = differences(conclusion, forks);
  if (!differing.empty()) {
    conclusion.notes.push_back(note(
        Severity::warning, "nondeterministic", "memory figures differ between forks: " + differing,
        "Look for what depends on addresses, time, random seeds or the order of threads."));
  }
  if (forks.size() < fork_count) {
    conclusion.notes.push_back(note(Severity::warning, "mem-unconfirmed",
                                    "memory figures come from one fork, so that nothing says "
                                    "whether they are the same in each",
                                    ""));
  }
  if (find(conclusion.metrics, "mem.retained.total.norm") == nullptr) {
    conclusion.notes.push_back(note(Severity::info, "no-result",
                                    "the benchmark returns nothing, so there is nothing retained",
                                    "Return what it builds to see what that keeps."));
  }
}

class MemProfiler final : public ProfilerWithOptions {
 public:
  MemProfiler() {
    options_.add_switch("sites", sites_, "true: counts by call site, too");
    options_.add_switch("flamegraph", draws_, "false: no flame graph of sites is drawn");
    options_.add_switch("collapsed", collapses_,
                        "true: counts by call site and writes collapsed stacks, too");
    options_.add_switch("jfr", records_,
                        "true: counts by call site and writes a flight recording, too");
    options_.add_folder(files_);
    options_.add_tap(wanted_);
  }

  const char* name() const override { return "mem"; }

  const char* summary() const override { return summary_.c_str(); }

  extend::Support probe() override {
    choice_ = choose_tap(wanted_);
    if (!choice_.kind) return choice_.refusal();
    if (const std::string unusual = unusual_tap(); !unusual.empty())
      summary_ = fmt::format("{}; counted by {}", usual_summary, unusual);
    return {};
  }

  std::uint32_t forks() const override { return fork_count; }

  std::vector<std::string> environment() const override { return choice_.environment(); }

  extend::Findings observe(const extend::Assignment& assignment,
                           extend::Operations& operations) override {
    std::string reason;
    const std::unique_ptr<AllocationTap> tap = find_working_tap(wanted_, reason);
    if (tap == nullptr) throw std::runtime_error(reason);
    if (!counts_sites()) return {observe_allocations(operations, *tap), {}, {}, {}};
    AllocationSites sites(mem_warmup_invocations);
    extend::Findings findings;
    findings.metrics = observe_allocations(operations, *tap, &sites);
    NamedSites named = name_sites(sites, display_name(assignment.plan),
                                  mem_invocations * operations.operations_per_invocation());
    findings.hot_spots = std::move(named.tables);
    findings.files = write_graphs(assignment, named.profile);
    return findings;
  }

  extend::Conclusion conclude(const std::vector<extend::Findings>& forks,
                              const Case& timed) const override {
    extend::Conclusion conclusion;
    if (forks.empty()) return conclusion;
    conclusion.metrics = metrics_over(forks);
    conclusion.hot_spots = tables_over(forks);
    for (HotSpots& table : conclusion.hot_spots)
      table.spots.resize(std::min(table.spots.size(), most_spots));
    add_notes(conclusion, forks);
    if (const std::string unusual = unusual_tap(); !unusual.empty())
      conclusion.notes.push_back(
          note(Severity::info, "mem-tap", "allocations were counted by " + unusual, ""));
    const auto norm = std::find_if(conclusion.metrics.begin(), conclusion.metrics.end(),
                                   [](const Metric& m) { return m.label == norm_label; });
    if (norm != conclusion.metrics.end()) {  // its label comes just before norm's
      conclusion.metrics.insert(norm, allocation_rate(*norm, timed));
    }
    return conclusion;
  }

 private:
  /// Files that only sites can fill are a wish for them.
  bool counts_sites() const { return sites_ || collapses_ || records_; }

  std::vector<ProfileFile> write_graphs(const extend::Assignment& assignment,
                                        const stacks::StackProfile& profile) const {
    std::vector<ProfileFile> files;
    if (draws_)
      files.push_back(files_.write(assignment, "", "html", stacks::flame_graph_html({profile}),
                                   "flame graph of allocated and retained bytes"));
    if (records_) files.push_back(record_sites(files_, assignment, profile));
    for (std::size_t type = 0; collapses_ && type < profile.types.size(); ++type) {
      const std::string text = recording::collapsed_text(profile, type);
      if (text.empty()) continue;
      std::string what = profile.types[type].name;
      std::ranges::replace(what, ' ', '-');
      files.push_back(
          files_.write(assignment, what, "collapsed", text,
                       fmt::format("collapsed stacks, by {}", profile.types[type].name)));
    }
    return files;
  }

  /// What counts instead of symbol patching, and why; "" if nothing does, or nobody has asked.
  std::string unusual_tap() const {
    if (!choice_.kind || *choice_.kind == TapKind::symbols) return {};
    const char* const what =
        *choice_.kind == TapKind::preload ? "a preloaded library" : "the sanitizer's own hooks";
    return choice_.reason.empty() ? what : fmt::format("{}, since {}", what, choice_.reason);
  }

  std::optional<TapKind> wanted_;
  bool sites_ = false;
  bool draws_ = true;
  bool collapses_ = false;
  bool records_ = false;
  ProfileFiles files_{"mem"};
  TapChoice choice_;
  std::string summary_ = usual_summary;
};

}  // namespace

std::unique_ptr<extend::Profiler> make_mem_profiler() { return std::make_unique<MemProfiler>(); }

}  // namespace tare::profile
