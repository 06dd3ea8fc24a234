// SPDX-License-Identifier: Apache-2.0
#include "run/score.hpp"

namespace tare::running {

double score(Mode mode, const std::vector<Tally>& threads) {
  double sum = 0;
  for (const Tally& thread : threads) {
    const double over = mode == Mode::throughput ? thread.operations : thread.nanoseconds;
    const double under = mode == Mode::throughput ? thread.nanoseconds / 1e9 : thread.operations;
    if (!(under > 0)) return not_a_number;
    sum += over / under;
  }
  return mode == Mode::throughput ? sum : sum / static_cast<double>(threads.size());
}

}  // namespace tare::running
