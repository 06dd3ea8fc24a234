// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes: a RecordError of one line, or a report that can be written and read.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "compare/google_benchmark.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::string written = tare::to_json(tare::compare::from_google_benchmark(text));
    if (tare::to_json(tare::from_json(written)) != written) std::abort();
  } catch (const tare::RecordError& error) {
    if (std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
  }
  return 0;
}
