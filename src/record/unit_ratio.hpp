// SPDX-License-Identifier: Apache-2.0
// Scores of one case that two runs give in different units.
#pragma once

#include <optional>
#include <string_view>

namespace tare {

/// What a score in unit `from` is multiplied by to be in unit `to`: 1000 for `us/op` in `ns/op`,
/// 0.001 for `ops/s` in `ops/ms`. 1 where the units are the same, whatever they are. None where
/// they measure different things, or nothing is known of them.
std::optional<double> unit_ratio(std::string_view from, std::string_view to);

}  // namespace tare
