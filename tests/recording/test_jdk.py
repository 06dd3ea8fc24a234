# SPDX-License-Identifier: Apache-2.0
"""Recordings as a real JDK reads them, and those that it makes itself as `tare convert` does."""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import jdk
from jdk import run, stacks

WRITER = os.environ["TARE_WRITE_RECORDING"]
TOOL = os.environ["TARE_TOOL"]
SANITIZED = os.environ["TARE_SANITIZED"] == "1"
# For a file of more than twice that.
MOST_KILOBYTES = 32 * 1024
# How often write_recording.cpp writes each type of event.
COUNTS = {
    "jdk.ActiveRecording": 1, "jdk.ActiveSetting": 1, "jdk.OSInformation": 1, "jdk.CPUInformation": 1,
    "jdk.JVMInformation": 1, "jdk.InitialSystemProperty": 1, "jdk.InitialEnvironmentVariable": 1,
    "jdk.NativeLibrary": 1, "tare.Benchmark": 1, "jdk.ExecutionSample": 100,
    "jdk.ObjectAllocationOutsideTLAB": 100, "jdk.ObjectAllocationInNewTLAB": 10,
    "jdk.ObjectAllocationSample": 10, "profiler.Malloc": 10, "profiler.Free": 5, "jdk.CPULoad": 10,
    "tare.Iteration": 3,
}  # fmt: skip
INNER = "bench#std::vector<int>::push_back:12:Inlined|"
DEEP = INNER + "bench#work:34:C++|libc.so.6#__libc_start_main:0:Native|"
SHALLOW = "bench#work:35:C++|"
ALLOCATING = """
public class Allocating {
    static Object[] kept = new Object[1000];
    static long busy(long rounds) { long x = 1; for (long i = 0; i < rounds; ++i) x = x * 31 + i; return x; }
    static void allocateMany() { for (int i = 0; i < 200_000; ++i) kept[i % kept.length] = new byte[1000]; }
    public static void main(String[] arguments) {
        long sum = 0;
        for (int i = 0; i < 10; ++i) { sum += busy(100_000_000L); allocateMany(); }
        System.out.println(sum);
    }
}
"""


class Folder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="recording"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)


@jdk.needed
class OurRecording(Folder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.files = [run(WRITER, cls.folder, str(fork)).strip() for fork in (0, 1)]
        cls.file = cls.files[0]
        cls.events = jdk.events(cls.file)

    def test_has_a_file_for_each_fork(self):
        self.assertEqual([pathlib.Path(file).name for file in self.files], ["case.jfr", "case-2.jfr"])
        forks = [run("jfr", "print", "--events", "tare.Benchmark", file) for file in self.files]
        for number, printed in enumerate(forks):
            self.assertIn(f"fork = {number}\n", printed)

    def test_is_summed_up_by_jfr(self):
        for file in self.files:
            counts, chunks = jdk.summary(file)
            self.assertEqual(counts, COUNTS)
            self.assertGreater(chunks, 1)

    def test_is_printed_by_jfr_with_units(self):
        text = run("jfr", "print", self.file)
        for kind in COUNTS:
            self.assertEqual(len(re.findall(rf"^{kind} {{", text, re.M)), COUNTS[kind], kind)
        for line in [
            "duration = 50.0 ms", "allocated = 2.0 kB", "jvmUser = 25.00%", "jvmSystem = 12.50%",
            "machineTotal = 50.00%", "address = 0x00001009", "allocationSize = 199 bytes",
            "tlabSize = 4.0 kB", 'state = "STATE_DEFAULT"', "nsPerOp = 50000",
            'sampledThread = "tare-1" (javaThreadId = 102)', "bench.work() line: 35", "objectClass = char[]",
        ]:  # fmt: skip
            self.assertIn(line, text)
        printed = json.loads(run("jfr", "print", "--json", self.file))
        self.assertEqual(len(printed["recording"]["events"]),
                         sum(COUNTS.values()) + len(self.events["tare.SourceFile"]))  # fmt: skip

    def test_has_labels_and_units_in_its_metadata(self):
        text = run("jfr", "metadata", self.file)
        declared = re.search(r'@Name\("tare.Iteration"\).*?\n}', text, re.S).group(0)
        for piece in ['@Label("Iteration")', "@Timespan", "@DataAmount", "long operations", "@Unsigned",
                      '@Description("One iteration of warm-up or measurement; the bytes are of measurement alone")']:  # fmt: skip
            self.assertIn(piece, declared)
        self.assertIn('@Category("Tare")', text)

    def test_holds_every_event_for_the_consumer(self):
        counts = {kind: len(events) for kind, events in self.events.items()}
        del counts["tare.SourceFile"]
        self.assertEqual(counts, COUNTS)
        samples = sorted(self.events["jdk.ExecutionSample"], key=lambda event: event["startTime"].rstrip("Z"))
        self.assertEqual(collections.Counter(event["stackTrace"] for event in samples),
                         {DEEP: 75, SHALLOW: 25})  # fmt: skip
        self.assertEqual([event["sampledThread"] for event in samples[:2]], ["tare-0/101", "tare-1/102"])
        self.assertEqual(samples[0]["startTime"], "2023-11-14T22:13:20Z")
        self.assertEqual(samples[99]["startTime"], "2023-11-14T22:13:20.099Z")
        sizes = [int(event["allocationSize"]) for event in self.events["jdk.ObjectAllocationOutsideTLAB"]]
        self.assertEqual(sorted(sizes), list(range(100, 200)))
        self.assertEqual(self.events["tare.Benchmark"][0]["parameters"], 'n=10, name="ä"')
        last = max(self.events["tare.Iteration"], key=lambda event: int(event["index"]))
        self.assertEqual(
            (last["phase"], last["operations"], last["nsPerOp"], last["allocated"], last["duration"]),
            ("measurement", "1000", "50000.0", "2048", "PT0.05S"),
        )
        one = self.events["jdk.ObjectAllocationInNewTLAB"][0]
        self.assertEqual((one["objectClass"], one["tlabSize"]), ("std::string", "4096"))
        files = {(event["method"], event["file"]) for event in self.events["tare.SourceFile"]}
        self.assertEqual(files, {("bench#std::vector<int>::push_back", "vector.h"), ("bench#work", "work.cpp")})

    def test_is_converted_to_what_the_jdk_reads_in_it(self):
        for event, weight, by in [("cpu", None, "count"), ("retained", None, "bytes")]:
            text = run(TOOL, "convert", self.file, "--to", "collapsed", "--event", event, "--by", by)
            deep = "__libc_start_main;work;std::vector<int>::push_back"
            expected = {"cpu": {deep: 75, "work": 25}, "retained": {deep: 5 * 64}}[event]
            self.assertEqual(stacks(text), expected)


@jdk.needed
class RecordingOfSites(Folder):
    def test_has_all_that_was_allocated_at_each(self):
        file = run(WRITER, self.folder, "sites").strip()
        self.assertEqual(jdk.summary(file), ({"tare.AllocationSite": 2}, 1))
        text = run("jfr", "print", file)
        for line in ["allocated = 4.0 kB", "allocations = 64", "retained = 1.0 kB", "retainedBlocks = 16"]:
            self.assertIn(line, text)
        kept = [event for event in jdk.events(file)["tare.AllocationSite"] if event["retained"] != "0"]
        expected = {"allocated": "4096", "allocations": "64", "retained": "1024", "retainedBlocks": "16"}
        self.assertEqual([{name: event[name] for name in expected} for event in kept], [expected])
        self.assertEqual(kept[0]["stackTrace"], DEEP)
        declared = re.search(r'@Name\("tare.AllocationSite"\).*?\n}', run("jfr", "metadata", file), re.S)
        self.assertEqual(declared[0].count('@DataAmount("BYTES")'), 2)


@jdk.needed
class RecordingOfAnHour(Folder):
    @unittest.skipIf(SANITIZED, "a sanitizer's own memory grows, and ten million events take it minutes")
    def test_takes_little_memory_to_write_and_to_sum_up(self):
        process = subprocess.Popen([WRITER, self.folder, "hour"], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        self.assertLess(usage.ru_maxrss, MOST_KILOBYTES)
        file = self.folder / "hour.jfr"
        self.assertGreater(file.stat().st_size, 2 * MOST_KILOBYTES * 1024)
        counts, chunks = jdk.summary(file)
        self.assertEqual(counts, {"jdk.ExecutionSample": 10_000_000})
        self.assertGreater(chunks, 10)


@jdk.needed
class RecordingOfTheJdk(Folder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.folder / "Allocating.java").write_text(ALLOCATING)

    def record(self, name, settings):
        # Not the default: heaps of one size, so that allocations are many on any machine.
        start = f"-XX:StartFlightRecording=filename={name},{settings}"
        run("java", start, "-Xmx256m", "Allocating.java", cwd=self.folder)
        return self.folder / name, jdk.events(self.folder / name)

    def check(self, file, bytes_of_events):
        """That `alloc` are those bytes, and nearly all of the method that allocates."""
        alloc = stacks(run(TOOL, "convert", file, "--to", "collapsed", "--event", "alloc"))
        self.assertEqual(sum(alloc.values()), sum(bytes_of_events))
        ours = sum(value for name, value in alloc.items() if name.endswith("Allocating.allocateMany"))
        self.assertGreater(ours, 0.8 * sum(bytes_of_events))

    def test_is_converted_with_the_settings_that_people_use(self):
        for settings in ["default", "profile"]:
            file, events = self.record(f"{settings}.jfr", f"settings={settings}")
            self.assertNotIn("jdk.ObjectAllocationInNewTLAB", events)
            self.check(file, [int(event["weight"]) for event in events["jdk.ObjectAllocationSample"]])
            cpu = stacks(run(TOOL, "convert", file, "--to", "collapsed", "--event", "cpu"))
            samples = len(events["jdk.ExecutionSample"]) + len(events["jdk.NativeMethodSample"])
            self.assertEqual(sum(cpu.values()), samples)

    def test_counts_each_allocation_once_where_two_kinds_of_events_tell_of_it(self):
        both = "jdk.ObjectAllocationInNewTLAB#enabled=true,jdk.ObjectAllocationOutsideTLAB#enabled=true"
        for sampled in ["true", "false"]:
            settings = f"settings=profile,{both},jdk.ObjectAllocationSample#enabled={sampled}"
            file, events = self.record(f"tlab-{sampled}.jfr", settings)
            self.assertEqual("jdk.ObjectAllocationSample" in events, sampled == "true")
            inside = [int(event["tlabSize"]) for event in events["jdk.ObjectAllocationInNewTLAB"]]
            outside = [int(event["allocationSize"]) for event in events["jdk.ObjectAllocationOutsideTLAB"]]
            self.check(file, inside + outside)


if __name__ == "__main__":
    unittest.main()
