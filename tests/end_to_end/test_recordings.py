# SPDX-License-Identifier: Apache-2.0
"""What `-prof jfr` leaves of recordings.bench.cpp: whole files that a real JDK reads, or none."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import jdk
import program

TOOL = os.environ["TARE_TOOL"]
BRIEFLY = "-f 1 -wi 1 -i 2 -w 1ms -r 10ms -v SILENT".split()
INTERVAL = 1 << 16
# Bytes of an operation, and the part of them in blocks of an interval or more.
BYTES = {"recorded.small": (1000, 0), "recorded.large": (100_300, 100_000)}
# Of what an operation of `small` allocates.
SHARES = {"allocates_600": 0.6, "allocates_300": 0.3, "allocates_100": 0.1}
ALWAYS = {
    "jdk.ActiveRecording", "jdk.ActiveSetting", "jdk.OSInformation", "jdk.CPUInformation",
    "jdk.JVMInformation", "jdk.NativeLibrary", "jdk.CPULoad", "jdk.ExecutionSample",
    "jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationSample", "tare.Benchmark", "tare.Iteration",
}  # fmt: skip


def numbers(events, field):
    return [int(event[field]) for event in events]


def measured(events):
    return [event for event in events["tare.Iteration"] if event["phase"] == "measurement"]


@jdk.needed
class Recordings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        words = [*BRIEFLY, "-prof", "mem", "-prof", "jfr:forks=2", "--out", "json:-"]
        ran = program.Ran("small|large", *words, cwd=cls.folder)
        assert ran.code == 0, ran.stderr
        cls.cases = {case["benchmark"]: case for case in json.loads(ran.stdout)}
        # Names of cases, with what is in their two files.
        cls.files = {name: cls.files_of(case) for name, case in cls.cases.items()}
        cls.events = {
            name: [jdk.events(file) for file in files] for name, files in cls.files.items()
        }

    @classmethod
    def files_of(cls, case):
        files = [file for fork in case["tare"]["forkRuns"] for file in fork.get("files", [])]
        return [cls.folder / file["path"] for file in files]

    def each(self):
        for name, files in self.files.items():
            for number, file in enumerate(files):
                yield name, number, file, self.events[name][number]

    def test_each_fork_has_a_file_of_its_own_name(self):
        names = sorted(path.name for path in (self.folder / "tare-profiles").iterdir())
        expected = [f"{case}-jfr-{fork}.jfr" for case in BYTES for fork in (1, 2)]
        self.assertEqual(names, sorted(expected))
        for name, number, _, events in self.each():
            (benchmark,) = events["tare.Benchmark"]
            self.assertEqual((benchmark["benchmark"], benchmark["fork"]), (name, str(number + 1)))
            self.assertEqual(len(self.files[name]), 2)

    def test_each_is_summed_up_by_jfr(self):
        for name, _, file, events in self.each():
            counts, _ = jdk.summary(file)
            extra = {"jdk.ObjectAllocationOutsideTLAB"} if name == "recorded.large" else set()
            self.assertEqual(set(counts), ALWAYS | extra)
            self.assertEqual(counts, {kind: len(events[kind]) for kind in counts})

    def test_each_type_is_printed_and_described_by_jfr(self):
        for name, files in self.files.items():
            events = self.events[name][0]
            printed = jdk.run("jfr", "print", files[0])
            described = jdk.run("jfr", "metadata", files[0])
            for kind in set(events) - jdk.BOOK_KEEPING:
                shown = len(re.findall(rf"^{kind} {{", printed, re.M))
                self.assertEqual(shown, len(events[kind]), kind)
                self.assertIn(f'@Name("{kind}")', described)

    def test_settings_are_those_asked_for(self):
        for *_, events in self.each():
            settings = [(event["name"], event["value"]) for event in events["jdk.ActiveSetting"]]
            self.assertEqual(settings.count(("interval", f"{INTERVAL} B")), 3)
            self.assertEqual(settings.count(("enabled", "true")), 4)

    def test_iterations_have_their_phase_and_load(self):
        for name, _, _, events in self.each():
            iterations = events["tare.Iteration"]
            self.assertEqual(len(events["jdk.CPULoad"]), len(iterations))
            self.assertEqual(len(iterations) - len(measured(events)), 1)
            indices = sorted(numbers(measured(events), "index"))
            self.assertEqual(indices, list(range(1, len(indices) + 1)))
            for iteration in measured(events):
                self.assertEqual(iteration["benchmark"], name)
                self.assertGreater(float(iteration["nsPerOp"]), 0)
                # Exactly, but for what the harness may allocate.
                self.assertAlmostEqual(
                    int(iteration["allocated"]) / int(iteration["operations"]), BYTES[name][0],
                    delta=BYTES[name][0] / 1000,
                )  # fmt: skip

    def test_allocations_come_to_what_was_allocated(self):
        for name, _, file, events in self.each():
            allocated = sum(numbers(measured(events), "allocated"))
            operations = sum(numbers(measured(events), "operations"))
            exact = self.cases[name]["secondaryMetrics"]["mem.alloc.rate.norm"]["score"]
            self.assertEqual(exact, BYTES[name][0])
            outside = numbers(events["jdk.ObjectAllocationOutsideTLAB"], "allocationSize")
            inside = numbers(events["jdk.ObjectAllocationInNewTLAB"], "tlabSize")
            self.assertEqual(sum(outside), operations * BYTES[name][1])
            # What came after the last event is in none.
            self.assertLessEqual(sum(inside) + sum(outside), allocated)
            self.assertGreater(sum(inside) + sum(outside), allocated - 4 * INTERVAL)
            weights = numbers(events["jdk.ObjectAllocationSample"], "weight")
            self.assertEqual(sum(weights), sum(inside) + sum(outside))
            text = jdk.run(TOOL, "convert", file, "--to", "collapsed", "--event", "alloc")
            self.assertEqual(sum(jdk.stacks(text).values()), sum(weights))

    def test_sites_have_their_shares(self):
        for file, events in zip(self.files["recorded.small"], self.events["recorded.small"]):
            count = len(events["jdk.ObjectAllocationSample"])
            text = jdk.run(TOOL, "convert", file, "--to", "collapsed", "--event", "alloc")
            found = jdk.stacks(text)
            for site, share in SHARES.items():
                ours = sum(value for stack, value in found.items() if site in stack)
                # Six standard errors of a share of so many events, which weigh 1 to 2 of the mean.
                error = 6 * (share * (1 - share) * 4 / 3 / count) ** 0.5
                self.assertAlmostEqual(ours / sum(found.values()), share, delta=error)


class NoRecording(program.Case):
    def record(self, pattern, options=""):
        """The cases of a run that fails."""
        environment = {"TARE_TEST_PROFILES": str(self.folder / "tare-profiles")}
        ran = self.run_program(
            pattern, *BRIEFLY, "-prof", f"jfr{options}", "--out", "json:result.json",
            environment=environment,
        )  # fmt: skip
        self.assertEqual(ran.code, 1, ran.stdout + ran.stderr)
        return {
            case["benchmark"]: case
            for case in json.loads((self.folder / "result.json").read_text())
        }

    def files(self):
        return sorted(os.listdir(self.folder / "tare-profiles"))

    def check_kept(self, case, reason):
        self.assertGreater(case["primaryMetric"]["score"], 0)
        self.assertIn(reason, case["tare"]["reason"])
        self.assertNotIn("\n", case["tare"]["reason"])

    def test_a_fork_that_ends_too_early_leaves_nothing(self):
        for name, reason in [
            ("crashes", "killed by signal 11"), ("is_killed", "killed by signal 9")
        ]:  # fmt: skip
            cases = self.record(f"{name}$")
            self.check_kept(cases[f"recorded.{name}"], reason)
            self.assertEqual(self.files(), [])
            shutil.rmtree(self.folder / "tare-profiles")

    def test_a_folder_that_cannot_be_made_is_told(self):
        (self.folder / "file").write_text("")
        cases = self.record("small", ":dir=file/profiles")
        self.check_kept(cases["recorded.small"], "cannot make the folder file/profiles")

    def test_a_full_disk_is_told(self):
        mount = "mkdir tare-profiles && mount -t tmpfs -o size=16k none tare-profiles"
        after = "ls -A tare-profiles > left"
        words = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
        tried = subprocess.run([*words, f"{mount} && umount tare-profiles && rmdir tare-profiles"],
                               cwd=self.folder, capture_output=True, text=True)  # fmt: skip
        if tried.returncode != 0:
            self.skipTest(f"a file system of one's own is not allowed: {tried.stderr.strip()}")
        run = f'"$0" "$@"; code=$?; {after}; exit $code'
        ran = subprocess.run(
            [*words, f"{mount} && {run}", program.PROGRAM, "small", *BRIEFLY, "-prof", "jfr",
             "--out", "json:result.json"],
            cwd=self.folder, capture_output=True, text=True, timeout=100,
        )  # fmt: skip
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        (case,) = json.loads((self.folder / "result.json").read_text())
        self.check_kept(case, "cannot write the recording: No space left on device")
        self.assertEqual((self.folder / "left").read_text(), "")


if __name__ == "__main__":
    unittest.main()
