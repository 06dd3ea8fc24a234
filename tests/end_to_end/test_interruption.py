# SPDX-License-Identifier: Apache-2.0
"""Runs that are told to stop, and outputs that nobody takes."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

import program

# The hanging one never ends by itself; the good one may have ended or not.
SLOWLY = "ordinary.work|failing.hang -f 3 -wi 0 -i 1 -r 2ms -p rounds=10".split()


class Interrupted(program.Case):
    def started_and_hanging(self, *words, forks=1):
        process = program.started(*words, cwd=self.folder)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        # A fork has a guardian.
        up = program.soon(lambda: len(program.marked_processes(process.mark)) > 2 * forks)
        self.assertTrue(up, "no fork came up")
        return process

    def test_ends_as_shells_expect_with_no_process_left(self):
        for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            process = self.started_and_hanging("failing.hang", "-f", 1, "-wi", 0)
            os.kill(process.pid, how)
            self.assertEqual(process.wait(program.FAR_TOO_LONG), -how)
            gone = program.soon(lambda: not program.marked_processes(process.mark))
            self.assertTrue(gone, how)

    def test_keeps_what_was_measured_and_says_that_it_is_partial(self):
        words = "ordinary.typed -f 2000 -wi 0 -i 1 -r 2ms --out json:r.json -v EXTRA".split()
        process = self.started_and_hanging(*words)
        self.assertTrue(program.soon(lambda: len((self.folder / "r.json").read_text()) > 3))
        process.send_signal(signal.SIGINT)
        stdout, _ = process.communicate(timeout=program.FAR_TOO_LONG)
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertIn("stopped early", stdout)
        self.assertRegex(stdout, r"\d+ of 2000 forks were run: interrupted by SIGINT")
        for case in json.loads((self.folder / "r.json").read_text()):
            self.assertFalse(case["tare"]["run"]["complete"])
            self.assertEqual(case["tare"]["outcome"], "ok")
            self.assertGreater(case["primaryMetric"]["score"], 0)
            self.assertLess(len(case["primaryMetric"]["rawData"]), 2000)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["r.json"])

    def test_skips_what_has_not_been_measured(self):
        process = self.started_and_hanging("failing.hang", "-wi", 0, "--out", "json:r.json")
        process.send_signal(signal.SIGTERM)
        process.wait(program.FAR_TOO_LONG)
        (case,) = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(case["tare"]["outcome"], "skipped")
        self.assertEqual(case["tare"]["reason"], "interrupted by SIGTERM")

    def test_in_process_stops_before_the_next_iteration(self):
        words = "ordinary.counted -f 0 -wi 0 -i 100000 -r 1ms --out json:r.json".split()
        process = self.started_and_hanging(*words, forks=0)
        self.assertTrue(program.soon((self.folder / "r.json").exists))
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(program.FAR_TOO_LONG), -signal.SIGINT)
        (case,) = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(case["tare"]["reason"], "interrupted by SIGINT")

    def test_that_was_stopped_with_its_fork_for_longer_than_the_time_out_goes_on(self):
        words = "ordinary.counted -f 1 -wi 0 -i 1 -r 700ms -to 300ms --out json:r.json".split()
        process = self.started_and_hanging(*words)
        family = program.marked_processes(process.mark)
        for how in (signal.SIGSTOP, signal.SIGCONT):
            for one in family:
                os.kill(one, how)
            time.sleep(2.5)
        stdout, _ = process.communicate(timeout=program.FAR_TOO_LONG)
        self.assertEqual(process.returncode, 0, stdout)

    def test_ignores_what_it_was_started_to_ignore(self):
        process = program.started(
            "ordinary.counted",
            *program.QUICKLY,
            cwd=self.folder,
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
        )
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=program.FAR_TOO_LONG)
        self.assertEqual(process.returncode, 0)

    def test_at_random_moments(self):
        script = Path(__file__).with_name("interrupt.py")
        words = [sys.executable, "-B", script, program.PROGRAM, "ordinary|bytes", "--runs", "25"]
        ran = subprocess.run(words, text=True, capture_output=True, timeout=600)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)


class Outputs(program.Case):
    def test_nobody_reads_stop_the_run(self):
        ran = self.unread("ordinary.work", "-f", 100_000, "-wi", 0, "-i", 1, "-r", "1ms")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("cannot write to standard output any more: Broken pipe", ran.stderr_text)

    def test_nobody_reads_do_not_keep_others_from_being_written(self):
        ran = self.unread("ordinary.work", *program.QUICKLY, "--out", "json:r.json")
        self.assertEqual(ran.returncode, 1)
        cases = json.loads((self.folder / "r.json").read_text())
        self.assertEqual([case["tare"]["outcome"] for case in cases], ["ok", "ok"])
        self.assertTrue(all(case["tare"]["run"]["complete"] for case in cases))
        self.assertEqual(ran.stderr_text.count("\n"), 2, ran.stderr_text)

    def unread(self, *words):
        """A run whose standard output is a pipe that nobody reads."""
        reading, writing = os.pipe()
        os.close(reading)
        process = program.started(*words, cwd=self.folder, stdout=writing)
        os.close(writing)
        _, process.stderr_text = process.communicate(timeout=100)
        return process

    def test_of_which_none_is_open_do_not_keep_results_from_being_written(self):
        line = '"$0" ordinary.counted -f 1 -wi 0 -i 1 -r 1ms --out json:r.json <&- >&- 2>&-'
        ran = subprocess.run(["sh", "-c", line, program.PROGRAM], cwd=self.folder, timeout=100)
        self.assertEqual(ran.returncode, 1)
        (case,) = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(case["tare"]["outcome"], "ok")

    def test_that_are_full_are_told_of_and_the_others_written(self):
        ran = self.run_program(
            "ordinary.counted", *program.QUICKLY, "--out", "csv:/dev/full", "--out", "json:r.json"
        )
        self.assertEqual(ran.code, 1)
        self.assertIn("cannot write /dev/full: No space left on device", ran.stderr)
        self.assertIn("ordinary.counted", ran.stdout)
        self.assertEqual(len(json.loads((self.folder / "r.json").read_text())), 1)

    def test_that_outgrow_a_limit_leave_the_table_at_least(self):
        ran = self.run_program(
            "ordinary.counted",
            *program.QUICKLY,
            "--out",
            "json:r.json",
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
        )
        self.assertEqual(ran.code, 1)
        self.assertIn("cannot write r.json: File too large", ran.stderr)
        self.assertRegex(ran.stdout, r"ordinary\.counted +avgt +4 +[0-9.]+")
        self.assertNotIn(".tmp", " ".join(path.name for path in self.folder.iterdir()))

    def test_that_vanished_are_told_of(self):
        folder = self.folder / "folder"
        folder.mkdir()
        process = program.started(
            *"ordinary.counted -f 3 -wi 0 -i 1 -r 400ms --out json:folder/r.json".split(),
            cwd=self.folder,
        )
        self.assertTrue(program.soon((folder / "r.json").exists))
        shutil.rmtree(folder)
        stdout, stderr = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 1)
        self.assertIn("cannot write folder/r.json: No such file or directory", stderr)
        self.assertRegex(stdout, r"ordinary\.counted +avgt +3 +[0-9.]+")

    def test_of_two_runs_in_one_folder_are_both_there(self):
        words = ["ordinary.counted", *program.QUICKLY, "-rf", "json"]
        runs = [program.started(*words, cwd=self.folder) for _ in range(3)]
        for process in runs:
            process.communicate(timeout=100)
        names = sorted(path.name for path in self.folder.iterdir())
        self.assertEqual(names, ["tare-result-2.json", "tare-result-3.json", "tare-result.json"])
        for name in names:
            (case,) = json.loads((self.folder / name).read_text())
            self.assertTrue(case["tare"]["run"]["complete"])

    def test_of_another_run_are_refused(self):
        words = ["failing.hang", "-wi", 0, "-rff", "r.json", "-rf", "json"]
        first = program.started(*words, cwd=self.folder)
        self.addCleanup(first.communicate)
        self.addCleanup(first.kill)
        self.assertTrue(program.soon((self.folder / "r.json").exists))
        second = self.run_program("ordinary.counted", "-rff", "r.json")
        self.assertEqual(second.code, 2)
        self.assertIn("cannot write r.json: another run is writing it", second.stderr)

    def test_for_people_of_another_run_are_refused(self):
        first = program.started("failing.hang", "-wi", 0, "-o", "log", cwd=self.folder)
        self.addCleanup(first.communicate)
        self.addCleanup(first.kill)
        self.assertTrue(program.soon(lambda: (self.folder / "log").exists()))
        self.assertTrue(program.soon(lambda: "Run progress" in (self.folder / "log").read_text()))
        second = self.run_program("ordinary.counted", "-o", "log")
        self.assertEqual(second.code, 2)
        self.assertIn("-o: cannot write log: another run is writing it", second.stderr)


if __name__ == "__main__":
    unittest.main()
