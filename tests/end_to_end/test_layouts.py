#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Placements of one program, as LAYOUTS of tare_add_benchmark() builds them: the same code elsewhere."""

import json
import os
import re
import subprocess
import unittest

import program
from program import Ran

TOOL = os.environ["TARE_TOOL"]
PLACED = os.environ["TARE_PLACED"]
PLACEMENTS = [PLACED, f"{PLACED}.layout1", f"{PLACED}.layout2"]


def functions(path):
    """Addresses of the benchmarks' own functions, by name."""
    symbols = subprocess.run(["nm", path], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^([0-9a-f]+) [tTwW] (\S*(?:tare_bench_work|tare_bench_push_back)\S*)$", symbols,
                       re.MULTILINE)
    # What is never run lies apart, before all else.
    return {name: int(address, 16) for address, name in found if not name.endswith(".cold")}


class LayoutsTest(program.Case):
    def test_have_the_same_code_elsewhere(self):
        placed = [functions(path) for path in PLACEMENTS]
        self.assertGreaterEqual(len(placed[0]), 2)
        for i, one in enumerate(placed):
            self.assertEqual(one.keys(), placed[0].keys())
            for other in placed[:i]:
                self.assertTrue(all(one[name] != other[name] for name in one))

    def test_are_each_the_whole_program(self):
        lists = [Ran("-lp", program=path, cwd=self.folder).stdout.splitlines() for path in PLACEMENTS]
        for one in lists:
            self.assertEqual(sorted(one), sorted(lists[0]))

    def test_are_compared_as_one(self):
        ran = Ran("ab", PLACED, PLACED, "--layouts", "3", "--budget", "2s", "--out", "json:ab.json", "--",
                  "touch", program=TOOL, cwd=self.folder)
        self.assertEqual(ran.code, 0, ran.stdout + ran.stderr)
        report = json.loads((self.folder / "ab.json").read_text())
        self.assertEqual(report["tare"]["layouts"], 3)
        self.assertEqual(len(report["comparisons"]), 1)


if __name__ == "__main__":
    unittest.main()
