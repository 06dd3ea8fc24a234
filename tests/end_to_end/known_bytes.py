# SPDX-License-Identifier: Apache-2.0
"""What the operations of bytes.bench.cpp must come to, exactly."""

# Labels after `mem.`.
KNOWN = {
    "push_back": {
        "alloc.rate.norm": 8188,
        "alloc.count.norm": 11,
        "retained.heap.norm": 4096,
        "retained.inline.norm": 24,
        "retained.total.norm": 4120,
        "retained.count.norm": 1,
        "retained.residue.norm": 0,
    },
    "map": {"alloc.rate.norm": 4000, "alloc.count.norm": 100, "retained.heap.norm": 4000},
    "string": {"alloc.rate.norm": 101, "alloc.count.norm": 1, "retained.heap.norm": 101},
    "every_second_time": {"alloc.rate.norm": 32, "alloc.count.norm": 0.5},
    "inlined": {"alloc.rate.norm": 4, "alloc.count.norm": 1, "peak.norm": 4},
    "aligned": {"alloc.rate.norm": 128, "alloc.count.norm": 1, "retained.heap.norm": 128},
    "reallocated": {"alloc.rate.norm": 110, "alloc.count.norm": 2, "retained.heap.norm": 100},
    "duplicate": {"alloc.rate.norm": 12, "alloc.count.norm": 1, "retained.heap.norm": 12},
    "leak": {"alloc.rate.norm": 48, "retained.residue.norm": 48, "retained.heap.norm": 0},
}


def differences(cases):
    """How the figures of a run's cases, as JSON has them, differ from those: a list of texts."""
    wrong = []
    for name, figures in KNOWN.items():
        metrics = cases[f"bytes.{name}"]["secondaryMetrics"]
        for label, bytes_or_calls in figures.items():
            metric = metrics[f"mem.{label}"]
            if (metric["score"], metric["scoreError"]) != (bytes_or_calls, 0):
                wrong.append(
                    f"{name} {label}: {metric['score']} ± {metric['scoreError']},"
                    f" not {bytes_or_calls}"
                )
    return wrong
