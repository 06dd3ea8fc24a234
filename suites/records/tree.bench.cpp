// SPDX-License-Identifier: Apache-2.0
#include <javaser/tree.hpp>

#include "inputs.hpp"

TARE_GROUP(records);

/// Stream to a tree, which knows nothing of the lines' types.
TARE_BENCH_TYPED(tree, kind, suite::Kinds, const suite::Document<kind>& document,
                 suite::Throughput& throughput) {
  javaser::Tree tree = javaser::read_tree(document.stream);
  if (tree.error().code != javaser::ErrorCode::none) tare::fail(javaser::to_string(tree.error()));
  throughput.add(document.stream);
  return tree;
}
