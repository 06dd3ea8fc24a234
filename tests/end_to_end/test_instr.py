#!/usr/bin/python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Instructions per operation, by a real valgrind: the same figures in every run, and what happens
where there can be none."""

import json
import os
import platform
import shutil
import signal
import unittest
from pathlib import Path

import program

TOOL = os.environ["TARE_TOOL"]
# What is timed does not matter here.
WITHOUT_TIME = "-prof instr -f 1 -wi 0 -i 1 -r 1ms".split()
LABEL = "instr"


def tool(*words, **options):
    return program.Ran(*words, program=TOOL, **options)


class Instructions(program.Case):
    @classmethod
    def setUpClass(cls):
        known = program.Ran("-lprof").stdout.split("instr: ")[1].splitlines()[1].strip()
        if known != "works here":
            raise unittest.SkipTest(f"-prof instr: {known}")

    def counted(self, *patterns, **options):
        """The figure of each case of a run, with its error."""
        ran = self.run_program(*patterns, *WITHOUT_TIME, "--out", "json:result.json", **options)
        self.assertEqual(ran.code, 0, ran.stdout + ran.stderr)
        found = {}
        for case in json.loads((self.folder / "result.json").read_text()):
            name = " ".join([case["benchmark"], *case.get("params", {}).values()])
            metric = case["secondaryMetrics"][LABEL]
            self.assertEqual(metric["scoreUnit"], "#/op")
            found[name] = metric["score"], metric["scoreError"]
        return found


class Exact(Instructions):
    WORKLOADS = "loop|strings|lookups|sorts_its_own|by_stack_address"

    def test_every_run_counts_the_same(self):
        first = self.counted(self.WORKLOADS, "-t", 1)
        self.assertEqual(len(first), 6)
        self.assertEqual({name: error for name, (_, error) in first.items() if error != 0}, {})
        # A loop that is one percent longer takes one percent more.
        long, short = first.pop("instr.loop 101000")[0], first["instr.loop 100000"][0]
        self.assertEqual(round(100 * (long / short - 1), 1), 1.0)
        # As many for each turn as the loop has, whatever surrounds it.
        self.assertEqual((long - short) % 1000, 0)
        again = [self.WORKLOADS, "-p", "turns=100000"]
        self.assertEqual(self.counted(*again, environment={"FILLER": "x" * 1237}), first)
        # Where the program is, and what surrounds it, is none of an operation's business.
        elsewhere = self.folder / "a folder with a name that is longer" / "program"
        elsewhere.parent.mkdir()
        shutil.copy(program.PROGRAM, elsewhere)
        self.assertEqual(self.counted(*again, "-t", 2, program=elsewhere), first)

    def test_real_suites_count_the_same_in_every_run(self):
        for suite, words in {
            "TARE_BENCH_CONJURE": ["deserialize", "-p", "json=TEN", "-p", "mapImpl=NORMAL"],
            "TARE_BENCH_RECORDS": ["records.serialize", "-p", "kind=classes", "-p", "length=10"],
        }.items():
            runs = [self.counted(*words, program=os.environ[suite]) for _ in range(3)]
            (figure,) = runs[0].values()
            self.assertGreater(figure[0], 1000)
            self.assertEqual(figure[1], 0)
            self.assertEqual(runs, [runs[0]] * 3)

    def test_threads_that_an_operation_starts_are_counted_too(self):
        # A turn of its loop takes two instructions at least.
        self.assertGreater(self.counted("starts_a_thread")["instr.starts_a_thread"][0], 200_000)


class Gates(Instructions):
    def saved(self, name, turns):
        words = ["instr.loop", "-p", f"turns={turns}", *WITHOUT_TIME, "--out", f"json:{name}"]
        ran = self.run_program(*words)
        self.assertEqual(ran.code, 0, ran.stderr)
        # The same case, of a program in which it takes longer.
        text = (self.folder / name).read_text()
        (self.folder / name).write_text(text.replace(f'"{turns}"', '"turns"'))

    def compare(self, candidate, gate):
        words = ["compare", "before.json", candidate, "--metric", LABEL, "--gate", gate]
        return tool(*words, cwd=self.folder)

    def test_one_instruction_more_fails_a_gate_and_the_same_passes(self):
        self.saved("before.json", 1000)
        self.saved("after.json", 1001)
        ran = self.compare("after.json", "instr>0")
        self.assertEqual(ran.code, 3, ran.stdout + ran.stderr)
        self.assertRegex(ran.stdout, r"instr.loop \(turns = turns\):instr .* exact +more +any")
        self.assertEqual(self.compare("after.json", "instr>1%").code, 0)
        shutil.copy(self.folder / "before.json", self.folder / "copy.json")
        ran = self.compare("copy.json", "instr>0")
        self.assertEqual(ran.code, 0, ran.stdout + ran.stderr)
        self.assertRegex(ran.stdout, r"instr.loop \(turns = turns\):instr .* exact +same")

    def test_ab_gates_instructions_too(self):
        words = "--gate instr>0 --metric instr -- instr.loop -p turns=1000 -prof instr".split()
        ran = tool("ab", program.PROGRAM, program.PROGRAM, *words, cwd=self.folder)
        self.assertEqual(ran.code, 0, ran.stdout + ran.stderr)
        self.assertRegex(ran.stdout, r"instr.loop \(turns = .*\):instr .* exact +same")


class Unfit(Instructions):
    def test_what_is_not_the_same_in_each_fork_is_said_to_be_so(self):
        ran = self.run_program("by_time", *WITHOUT_TIME)
        self.assertEqual(ran.code, 0, ran.stderr)
        self.assertIn("nondeterministic", ran.stdout)
        self.assertIn("in one fork and", ran.stdout)

    def test_groups_are_not_counted(self):
        ran = self.run_program("instr.group", *WITHOUT_TIME)
        self.assertEqual(ran.code, 0, ran.stderr)
        self.assertNotIn("#/op", ran.stdout)

    def test_forks_that_take_too_long_are_said_to_be_valgrinds(self):
        ran = self.run_program("hangs_when_counted", *WITHOUT_TIME, "-to", "2s")
        self.assertEqual(ran.code, 1)
        self.assertIn("an iteration took longer than 2 s (-to); it was started by valgrind", ran.stdout)

    def test_an_instruction_that_is_not_known_is_told_of(self):
        ran = self.run_program("needs_avx_512_when_counted", *WITHOUT_TIME)
        self.assertEqual(ran.code, 1)
        self.assertIn("killed by signal 4 (Illegal instruction)", ran.stdout)
        self.assertIn("which knows none of AVX-512; it was started by valgrind", ran.stdout)
        if platform.machine() == "x86_64":
            self.assertIn("Unrecognised instruction at address", ran.stdout)

    def test_it_cannot_be_without_forks(self):
        ran = self.run_program("strings", *WITHOUT_TIME, "-f", 0)
        self.assertEqual(ran.code, 1)
        self.assertIn("not with -f 0", ran.stdout)


class Gone(Instructions):
    def test_nothing_outlives_the_run(self):
        for how in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            process = program.started("hangs_when_counted", *WITHOUT_TIME, cwd=self.folder)
            self.addCleanup(process.communicate)
            self.addCleanup(process.kill)
            up = program.soon(lambda: any("callgrind" in name for name in self.names(process.mark)))
            self.assertTrue(up, "valgrind did not come up")
            os.kill(process.pid, how)
            self.assertEqual(process.wait(program.FAR_TOO_LONG), -how)
            gone = program.soon(lambda: not program.marked_processes(process.mark))
            self.assertTrue(gone, how)
        self.assertEqual(list(self.folder.iterdir()), [], "valgrind left files")

    @staticmethod
    def names(mark):
        names = []
        for process in program.marked_processes(mark):
            try:
                names.append((Path("/proc") / str(process) / "exe").resolve().name)
            except OSError:
                pass
        return names


class Missing(program.Case):
    def test_a_machine_without_valgrind_is_told_what_to_install(self):
        (self.folder / "bin").mkdir()
        ran = self.run_program("strings", *WITHOUT_TIME, environment={"PATH": self.folder / "bin"})
        self.assertEqual(ran.code, 2)
        self.assertRegex(ran.stderr, "-prof instr cannot work here: .*; to enable it: ")


if __name__ == "__main__":
    unittest.main()
