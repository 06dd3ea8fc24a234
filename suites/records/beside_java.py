#!/usr/bin/python3 -B
# SPDX-License-Identifier: Apache-2.0
"""records.deserialize beside the JDK's ObjectInputStream: the tables of README.md.

    suites/records/beside_java.py FOLDER_OF_PROGRAMS [--forks 5] [--lengths 10,100,1000,10000]

In each round every row is measured once by the JDK and once with either binding, each in a process
of its own, one right after the other, so that none has the quieter machine. Times are medians over
the rounds.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
from pathlib import Path

PEER = Path(__file__).resolve().parents[1] / "peers/java/run"
ROWS_OF_PEER = {"classes": "deserializeClasses", "records": "deserializeRecords"}
# Microseconds, before and after: bugs.openjdk.org/browse/JDK-8247532.
PUBLISHED = {
    ("classes", 10): (8.088, 8.681),
    ("classes", 100): (32.171, 32.496),
    ("classes", 1000): (279.762, 279.014),
    ("records", 10): (9.011, 8.537),
    ("records", 100): (33.206, 31.451),
    ("records", 1000): (325.137, 250.854),
}
# Measured as long by both. A JVM's compiler needs a second, and several where it has no processor
# of its own: the peer, left to itself, warms up for three.
ITERATIONS = ["-i", "20"]
TIMES_HEAD = """\
| kind | length | published before | after | JDK 17 us/op | perRecord us/op | perStream us/op \
| JDK 17 ÷ perStream |
|---|--:|--:|--:|--:|--:|--:|--:|"""
MEMORY_HEAD = """\
| kind | length | JDK 17 B/op | perStream B/op | allocations/op | B/op retained |
|---|--:|--:|--:|--:|--:|"""


def by_java(compiled, kind, length):
    """What the peer reports of a fork."""
    row = f"record.{ROWS_OF_PEER[kind]}.{length}"
    command = [PEER, "-b", compiled, *ITERATIONS, "-r", "100", row]
    return json.loads(subprocess.check_output(command, text=True))


def by_tare(program, kind, length, binding):
    """The case in the results file of a fork."""
    parameters = [f"kind={kind}", f"length={length}", f"binding={binding}"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "result.json"
        command = [program, "records.deserialize", "-f", "1", *ITERATIONS, "-r", "100ms"]
        command += ["-wi", "5", "-w", "100ms", "-tu", "us", "-prof", "mem"]
        command += ["-v", "SILENT", "--out", f"json:{file}"]
        command += [word for parameter in parameters for word in ("-p", parameter)]
        subprocess.run(command, check=True)
        (case,) = json.loads(file.read_text())
    return case


class Row:
    """What one kind and length take."""

    def __init__(self, kind, length):
        self.names = (kind, length)
        self.times = {"java": [], "perRecord": [], "perStream": []}

    def measure(self, program, compiled):
        self.java = by_java(compiled, *self.names)
        self.times["java"].append(self.java["median"] / 1000)
        for binding in ["perRecord", "perStream"]:
            self.case = by_tare(program, *self.names, binding)
            (iterations,) = self.case["primaryMetric"]["rawData"]
            self.times[binding].append(statistics.median(iterations))

    def of_times(self):
        before_after = PUBLISHED.get(self.names, ("", ""))
        java, per_record, per_stream = map(statistics.median, self.times.values())
        measured = [f"{java:.1f}", f"{per_record:.2f}", f"{per_stream:.2f}"]
        return [*self.names, *before_after, *measured, f"{java / per_stream:.1f}"]

    def of_memory(self):
        labels = ["mem.alloc.rate.norm", "mem.alloc.count.norm", "mem.retained.total.norm"]
        ours = [self.case["secondaryMetrics"][label]["score"] for label in labels]
        return [*self.names, *(f"{n:,.0f}" for n in [self.java["allocBytesPerOp"], *ours])]

    def place(self):
        """Where that was measured."""
        run = self.case["tare"]["run"]
        facts = [run["environment"].get(name) for name in ("build.compiler", "cpu.model")]
        return ", ".join([f"JDK {self.java['vm']}", *filter(None, facts), run["started"][:10]])


def print_table(head, rows):
    print(f"\n{head}")
    for cells in rows:
        print("|", " | ".join(map(str, cells)), "|")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", type=Path)
    parser.add_argument("--forks", type=int, default=5, help="rounds")
    parser.add_argument("--lengths", default="10,100,1000,10000")
    asked = parser.parse_args()
    lengths = map(int, asked.lengths.split(","))
    rows = [Row(kind, length) for length in lengths for kind in ROWS_OF_PEER]
    with tempfile.TemporaryDirectory() as compiled:
        for _ in range(asked.forks):
            for row in rows:
                row.measure(asked.programs / "bench-records", compiled)
    print(f"{asked.forks} forks; {rows[0].place()}")
    print_table(TIMES_HEAD, (row.of_times() for row in rows))
    print_table(MEMORY_HEAD, (row.of_memory() for row in rows))


if __name__ == "__main__":
    main()
