#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What `-prof perfasm` says of divide.bench.cpp, whose hottest instruction is known, however it is
compiled.

    tests/end_to_end/test_perfasm.py

TARE_ARCHIVES are BUILD/src/libtare_main.a and BUILD/src/libtare.a.
"""

import itertools
import os
import re
import shutil
import unittest
from pathlib import Path

from compiled import CompiledCase
from test_exactness import HERE, run

ARCHIVES = os.environ["TARE_ARCHIVES"].split(":")

SOURCE = "divide.bench.cpp"
WAYS = [
    [compiler, "-g1", *level.split()]
    for compiler, level in itertools.product(["g++", "clang++"], ["-O2", "-O3 -flto"])
]
SHORT = "-f 1 -wi 1 -i 10 -r 100ms"

INSTRUCTION = re.compile(r"^ *(?:(?P<share>[0-9.]+) %)? +(?P<address>[0-9a-f]+) [╭│╰⟲ ]* ?(?P<text>\w.*)$")


def lines_of_loop():
    lines = (HERE / SOURCE).read_text().splitlines()
    (first,) = [number for number, line in enumerate(lines, 1) if "for (" in line]
    return range(first, first + 2)


def instructions_in(listing):
    """Share and text of each instruction of the first region."""
    region = listing.split("\nRegion 1: ")[1].split("\n\nRegion")[0]
    found = map(INSTRUCTION.match, region.splitlines()[1:])
    return [(float(one["share"] or 0), one["text"]) for one in found if one]


def at_division(instructions):
    """Percent at divisions, and at what comes next: there a sample stands that was of a division."""
    texts = [""] + [text for _, text in instructions]
    return sum(
        share
        for (share, text), before in zip(instructions, texts)
        if text.startswith("div") or before.startswith("div")
    )


class Perfasm(CompiledCase):
    SOURCE, ARCHIVES, WAYS = SOURCE, ARCHIVES, WAYS

    def setUp(self):
        if shutil.which("objdump") is None:
            self.skipTest("no objdump")

    def listing_of(self, case):
        (file,) = [file for fork in case["forkRuns"] for file in fork.get("files", [])]
        return (self.folder / file["path"]).read_text()

    def check_division(self, program):
        case = self.case_of(program, f"{SHORT} -prof perfasm")["tare"]
        regions, instructions = case["hotSpots"]
        self.assertEqual(regions["title"], "hottest regions")
        hottest = regions["spots"][0]
        self.assertIn("divides::remains(", hottest["what"])
        self.assertGreater(hottest["values"][0], 90)
        self.assertEqual(Path(hottest["file"]).name, SOURCE)
        self.assertIn(hottest["line"], lines_of_loop())
        self.assertTrue(any(" div " in spot["what"] for spot in instructions["spots"]))

        listing = self.listing_of(case)
        self.assertGreater(at_division(instructions_in(listing)), 60, listing)
        self.assertIn("╰ j", listing)
        self.assertIn("(skid)", listing)

    def test_the_division_is_the_hottest_instruction(self):
        self.for_each_program(self.check_division)

    def test_timers_serve_as_well(self):
        def check(program):
            case = self.case_of(program, f"{SHORT} -prof perfasm:engine=timer;intelSyntax=true")["tare"]
            self.assertIn("divides::remains(", case["hotSpots"][0]["spots"][0]["what"])
            listing = self.listing_of(case)
            self.assertIn("engine timer", listing)
            self.assertNotIn("%e", listing)

        self.for_each_program(check)

    def test_without_objdump_nothing_is_run(self):
        def check(program):
            ran = run(program, "-prof", "perfasm", env={"PATH": "/no/such/folder"}, cwd=self.folder)
            self.assertEqual(ran.returncode, 2)
            self.assertIn("there is no program objdump in PATH", ran.stderr)
            self.assertIn("apt install binutils", ran.stderr)

        self.for_each_program(check)


if __name__ == "__main__":
    unittest.main()
