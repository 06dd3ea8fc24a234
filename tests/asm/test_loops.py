# SPDX-License-Identifier: Apache-2.0
"""Reads the assembly of loops.cpp at -O2 and -O3."""

import os
import platform
import re
import subprocess
import unittest
from pathlib import Path

COMPILER = os.environ["TARE_COMPILER"]
SOURCE = Path(__file__).with_name("loops.cpp")


class Function:
    """The instructions of a function, each `mnemonic operands`, and its labels between them."""

    def __init__(self, lines):
        self.lines = lines
        self.instructions = [line for line in lines if not line.endswith(":")]

    def has(self, pattern):
        return any(re.search(pattern, line) for line in self.instructions)

    def count(self, pattern):
        return sum(bool(re.search(pattern, line)) for line in self.instructions)

    def loop(self):
        """What lies between a label and the jump back to it; there must be one such stretch."""
        stretches = []
        for at, line in enumerate(self.lines):
            jump = re.match(r"j\w+ (\.L\w+)$", line)
            if jump and jump[1] + ":" in self.lines[:at]:
                begin = self.lines.index(jump[1] + ":")
                stretches.append([i for i in self.lines[begin:at + 1] if not i.endswith(":")])
        assert len(stretches) == 1, self.lines
        return stretches[0]


def functions(optimisation):
    """The functions of the file by their symbols."""
    command = [COMPILER, "-std=c++20", optimisation, "-S", "-o", "-", "-fcf-protection=none"]
    command += ["-I", os.environ["TARE_INCLUDE"], SOURCE]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    found, name = {}, None
    for line in text.splitlines():
        line = re.sub(r"\s+", " ", line.split("#")[0]).strip()
        if label := re.match(r"(_?\w[\w.$]*):$", line):
            name = label[1]
            found[name] = []
        elif line.startswith(".cfi_endproc"):
            name = None
        elif name and line and not (line.startswith(".") and not line.endswith(":")):
            found[name].append(line)
    return {name: Function(lines) for name, lines in found.items()}


def touches_memory(instruction):
    return "(" in instruction and not re.match(r"(lea|nop)", instruction)


@unittest.skipUnless(platform.machine() == "x86_64", "reads x86-64 only")
class Loops(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.levels = [functions(level) for level in ("-O2", "-O3")]

    def each(self, name):
        """The function of this name, or a benchmark's timed loop, at each level."""
        loop = re.compile(rf"tare_bench_{name}4body.*6repeatE")
        for found in self.levels:
            (symbol,) = [symbol for symbol in found if symbol == name or loop.search(symbol)]
            yield found[symbol]

    def test_empty_body_is_a_counted_loop_and_nothing_else(self):
        for function in self.each("empty"):
            loop = function.loop()
            self.assertLessEqual(len(loop), 3, loop)
            for instruction in loop:
                self.assertRegex(instruction, r"^(add|sub|inc|dec|cmp|test|j)", loop)
                self.assertFalse(touches_memory(instruction), loop)
            self.assertFalse(function.has(r"^call"))

    def test_returning_a_number_adds_no_store(self):
        for function in self.each("returns_int"):
            self.assertFalse(any(map(touches_memory, function.loop())), function.loop())
            self.assertTrue(any(re.match(r"mov\w* \$1,", i) for i in function.instructions))
            self.assertFalse(function.has(r"^call"))

    def test_a_returned_number_is_computed_in_each_call(self):
        for function in self.each("returns_double"):
            loop = function.loop()
            self.assertTrue(any(i.startswith("mulsd") for i in loop), loop)
            stores = [i for i in loop if re.search(r", \S*\(", i)]
            self.assertEqual(stores, [])

    def test_what_a_body_writes_is_written_in_each_call(self):
        for function in self.each("adds"):
            self.assertTrue(any(map(touches_memory, function.loop())), function.loop())

    def test_a_state_per_call_is_stepped_through_without_a_call(self):
        for function in self.each("adds_per_call"):
            self.assertTrue(any(map(touches_memory, function.loop())), function.loop())
            self.assertLessEqual(len(function.loop()), 5)
            self.assertFalse(function.has(r"^call"))

    def test_keep_keeps_what_was_computed(self):
        for function in self.each("keep_product"):
            self.assertTrue(function.has("^imul"))
            self.assertFalse(any(map(touches_memory, function.instructions)))
        for function in self.each("drop_product"):
            self.assertFalse(function.has("^imul"))
        for function in self.each("keep_quotient"):
            self.assertTrue(function.has("^divsd"))
            self.assertFalse(any(map(touches_memory, function.instructions)))
        for function in self.each("keep_pair"):
            self.assertTrue(function.has("^imul"))
            self.assertTrue(any(map(touches_memory, function.instructions)))

    def test_hide_hides_a_constant(self):
        for function in self.each("hide_one"):
            self.assertFalse(function.has(r"\$42"))
            self.assertFalse(any(map(touches_memory, function.instructions)))
        for function in self.each("show_one"):
            self.assertTrue(function.has(r"\$42"))

    def test_clobber_keeps_stores_on_both_sides(self):
        for function in self.each("store_twice"):
            self.assertEqual(function.count(r"^mov\w* \$[12], \S*global"), 2)
        for function in self.each("store_once"):
            self.assertEqual(function.count(r"^mov\w* \$[12], \S*global"), 1)


if __name__ == "__main__":
    unittest.main()
