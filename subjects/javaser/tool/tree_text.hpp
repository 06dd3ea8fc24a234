// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "javaser/tree.hpp"

namespace javaser::tool {

/// A tree for people: a line for each value, indented by what it is inside of. What is shared is
/// told once, with `#n`, and referred to as `-> #n`. An error is the last line, after as much of
/// its item as was read.
void write_tree(const Tree& tree, std::ostream& out);

}  // namespace javaser::tool
