// SPDX-License-Identifier: Apache-2.0
#include "profile/site_recording.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "profile/recording_head.hpp"
#include "recording/jfr_writer.hpp"
#include "recording/output_file.hpp"

namespace tare::profile {
namespace {

std::vector<stacks::Frame> frames_of(const stacks::StackProfile& profile,
                                     const stacks::WeightedStack& stack) {
  std::vector<stacks::Frame> frames;
  for (const std::uint32_t place : stack.frames) frames.push_back(profile.frames[place]);
  return frames;
}

}  // namespace

ProfileFile record_sites(const ProfileFiles& files, const extend::Assignment& assignment,
                         const stacks::StackProfile& sites) {
  recording::OutputFile file = files.create(assignment, "", "jfr");
  const std::uint64_t time = recording::monotonic_ns();
  recording::JfrWriter writer(file.descriptor(), program_name());
  write_head(writer, assignment);
  recording::IterationEvent iteration;
  iteration.time = time;
  iteration.benchmark = assignment.plan.benchmark;
  iteration.phase = recording::measurement_phase;
  iteration.operations = sites.operations;
  writer.write(iteration);
  for (const stacks::WeightedStack& stack : sites.stacks) {
    std::uint64_t values[4];
    std::ranges::transform(stack.values, std::begin(values),
                           [](std::int64_t value) { return static_cast<std::uint64_t>(value); });
    const auto [bytes, allocations, retained, blocks] = values;
    writer.write(recording::AllocationSite{time, writer.stack_key(frames_of(sites, stack)), bytes,
                                           allocations, retained, blocks});
  }
  writer.finish();
  return {file.publish(), "flight recording of allocation sites"};
}

}  // namespace tare::profile
