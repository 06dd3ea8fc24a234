# SPDX-License-Identifier: Apache-2.0
"""Reads the assembly of loops.cpp at -O2 and -O3, and of a program that is optimised as a whole."""

import os
import platform
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

COMPILER = os.environ["TARE_COMPILER"]
SOURCE = Path(__file__).with_name("loops.cpp")
PROGRAM = Path(__file__).with_name("program.cpp")
COMMAND = [COMPILER, "-std=c++20", "-fcf-protection=none", "-I", os.environ["TARE_INCLUDE"]]


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


# A number into `global`, which has no name once it is linked.
STORE = r"^mov\w* \$[12], ?(\S*global|\S*\(%r\w+\))"


def functions(optimisation):
    """The functions of the file by their symbols."""
    command = [*COMMAND, optimisation, "-S", "-o", "-", SOURCE]
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


def linked_functions(optimisation):
    """The same of a program of two files with -flto, by its machine code."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program")
        # Exported, so that what only the test asks for stays in it.
        flags = [optimisation, "-flto", "-rdynamic"]
        if "clang" in COMPILER:
            flags.append("-fuse-ld=lld")
        subprocess.run([*COMMAND, *flags, "-o", program, SOURCE, PROGRAM], check=True)
        disassemble = ["objdump", "-d", "--no-show-raw-insn", program]
        text = subprocess.run(disassemble, check=True, stdout=subprocess.PIPE, text=True).stdout
    found = {}
    for block in text.split("\n\n"):
        if head := re.search(r"^[0-9a-f]+ <([^>]+)>:$", block, re.MULTILINE):
            found[head[1]] = Function(list(with_labels(block[head.end():], head[1])))
    return found


def with_labels(block, name):
    """Disassembled lines as a compiler would write them: labels where the function jumps to."""
    lines = re.findall(r"^ *([0-9a-f]+):\s+(\S.*?)\s*$", block, re.MULTILINE)
    jump = re.compile(rf"^(j\w+) +([0-9a-f]+) <{re.escape(name)}(\+0x[0-9a-f]+)?>$")
    targets = {found[2] for _, text in lines if (found := jump.match(text))}
    for address, text in lines:
        if address in targets:
            yield f".L{address}:"
        if re.match(r"(data16 |cs )*(nop|xchg %ax,%ax)", text):
            continue  # Between functions, or to align.
        text = re.sub(r"\s+", " ", jump.sub(r"\1 .L\2", text.split("#")[0])).strip()
        yield re.sub(r"\$0x([0-9a-f]+)", lambda number: f"${int(number[1], 16)}", text)


def touches_memory(instruction):
    return "(" in instruction and not re.match(r"(lea|nop)", instruction)


@unittest.skipUnless(platform.machine() == "x86_64", "reads x86-64 only")
class Loops(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.levels = [functions(level) for level in ("-O2", "-O3")]
        cls.linked = [linked_functions(level) for level in ("-O2", "-O3")]
        cls.levels += cls.linked

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

    def test_a_loop_of_the_body_stays_where_each_round_is_kept_or_hidden(self):
        for name in ("loops_itself", "sums_hidden"):
            for function in self.each(name):
                self.assertEqual(function.count(r"\$(1000|999)\b"), 1, function.lines)
                self.assertFalse(any(map(touches_memory, function.instructions)), function.lines)
        for function in self.each("folds"):
            self.assertTrue(function.has(r"\$499500\b"), function.lines)

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
            self.assertFalse(function.has(r"\$42\b"))
            self.assertFalse(any(map(touches_memory, function.instructions)))
        for function in self.each("hide_double"):
            self.assertTrue(function.has("^addsd"))
            self.assertFalse(function.has(r", \S*\("), function.lines)  # Nothing is stored.
        for function in self.each("show_one"):
            self.assertTrue(function.has(r"\$42\b"))

    def test_they_hold_over_files_that_are_optimised_together(self):
        for found in self.linked:
            self.assertTrue(found["uses_shown"].has(r"\$100\b"), found["uses_shown"].lines)
            hidden = found["uses_hidden"]
            self.assertFalse(hidden.has(r"\$100\b"), hidden.lines)
            self.assertTrue(hidden.has(r"\$99\b|\b0x63\("), hidden.lines)  # 41 + 58: into one another.
            products = found["keeps_products"]
            self.assertFalse(products.has("^call"), products.lines)
            self.assertEqual(products.count("^imul"), 1, products.lines)

    def test_clobber_keeps_stores_on_both_sides(self):
        for function in self.each("store_twice"):
            self.assertEqual(function.count(STORE), 2, function.lines)
        for function in self.each("keep_pointer"):
            self.assertEqual(function.count(r"^mov\w* \$[12], ?\("), 2, function.lines)
        for function in self.each("store_once"):
            self.assertEqual(function.count(STORE), 1, function.lines)


if __name__ == "__main__":
    unittest.main()
