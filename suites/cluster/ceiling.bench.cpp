// SPDX-License-Identifier: Apache-2.0
#include "blaster.hpp"
#include "pipeline.hpp"

TARE_GROUP(cluster);

namespace {

constexpr std::size_t answers = 1024;

}  // namespace

/// What the server gives a client that does nothing: the same reads, encoded before, over one
/// connection, whose answers are only counted.
TARE_BENCH(ceiling, suite::Target&, suite::Load&, suite::Keys&, suite::Blaster& blaster,
           suite::Spent&) {
  blaster.complete(answers);
}
TARE_OPTIONS(ceiling, mode(tare::Mode::throughput).operations(answers));

/// The client driven like that: each answer, read into a struct, sends the next request.
TARE_BENCH(pipeline, suite::Target&, suite::Load&, suite::Keys&, suite::OwnClient&,
           suite::Pipeline& pipeline, suite::Spent&) {
  pipeline.complete(answers);
}
TARE_OPTIONS(pipeline, mode(tare::Mode::throughput).operations(answers));
