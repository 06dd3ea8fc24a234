# SPDX-License-Identifier: Apache-2.0
"""tools/bench, with stand-ins for the suites' programs."""
import unittest

from house import HouseTest


class Bench(HouseTest):
    def suite(self, name, matches=True, exit_code=0):
        """A program that notes how it was called; -l exits 2 where nothing matches."""
        listing = 0 if matches else 2
        self.write(
            f"bin/bench-{name}",
            f'#!/bin/sh\n[ "$1" != -l ] || exit {listing}\n'
            f'printf "%s|" {name} "$@" >> calls; exit {exit_code}\n',
            executable=True,
        )

    def bench(self, *arguments, regexp=""):
        return self.run_tool("bench", "bin", *arguments, BENCH=regexp)

    def calls(self):
        path = self.root / "calls"
        return path.read_text() if path.exists() else ""

    def test_each_suite_runs_into_its_own_file(self):
        self.suite("conjure")
        self.suite("records")
        self.assert_passes(self.bench("conjure", "records"))
        conjure, records = self.calls().split("records|")
        self.assertIn("|--out|json:results/latest/conjure.json|", conjure)
        self.assertIn("|--out|json:results/latest/records.json|", records)
        self.assertTrue((self.root / "results/latest").is_dir())

    def test_options_follow_the_quick_ones_and_the_regexp_comes_whole(self):
        self.suite("conjure")
        self.assert_passes(self.bench("conjure", "--", "-f", "3", regexp="look.*|read x"))
        self.assertTrue(self.calls().endswith("|-f|3|look.*|read x|"), self.calls())

    def test_a_suite_without_a_match_is_left_out(self):
        self.suite("conjure")
        self.suite("records", matches=False)
        self.assert_passes(self.bench("conjure", "records", regexp="lookup"))
        self.assertNotIn("records", self.calls())

    def test_a_regexp_that_matches_nowhere_is_wrong_use(self):
        self.suite("conjure", matches=False)
        self.assert_fails(
            self.bench("conjure", regexp="nothing"),
            "no benchmark of conjure matches 'nothing'",
            code=2,
        )

    def test_a_failed_suite_is_told_at_the_end_and_the_others_run(self):
        self.suite("conjure", exit_code=1)
        self.suite("records")
        self.assert_fails(self.bench("conjure", "records"))
        self.assertIn("records|", self.calls())


if __name__ == "__main__":
    unittest.main()
