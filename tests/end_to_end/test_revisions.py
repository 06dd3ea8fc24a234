#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`tare ab --rev`: revisions of a small project in a repository of its own, checked out, built and
compared. Changes are so great that no noise hides them."""

import json
import os
import signal
import subprocess
import unittest
from pathlib import Path

import program
from program import Ran, soon, started

TOOL = os.environ["TARE_TOOL"]
SAMPLE = Path(__file__).parent / "sample_project" / "sample.bench.cpp"
# How a program of this build is compiled and linked.
BUILD = os.environ["TARE_BUILD_SAMPLE"]
GATES = "time>20%,mem.alloc.count.norm>0"
SPARED = ["--no-noise", "--budget", "10s"]
PROFILED = ["--", "-prof", "mem"]


class RevisionsTest(program.Case):
    def setUp(self):
        super().setUp()
        self.repository = self.folder / "sample"
        self.repository.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "user.name", "A Tester")
        self.git("config", "user.email", "tester@example.com")
        (self.repository / ".gitignore").write_text("bench\n")
        self.source = self.repository / "sample.bench.cpp"
        self.source.write_text(SAMPLE.read_text())
        self.commit("begin")

    def git(self, *words):
        done = subprocess.run(["git", *words], cwd=self.repository, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
        return self.git("rev-parse", "HEAD")

    def change(self, before, after):
        text = self.source.read_text()
        self.assertIn(before, text)
        self.source.write_text(text.replace(before, after))

    def ab(self, *words, revisions=("HEAD~1", "HEAD"), build=BUILD):
        named = [word for revision in revisions for word in ("--rev", revision)]
        return Ran("ab", *named, "--build", build, "--bench", "bench", "--out", f"json:{self.folder}/ab.json",
                   *SPARED, *words, program=TOOL, cwd=self.repository)

    def verdicts(self):
        report = json.loads((self.folder / "ab.json").read_text())
        return {one["metric"]: one["verdict"] for one in report["comparisons"]}

    def assert_cleaned_up(self):
        self.assertEqual(len(self.git("worktree", "list").splitlines()), 1)
        self.assertEqual(self.git("stash", "list"), "")

    def test_a_slowdown_is_found(self):
        self.change("steps = 1000", "steps = 2000")
        self.commit("slower")
        ran = self.ab("--gate", "time>20%")
        self.assertEqual(ran.code, 3, ran.stdout + ran.stderr)
        self.assertEqual(self.verdicts()["primary"], "slower")
        self.assert_cleaned_up()

    def test_an_allocation_is_found_where_time_is_not_asked_for(self):
        self.change("keeps_copy = false", "keeps_copy = true")
        self.commit("copies")
        ran = self.ab("--gate", "mem.alloc.count.norm>0", *PROFILED)
        self.assertEqual(ran.code, 3, ran.stdout + ran.stderr)
        self.assertEqual(self.verdicts()["mem.alloc.count.norm"], "more")

    def test_a_commit_that_changes_nothing_passes(self):
        self.change("Too long", "Much too long")
        self.commit("say it better")
        ran = self.ab("--gate", GATES, *PROFILED)
        self.assertEqual(ran.code, 0, ran.stdout + ran.stderr)
        verdicts = self.verdicts()
        self.assertIn(verdicts["primary"], ("same", "unclear"))
        self.assertEqual(verdicts["mem.alloc.count.norm"], "same")
        self.assert_cleaned_up()

    def test_the_working_tree_is_taken_as_it_is(self):
        self.change("steps = 1000", "steps = more_steps")
        self.change("#include <cstdint>", '#include "steps.hpp"\n#include <cstdint>')
        (self.repository / "steps.hpp").write_text("constexpr int more_steps = 2000;\n")
        ran = self.ab("--gate", "time>20%", revisions=("HEAD", "."))
        self.assertEqual(ran.code, 3, ran.stdout + ran.stderr)
        report = json.loads((self.folder / "ab.json").read_text())
        head = self.git("rev-parse", "HEAD")
        programs = [one["revision"] for one in report["tare"]["programs"]]
        self.assertEqual(programs, [head, head + "-dirty"])
        self.assertIn("more_steps", self.source.read_text())
        self.assert_cleaned_up()

    def test_what_cannot_be_built_is_told(self):
        ran = self.ab(revisions=("HEAD", "HEAD"), build="echo no such luck; exit 7")
        self.assertEqual(ran.code, 1)
        self.assertIn("it exited with 7", ran.stderr)
        self.assertIn("no such luck", ran.stderr)
        self.assert_cleaned_up()

    def test_what_is_no_revision_is_told(self):
        ran = self.ab(revisions=("HEAD", "nonsense"))
        self.assertEqual(ran.code, 2)
        self.assertIn("'nonsense'", ran.stderr)
        self.assert_cleaned_up()

    def test_what_git_warns_of_is_no_part_of_a_revision(self):
        self.git("config", "core.autocrlf", "input")
        self.change("Too long", "Much too long")
        self.source.write_bytes(self.source.read_bytes().replace(b"\n", b"\r\n"))
        ran = self.ab(revisions=(".", "HEAD"), build="exit 7")
        self.assertIn("it exited with 7", ran.stderr)
        self.assert_cleaned_up()

    def test_within_a_hook_the_index_is_left_alone(self):
        self.change("Too long", "Much too long")
        self.git("add", "--all")
        hook = {"GIT_DIR": str(self.repository / ".git"), "GIT_INDEX_FILE": str(self.repository / ".git" / "index")}
        words = ("--rev", ".", "--rev", "HEAD", "--build", 'test "$(git rev-parse --show-toplevel)" = "$PWD" && cp -f "$SOME" bench')
        ran = Ran("ab", *words, "--bench", "bench", "--budget", "100ms", "--", "touch", program=TOOL,
                  cwd=self.repository, environment={**hook, "SOME": program.PROGRAM})
        self.assertEqual(ran.code, 0, ran.stdout + ran.stderr)
        self.assertEqual(self.git("status", "--porcelain"), "M  sample.bench.cpp")
        self.assert_cleaned_up()

    def interrupted(self, build):
        """Once there is a file `begun`."""
        begun = self.folder / "begun"
        words = ("--rev", "HEAD", "--rev", ".", "--build", build, "--bench", "bench")
        process = started("ab", *words, "--out", f"json:{self.folder}/ab.json", program=TOOL, cwd=self.repository,
                          environment={"BEGUN": str(begun)})
        self.assertTrue(soon(begun.exists))
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=program.FAR_TOO_LONG)
        self.assertEqual(process.returncode, -signal.SIGINT, stdout + stderr)
        self.assertFalse((self.folder / "ab.json").exists())
        self.assert_cleaned_up()

    def test_interrupted_while_it_builds_it_ends_by_the_signal(self):
        self.interrupted('touch "$BEGUN"; sleep 1000')

    def test_interrupted_while_it_checks_out_it_leaves_no_worktree(self):
        hook = self.repository / ".git" / "hooks" / "post-checkout"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text('#!/bin/sh\ntouch "$BEGUN"\nsleep 1000\n')
        hook.chmod(0o755)
        self.interrupted("true")


if __name__ == "__main__":
    unittest.main()
