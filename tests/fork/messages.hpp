// SPDX-License-Identifier: Apache-2.0
// A message of every kind, with something in every field.
#pragma once

#include <vector>

#include "fork/wire.hpp"

namespace tare::fork {

Job full_job();
running::IterationResult full_iteration();
Metric full_metric();

/// In the order of the variant.
std::vector<Message> every_message();

}  // namespace tare::fork
