// SPDX-License-Identifier: Apache-2.0
// What no tap can see.
#pragma once

#include <string>

namespace tare::profile {

/// What is loaded into this process whose allocations no tap sees, as a text for the user; "" if
/// nothing is known. Figures that leave out something unknown are none.
std::string blind_spots();

}  // namespace tare::profile
