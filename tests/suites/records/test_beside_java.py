# SPDX-License-Identifier: Apache-2.0
"""suites/records/beside_java.py with stand-ins for both sides, and the Java peer itself."""
import json
import shutil
import unittest

from house import ROOT, HouseTest

# Each call takes a microsecond more than the one before; notes what it was called for.
PEER = """#!/usr/bin/python3
import json, sys
calls = open("calls").read().count("record.")
open("calls", "a").write(sys.argv[-1] + "\\n")
print(json.dumps({"median": 1000 * (100 + calls), "allocBytesPerOp": 374494, "vm": "17"}))
"""
PROGRAM = """#!/usr/bin/python3
import json, sys
parameters = dict(word.split("=") for word in sys.argv if "=" in word)
open("calls", "a").write(" ".join(parameters.values()) + "\\n")
slow = parameters["binding"] == "perRecord"
file = next(word for word in sys.argv if word.startswith("json:"))[len("json:"):]
labels = ["mem.alloc.rate.norm", "mem.alloc.count.norm", "mem.retained.total.norm"]
json.dump([{
    "primaryMetric": {"rawData": [[1, 20, 3] if slow else [900, 2, 1]]},
    "secondaryMetrics": {label: {"score": 1000 + i} for i, label in enumerate(labels)},
    "tare": {"run": {"started": "2026-11-30T17:00:00Z", "environment": {"cpu.model": "Abacus"}}},
}], open(file, "w"))
"""


class BesideJava(HouseTest):
    def setUp(self):
        super().setUp()
        script = (ROOT / "suites/records/beside_java.py").read_text()
        self.script = self.write("suites/records/beside_java.py", script, executable=True)
        self.write("suites/peers/java/run", PEER, executable=True)
        self.write("bin/bench-records", PROGRAM, executable=True)
        self.write("calls", "")

    def tables(self, *options):
        result = self.run_tool(self.script, "bin", *options)
        self.assert_passes(result)
        return result.stdout

    def test_both_take_turns_row_by_row_in_each_round(self):
        self.tables("--forks", "2", "--lengths", "10,100")
        a_round = []
        for length in (10, 100):
            for kind, row in ("classes", "deserializeClasses"), ("records", "deserializeRecords"):
                a_round += [f"record.{row}.{length}"]
                a_round += [f"{kind} {length} {how}" for how in ("perRecord", "perStream")]
        self.assertEqual((self.root / "calls").read_text().splitlines(), 2 * a_round)

    def test_figures_are_medians_of_rounds(self):
        printed = self.tables("--forks", "3", "--lengths", "1000")
        # The peer took 100, 102, 104 for classes and 101, 103, 105 for records.
        self.assertIn("| classes | 1000 | 279.762 | 279.014 | 102.0 | 3.00 | 2.00 | 51.0 |", printed)
        self.assertIn("| records | 1000 | 325.137 | 250.854 | 103.0 | 3.00 | 2.00 | 51.5 |", printed)
        self.assertIn("| records | 1000 | 374,494 | 1,000 | 1,001 | 1,002 |", printed)
        self.assertIn("3 forks; JDK 17, Abacus, 2026-11-30", printed)

    def test_a_length_that_was_not_published_has_no_such_figures(self):
        self.assertIn("| records | 7 |  |  | 101.0 |", self.tables("--forks", "1", "--lengths", "7"))


class Peer(HouseTest):
    def peer(self, *arguments):
        return self.run_tool(ROOT / "suites/peers/java/run", *arguments)

    def test_wrong_use_is_told_before_anything_runs(self):
        self.assert_fails(self.peer("record", "records.10"), "no such row or option: records.10", code=2)
        self.assert_fails(self.peer(), "no row", code=2)

    @unittest.skipUnless(shutil.which("javac"), "no JDK")
    def test_each_row_and_fork_has_a_line(self):
        row = "record.deserializeRecords.10"
        result = self.peer("-b", self.root, "-f", "2", "-wi", "0", "-i", "1", "-r", "1", row)
        self.assert_passes(result)
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([line["benchmark"] for line in lines], [row, row])
        # Ten records, and what a stream has of its own, take a few kilobytes.
        self.assertGreater(lines[0]["allocBytesPerOp"], 1000)
        self.assertGreater(lines[0]["median"], 0)


if __name__ == "__main__":
    unittest.main()
