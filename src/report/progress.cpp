// SPDX-License-Identifier: Apache-2.0
#include "report/progress.hpp"

#include <utility>

namespace tare::report {

std::unique_ptr<extend::Progress> progress_for(Verbosity verbosity, Output output,
                                               Columns columns) {
  if (verbosity == Verbosity::silent) return silent_progress();
  if (verbosity == Verbosity::normal && columns) {
    return live_progress(std::move(output), std::move(columns));
  }
  return plain_progress(std::move(output), verbosity);
}

}  // namespace tare::report
