// SPDX-License-Identifier: Apache-2.0
#include "workloads.hpp"

#include <tare/tare.hpp>

TARE_GROUP(self);

using Workloads =
    tare::types<tare::named<"chain", suite::Chain>, tare::named<"append", suite::Append>,
                tare::named<"lookup", suite::Lookup>, tare::named<"sort", suite::Sort>,
                tare::named<"chase", suite::Chase>>;

TARE_BENCH_TYPED(work, workload, Workloads, workload& work) { return work(); }
