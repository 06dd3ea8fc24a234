# SPDX-License-Identifier: Apache-2.0
"""Known bytes, by `-prof mem` in forks of its own and in process."""

import json
import os
import unittest

import known_bytes
import program

FORBIDS_PATCHING = os.environ["TARE_FORBIDS_PATCHING"]
QUICKLY = "-f 1 -wi 0 -i 1 -r 1ms".split()


class Memory(program.Case):
    """Tests that need `mem`, by symbol patching unless told otherwise."""

    def setUp(self):
        super().setUp()
        listed = self.run_program("-lprof").stdout.split("mem: ")[1]
        if "works here" not in listed:
            self.skipTest("mem " + listed.split("\n")[1].strip())
        self.under_sanitizer = "sanitizer" in listed.split("\n")[0]

    def skip_under_sanitizer(self):
        if self.under_sanitizer:
            self.skipTest("a sanitizer's own hooks count here")

    def notes(self, case):
        return {note["code"]: note["text"] for note in case["tare"]["notes"]}


class KnownBytes(Memory):
    def check(self, *words, profiler="mem"):
        cases = self.cases_of("^bytes", *QUICKLY, "-prof", profiler, *words)
        self.assertEqual(known_bytes.differences(cases), [])
        self.assertFalse(
            any(".retained." in label for label in cases["bytes.every_second_time"]["secondaryMetrics"])
        )

    def test_in_forks(self):
        self.check()

    def test_in_process(self):
        self.check("-f", 0)

    def test_whatever_the_threads_of_the_timed_forks(self):
        self.check("-t", 2)

    def test_through_the_preloaded_library(self):
        self.skip_under_sanitizer()
        self.check(profiler="mem:tap=preload")

    def test_are_shown_and_nothing_vanishes(self):
        text = self.run_program("^bytes", *program.QUICKLY, "-prof", "gc").stdout
        self.assertRegex(text, r"every_second_time:mem\.alloc\.count\.norm +avgt .*\b0\.500 .*#/op")
        self.assertRegex(text, r"leak:mem\.retained\.heap\.norm +avgt .*\b0 .*B/op")
        self.assertRegex(text, r"push_back:mem\.alloc\.rate\.norm +avgt .*\b8188(\.000)? .*B/op")

    def test_are_the_same_in_every_run(self):
        def figures(seed):
            cases = self.cases_of("^bytes", *QUICKLY, "-prof", "mem", "--seed", seed)
            return {
                (name, label): [metric[key] for key in ("score", "scoreError", "rawData")]
                for name, case in cases.items()
                for label, metric in case["secondaryMetrics"].items()
                # The one depends on times, the other on the state of the heap.
                if label not in ("mem.alloc.rate", "mem.retained.footprint.norm")
            }

        self.assertEqual(figures(1), figures(2))

    def test_that_depend_on_an_address_are_flagged(self):
        case = self.cases_of("by_address", *QUICKLY, "-prof", "mem")["unlike.by_address"]
        self.assertGreater(case["secondaryMetrics"]["mem.alloc.rate.norm"]["scoreError"], 0)
        self.assertIn("mem.alloc.rate.norm", self.notes(case)["nondeterministic"])


class Taps(Memory):
    def setUp(self):
        super().setUp()
        self.skip_under_sanitizer()

    def test_the_library_is_loaded_where_it_counts_and_nowhere_else(self):
        words = ["is_not_loaded", *QUICKLY, "-prof"]
        self.cases_of(*words, "mem")
        ran = self.run_program(*words, "mem:tap=preload")
        self.assertIn("the library for counting is loaded", ran.stdout)

    def test_the_library_counts_where_patching_is_forbidden(self):
        forbidding = {"LD_PRELOAD": FORBIDS_PATCHING}
        self.assertRegex(
            self.run_program("-lprof", environment=forbidding).stdout,
            "counted by a preloaded library, since the system forbids patching.*\n.*works here",
        )
        words = ["bytes.string", *QUICKLY, "--out", "json:-", "-prof"]
        ran = self.run_program(*words, "mem", environment=forbidding)
        self.assertEqual(ran.code, 0, ran.stderr)
        case = json.loads(ran.stdout)[0]
        self.assertEqual(case["secondaryMetrics"]["mem.alloc.rate.norm"]["score"], 101)
        self.assertIn("the system forbids patching", self.notes(case)["mem-tap"])
        ran = self.run_program(*words, "mem:tap=symbols", environment=forbidding)
        self.assertEqual(ran.code, 2)
        self.assertIn("the system forbids patching", ran.stderr)

    def test_the_library_needs_forks(self):
        ran = self.run_program("bytes.string", *QUICKLY, "-f", 0, "-prof", "mem:tap=preload")
        self.assertEqual(ran.code, 1)
        self.assertIn("only be where -f is 1 or more", ran.stdout)

    def test_that_there_is_not_are_refused_with_those_there_are(self):
        ran = self.run_program("-prof", "mem:tap=magic")
        self.assertEqual(ran.code, 2)
        self.assertIn("no tap 'magic'; there are: sanitizer, symbols, preload", ran.stderr)
        ran = self.run_program("-prof", "mem:tap=sanitizer")
        self.assertEqual(ran.code, 2)
        self.assertIn("not built with a sanitizer", ran.stderr)


if __name__ == "__main__":
    unittest.main()
