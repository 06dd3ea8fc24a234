// SPDX-License-Identifier: Apache-2.0
// The tests of forks start this program anew, as a fork.
#include <gtest/gtest.h>

#include "fork/child.hpp"

int main(int argc, char** argv) {
  using namespace tare;
  if (const auto descriptors = fork::fork_descriptors(argc, argv))
    fork::run_as_fork(*descriptors, catalog::Catalog::read(detail::registrations()),
                      [](const std::string&, const fork::ProfilerOptions&) {
                        return std::unique_ptr<extend::Profiler>();
                      });
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
