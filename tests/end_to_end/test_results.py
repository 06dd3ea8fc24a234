# SPDX-License-Identifier: Apache-2.0
"""Where results go, and that they are what JMH's readers expect."""

import csv
import io
import json
import os
import unittest

import program

# JSONResultFormat.java of JMH 1.37.
JMH_KEYS = set(
    "jmhVersion benchmark mode threads forks jvm jvmArgs jdkVersion vmName vmVersion "
    "warmupIterations warmupTime warmupBatchSize measurementIterations measurementTime "
    "measurementBatchSize params primaryMetric secondaryMetrics".split()
)
METRIC_KEYS = set(
    "score scoreError scoreConfidence scorePercentiles scoreUnit rawData rawDataHistogram".split()
)


class Results(program.Case):
    def json_in(self, name):
        return json.loads((self.folder / name).read_text())

    def test_in_json_have_jmhs_keys_and_one_of_ours(self):
        ran = self.run_program(
            "work|counted", *program.QUICKLY, "-bm", "all", "--out", "json:ours", "--out", "jmh:jmhs"
        )
        self.assertEqual(ran.code, 0, ran.stderr)
        for name, ours in {"ours": {"tare"}, "jmhs": set()}.items():
            cases = self.json_in(name)
            self.assertEqual(len(cases), 12)
            for case in cases:
                self.assertEqual(set(case) - {"params"}, (JMH_KEYS | ours) - {"params"})
                self.assertEqual("params" in case, case["benchmark"] == "ordinary.work")
                for metric in [case["primaryMetric"], *case["secondaryMetrics"].values()]:
                    extra = set() if name == "jmhs" else set(metric) - METRIC_KEYS
                    self.assertEqual(set(metric) - extra - METRIC_KEYS, set())
                    self.assertEqual(
                        METRIC_KEYS - set(metric) - {"rawData", "rawDataHistogram"}, set()
                    )

    def test_tell_what_was_asked_for(self):
        case = self.cases_of("touch", *program.QUICKLY, "-to", "3s", "-opi", 2)["ordinary.touch"]
        self.assertEqual(case["mode"], "avgt")
        self.assertEqual((case["forks"], case["threads"]), (2, 1))
        self.assertEqual((case["warmupIterations"], case["measurementIterations"]), (0, 2))
        self.assertEqual(case["measurementTime"], "2 ms")
        self.assertEqual([len(fork) for fork in case["primaryMetric"]["rawData"]], [2, 2])

    def test_go_to_several_files_at_once(self):
        ran = self.run_program(
            "touch", *program.QUICKLY, "-rf", "json", "-rff", "x.json", "--out", "csv:y.csv",
            "--out", "text:z.txt",
        )  # fmt: skip
        self.assertEqual(ran.code, 0, ran.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), ["x.json", "y.csv", "z.txt"])
        self.assertEqual(self.json_in("x.json")[0]["benchmark"], "ordinary.touch")
        rows = list(csv.reader(io.StringIO((self.folder / "y.csv").read_text())))
        self.assertEqual(rows[1][:3], ["ordinary.touch", "avgt", "1"])
        self.assertIn("ordinary.touch", (self.folder / "z.txt").read_text())
        for name in ("x.json", "y.csv", "z.txt"):
            self.assertIn(name, ran.stdout)

    def test_have_a_default_file(self):
        self.run_program("touch", *program.QUICKLY, "-rf", "json")
        self.assertEqual(os.listdir(self.folder), ["tare-result.json"])

    def test_on_standard_output_are_all_that_is_there(self):
        ran = self.run_program("touch", *program.QUICKLY, "--out", "json:-")
        self.assertEqual(json.loads(ran.stdout)[0]["benchmark"], "ordinary.touch")
        self.assertIn("ordinary.touch", ran.stderr)

    def test_for_people_go_to_a_file(self):
        ran = self.run_program("touch", *program.QUICKLY, "-o", "log")
        self.assertEqual((ran.code, ran.stdout, ran.stderr), (0, "", ""))
        self.assertRegex((self.folder / "log").read_text(), r"ordinary\.touch +avgt +[0-9]+ ")

    def test_are_not_told_in_silence(self):
        ran = self.run_program("touch", *program.QUICKLY, "-v", "SILENT", "-rf", "json")
        self.assertEqual((ran.code, ran.stdout, ran.stderr), (0, "", ""))
        self.assertEqual(len(self.json_in("tare-result.json")), 1)

    def test_that_cannot_be_printed_are_a_failure(self):
        for words in (["touch", *program.QUICKLY, "--out", "json:-"], ["touch", "-q"], ["-h"]):
            with open("/dev/full", "w") as full:
                ran = self.run_program(*words, stdout=full)
            self.assertEqual(ran.code, 1)
            self.assertIn("cannot write to ", ran.stderr)


if __name__ == "__main__":
    unittest.main()
