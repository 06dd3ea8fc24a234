// SPDX-License-Identifier: Apache-2.0
#include "catalog/catalog.hpp"
#include "cli/people.hpp"
#include "cli/toolbox.hpp"
#include "fork/child.hpp"
#include "tare/bench.hpp"
#include "tool/command.hpp"

int main(int argc, char** argv) {
  tare::cli::hold_standard_descriptors();
  // `tare noise` measures this program itself.
  if (const auto descriptors = tare::fork::fork_descriptors(argc, argv)) {
    const auto catalog = tare::catalog::Catalog::read(tare::detail::registrations());
    tare::fork::run_as_fork(*descriptors, catalog, tare::cli::make_profiler);
  }
  return tare::tool::run({argv + 1, argv + argc});
}
