#!/usr/bin/python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Seconds to an interval of ± 1 %, by Tare and by Google Benchmark.

    suites/self/until.py FOLDER_OF_PROGRAMS [--share 0.01] [--seconds 60]

Five workloads, one after another and by both in turn, so that neither has the quieter machine.
"""

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

WORKLOADS = ["chain", "append", "lookup", "sort", "chase"]


def by_tare(programs, name, share, seconds):
    """Score and half width in ns, forks, seconds."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "result.json"
        begin = time.monotonic()
        subprocess.run(
            [programs / "bench-self", "self.work", "-p", f"workload={name}", "-v", "SILENT"]
            + ["--until", f"{100 * share:g}%,{seconds:g}s", "-tu", "ns", "--out", f"json:{file}"],
            check=True,
        )
        taken = time.monotonic() - begin
        (case,) = json.loads(file.read_text())
    metric = case["primaryMetric"]
    return metric["score"], metric["scoreError"], len(metric["rawData"]), taken


def by_google(programs, name, share, seconds):
    """Mean and half width in ns, repetitions, seconds."""
    words = [programs / "google-until", name, str(share), str(seconds)]
    mean, half, count, taken = subprocess.check_output(words, text=True).split()
    return float(mean), float(half), int(count), float(taken)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", type=Path)
    parser.add_argument("--share", type=float, default=0.01)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    print("| workload | Tare, ns/op | forks | seconds | Google Benchmark, ns/op | repetitions | seconds |")
    print("|---|---|---|---|---|---|---|")
    for name in WORKLOADS:
        cells = []
        for harness in (by_tare, by_google):
            mean, half, count, taken = harness(asked.programs, name, asked.share, asked.seconds)
            cells += [f"{mean:.1f} ± {100 * half / mean:.2f} %", str(count), f"{taken:.1f}"]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
