// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace tare::history {

/// A block for each value, from `▁` for the lowest to `█` for the highest, in UTF-8; `·` for one
/// that is not finite. The range from lowest to highest block is never less than a tenth of the
/// median, so that noise looks like noise. Of more values than `columns` neighbours share a block,
/// which shows their median; `columns` must not be 0.
std::string sparkline(std::span<const double> values, std::size_t columns);

}  // namespace tare::history
