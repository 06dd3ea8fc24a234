// SPDX-License-Identifier: Apache-2.0
#include "profile/perfasm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "profile/annotated_listing.hpp"
#include "profile/disassembly.hpp"
#include "profile/hot_regions.hpp"
#include "profile/measured_stacks.hpp"
#include "profile/over_forks.hpp"
#include "profile/profile_files.hpp"
#include "profile/profile_options.hpp"
#include "profile/sampled_trial.hpp"
#include "profile/sampler.hpp"
#include "profile/sampling_options.hpp"
#include "stacks/benchmark_part.hpp"
#include "stacks/symbols.hpp"
#include "stacks/unwind_rows.hpp"

namespace tare::profile {
namespace {

/// Instructions need more samples than functions do; a prime, so that loops do not keep step.
constexpr std::uint32_t usual_frequency = 4999;

/// Instructions around a region, as JMH's printMargin.
constexpr std::size_t margin = 10;

/// Instructions of the hottest region that the report shows, which is as much as a screen has.
constexpr std::size_t most_in_report = 40;

/// As JMH's options of these names, and with its values.
struct ListingSettings {
  std::uint64_t top = 20;
  double hot_threshold = 0.1;
  std::uint64_t too_big_threshold = 1000;
  bool intel_syntax = false;
};

/// Where the benchmark's own code was seen, without the harness's.
SampledCode sampled_code(Sampler& sampler) {
  SampledCode code;
  MeasuredStacks stacks;
  sampler.take([&](const CpuSample& sample) {
    if (stacks.frames(sample.pcs) != nullptr) code[sample.pcs.front()] += sample.weight;
  });
  return code;
}

/// Names of the program's own code have no object.
std::string object_name(const CodeAddress& address) {
  if (!address.object.empty()) return std::filesystem::path(address.object).filename();
  std::error_code error;
  std::string name = std::filesystem::read_symlink("/proc/self/exe", error).filename();
  constexpr std::string_view removed = " (deleted)";  // Built anew meanwhile: proc(5).
  if (name.ends_with(removed)) name.resize(name.size() - removed.size());
  return name;
}

/// The function that `pc` is in. One without a symbol has no name, but entries of its own where
/// stacks are unwound.
std::optional<stacks::CodeSymbol> function_at(const stacks::UnwindRows& functions,
                                              std::uintptr_t pc) {
  if (auto symbol = stacks::symbol_at(pc)) return symbol;
  const std::optional<stacks::CodeRange> range = functions.code_range(pc);
  if (!range) return std::nullopt;
  return stacks::CodeSymbol{"", range->begin, range->end};
}

/// Where instructions begin, and one past where they end: the function, or what was seen of it.
std::pair<std::uintptr_t, std::uintptr_t> bounds_of(const HotRegion& region) {
  if (region.symbol) return {region.symbol->begin, region.symbol->end};
  constexpr std::uintptr_t longest_instruction = 15;  // Intel's manual, volume 2, 2.3.11.
  return {region.first(), region.last() + longest_instruction};
}

/// [begin, end) of what is shown of a function, in which `region` is: with a margin, but no more
/// than `most`, which then are those around the hottest instruction.
std::pair<std::size_t, std::size_t> window(const std::vector<Instruction>& function,
                                           const ListedRegion& region, std::uint64_t hottest,
                                           std::size_t most) {
  const auto place = [&](std::uint64_t address) {
    return static_cast<std::size_t>(
        std::ranges::lower_bound(function, address, {}, &Instruction::address) - function.begin());
  };
  std::size_t begin = place(region.begin), end = place(region.end) + 1;
  begin -= std::min(begin, margin);
  end = std::min(end + margin, function.size());
  if (end - begin <= most) return {begin, end};
  const std::size_t middle = place(hottest);
  begin = std::max(begin, middle - std::min(middle, most / 2));
  begin = std::min(begin, end - most);
  return {begin, begin + most};
}

/// As profiles of stacks name it: the benchmark's body, not the harness's loop that it is inlined
/// in.
std::string name_of_code(const std::vector<stacks::Frame>& frames) {
  const stacks::BenchmarkPart part = stacks::profiled_part({frames});
  return part.frames.empty() ? frames.back().function : part.frames.back().function;
}

/// Compilers write line 0 for code that is of several lines: it has no place.
template <class Listed>
void set_place(Listed& listed, const stacks::Frame& frame) {
  if (frame.line == 0) return;
  listed.file = frame.file;
  listed.line = frame.line;
}

class ListingMaker {
 public:
  ListingMaker(const ListingSettings& settings, const SampledCode& code)
      : settings_(settings), code_(code) {}

  std::vector<ListedRegion> regions() const {
    const stacks::UnwindRows functions;
    const std::vector<HotRegion> hot =
        hot_regions(code_, [&](std::uintptr_t pc) { return function_at(functions, pc); });
    std::uint64_t all = 0;
    for (const HotRegion& region : hot) all += region.total;
    std::vector<ListedRegion> listed;
    for (const HotRegion& region : hot) {
      listed.push_back(without_instructions(region));
      const double share = percent(region.total, all) / 100;
      if (listed.size() <= settings_.top && share >= settings_.hot_threshold)
        add_instructions(listed.back(), region);
    }
    return listed;
  }

 private:
  static ListedRegion without_instructions(const HotRegion& region) {
    const CodeAddress address = stacks::code_address(region.hottest);
    const std::uintptr_t base = region.hottest - address.offset;
    const std::vector<stacks::Frame> frames = stacks::frames_at(address);
    ListedRegion listed;
    listed.function = name_of_code(frames);
    listed.object = object_name(address);
    listed.begin = region.first() - base;
    listed.end = region.last() - base;
    listed.samples = region.total;
    set_place(listed, frames.front());
    return listed;
  }

  void add_instructions(ListedRegion& listed, const HotRegion& region) const {
    const CodeFile file = code_file(region.hottest);
    listed.trouble = file.trouble;
    if (!listed.trouble.empty()) return;
    const CodeAddress hottest = stacks::code_address(region.hottest);
    const std::uintptr_t base = region.hottest - hottest.offset;
    const auto [begin, end] = bounds_of(region);
    const Disassembly function = disassemble(file.path, begin - base, end - base,
                                             settings_.intel_syntax ? Syntax::intel : Syntax::att);
    listed.trouble = function.trouble;
    if (!listed.trouble.empty()) return;
    const auto [from, to] = window(function.instructions, listed, hottest.offset,
                                   std::numeric_limits<std::size_t>::max());
    const auto [shown_from, shown_to] =
        window(function.instructions, listed, hottest.offset, settings_.too_big_threshold);
    listed.left_out = (to - from) - (shown_to - shown_from);
    for (std::size_t i = shown_from; i < shown_to; ++i)
      listed.instructions.push_back(
          listed_instruction(function.instructions[i], hottest.object, base));
  }

  /// Of an object that is loaded at `base`; samples are of any region, since margins have others'.
  ListedInstruction listed_instruction(const Instruction& instruction, const std::string& object,
                                       std::uintptr_t base) const {
    const std::vector<stacks::Frame> frames = stacks::frames_at({object, instruction.address});
    const auto samples = code_.find(base + instruction.address);
    ListedInstruction listed{instruction, samples == code_.end() ? 0 : samples->second, "", 0,
                             frames.size() > 1 ? frames.front().function : ""};
    set_place(listed, frames.front());
    return listed;
  }

  const ListingSettings& settings_;
  const SampledCode& code_;
};

HotSpots regions_table(const Listing& listing) {
  HotSpots table{"perfasm", "hottest regions", {"%"}, {}};
  for (std::size_t i = 0; i < listing.shown; ++i) {
    const ListedRegion& region = listing.regions[i];
    table.spots.push_back({region.function,
                           region.file,
                           static_cast<std::uint32_t>(region.line),
                           {percent(region.samples, listing.samples)}});
  }
  return table;
}

/// The instructions around the hottest one of a region; NaN where nothing was seen.
HotSpots instructions_table(const ListedRegion& region, std::uint64_t all) {
  HotSpots table{"perfasm", "hottest region, instruction by instruction", {"%"}, {}};
  const std::vector<ListedInstruction>& listed = region.instructions;
  const auto hottest = static_cast<std::size_t>(
      std::ranges::max_element(listed, {}, &ListedInstruction::samples) - listed.begin());
  const std::size_t begin = std::min(hottest - std::min(hottest, most_in_report / 2),
                                     listed.size() - std::min(listed.size(), most_in_report));
  const std::vector<std::string> loops = loop_columns(listed);
  for (std::size_t i = begin; i < std::min(listed.size(), begin + most_in_report); ++i) {
    const ListedInstruction& one = listed[i];
    table.spots.push_back(
        {fmt::format("{:x} {} {}", one.instruction.address, loops[i], one.instruction.text),
         one.file,
         static_cast<std::uint32_t>(one.line),
         {one.samples > 0 ? percent(one.samples, all) : std::numeric_limits<double>::quiet_NaN()}});
  }
  return table;
}

class PerfasmProfiler final : public ProfilerWithOptions {
 public:
  PerfasmProfiler() {
    options_.add_number("top", settings_.top, 1, 1000, "hot regions in the tables");
    add_hot_threshold();
    options_.add_number("tooBigThreshold", settings_.too_big_threshold, 1, 1'000'000,
                        "instructions that are shown of a region");
    options_.add_switch("intelSyntax", settings_.intel_syntax, "true: Intel's syntax, not AT&T's");
    options_.add_folder(files_);
  }

  const char* name() const override { return "perfasm"; }
  const char* summary() const override {
    return "which instructions processor time goes to, with their source lines";
  }

  extend::Support probe() override {
    extend::Support objdump = disassembles();
    return objdump.works ? sampling_.choose() : objdump;
  }
  std::uint32_t forks() const override { return 1; }
  extend::Course course() const override { return extend::Course::iterations; }
  CasePlan plan(const CasePlan& timed) const override { return one_long_look(timed); }

  extend::Findings watch(const extend::Assignment& assignment,
                         extend::Iterations& iterations) override {
    SampledTrial trial(sampling_, iterations);
    const Listing listing = listing_of(trial.sampler(), display_name(assignment.plan));
    extend::Findings found;
    found.hot_spots.push_back(regions_table(listing));
    if (!listing.regions.empty() && !listing.regions.front().instructions.empty())
      found.hot_spots.push_back(instructions_table(listing.regions.front(), listing.samples));
    found.files.push_back(files_.write(assignment, "", "txt", listing_text(listing),
                                       "hottest regions, instruction by instruction"));
    found.notes = sampling_.notes(name(), listing.samples, trial.sampler().lost());
    return found;
  }

  extend::Conclusion conclude(const std::vector<extend::Findings>& forks,
                              const Case&) const override {
    return {{}, hot_spots_over(forks), {}};
  }

 private:
  void add_hot_threshold() {
    options_.add({"hotThreshold", fmt::to_string(settings_.hot_threshold),
                  "share of the samples from which a region's instructions are shown, 0.01 to 1"},
                 [this](const std::string& value) -> std::string {
                   double read = 0;
                   const char* const end = value.data() + value.size();
                   const auto [stop, error] = std::from_chars(value.data(), end, read);
                   if (error != std::errc() || stop != end || !(read >= 0.01 && read <= 1))
                     return fmt::format("hotThreshold={}: must be a share, 0.01 to 1", value);
                   settings_.hot_threshold = read;
                   return "";
                 });
  }

  Listing listing_of(Sampler& sampler, std::string title) const {
    const SampledCode code = sampled_code(sampler);
    Listing listing;
    listing.title = std::move(title);
    listing.sampled = fmt::format(
        "{} times a second {}", sampling_.settings().frequency,
        sampling_.settings().engine == SamplingEngine::perf
            ? "by perf events (engine perf, task-clock)"
            : "at most, as often as the kernel ticks, by timers of processor time (engine timer)");
    listing.regions = ListingMaker(settings_, code).regions();
    for (const ListedRegion& region : listing.regions) listing.samples += region.samples;
    listing.shown = std::min<std::size_t>(settings_.top, listing.regions.size());
    return listing;
  }

  SamplingOptions sampling_{options_, usual_frequency};
  ListingSettings settings_;
  ProfileFiles files_{"perfasm"};
};

}  // namespace

std::unique_ptr<extend::Profiler> make_perfasm_profiler() {
  return std::make_unique<PerfasmProfiler>();
}

}  // namespace tare::profile
