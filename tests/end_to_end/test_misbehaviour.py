# SPDX-License-Identifier: Apache-2.0
"""Benchmarks that do their worst, each between good ones: every one ends with an outcome, a reason
and, where one can be had, a stack; nothing of it stays; and the good ones have figures."""

import json
import os
import resource
import signal
import unittest

import program

BRIEFLY = "-f 1 -wi 0 -i 1 -r 1ms".split()

# Those that the run has time for are told by the harness as what they are: fine.
HARMLESS = """prints_50_MB prints_binary closes_standard_streams forks_a_child_that_lives_on
    forks_a_child_that_returns daemonises starts_programs leaves_threads_that_run
    changes_folder_locale_and_environment replaces_signal_handlers limits_its_files
    changes_floating_point asks_to_be_traced""".split()

UNCAUGHT = "something in it called abort(), or an exception was caught by nobody"
UNKNOWN = (
    "it came to an instruction that is made to fail (__builtin_trap), or that is not known to what runs "
    "it: an older processor, or valgrind, which knows none of AVX-512")
CLOSED = "it closed the descriptor that it speaks to the run over, which is not its own"
UNWATCHED = "killed with the process that watches over it, which something it started had killed"
KILLED = "not by the run; what usually does that is the system, when memory runs out"
SLOW = "took longer than 0.2 s (-to)"


def by_signal(number, name, cause=""):
    return f"killed by signal {number} ({name}) before it was done" + (cause and f": {cause}")


def by_exit(code):
    return f"exited with code {code} before it was done: something in it called exit()"


# Of each: the reason, a function in its stack ("": there is none), and what it printed last.
CRASHED = {
    "garbles.closes_all_descriptors": (CLOSED, "", "closing"),
    "garbles.closes_all_descriptors_and_hangs": (CLOSED, "", ""),
    "garbles.writes_to_all_descriptors": (
        "its words to the run are garbled, as when it writes to descriptors that are not its own: "
        "a frame of an impossible length", "", ""),
    "crashes.segfaults": (by_signal(11, "Segmentation fault"), "writes_to_null", "last words"),
    "crashes.segfaults_in_a_second_thread": (
        by_signal(11, "Segmentation fault"), "writes_to_null", ""),
    "crashes.overflows_its_stack": (by_signal(11, "Segmentation fault"), "recurses", ""),
    "crashes.overflows_a_second_stack": (by_signal(11, "Segmentation fault"), "recurses", ""),
    "crashes.reads_beyond_a_file": (by_signal(7, "Bus error"), "reads_beyond_a_file", ""),
    "crashes.divides_by_zero": (by_signal(8, "Floating point exception"), "divides_by_zero", ""),
    "crashes.asks_for_a_trap": (by_signal(4, "Illegal instruction", UNKNOWN), "asks_for_a_trap", ""),
    "crashes.aborts": (by_signal(6, "Aborted", UNCAUGHT), "tare_bench_aborts::body", ""),
    "crashes.throws_in_a_thread_of_its_own": (
        by_signal(6, "Aborted", UNCAUGHT), "tare_bench_throws_in_a_thread_of_its_own",
        "  what():  nobody can catch this"),
    "crashes.throws_from_a_destructor": (
        by_signal(6, "Aborted", UNCAUGHT), "ThrowsInDestructor", "  what():  nobody can catch this"),
    "crashes.crashes_with_a_handler_of_its_own": (by_exit(9), "", ""),
    "crashes.exits": (by_exit(0), "", ""),
    "crashes.exits_in_a_thread": (by_exit(5), "", ""),
    "crashes.exits_at_once": (by_exit(3), "", ""),
    "crashes.exits_quickly": (by_exit(4), "", ""),
    "crashes.kills_itself": (by_signal(9, "Killed", KILLED), "", ""),
    "crashes.kills_its_group": (by_signal(9, "Killed", KILLED), "", ""),
    "crashes.kills_its_parent": (UNWATCHED, "", ""),
    "crashes.outlives_its_parent": (UNWATCHED, "", ""),
    "crashes.stops_its_parent": (by_exit(6), "", ""),
    "crashes.writes_too_long_a_file": (
        by_signal(25, "File size limit exceeded",
                  "it wrote more to a file than its limit allows (RLIMIT_FSIZE)"), "", ""),
    "crashes.writes_to_nobody": (
        by_signal(13, "Broken pipe", "it wrote to a pipe that nobody reads"), "", ""),
    "crashes.uses_up_its_processor_time": (
        by_signal(24, "CPU time limit exceeded",
                  "it used up the processor time that its limit allows (RLIMIT_CPU)"), "", ""),
}  # fmt: skip
FAILED = {
    "throws.an_int": "threw int",
    "throws.what_is_no_exception": "threw (anonymous namespace)::NoException",
    "throws.in_a_constructor": "threw std::runtime_error: constructor",
    "throws.in_trial_set_up": "threw std::runtime_error: trial set-up",
    "throws.in_iteration_set_up": "threw std::runtime_error: iteration set-up",
    "throws.in_invocation_set_up": "threw std::runtime_error: invocation set-up",
    "throws.in_tear_down": "threw std::runtime_error: tear-down",
    "throws.in_one_thread_of_two": "threw std::runtime_error: one of two",
    "throws.for_lack_of_memory": "threw std::bad_alloc: std::bad_alloc",
}
TIMEOUT = {
    "hangs.for_ever": ("an iteration", "spins"),
    "hangs.in_its_second_thread": ("an iteration", "pauses"),
    "hangs.with_all_signals_blocked": ("an iteration", ""),
    "hangs.stopped": ("an iteration", ""),
    "hangs.with_handlers_of_its_own": ("an iteration", ""),
    "hangs.setting_an_iteration_up": ("the set-up of an iteration", "pauses"),
    "hangs.tearing_an_iteration_down": ("the tear-down of an iteration", "pauses"),
}
EXPECTED = {
    **{f"harmless.{name}": ("ok", "", "", "") for name in HARMLESS},
    **{name: ("crashed", *rest) for name, rest in CRASHED.items()},
    **{name: ("failed", reason, "", "") for name, reason in FAILED.items()},
    **{name: ("timeout", f"{what} {SLOW}", at, "") for name, (what, at) in TIMEOUT.items()},
}


def no_core_files():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Misbehaviour(program.Case):
    def run_all(self, *words):
        """The run, and its cases by name."""
        folder = {"TARE_TEST_FOLDER": str(self.folder)}
        ran = self.run_program(
            *words, "--out", "json:result.json", environment=folder, preexec_fn=no_core_files
        )
        cases = json.loads((self.folder / "result.json").read_text())
        return ran, {case["benchmark"]: case for case in cases}

    def check_good(self, case):
        self.assertEqual(case["tare"]["outcome"], "ok", case)
        self.assertGreater(case["primaryMetric"]["score"], 0)

    def check_bad(self, case, outcome, reason, at, printed):
        name = case["benchmark"]
        self.assertEqual((case["tare"]["outcome"], case["tare"]["reason"]), (outcome, reason), name)
        (fork,) = case["tare"]["forkRuns"]
        self.assertEqual(case["primaryMetric"]["rawData"], [])
        stack = fork.get("stack", [])
        self.assertEqual(bool(stack), bool(at), (name, stack))
        if at:
            self.assertTrue(any(at in line for line in stack), (name, stack))
            self.assertRegex("\n".join(stack), r"misbehaviour\.bench\.cpp:[0-9]+\)")
            self.assertFalse([line for line in stack if "tare::running" in line], name)
        if printed:
            self.assertEqual(fork["outputTail"][-1], printed, name)

    def test_is_told_as_what_it_is_and_harms_no_other(self):
        ran, cases = self.run_all(*BRIEFLY, "-e", "at_the_ends|later|survives")
        self.assertEqual((ran.code, ran.stderr), (1, ""))
        good = [name for name in cases if ".after_" in name]
        self.assertEqual(set(cases) - set(good), set(EXPECTED))
        self.assertEqual(len(good), len(EXPECTED))
        for name in good:
            self.check_good(cases[name])
        for name, expected in EXPECTED.items():
            with self.subTest(name):
                if expected[0] == "ok":
                    self.check_good(cases[name])
                    continue
                self.check_bad(cases[name], *expected)
                self.assertIn(f"{expected[0].upper()} {name}\n  {expected[1]}\n", ran.stdout)
        self.assertIn("  Where it was:\n    at where::writes_to_null() (", ran.stdout)
        self.assertNotIn("\033", ran.stdout)
        self.assertEqual(program.marked_processes(ran.mark), [])
        self.assertEqual(sorted(os.listdir(self.folder)), ["result.json", "set-ups"])

    def test_that_hangs_at_the_ends_of_a_trial_is_told_too(self):
        hanging = {"setting_the_trial_up": "set-up", "tearing_the_trial_down": "tear-down"}
        runs = {  # Both at once: the run has ten seconds of patience with each.
            name: program.started(name, *BRIEFLY, "--out", f"json:{name}.json", cwd=self.folder)
            for name in hanging
        }
        for name, what in hanging.items():
            runs[name].communicate(timeout=100)
            cases = json.loads((self.folder / f"{name}.json").read_text())
            after, bad = sorted(cases, key=lambda case: case["benchmark"])
            self.check_good(after)
            reason = f"the {what} of the trial took longer than 10.2 s (-to, and 10 s)"
            self.check_bad(bad, "timeout", reason, "pauses", "")

    def test_in_a_late_fork_leaves_the_earlier_ones(self):
        _, cases = self.run_all(*BRIEFLY, "-f", 5, "later")
        case = cases["fails_later.in_its_third_fork"]
        self.assertEqual(case["tare"]["outcome"], "crashed")
        self.assertEqual([len(fork) for fork in case["primaryMetric"]["rawData"]], [1, 1])
        outcomes = [fork["outcome"] for fork in case["tare"]["forkRuns"]]
        self.assertEqual(outcomes, ["ok", "ok", "crashed"])
        self.assertEqual((self.folder / "forks").read_text(), "here\n" * 3)
        good = cases["fails_later.after_in_its_third_fork"]
        self.assertEqual(len(good["primaryMetric"]["rawData"]), 5)

    def test_in_a_set_up_is_not_tried_again(self):
        _, cases = self.run_all(*BRIEFLY, "-f", 5, "throws.(after_)?in_trial_set_up")
        self.assertEqual((self.folder / "set-ups").read_text(), "here\n")
        self.assertEqual(len(cases["throws.in_trial_set_up"]["tare"]["forkRuns"]), 1)
        self.assertEqual(len(cases["throws.after_in_trial_set_up"]["tare"]["forkRuns"]), 5)

    def test_ends_the_run_at_once_if_told_to(self):
        ran, cases = self.run_all(*BRIEFLY, "-f", 50, "-foe", "true", "later")
        self.assertEqual(ran.code, 1)
        self.assertEqual(cases["fails_later.in_its_third_fork"]["tare"]["outcome"], "crashed")
        good = cases["fails_later.after_in_its_third_fork"]
        self.assertLess(len(good["tare"]["forkRuns"]), 50)

    def test_does_not_survive_a_run_that_is_killed(self):
        process = program.started("survives", *BRIEFLY, cwd=self.folder)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        # The run, its fork's guardian, the fork, and its daemon.
        all_up = lambda: len(program.marked_processes(process.mark)) == 4
        self.assertTrue(program.soon(all_up), "not all processes came up")
        os.kill(process.pid, signal.SIGKILL)
        none = lambda: not program.marked_processes(process.mark)
        self.assertTrue(program.soon(none), program.marked_processes(process.mark))


if __name__ == "__main__":
    unittest.main()
