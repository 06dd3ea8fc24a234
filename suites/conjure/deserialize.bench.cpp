// SPDX-License-Identifier: Apache-2.0
#include "map_objects.hpp"

TARE_GROUP(conjure);

/// Bytes to object; the object is what is retained.
TARE_BENCH_TYPED(deserialize, mapImpl, suite::MapImpls, const suite::Input& input) {
  return suite::read<mapImpl>(input.json);
}
