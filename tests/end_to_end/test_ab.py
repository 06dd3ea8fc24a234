#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`tare ab` and `tare noise` on real programs: what they say, and what they leave behind."""

import json
import os
import signal
import subprocess
import unittest
from pathlib import Path

import program
from program import PROGRAM, Ran, marked_processes, soon, started

TOOL = os.environ["TARE_TOOL"]
FORK = "--tare-fork"


def has_fork(process):
    """Whether it has begun to measure: before that it asks programs for their cases."""
    try:
        lines = [Path(f"/proc/{one}/cmdline").read_bytes() for one in marked_processes(process.mark)]
    except OSError:
        return False
    return any(FORK.encode() in line for line in lines)


class AbTest(program.Case):
    def ab(self, *words, **options):
        return Ran("ab", *words, program=TOOL, cwd=self.folder, **options)

    def report(self):
        return json.loads((self.folder / "ab.json").read_text())

    def test_a_program_is_compared_with_itself(self):
        ran = self.ab(PROGRAM, PROGRAM, "--budget", "2s", "--out", "json:ab.json", "--", "push_back",
                      "-prof", "mem")
        self.assertEqual(ran.code, 0, ran.stdout + ran.stderr)
        report = self.report()
        self.assertTrue(report["tare"]["interleaved"])
        by_metric = {one["metric"]: one for one in report["comparisons"]}
        self.assertGreaterEqual(by_metric["primary"]["pairs"], 1)
        self.assertEqual(by_metric["mem.alloc.count.norm"]["verdict"], "same")
        self.assertEqual(by_metric["mem.alloc.count.norm"]["ratio"], 1)
        self.assertNotIn("few-forks", ran.stdout)

    def test_each_of_several_is_compared_with_the_first(self):
        self.ab(PROGRAM, PROGRAM, PROGRAM, "--budget", "1s", "--out", "json:ab.json", "--", "touch")
        self.assertEqual(len(self.report()["comparisons"]), 2)

    def test_what_fails_yields_no_ratio(self):
        ran = self.ab(PROGRAM, PROGRAM, "--budget", "1s", "--out", "json:ab.json", "--gate", "time>2%",
                      "--no-noise", "--", "segfault")
        report = self.report()
        self.assertEqual(report["comparisons"], [])
        self.assertTrue(report["tare"]["unpaired"])
        self.assertEqual(ran.code, 3, ran.stdout + ran.stderr)

    def test_a_case_that_one_side_lacks_is_told(self):
        ran = self.ab(PROGRAM, os.environ["TARE_OTHER_PROGRAM"], "--budget", "1s", "--out", "json:ab.json")
        self.assertEqual(self.report()["comparisons"], [])
        self.assertEqual(ran.code, 1, ran.stdout + ran.stderr)
        self.assertIn("there is no such case", ran.stdout)

    def test_wrong_use_is_said_in_a_line(self):
        wrong = {
            (): "two programs are needed",
            (PROGRAM,): "two programs are needed",
            (PROGRAM, PROGRAM, "--budget", "soon"): "--budget",
            (PROGRAM, PROGRAM, "--gate", "time"): "time",
            (PROGRAM, "/no/such/program"): "/no/such/program",
            (PROGRAM, __file__): "no program that can be run",
            (PROGRAM, "/bin/true"): "is it a benchmark program",
            (PROGRAM, PROGRAM, "--layouts", "2"): ".layout1",
            (PROGRAM, PROGRAM, "--", "no.such.case"): "no.such.case",
            (PROGRAM, PROGRAM, "--rev", "HEAD"): "not both",
            ("--rev", "HEAD", "--rev", "HEAD~1"): "--build",
            (PROGRAM, PROGRAM, "--build", "make"): "--rev",
        }
        for words, what in wrong.items():
            with self.subTest(words=words):
                ran = self.ab(*words)
                self.assertEqual(ran.code, 2, ran.stdout + ran.stderr)
                self.assertIn(what, ran.stderr)

    def test_interrupted_it_keeps_what_it_has_and_leaves_nobody(self):
        process = started("ab", PROGRAM, PROGRAM, "--out", "json:ab.json", "--", "touch", program=TOOL,
                          cwd=self.folder)
        self.assertTrue(soon(lambda: has_fork(process)))
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=program.FAR_TOO_LONG)
        self.assertEqual(process.returncode, -signal.SIGINT, stdout + stderr)
        self.assertTrue(soon(lambda: not marked_processes(process.mark)))
        self.assertFalse(self.report()["tare"]["complete"])

    def test_says_that_nobody_could_be_told(self):
        words = (PROGRAM, PROGRAM, "--budget", "100ms", "--out", "json:ab.json", "--", "touch")
        with open("/dev/full", "w", encoding="utf-8") as full:
            ran = self.ab(*words, stdout=full)
        self.assertEqual(ran.code, 1)
        self.assertIn("cannot write to standard output", ran.stderr)
        self.assertTrue(self.report()["comparisons"])

    def test_does_without_standard_streams(self):
        closed = subprocess.run(
            ["sh", "-c", 'exec "$0" ab no such >&- 2>&-', TOOL], cwd=self.folder, check=False)
        self.assertEqual(closed.returncode, 2)

    def test_keeps_what_was_timed_where_profilers_fail(self):
        script = self.folder / "fails-to-profile"
        script.write_text(f'#!/bin/sh\ncase " $* " in *" 1ms "*) exit 5;; esac\nexec "{PROGRAM}" "$@"\n')
        script.chmod(0o755)
        ran = self.ab(PROGRAM, script, "--budget", "100ms", "--out", "json:ab.json", "--", "touch", "-prof", "mem")
        self.assertEqual(ran.code, 2)
        self.assertIn("it exited with 5", ran.stderr)
        self.assertIn("touch", ran.stdout)
        self.assertFalse(self.report()["tare"]["complete"])

    def test_killed_it_leaves_nobody(self):
        process = started("ab", PROGRAM, PROGRAM, "--budget", "60s", "--", "touch", program=TOOL,
                          cwd=self.folder)
        self.assertTrue(soon(lambda: len(marked_processes(process.mark)) > 1))
        process.kill()
        process.communicate(timeout=program.FAR_TOO_LONG)
        self.assertTrue(soon(lambda: not marked_processes(process.mark)))


class NoiseTest(program.Case):
    def test_tells_the_floor_and_what_is_noisy(self):
        ran = Ran("noise", "--budget", "1s", program=TOOL, cwd=self.folder)
        self.assertIn(ran.code, (0, 1), ran.stderr)
        for workload in ("noise.alu", "noise.map", "noise.vector"):
            self.assertIn(workload, ran.stdout)
        self.assertIn("can be told", ran.stdout.replace("to be told", "can be told"))

    def test_wrong_use_is_said_in_a_line(self):
        ran = Ran("noise", "--budget", "x", program=TOOL, cwd=self.folder)
        self.assertEqual(ran.code, 2)
        self.assertIn("--budget", ran.stderr)


if __name__ == "__main__":
    unittest.main()
