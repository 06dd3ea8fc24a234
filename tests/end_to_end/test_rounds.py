# SPDX-License-Identifier: Apache-2.0
"""Runs that go on until they are sure, warm up others first, start cold, or fit how time grows."""

import json
import unittest

import program

SHORT = "-wi 1 -w 1ms -i 1 -r 1ms".split()


class Rounds(program.Case):
    def test_until_gives_every_case_eight_forks_at_least(self):
        for case in self.cases_of("counted", *SHORT, "--until", "99%,200ms").values():
            self.assertGreaterEqual(len(case["primaryMetric"]["rawData"]), 8)

    def test_until_says_what_it_could_not_reach(self):
        (case,) = self.cases_of("counted", *SHORT, "--until", "0.0001%,100ms").values()
        self.assertIn("until-unmet", [note["code"] for note in case["tare"]["notes"]])

    def test_until_needs_forks(self):
        ran = self.run_program("counted", "--until", "1%", "-f", "0")
        self.assertEqual(ran.code, 2)
        self.assertEqual(ran.stderr.count("\n"), 1)

    def warmed_up(self, *words):
        """Whether `touch` ran in the forks of `counted`, and what the results say."""
        mark = self.folder / "touched"
        mark.unlink(missing_ok=True)
        ran = self.run_program(
            "counted", *program.QUICKLY, "-wi", "1", "-w", "1ms", *words,
            "--out", "json:result.json", environment={"TARE_TOUCH": str(mark)},
        )
        self.assertEqual(ran.code, 0, ran.stderr)
        (case,) = json.loads((self.folder / "result.json").read_text())
        return mark.exists(), case["tare"].get("warmupMode", "INDI")

    def test_others_are_warmed_up_in_the_same_fork(self):
        self.assertEqual(self.warmed_up(), (False, "INDI"))
        self.assertEqual(self.warmed_up("-wmb", "touch"), (True, "INDI"))
        self.assertEqual(self.warmed_up("-wmb", "touch", "-wm", "BULK_INDI"), (True, "BULK_INDI"))

    def test_a_warm_up_that_fails_fails_the_fork_and_says_where(self):
        cases = self.cases_of("counted", *program.QUICKLY, *"-wi 1 -w 1ms -wmb failing.fail".split(), code=1)
        (case,) = cases.values()
        self.assertIn("in the warm-up of failing.fail", case["tare"]["reason"])

    def test_cold_is_recorded(self):
        cases = self.cases_of("counted", "--cold", *"-bm ss -f 1 -i 2".split())
        (case,) = cases.values()
        self.assertTrue(case["tare"]["cold"])
        self.assertEqual(case["tare"]["outcome"], "ok")

    def test_fit_is_in_every_case_it_was_made_of(self):
        cases = self.cases_of(
            "work", *program.QUICKLY, "--fit", "-p", "rounds=1000,2000,4000,8000,16000"
        )
        for case in cases.values():
            (fit,) = case["tare"]["fits"]
            self.assertEqual(fit["parameter"], "rounds")


if __name__ == "__main__":
    unittest.main()
