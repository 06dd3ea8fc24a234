// SPDX-License-Identifier: Apache-2.0
#include "map_objects.hpp"

TARE_GROUP(conjure);

/// Object to bytes.
TARE_BENCH_TYPED(serialize, mapImpl, suite::MapImpls, const suite::Input&,
                 const suite::ReadObject<mapImpl>& read) {
  return conjure::write(read.object).value();
}
