# SPDX-License-Identifier: Apache-2.0
"""What a command line does: lists, choices, wrong use."""

import os
import unittest

import program


class Lists(program.Case):
    def check(self, *words):
        ran = self.run_program(*words)
        self.assertEqual((ran.code, ran.stderr), (0, ""))
        return ran.stdout

    def test_of_benchmarks(self):
        lines = self.check("-l").splitlines()
        self.assertEqual(lines[0], "Benchmarks:")
        self.assertEqual(sum(line.startswith("ordinary.") for line in lines), 4)
        self.assertEqual(len(lines), 1 + len(set(lines[1:])))
        self.assertEqual(
            self.check("-l", "ordinary", "-e", "touch,counted"),
            "Benchmarks:\nordinary.work\nordinary.typed\n",
        )

    def test_of_parameters(self):
        self.assertEqual(
            self.check("-lp", "work|typed"),
            "Benchmarks:\n"
            'ordinary.work\n  param "rounds" = {10, 1000}\n'
            'ordinary.typed\n  param "T" = {int, double}\n',
        )

    def test_of_profilers_and_formats(self):
        self.assertRegex(self.check("-lprof"), r" mem: .+\n +(works|does not work) here")
        for name in ("text", "brief", "json", "jmh", "csv", "scsv", "latex", "markdown"):
            self.assertIn(f" {name}: ", self.check("-lrf"))

    def test_of_options(self):
        self.assertTrue(self.check("-h").startswith("usage: "))
        self.assertTrue(self.check("-h", "-l").startswith("usage: "))


class WrongUse(program.Case):
    def refused(self, *words, program_=program.PROGRAM):
        """The one line that is said; nothing else happens."""
        touched = self.folder / "touched"
        ran = self.run_program(
            *program.QUICKLY, *words, program=program_, environment={"TARE_TOUCH": str(touched)}
        )
        self.assertEqual((ran.code, ran.stdout), (2, ""), ran.stderr)
        self.assertRegex(ran.stderr, r"\A[^\n]+\n\Z")
        self.assertFalse(touched.exists())
        self.assertEqual(os.listdir(self.folder), [])
        name, _, text = ran.stderr.rstrip("\n").partition(": ")
        self.assertEqual(name, os.path.basename(program_))
        return text

    def test_is_one_line_before_anything_runs(self):
        for words, text in {
            ("-porf", "mem"): "unknown option -porf; did you mean '-prof'?; -h lists them",
            ("-prof", "men"): "there is no profiler 'men'; did you mean 'mem'?; there are: mem",
            ("-prof", "mem:x=1"): "-prof mem: ",
            ("tuoch",): "no benchmark matches 'tuoch'; did you mean 'touch'?; -l lists them",
            ("(",): "pattern '(' is not a regular expression: ",
            ("-e", "["): "-e: '[' is not a regular expression: ",
            ("-p", "round=1"): "-p round: no selected benchmark has a parameter of that name; ",
            ("-p", "rounds=1,1"): "-p rounds: '1' is given twice",
            ("-p", "rounds=two\nlines"): "-p rounds: 'two\\nlines' has the wrong form for it in ",
            ("-p", "rounds=x"): "-p rounds: 'x' has the wrong form for it in ordinary.work; ",
            ("-p", "T=integer"): "-p T: 'integer' is not a value of it in ordinary.typed",
            ("-bm", "quick"): "-bm: 'quick' is not a mode; ",
            ("-r", "soon"): "-r: 'soon' is not a time; ",
            ("-f",): "-f needs a value; -h tells which",
            ("-rf", "xml"): "there is no result format 'xml'; ",
            ("--out", "jsn:x"): "there is no result format 'jsn'; did you mean 'json'?; ",
            ("--out", "json:none/x"): "cannot write none/x: No such file or directory; ",
            ("-o", "none/x"): "-o: cannot write none/x: No such file or directory",
        }.items():
            with self.subTest(words):
                self.assertTrue(self.refused(*words).startswith(text), self.refused(*words))

    def test_of_a_name_given_twice_tells_both_places(self):
        self.assertRegex(
            self.refused(program_=os.environ["TARE_DUPLICATES"]),
            r"two benchmarks are called 'same': \S+duplicate_one.bench.cpp:4 and "
            r"\S+duplicate_two.bench.cpp:4; ",
        )


class Choices(program.Case):
    def test_of_benchmarks_and_parameters(self):
        cases = self.cases_of("work|typed", *program.QUICKLY, "-p", "rounds=1,2", "-p=T=int")
        self.assertEqual(
            list(cases), ["ordinary.work 1", "ordinary.work 2", "ordinary.typed int"]
        )

    def test_of_modes(self):
        ran = self.run_program("touch", *program.QUICKLY, "-bm", "all", "--out", "csv:x.csv")
        self.assertEqual(ran.code, 0)
        lines = (self.folder / "x.csv").read_text().splitlines()[1:]
        modes = [line.split(",")[1].strip('"') for line in lines if "touch:" not in line]
        self.assertEqual(list(dict.fromkeys(modes)), ["thrpt", "avgt", "sample", "ss"])

    def test_of_threads(self):
        cases = self.cases_of("counted", *program.QUICKLY, "-t", 2)
        case = cases["ordinary.counted"]
        self.assertEqual(case["threads"], 2)
        self.assertGreater(case["secondaryMetrics"]["calls"]["score"], 0)

    def test_of_a_quick_look(self):
        case = self.cases_of("touch", "-q")["ordinary.touch"]
        self.assertEqual(case["forks"], 5)
        self.assertEqual(case["measurementTime"], "20 ms")
        case = self.cases_of("touch", "-q", "-f", 1)["ordinary.touch"]
        self.assertEqual(case["forks"], 1)

    def test_of_a_unit(self):
        case = self.cases_of("touch", *program.QUICKLY, "-tu", "s")["ordinary.touch"]
        self.assertEqual(case["primaryMetric"]["scoreUnit"], "s/op")

    def test_of_a_seed_remakes_the_layouts(self):
        def layouts():
            case = self.cases_of("touch", *program.QUICKLY, "--seed", 7)["ordinary.touch"]
            return [
                {key: value for key, value in fork.items() if key != "warmup"}
                for fork in case["tare"]["forkRuns"]
            ]

        self.assertEqual(layouts(), layouts())


if __name__ == "__main__":
    unittest.main()
