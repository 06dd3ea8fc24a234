#!/usr/bin/python3 -B
# SPDX-License-Identifier: Apache-2.0
"""`tare history` as people and their scripts call it."""

import csv
import io
import json
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOL = os.environ["TARE_TOOL"]
# Nobody's own settings, and commits that are made as of a known second.
ENVIRONMENT = {
    **os.environ,
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
    **{f"GIT_{who}_{what}": "x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


def result(name, score, unit="ns/op", mode="avgt", **more):
    """A case as JMH writes it. `more`: exact secondary figures."""

    def metric(value, error, unit):
        return {
            "score": value,
            "scoreError": error,
            "scoreConfidence": [value - error, value + error],
            "scoreUnit": unit,
            "rawData": [[value], [value]],
        }

    return {
        "benchmark": name,
        "mode": mode,
        "threads": 1,
        "forks": 2,
        "primaryMetric": metric(score, score / 100, unit),
        "secondaryMetrics": {label: metric(value, 0, "#/op") for label, value in more.items()},
    }


class HistoryTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_tool(self, *words):
        return subprocess.run(
            [TOOL, "history", *map(str, words)],
            cwd=self.folder,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def tool(self, *words):
        """What it prints where all is well."""
        ran = self.run_tool(*words)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        return ran.stdout

    def assert_refused(self, *words, line, code=2):
        ran = self.run_tool(*words)
        self.assertEqual((ran.returncode, ran.stdout), (code, ""))
        self.assertRegex(ran.stderr, line)
        self.assertEqual(ran.stderr.count("\n"), 1, ran.stderr)

    def write(self, *cases, name="r.json"):
        (self.folder / name).write_text(json.dumps(cases))
        return name

    def add(self, revision, *cases, machine="box"):
        self.tool("add", self.write(*cases), "--revision", revision, "--machine", machine)

    def rows(self, *words):
        return list(csv.DictReader(io.StringIO(self.tool("export", *words))))

    def git(self, *words, second=None):
        dates = {f"GIT_{who}_DATE": f"{second} +0000" for who in ("AUTHOR", "COMMITTER") if second}
        return subprocess.run(
            ["git", *words],
            cwd=self.folder,
            env={**ENVIRONMENT, **dates},
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()

    def commit(self, text, second):
        (self.folder / "code").write_text(text)
        self.git("add", "code")
        self.git("commit", "-qm", text, second=second)
        return self.git("rev-parse", "HEAD")


class Add(HistoryTest):
    def revisions(self):
        return [row["revision"] for row in self.rows()]

    def test_files_results_under_the_commit_that_is_checked_out(self):
        self.git("init", "-q")
        new = self.commit("new", 1_800_000_000)
        said = self.tool("add", self.write(result("parse", 1)))
        self.assertEqual(said, f"added 1 case of r.json as revision {new[:12]}, on unknown\n")
        self.assertEqual([(r["revision"], r["committed"]) for r in self.rows()], [(new, "1800000000")])

    def test_marks_a_tree_that_was_changed(self):
        self.git("init", "-q")
        commit = self.commit("old", 1_700_000_000)
        self.tool("add", self.write(result("parse", 1)))  # A file that git does not know.
        (self.folder / "code").write_text("changed")
        self.tool("add", "r.json")
        self.assertEqual(self.revisions(), [commit, commit + "-dirty"])
        self.assertEqual(self.rows()[1]["committed"], "")

    def test_resolves_names_that_git_knows(self):
        self.git("init", "-q")
        old = self.commit("old", 1_700_000_000)
        new = self.commit("new", 1_700_000_001)
        self.git("tag", "v1", old)
        for name in (new[:7], "HEAD~1", "v1"):
            self.add(name, result("parse", 1))
        self.assertEqual(self.revisions(), [old, old, new])

    def test_keeps_names_that_git_does_not_know(self):
        self.git("init", "-q")
        commit = self.commit("old", 1_700_000_000)
        for name in ("build 7, \"nightly\"\n🎈", commit[:6], "-x"):
            self.tool("add", self.write(result("parse", 1)), f"--revision={name}")
        self.assertEqual(self.revisions(), ["build 7, \"nightly\"\n🎈", commit[:6], "-x"])

    def test_wants_a_revision_where_there_is_no_commit(self):
        self.write(result("parse", 1))
        self.assert_refused("add", "r.json", line="no git repository .* --revision")
        self.git("init", "-q")
        self.assert_refused("add", "r.json", line="no git repository with a commit")
        self.assert_refused("add", "r.json", "--revision", "", line="must have a name")

    def test_adds_all_files_or_none(self):
        self.write(result("parse", 1), name="good.json")
        (self.folder / "bad.json").write_text("[{]")
        (self.folder / "empty.json").write_text("[]")
        for bad, line in [
            ("bad.json", "bad.json: "),
            ("none.json", "none.json: No such file"),
            ("empty.json", "empty.json: there are no results"),
        ]:
            self.assert_refused("add", "good.json", bad, "--revision=a", line=line)
        self.assert_refused("add", "--revision=a", line="which results")
        self.assert_refused("add", "good.json", "--machine", "", line="must have a name")

        self.assertFalse((self.folder / ".tare").exists())

    def test_reads_google_benchmark(self):
        run = {"name": "BM_x/8", "run_name": "BM_x/8", "run_type": "iteration", "iterations": 5}
        run |= {"repetitions": 1, "repetition_index": 0, "threads": 1, "real_time": 1.5}
        run |= {"cpu_time": 1.4, "time_unit": "us"}
        (self.folder / "g.json").write_text(json.dumps({"context": {}, "benchmarks": [run]}))
        self.tool("add", "g.json", "--revision=a")
        self.assertIn("BM_x (range0 = 8), us/op, on unknown", self.tool("show"))

    def test_loses_nothing_when_many_add_at_once(self):
        self.write(result("parse", 1))
        words = [TOOL, "history", "add", "r.json", "--machine=box"]
        running = [
            subprocess.Popen([*words, f"--revision=r{i}"], cwd=self.folder, stdout=subprocess.DEVNULL)
            for i in range(12)
        ]
        self.assertEqual([process.wait(60) for process in running], [0] * 12)
        self.assertEqual(sorted(self.revisions()), sorted(f"r{i}" for i in range(12)))


class Look(HistoryTest):
    def test_lists_what_there_is(self):
        self.add("a", result("parse", 1), result("print", 1))
        self.add("b", result("parse", 1), machine="other")
        text = self.tool("list")
        for line in ("2 revisions", "2 machines", "2 cases", "  parse     2", "  other       1"):
            self.assertIn(line, text.splitlines())

    def test_shows_blocks_and_a_table(self):
        for revision, score in [("a", 100), ("b", 100), ("c", 150)]:
            self.add(revision, result("parse", score))
        self.add("b", result("parse", 125))  # The last counts.
        lines = self.tool("show", "pars").splitlines()
        self.assertEqual(lines[:2], ["parse, ns/op, on box", "  ▁▅█  100.000 … 150.000"])
        self.assertRegex(lines[4], r"^  b .* 125.000 ± 1.250  \+25.0%        2$")
        self.assertRegex(lines[5], r"^  c .* 150.000 ± 1.500  \+20.0%        1$")
        self.assertEqual(len(lines), 6)
        self.assertIn("  ▁█  125.000", self.tool("show", "--last", 2))

    def test_shows_failures_without_a_score(self):
        self.add("a", result("parse", 100))
        failed = result("parse", 1)
        failed["primaryMetric"] |= {"score": "NaN", "scoreError": "NaN", "rawData": []}
        self.add("b", failed)
        self.add("c", result("parse", 200))
        lines = self.tool("show").splitlines()
        self.assertEqual(lines[1], "  ▁·█  100.000 … 200.000")
        self.assertRegex(lines[4], r"^  b .* NaN$")
        self.assertRegex(lines[5], r"\+100.0%$")

    def test_exports_every_figure(self):
        name = 'it\'s "quoted",\nGrüße 🎈'
        self.add("a", result(name, 1.25, **{"alloc": 3}))
        self.add("a", result(name, 2.5))
        rows = self.rows()
        self.assertEqual([(r["metric"], r["score"]) for r in rows], [("primary", "1.25"), ("primary", "2.5"), ("alloc", "3")])
        self.assertEqual({row["benchmark"] for row in rows}, {name})
        self.tool("export", "--out", "json:x.json", "--metric=alloc")
        (row,) = json.loads((self.folder / "x.json").read_text())
        self.assertEqual((row["benchmark"], row["score"], row["forks"]), (name, 3, [3, 3]))

    def test_refuses_what_makes_no_sense(self):
        self.assert_refused("list", line="history.sqlite: there is no such history")
        self.add("a", result("parse", 1))
        self.assert_refused("show", "nothing", line="nothing in the history")
        self.assert_refused("show", "--metric=x", line="nothing in the history")
        self.assert_refused("show", "(", line="not a regular expression")
        self.assert_refused("show", "--frobnicate", line="frobnicate")
        self.assert_refused("show", "--last=x", line="last")
        self.assert_refused("show", "--last=-1", line="last")
        self.assert_refused("export", "--out=xml:f", line="--out: 'xml:f'")
        self.assert_refused("export", "--out=csv:.tare/history.sqlite", line="is the history itself")
        self.assert_refused("shwo", line="did you mean 'show'")
        self.assert_refused(line="add, list, show")
        (self.folder / "text").write_text("no database, but long enough to be looked at as if it were")
        self.assert_refused("list", "--db=text", line="text: this is no history")
        self.assert_refused("add", "r.json", "--revision=a", "--db=text", line="this is no history")


class Check(HistoryTest):
    def add_series(self, scores, **more):
        """A revision for each score, in one file of the history."""
        for i, score in enumerate(scores):
            self.add(f"r{i}", result("parse", score, **more))

    def noise(self, count, level=100.0):
        source = random.Random(count)
        return [level * source.gauss(1, 0.01) for _ in range(count)]

    def test_says_no_change_of_noise(self):
        self.add_series(self.noise(20))
        self.assertEqual(
            self.tool("check", "--fail"), "parse, ns/op, on box: no change in 20 revisions\n"
        )

    def test_tells_where_a_case_became_slower(self):
        self.add_series(self.noise(12) + self.noise(12, 110))
        text = self.tool("check")
        self.assertIn("1 change in 24 revisions", text)
        self.assertRegex(
            text, r"worse by (9|10|11)\.\d%: .* between r11 \(last good\) and r12 \(first bad\)"
        )
        self.assertIn("the last change is for the worse in 1 of 1 series", text)
        self.assertEqual(self.run_tool("check", "--fail").returncode, 3)
        # What lies behind the change is none.
        self.assertIn("no change in 10 revisions", self.tool("check", "--fail", "--last=10"))

    def test_a_case_that_became_faster_again_is_fine(self):
        self.add_series(self.noise(12) + self.noise(12, 120) + self.noise(12))
        self.assertRegex(self.tool("check", "--fail"), r"(?s)2 changes .* worse by .* better by ")

    def test_knows_which_direction_is_good(self):
        for i, score in enumerate(self.noise(12) + self.noise(12, 120)):
            self.add(f"r{i}", result("parse", score, "ops/s", "thrpt"))
        self.assertRegex(self.tool("check", "--fail"), "better by")

    def test_exact_figures_change_wherever_they_differ(self):
        for i, count in enumerate([3, 3, 3, 4, 0]):
            self.add(f"r{i}", result("parse", 1, allocations=count))
        text = self.tool("check", "--metric=allocations", "--fail")
        self.assertRegex(text, r"worse by 33\.3%: 3 → 4 #/op, between r2 .* and r3 ")
        self.assertRegex(text, r"better by 100\.0%: 4 → 0 #/op, between r3 and r4\n")
        self.add("r5", result("parse", 1, allocations=1))
        ran = self.run_tool("check", "--metric=all", "--fail")
        self.assertRegex(ran.stdout, r"worse: 0 → 1 #/op, between r4 \(last good\)")
        self.assertEqual(ran.returncode, 3)


if __name__ == "__main__":
    unittest.main()
