// SPDX-License-Identifier: Apache-2.0
#include "record/conditions.hpp"

#include <gtest/gtest.h>

namespace tare {
namespace {

TEST(Conditions, AreThoseThatFiguresDependOn) {
  Case one;
  one.measurement.batch = 100;  // Of no account but in mode ss.
  EXPECT_EQ(conditions(one), "1 thread");
  one.threads = 4;
  one.roles = {{"put", 3}, {"take", 1}};
  EXPECT_EQ(conditions(one), "4 threads, 3 put, 1 take");
  one = Case();
  one.mode = Mode::single_shot;
  one.measurement.batch = 100;
  one.cold = true;
  EXPECT_EQ(conditions(one), "1 thread, batches of 100, cold caches");
}

}  // namespace
}  // namespace tare
