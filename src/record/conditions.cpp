// SPDX-License-Identifier: Apache-2.0
#include "record/conditions.hpp"

#include <fmt/format.h>

namespace tare {

std::string conditions(const Case& one) {
  std::string text = fmt::format("{} thread{}", one.threads, one.threads == 1 ? "" : "s");
  for (const RoleThreads& role : one.roles) text += fmt::format(", {} {}", role.threads, role.role);
  if (one.mode == Mode::single_shot && one.measurement.batch != 1)
    text += fmt::format(", batches of {}", one.measurement.batch);
  if (one.cold) text += ", cold caches";
  return text;
}

}  // namespace tare
