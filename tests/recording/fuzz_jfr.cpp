// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes: a RecordingError of one line, or profiles that can be written.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "recording/collapsed.hpp"
#include "recording/jfr_reader.hpp"
#include "recording/speedscope.hpp"

namespace {

/// What was written is read again, with the same sum.
void write(const tare::stacks::StackProfile& profile) {
  using namespace tare::recording;
  speedscope_json(profile, 0);
  const std::string text = collapsed_text(profile, 0);
  if (collapsed_text(read_collapsed(text, "again"), 0).size() > text.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tare::recording;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    if (is_jfr(bytes)) {
      const Recording recording = read_jfr(bytes, "fuzzed");
      write(recording.cpu);
      write(recording.alloc);
      write(recording.retained);
    } else {
      write(read_collapsed(bytes, "fuzzed"));
    }
  } catch (const RecordingError& error) {
    if (std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
  }
  return 0;
}
