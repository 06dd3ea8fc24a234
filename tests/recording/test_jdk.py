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

WRITER = os.environ["TARE_WRITE_RECORDING"]
TOOL = os.environ["TARE_TOOL"]
HERE = pathlib.Path(__file__).parent
# How often write_recording.cpp writes each type of event.
COUNTS = {
    "jdk.ActiveRecording": 1, "jdk.ActiveSetting": 1, "jdk.OSInformation": 1, "jdk.CPUInformation": 1,
    "jdk.JVMInformation": 1, "jdk.InitialSystemProperty": 1, "jdk.InitialEnvironmentVariable": 1,
    "jdk.NativeLibrary": 1, "tare.Benchmark": 1, "jdk.ExecutionSample": 100,
    "jdk.ObjectAllocationOutsideTLAB": 100, "jdk.ObjectAllocationInNewTLAB": 10,
    "jdk.ObjectAllocationSample": 10, "profiler.Malloc": 10, "profiler.Free": 5, "jdk.CPULoad": 10,
    "tare.Iteration": 3,
}  # fmt: skip
# What describes a file, and not what happened.
BOOK_KEEPING = {"jdk.Metadata", "jdk.CheckPoint", "tare.SourceFile"}
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


def run(*words, code=0, **options):
    ran = subprocess.run(words, capture_output=True, encoding="utf-8", timeout=120, **options)
    assert ran.returncode == code, f"{words}: {ran.returncode}\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}"
    return ran.stdout


def events_of(file):
    return run("java", "-Dfile.encoding=UTF-8", HERE / "Recorded.java", file)


class Folder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="recording"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)


@unittest.skipUnless(shutil.which("java") and shutil.which("jfr"), "there is no JDK")
class OurRecording(Folder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.files = [run(WRITER, cls.folder, str(fork)).strip() for fork in (0, 1)]
        cls.file = cls.files[0]
        lines = events_of(cls.file).splitlines()
        cls.events = collections.defaultdict(list)
        for line in lines:
            kind, *fields = line.split("\t")
            cls.events[kind].append(dict(field.split("=", 1) for field in fields))

    def test_has_a_file_for_each_fork(self):
        self.assertEqual([pathlib.Path(file).name for file in self.files], ["case.jfr", "case-2.jfr"])
        forks = [run("jfr", "print", "--events", "tare.Benchmark", file) for file in self.files]
        for number, printed in enumerate(forks):
            self.assertIn(f"fork = {number}\n", printed)

    def test_is_summed_up_by_jfr(self):
        for file in self.files:
            counts = dict(re.findall(r"^ (\S+\.\S+) +(\d+)", run("jfr", "summary", file), re.M))
            kept = {name: int(count) for name, count in counts.items() if name not in BOOK_KEEPING}
            self.assertEqual(kept, COUNTS)
        self.assertGreater(int(re.search(r"Chunks: (\d+)", run("jfr", "summary", file)).group(1)), 1)

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
                      '@Description("One iteration of warm-up or measurement")']:  # fmt: skip
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


def stacks(text):
    return {name: int(value) for name, value in (line.rsplit(" ", 1) for line in text.splitlines())}


@unittest.skipUnless(shutil.which("java") and shutil.which("jfr"), "there is no JDK")
class RecordingOfTheJdk(Folder):
    def test_is_converted(self):
        (self.folder / "Allocating.java").write_text(ALLOCATING)
        # Not the default: heaps of one size, so that allocations are many on any machine.
        run("java", "-XX:StartFlightRecording=filename=jdk.jfr,settings=profile", "-Xmx256m", "Allocating.java",
            cwd=self.folder)  # fmt: skip
        file = self.folder / "jdk.jfr"
        lines = events_of(file).splitlines()
        kinds = [line.split("\t", 1)[0] for line in lines]
        cpu = run(TOOL, "convert", file, "--to", "collapsed", "--event", "cpu")
        self.assertEqual(sum(stacks(cpu).values()),
                         kinds.count("jdk.ExecutionSample") + kinds.count("jdk.NativeMethodSample"))  # fmt: skip
        alloc = stacks(run(TOOL, "convert", file, "--to", "collapsed", "--event", "alloc"))
        weights = [
            int(re.search(r"\tweight=(\d+)", line).group(1))
            for line in lines
            if line.startswith("jdk.ObjectAllocationSample\t")
        ]
        self.assertEqual(sum(alloc.values()), sum(weights))
        ours = sum(value for name, value in alloc.items() if name.endswith("Allocating.allocateMany"))
        self.assertGreater(ours, 0.8 * sum(weights))


if __name__ == "__main__":
    unittest.main()
