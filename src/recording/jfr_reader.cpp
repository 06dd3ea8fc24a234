// SPDX-License-Identifier: Apache-2.0
#include "recording/jfr_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "recording/jfr_bytes.hpp"
#include "recording/jfr_chunk.hpp"
#include "recording/jfr_events.hpp"

namespace tare::recording {
namespace {

using stacks::Frame;
using stacks::StackProfile;
using stacks::StackProfileBuilder;

/// Where a profile comes from. Of those of allocations the first that has any is taken.
enum Source { cpu, site, tlab, weighted, native, kept_at_site, sources };

const std::vector<stacks::ValueType> cpu_types{{"cpu", "count"}};
const std::vector<stacks::ValueType> alloc_types{{"alloc", "bytes"}, {"allocations", "count"}};
const std::vector<stacks::ValueType> retained_types{{"retained", "bytes"},
                                                    {"retained_blocks", "count"}};

enum class Kind {
  sample,
  site,
  in_tlab,
  outside_tlab,
  weight,
  malloc,
  free,
  file,
  benchmark,
  iteration
};

const std::unordered_map<std::string_view, Kind> kinds{
    {"jdk.ExecutionSample", Kind::sample},
    {"jdk.NativeMethodSample", Kind::sample},
    {"jdk.ObjectAllocationInNewTLAB", Kind::in_tlab},
    {"jdk.ObjectAllocationOutsideTLAB", Kind::outside_tlab},
    {"jdk.ObjectAllocationSample", Kind::weight},
    {"profiler.Malloc", Kind::malloc},
    {"profiler.Free", Kind::free},
    {"tare.AllocationSite", Kind::site},
    {"tare.SourceFile", Kind::file},
    {"tare.Benchmark", Kind::benchmark},
    {"tare.Iteration", Kind::iteration},
};

using Frames = std::shared_ptr<const std::vector<Frame>>;

/// A block of memory, or the end of one.
struct Block {
  std::uint64_t ticks = 0;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  Frames frames;  ///< Null: it is freed here.
};

struct Totals {
  std::uint64_t bytes = 0;
  std::uint64_t count = 0;
};

struct Sums {
  std::int64_t bytes = 0;
  std::int64_t count = 0;
};

class Reading {
 public:
  explicit Reading(std::string title) : title_(std::move(title)) {}

  void add(JfrChunk& chunk) {
    for (auto& sums : sums_) sums.clear();
    frames_.clear();
    const std::size_t first_block = blocks_.size();
    chunk.each_event(
        [](const JfrTypes::Type& type) { return kinds.contains(type.name); },
        [&](const JfrTypes::Type& type, const JfrValue& event) { take(chunk, type, event); });
    // Only now all files of methods are known.
    for (int source = 0; source < sources; ++source)
      for (const auto& [stack, sums] : sums_[source]) {
        const std::vector<Frame>& frames = *frames_of(chunk, stack);
        if (source == cpu) {
          builders_[source].add(frames, {sums.count});
        } else {
          builders_[source].add(frames, {sums.bytes, sums.count});
        }
      }
    for (std::size_t i = 0; i < block_stacks_.size(); ++i)
      if (block_stacks_[i] != freed)
        blocks_[first_block + i].frames = frames_of(chunk, block_stacks_[i]);
    block_stacks_.clear();
  }

  Recording take_recording() {
    Recording recording;
    recording.cpu = finished(builders_[cpu]);
    for (const Source source : {site, tlab, weighted, native})
      if (recording.alloc.stacks.empty()) recording.alloc = finished(builders_[source]);
    recording.retained = finished(builders_[kept_at_site]);
    if (recording.retained.stacks.empty()) recording.retained = retained();
    return recording;
  }

 private:
  static constexpr std::uint64_t freed = std::numeric_limits<std::uint64_t>::max();

  void take(JfrChunk& chunk, const JfrTypes::Type& type, const JfrValue& event) {
    const auto number = [&](const char* name) {
      return JfrTypes::member(type, event, name).number;
    };
    const auto text = [&](const char* name) {
      return chunk.text_of(JfrTypes::member(type, event, name).text);
    };
    const std::uint64_t stack = number("stackTrace");
    switch (kinds.at(type.name)) {
      case Kind::sample:
        return sum(cpu, stack, 0);
      case Kind::site:
        sum(site, stack, number("allocated"), number("allocations"));
        if (number("retainedBlocks") == 0) return;
        return sum(kept_at_site, stack, number("retained"), number("retainedBlocks"));
      case Kind::in_tlab:
        return sum(tlab, stack, number("tlabSize"));
      case Kind::outside_tlab:
        return sum(tlab, stack, number("allocationSize"));
      case Kind::weight:
        return sum(weighted, stack, number("weight"));
      case Kind::malloc:
        sum(native, stack, number("size"));
        blocks_.push_back({number("startTime"), number("address"), number("size"), nullptr});
        return block_stacks_.push_back(stack);
      case Kind::free:
        blocks_.push_back({number("startTime"), number("address"), 0, nullptr});
        return block_stacks_.push_back(freed);
      case Kind::file:
        return chunk.set_file(number("method"), text("file"));
      case Kind::benchmark: {
        const std::string parameters = text("parameters");
        title_ = text("benchmark") + (parameters.empty() ? "" : " " + parameters);
        return;
      }
      case Kind::iteration:
        if (text("phase") == measurement_phase) operations_ += number("operations");
        return;
    }
  }

  /// Refuses what no sum can hold.
  void sum(Source source, std::uint64_t stack, std::uint64_t bytes, std::uint64_t count = 1) {
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    Totals& total = totals_[source];
    if (bytes > most - total.bytes || count > most - total.count)
      throw RecordingError("the allocations come to more than 2^63 bytes; record it anew");
    total.bytes += bytes;
    total.count += count;
    Sums& sums = sums_[source][stack];
    sums.bytes += static_cast<std::int64_t>(bytes);
    sums.count += static_cast<std::int64_t>(count);
  }

  Frames frames_of(const JfrChunk& chunk, std::uint64_t stack) {
    Frames& frames = frames_[stack];
    if (frames == nullptr) frames = std::make_shared<const std::vector<Frame>>(chunk.frames(stack));
    return frames;
  }

  StackProfile retained() {
    std::stable_sort(blocks_.begin(), blocks_.end(),
                     [](const Block& a, const Block& b) { return a.ticks < b.ticks; });
    std::unordered_map<std::uint64_t, const Block*> live;
    for (const Block& block : blocks_) {
      if (block.frames == nullptr) {
        live.erase(block.address);
      } else {
        live[block.address] = &block;
      }
    }
    StackProfileBuilder builder("", retained_types);
    // In the order of the file, whatever that of the map is.
    for (const Block& block : blocks_) {
      const auto found = live.find(block.address);
      if (found != live.end() && found->second == &block)
        builder.add(*block.frames, {static_cast<std::int64_t>(block.bytes), 1});
    }
    return finished(builder);
  }

  StackProfile finished(StackProfileBuilder& builder) const {
    StackProfile profile = builder.take();
    profile.title = title_;
    profile.operations = operations_;
    return profile;
  }

  std::string title_;
  std::uint64_t operations_ = 0;
  StackProfileBuilder builders_[sources] = {{"", cpu_types},   {"", alloc_types},
                                            {"", alloc_types}, {"", alloc_types},
                                            {"", alloc_types}, {"", retained_types}};
  Totals totals_[sources] = {};
  std::vector<Block> blocks_;
  // Of the chunk:
  std::unordered_map<std::uint64_t, Sums> sums_[sources];  ///< By stack.
  std::unordered_map<std::uint64_t, Frames> frames_;       ///< By stack.
  std::vector<std::uint64_t> block_stacks_;                ///< Of its blocks, or `freed`.
};

}  // namespace

bool is_jfr(std::string_view bytes) { return bytes.starts_with(JfrHeader::magic); }

Recording read_jfr(std::string_view bytes, const std::string& title, const JfrLimits& limits) {
  try {
    Reading reading(title);
    std::uint64_t offset = 0;
    do {
      JfrChunk chunk(bytes.substr(offset), offset, limits);
      reading.add(chunk);
      offset += chunk.bytes();
    } while (offset < bytes.size());
    return reading.take_recording();
  } catch (const RecordingError& error) {
    throw RecordingError(fmt::format("{}: {}", title, error.what()));
  }
}

}  // namespace tare::recording
