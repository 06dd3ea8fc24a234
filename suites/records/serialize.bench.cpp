// SPDX-License-Identifier: Apache-2.0
#include <javaser/writer.hpp>

#include "inputs.hpp"

TARE_GROUP(records);

namespace {

/// A writer that has written before; each thread has its own.
struct WarmWriter {
  static constexpr auto scope = tare::Scope::thread;
  javaser::Writer writer;
};

}  // namespace

/// Lines to a stream, which is what is retained.
TARE_BENCH_TYPED(serialize, kind, suite::Kinds, const suite::Document<kind>& document,
                 WarmWriter& warm, suite::Throughput& throughput) {
  if (!warm.writer.write(document.lines)) tare::fail(javaser::to_string(warm.writer.error()));
  std::vector<std::byte> stream = warm.writer.take();
  throughput.add(stream);
  return stream;
}
