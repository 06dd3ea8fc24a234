# SPDX-License-Identifier: Apache-2.0
"""Benchmarks that crash, hang and fail among good ones."""

import json
import unittest

import program

# What each comes to, and the reason that must be told.
BAD = {
    "segfault": ("crashed", "killed by signal 11 (Segmentation fault) before it was done"),
    "abort": (
        "crashed",
        "killed by signal 6 (Aborted) before it was done: something in it called abort(), or an "
        "exception was caught by nobody",
    ),
    "exit": ("crashed", "exited with code 0 before it was done: something in it called exit()"),
    "throws": ("failed", "threw std::runtime_error: out of luck"),
    "hang": ("timeout", "an iteration took longer than 0.2 s (-to)"),
    "fail": ("failed", "the answer is wrong"),
    "skip": ("skipped", "no such device here"),
}
GOOD = ["good_before", "good_after"]


class Failures(program.Case):
    def test_good_ones_are_reported_with_figures_and_bad_ones_with_their_reason(self):
        ran = self.run_program(
            "failing", *program.QUICKLY, "-to", "200ms", "--out", "json:result.json"
        )
        self.assertEqual(ran.code, 1)
        cases = json.loads((self.folder / "result.json").read_text())
        cases = {case["benchmark"].removeprefix("failing."): case for case in cases}
        self.assertEqual(set(cases), {*BAD, *GOOD})
        for name in GOOD:
            self.assertEqual(cases[name]["tare"]["outcome"], "ok")
            self.assertGreater(cases[name]["primaryMetric"]["score"], 0)
            self.assertEqual([len(fork) for fork in cases[name]["primaryMetric"]["rawData"]], [2, 2])
            self.assertRegex(ran.stdout, rf"failing\.{name} +avgt +[0-9]+ +[0-9.]+")
        for name, (outcome, reason) in BAD.items():
            self.assertEqual(cases[name]["tare"]["outcome"], outcome)
            self.assertEqual(cases[name]["tare"]["reason"], reason)
            self.assertEqual(cases[name]["primaryMetric"]["score"], "NaN")
            self.assertEqual(cases[name]["primaryMetric"]["rawData"], [])
            self.assertRegex(ran.stdout, rf"failing\.{name} +avgt +{outcome.upper()}")
            self.assertIn(f"{outcome.upper()} failing.{name}\n  {reason}\n", ran.stdout)
        self.assertIn("| last words\n", ran.stdout)
        self.assertEqual(program.marked_processes(ran.mark), [])

    def test_skipping_alone_is_no_failure(self):
        self.assertEqual(self.run_program("failing.skip", *program.QUICKLY).code, 0)

    def test_the_run_stops_at_a_failure_if_told_to(self):
        cases = self.cases_of(
            "failing.(good|fail)", *program.QUICKLY, "-f", 50, "-foe", "true", "--seed", 1, code=1
        )
        self.assertEqual(cases["failing.fail"]["tare"]["outcome"], "failed")
        for name in GOOD:
            case = cases[f"failing.{name}"]
            self.assertFalse(case["tare"]["run"]["complete"])
            self.assertLess(len(case["primaryMetric"]["rawData"]), 50)

    def test_what_can_be_caught_is_caught_in_process_too(self):
        cases = self.cases_of("failing.(good|fail|throws|skip)", *program.QUICKLY, "-f", 0, code=1)
        for name in ("fail", "throws", "skip"):
            outcome, reason = BAD[name]
            self.assertEqual(cases[f"failing.{name}"]["tare"]["outcome"], outcome)
            self.assertEqual(cases[f"failing.{name}"]["tare"]["reason"], reason)
        for name in GOOD:
            self.assertEqual(cases[f"failing.{name}"]["tare"]["outcome"], "ok")

    def test_an_exit_in_process_is_no_success(self):
        ran = self.run_program(
            "failing.(good_before|exit)", *program.QUICKLY, "-f", 0, "--seed", 5, "--out", "json:r"
        )
        self.assertEqual(ran.code, 1)
        self.assertIn("failing.exit called exit(), which ends the whole run", ran.stderr)
        for case in json.loads((self.folder / "r").read_text()):
            self.assertFalse(case["tare"]["run"]["complete"])


if __name__ == "__main__":
    unittest.main()
