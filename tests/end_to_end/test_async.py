# SPDX-License-Identifier: Apache-2.0
"""Operations in flight, as a user would run them."""

import unittest

import program


class Async(program.Case):
    def test_memory_is_that_of_the_frame_to_the_byte(self):
        if "works here" not in self.run_program("-lprof").stdout.split("mem: ")[1]:
            self.skipTest("mem does not work here")
        cases = self.cases_of("frame", *program.QUICKLY, "-prof", "mem")
        figures = {name: case["secondaryMetrics"] for name, case in cases.items()}
        frame, by_hand = figures["async.frame"], figures["async.frame_by_hand"]
        for label in ("mem.alloc.rate.norm", "mem.alloc.count.norm", "mem.peak.norm"):
            self.assertEqual(frame[label]["score"], by_hand[label]["score"], label)
            self.assertEqual(frame[label]["scoreError"], 0, label)
        self.assertEqual(frame["mem.alloc.count.norm"]["score"], 1)
        self.assertGreater(frame["mem.alloc.rate.norm"]["score"], 100)

    def test_what_never_completes_is_a_timeout(self):
        words = ["never", *program.QUICKLY, "-to", "200ms"]
        case = self.cases_of(*words, code=1)["async.never"]
        self.assertEqual(case["tare"]["outcome"], "timeout")

    def test_an_exception_fails_the_case(self):
        case = self.cases_of("throws", *program.QUICKLY, code=1)["async.throws"]
        self.assertEqual(case["tare"]["outcome"], "failed")
        self.assertIn("threw int", case["tare"]["reason"])

    def test_sources_of_values_reach_the_program(self):
        ran = self.run_program("-p", "size=@no/such")
        self.assertEqual(ran.code, 2)
        self.assertIn("-p size=@no/such: cannot read no/such", ran.stderr)


if __name__ == "__main__":
    unittest.main()
