# SPDX-License-Identifier: Apache-2.0
"""`tare compare` on results of real programs: what it says, what it writes, how it ends."""

import copy
import json
import os
import unittest
import xml.etree.ElementTree as XML

import program

TOOL = os.environ.get("TARE_TOOL")
GOOGLE = os.environ.get("TARE_GOOGLE")
# In the JSON of a comparison: src/record/comparison_json.cpp.
KEYS = (
    "benchmark params mode metric better baseline candidate ratio interval verdict detectable pairs tare"
).split()
# What is compared here is never how long anything really took.
STEADY = [[100.0], [100.5], [99.5], [100.2], [99.8], [100.1]]


def primary_of(case, factor):
    """The same case with times that differ by a factor and scatter little."""
    case = copy.deepcopy(case)
    case["primaryMetric"]["rawData"] = [[factor * value for value in fork] for fork in STEADY]
    return case


class Compare(program.Case):
    def setUp(self):
        super().setUp()
        self.cases = list(
            self.cases_of("work|bytes.push_back", "-f", 3, *program.QUICKLY[2:], "-prof", "mem").values()
        )
        (self.folder / "result.json").unlink()
        self.cases = [primary_of(case, 1) for case in self.cases]
        self.save("a.json", self.cases)

    def save(self, name, cases):
        (self.folder / name).write_text(json.dumps(cases))

    def tool(self, *words, **options):
        return program.Ran("compare", *words, program=TOOL, cwd=self.folder, **options)

    def compare(self, *words, code):
        ran = self.tool("a.json", "b.json", *words)
        self.assertEqual(ran.code, code, ran.stdout + ran.stderr)
        return ran

    def comparisons(self, *words, code=0):
        """Those of the JSON, by benchmark, parameters and metric."""
        self.compare(*words, "--out", "json:out.json", code=code)
        document = json.loads((self.folder / "out.json").read_text())
        self.assertEqual(set(document), {"tare", "comparisons"})
        found = {}
        for one in document["comparisons"]:
            self.assertEqual(list(one), KEYS)
            found[" ".join([one["benchmark"], *one["params"].values(), one["metric"]])] = one
        return found

    def worsen_allocations(self):
        worse = copy.deepcopy(self.cases)
        for case in worse:
            if case["benchmark"] == "bytes.push_back":
                metric = case["secondaryMetrics"]["mem.alloc.count.norm"]
                metric["score"] += 1
                metric["rawData"] = [[metric["score"]]] * 2
        self.save("b.json", worse)

    def test_finds_the_same_to_be_the_same(self):
        self.save("b.json", self.cases)
        found = self.comparisons("--gate", "time>2%,mem.alloc.count.norm>0")
        one = found["bytes.push_back primary"]
        self.assertEqual((one["verdict"], one["ratio"], one["pairs"]), ("same", 1, 0))
        self.assertLess(one["interval"][0], 1)
        self.assertGreater(one["interval"][1], 1)
        self.assertEqual(found["ordinary.work 10 primary"]["params"], {"rounds": "10"})
        if not program.SANITIZED:
            one = found["bytes.push_back mem.alloc.count.norm"]
            self.assertEqual((one["verdict"], one["ratio"], one["detectable"]), ("same", 1, 0))
            self.assertEqual(found["ordinary.work 10 mem.alloc.count.norm"]["ratio"], "NaN")

    @unittest.skipIf(program.SANITIZED, "not every sanitizer counts memory")
    def test_fails_for_one_more_allocation(self):
        self.worsen_allocations()
        gate = ["--gate", "time>2%,mem.alloc.count.norm>0,mem.retained.total.norm>1%"]
        found = self.comparisons(*gate, "--out", "junit:x.xml", "--out", "markdown:x.md", code=3)
        self.assertEqual(found["bytes.push_back mem.alloc.count.norm"]["verdict"], "more")
        suite = XML.parse(self.folder / "x.xml").getroot().find("testsuite")
        self.assertEqual((int(suite.get("tests")), suite.get("failures")), (len(found), "1"))
        failed = [case.get("name") for case in suite.iter("testcase") if case.find("failure") is not None]
        self.assertEqual(failed, ["bytes.push_back:mem.alloc.count.norm"])
        self.assertIn("FAILED", (self.folder / "x.md").read_text().splitlines()[0])
        self.compare("--gate", "mem.alloc.count.norm>1", code=0)

    def test_fails_for_more_time_than_is_allowed(self):
        self.save("b.json", [primary_of(case, 1.05) for case in self.cases])
        found = self.comparisons("--gate", "time>2%", "--metric", "time", code=3)
        self.assertEqual({one["verdict"] for one in found.values()}, {"slower"})
        self.compare("--gate", "time>8%", code=0)
        self.compare(code=0)
        self.compare("--gate", "time>2%", "--threshold", "20%", code=0)

    def test_knows_no_ratio_of_what_failed_or_is_gone(self):
        crashed = copy.deepcopy(self.cases[0])
        crashed["tare"].update(outcome="crashed", reason="signal 11")
        self.save("b.json", [crashed, *self.cases[2:]])
        ran = self.compare(code=0)
        self.assertIn("crashed: signal 11", ran.stdout)
        self.assertIn("there is no such case", ran.stdout)
        self.compare("--gate", "time>2%", code=3)
        self.compare("--gate", "time>2%", "--missing", "pass", code=0)

    def test_passes_or_fails_for_what_is_unclear_as_it_is_told(self):
        few = copy.deepcopy(self.cases)
        for case in few:
            del case["primaryMetric"]["rawData"][2:]
        self.save("b.json", few)
        ran = self.compare("--gate", "time>2%", "--metric", "primary", code=0)
        self.assertIn("fewer than 3 forks", ran.stdout)
        self.compare("--gate", "time>2%", "--unclear", "fail", code=3)

    def test_refuses_wrong_use_in_a_line(self):
        self.save("b.json", self.cases)
        (self.folder / "torn.json").write_text('[{"benchmark": ')
        both = ["a.json", "b.json"]
        for words, said in [
            ([], "two results files are needed"),
            (["a.json"], "two results files are needed"),
            (["a.json", "nowhere.json"], "nowhere.json: No such file"),
            (["a.json", "torn.json"], "torn.json: line 1, column 16"),
            ([*both, "--gate", "time=2%"], "has no '>'"),
            ([*both, "--gate", "prinary>0"], "did you mean 'primary'?"),
            ([*both, "--metric", "tyme"], "no figure tyme was compared"),
            ([*both, "--unclear", "maybe"], "'maybe' is neither pass nor fail"),
            ([*both, "--threshold", "150%"], "is no share between 0 and 1"),
            ([*both, "--out", "xml:x"], "no format 'xml'"),
            ([*both, "--out", "json"], "not of the form FORMAT:FILE"),
            ([*both, "--out", "json:a.json"], "a.json is to be compared"),
            ([*both, "--out", "json:x", "--out", "text:x"], "two formats would go to x"),
            ([*both, "--gates", "time>2%"], "--gates"),
        ]:
            ran = self.tool(*words)
            self.assertEqual(ran.code, 2, words)
            self.assertIn(said, ran.stderr)
            self.assertEqual(ran.stderr.count("\n"), 1, ran.stderr)
            self.assertTrue(ran.stderr.startswith("tare: "))
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.json", "b.json", "torn.json"])

    def test_fails_where_there_is_nothing_to_compare(self):
        self.save("b.json", [])
        self.assertIn("Nothing was compared", self.compare(code=1).stdout)
        self.compare("--gate", "time>2%", code=3)

    def test_fails_where_it_cannot_write(self):
        self.save("b.json", self.cases)
        self.assertIn("/dev/full", self.compare("--out", "json:/dev/full", code=1).stderr)
        with open("/dev/full", "w") as full:
            self.assertEqual(self.tool("a.json", "b.json", stdout=full).code, 1)

    def test_leaves_standard_output_to_a_format(self):
        self.save("b.json", self.cases)
        ran = self.compare("--out", "json:-", code=0)
        self.assertIn("comparisons", json.loads(ran.stdout))

    def test_compares_several_with_the_first(self):
        self.save("b.json", self.cases)
        self.save("c.json", [primary_of(case, 0.9) for case in self.cases])
        ran = self.tool("a.json", "b.json", "c.json", "--metric", "time")
        self.assertEqual(ran.code, 0)
        self.assertRegex(ran.stdout, r"bytes\.push_back +b\.json .* same ")
        self.assertRegex(ran.stdout, r"bytes\.push_back +c\.json .* faster ")

    def test_reads_what_jmh_writes(self):
        for case in self.cases:
            del case["tare"]
        self.save("b.json", self.cases)
        self.assertEqual(self.comparisons()["bytes.push_back primary"]["verdict"], "same")

    def test_reads_what_google_benchmark_writes(self):
        ran = program.Ran(
            "--benchmark_min_time=0.001", "--benchmark_repetitions=3", "--benchmark_out=google.json",
            "--benchmark_out_format=json", program=GOOGLE, cwd=self.folder,
        )  # fmt: skip
        self.assertEqual(ran.code, 0, ran.stderr)
        google = json.loads((self.folder / "google.json").read_text())
        ran = self.tool("google.json", "google.json", "--out", "json:-")
        self.assertEqual(ran.code, 0, ran.stderr)
        report = json.loads(ran.stdout)
        names = {(one["benchmark"], *one["params"].items()) for one in report["comparisons"]}
        self.assertEqual(
            names,
            {("copy", ("n", "8")), ("copy", ("n", "4096")), ("shared", ("range0", "1"), ("threads", "2"))},
        )
        self.assertEqual(report["tare"]["unpaired"][0]["reason"], "failed: no such device")
        run = next(one for one in google["benchmarks"] if one["run_type"] == "aggregate")
        self.assertEqual((run["run_name"], run["aggregate_name"]), ("copy/n:8", "mean"))
        one = report["comparisons"][0]
        # Ours is the geometric mean, which is below theirs.
        self.assertLessEqual(one["baseline"], run["real_time"] * (1 + 1e-9))
        self.assertGreater(one["baseline"], 0)


if __name__ == "__main__":
    unittest.main()
