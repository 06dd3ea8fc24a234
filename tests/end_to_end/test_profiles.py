#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What profilers say of hot_functions.bench.cpp, whose costs are known, however it is compiled.

    tests/end_to_end/test_profiles.py

TARE_ARCHIVES are BUILD/src/libtare_main.a and BUILD/src/libtare.a, and TARE_TOOL is `tare`.
"""

import itertools
import os
import re
import statistics
import unittest
from pathlib import Path

from compiled import CompiledCase
from test_exactness import HERE, run

ARCHIVES = os.environ["TARE_ARCHIVES"].split(":")
TOOL = os.environ["TARE_TOOL"]

SOURCE = "hot_functions.bench.cpp"
FRAMES = ["-fno-omit-frame-pointer", "-fomit-frame-pointer"]
WAYS = [
    [compiler, "-g", frames, *level.split()]
    for compiler, frames, level in itertools.product(["g++", "clang++"], FRAMES, ["-O2", "-O3 -flto"])
]

SHARES = {"takes_60": 60, "takes_30": 30, "takes_10": 10}
# Points. Of 4,000 samples a share of 60 % has a standard error of 0.8.
NEAR = 3
MOST_RUNS = 5
LONG_ENOUGH = "-f 1 -wi 1 -i 20 -r 100ms"
PROFILERS = "-prof cpu:freq=1999 -prof jfr:freq=1999"

# Bytes and calls per operation, by the function and the text of the line that allocates.
ALLOCATED = {
    "makes_numbers": ("return std::vector<int>", 400, 1),
    "makes_text": ("return std::string", 201, 1),
    "inlined": ("new char[size]", 128, 2),
    "makes_duplicate": ("strdup(", 32, 1),
}
RETAINED = {name: ALLOCATED[name] for name in ("makes_numbers", "makes_text")}


def line_of(text):
    lines = (HERE / SOURCE).read_text().splitlines()
    (number,) = [number for number, line in enumerate(lines, 1) if text in line]
    return number


def is_called(name, function):
    return re.search(rf"\b{name}\b", function) is not None


class Profiles(CompiledCase):
    SOURCE, ARCHIVES, WAYS = SOURCE, ARCHIVES, WAYS

    # Where the time goes.

    def shares_in_table(self, case):
        """Percent of the time that is in a function itself, as `-prof cpu` says."""
        (table,) = [one for one in case["tare"]["hotSpots"] if one["title"] == "top functions"]
        return {
            name: sum(spot["values"][0] for spot in table["spots"] if is_called(name, spot["what"]))
            for name in SHARES
        }

    def shares_in_recording(self, case):
        """The same of the samples in a flight recording."""
        files = [file for fork in case["tare"]["forkRuns"] for file in fork.get("files", [])]
        (path,) = [file["path"] for file in files if file["path"].endswith(".jfr")]
        ran = run(TOOL, "convert", path, "--to", "collapsed", "-o", "-", cwd=self.folder)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        samples = dict(line.rsplit(" ", 1) for line in ran.stdout.splitlines())
        total = sum(map(int, samples.values()))
        return {
            name: 100 / total * sum(
                int(count) for stack, count in samples.items()
                if is_called(name, stack.rsplit(";", 1)[-1])
            )
            for name in SHARES
        }  # fmt: skip

    def check_shares(self, program):
        """The fewer samples a busy machine leaves a run, the more runs it takes."""
        runs = []
        for _ in range(MOST_RUNS):
            case = self.case_of(program, f"{LONG_ENOUGH} {PROFILERS}")
            runs.append((self.shares_in_table(case), self.shares_in_recording(case)))
            means = [
                {name: statistics.mean(one[name] for one in seen) for name in SHARES}
                for seen in zip(*runs)
            ]
            if all(abs(mean[name] - SHARES[name]) <= NEAR for mean in means for name in SHARES):
                return
        self.fail(f"shares by cpu and by jfr: {means}, not {SHARES}")

    def test_top_functions_and_recordings_tell_where_the_time_goes(self):
        self.for_each_program(self.check_shares)

    # Where is allocated.

    def check_sites(self, table, known):
        spots = {}
        for spot in table["spots"]:
            (name,) = [name for name in known if is_called(name, spot["what"])]
            spots[name] = (Path(spot["file"]).name, spot["line"], *spot["values"])
        self.assertEqual(table["units"], ["B/op", "#/op"])
        self.assertEqual(
            spots,
            {name: (SOURCE, line_of(text), *values) for name, (text, *values) in known.items()},
        )

    def check_bytes(self, program):
        for option in ["sites", "collapsed", "jfr"]:  # The files are of sites, too.
            case = self.case_of(program, f"-f 1 -wi 0 -i 1 -r 1ms -prof mem:{option}=true")
            tables = {table["title"]: table for table in case["tare"]["hotSpots"]}
            self.check_sites(tables["allocation sites"], ALLOCATED)
            self.check_sites(tables["retained sites"], RETAINED)

    def test_sites_have_exactly_their_bytes(self):
        self.for_each_program(self.check_bytes)


if __name__ == "__main__":
    unittest.main()
