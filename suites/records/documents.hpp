// SPDX-License-Identifier: Apache-2.0
// The streams that are read: those of suites/peers/java, byte for byte.
#pragma once

#include <cstddef>
#include <vector>

#include "lines.hpp"

namespace suite {

/// So many lines with coordinates from anywhere, always the same. Line is LineC or LineR.
template <class Line>
std::vector<Line> make_lines(std::size_t length);

/// A stream that has nothing but an array of these.
template <class Line>
std::vector<std::byte> stream_of(const std::vector<Line>& lines);

}  // namespace suite
