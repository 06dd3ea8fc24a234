#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`tare ab --flame`: what the pages hold, where they are, and what becomes of wrong wishes."""

import json
import os
import re
import unittest
from collections import Counter

import program
from program import Ran

TOOL = os.environ["TARE_TOOL"]
BEFORE = os.environ["TARE_BEFORE"]
AFTER = os.environ["TARE_AFTER"]
IS_SANITIZED = os.environ["TARE_SANITIZED"] == "1"


class AbFlamesTest(program.Case):
    def ab(self, *words):
        return Ran("ab", BEFORE, AFTER, "--budget", "100ms", *words, program=TOOL, cwd=self.folder)

    def profiles(self, name):
        """For each side what is in each function itself, per operation, by kind of value."""
        page = (self.folder / name).read_text()
        data = json.loads(re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.S)[1])
        self.assertTrue(data["difference"])
        strings, frames, calls = data["strings"], data["frames"], data["calls"]
        sides = []
        for profile in data["profiles"]:
            side = {}
            for kind, values in zip(profile["types"], profile["values"]):
                by_function = side.setdefault(kind["name"], Counter())
                for call, value in zip(profile["calls"], values):
                    while call:  # From the innermost to the benchmark.
                        name = strings[frames["function"][calls["frame"][call - 1]]]
                        by_function[name.split("(")[0]] += value / profile["operations"]
                        call = calls["parent"][call - 1]
            sides.append(side)
        return sides

    def test_allocations_that_went_and_those_that_stay(self):
        ran = self.ab("--flame", "alloc:a.html", "--flame", "retained:r.html", "--", "less")
        self.assertEqual(ran.code, 0, ran.stdout + ran.stderr)
        self.assertIn("less: flame graph of alloc: a.html\n", ran.stderr)
        before, after = self.profiles("a.html")
        for kind, one, all_before in (("alloc", 100, 500), ("allocations", 1, 2)):
            self.assertEqual(before[kind]["changed::stays"], one)
            self.assertEqual(before[kind]["changed::goes"], all_before - one)
            self.assertEqual(after[kind]["changed::stays"], one)
            self.assertNotIn("changed::goes", after[kind])
        for side in self.profiles("r.html"):
            self.assertEqual(side["retained"]["changed::stays"], 100)
            self.assertNotIn("changed::goes", side["retained"])
        self.assertCountEqual(os.listdir(self.folder), ["a.html", "r.html"])

    def test_each_case_has_a_page_where_there_are_several(self):
        ran = self.ab("--flame", "alloc:of all.html", "--out", "json:ab.json")
        self.assertEqual(ran.code, 0, ran.stdout + ran.stderr)
        self.assertIn("none: there is no flame graph of alloc, of which neither has any\n", ran.stderr)
        self.assertCountEqual(os.listdir(self.folder), ["ab.json", "of all.html"])
        if IS_SANITIZED:
            return
        ran = self.ab("--flame", "cpu:all.html")
        self.assertEqual(ran.code, 0, ran.stdout + ran.stderr)
        self.assertTrue({"all-less.html", "all-none.html"} <= set(os.listdir(self.folder)))
        self.assertNotIn("all.html", os.listdir(self.folder))
        for side in self.profiles("all-none.html"):
            self.assertGreater(sum(side["cpu"].values()), 0)

    def test_wrong_use_is_said_before_anything_runs(self):
        wrong = {
            ("--flame", "alloc"): "KIND:FILE",
            ("--flame", "alloc:"): "KIND:FILE",
            ("--flame", "aloc:a.html"): "did you mean 'alloc'",
            ("--flame", "alloc:no/such/a.html"): "no/such/a.html",
            ("--flame", "alloc:a.html", "--flame", "cpu:./a.html"): "each its own file",
        }
        for words, what in wrong.items():
            with self.subTest(words=words):
                ran = self.ab(*words)
                self.assertEqual(ran.code, 2, ran.stdout + ran.stderr)
                self.assertIn(what, ran.stderr)
                self.assertEqual(ran.stdout, "")
                self.assertEqual(os.listdir(self.folder), [])

    def test_the_comparison_is_kept_where_nothing_can_be_recorded(self):
        script = self.folder / "fails-to-record"
        script.write_text(f'#!/bin/sh\ncase " $* " in *" -prof "*" -f 1 "*) exit 5;; esac\nexec "{AFTER}" "$@"\n')
        script.chmod(0o755)
        ran = Ran("ab", BEFORE, script, "--budget", "100ms", "--flame", "alloc:a.html", "--out",
                  "json:ab.json", "--", "less", program=TOOL, cwd=self.folder)
        self.assertEqual(ran.code, 2, ran.stdout + ran.stderr)
        self.assertIn("it exited with 5", ran.stderr)
        report = json.loads((self.folder / "ab.json").read_text())
        self.assertTrue(report["comparisons"])
        self.assertNotIn("a.html", os.listdir(self.folder))


if __name__ == "__main__":
    unittest.main()
