# SPDX-License-Identifier: Apache-2.0
"""Names, values and counts as unkind as they come survive options, forks and every format."""

import csv
import io
import json
import re
import shutil
import subprocess
import unittest

import program

GROUP = '"größe, <b>{} </script>".'
PARAM = 'the "text" of <b>{}\n</script> Größe|`*_$&#^~%\\'
VALUES = [
    "", ",", "a,b", "\\", "\\,", '"q"', "{x=1}", "<a,b>", "</script>", "two\nlines", "größe 東京",
    " blanks ", "p|`*_$&#^~%;\t",
]  # fmt: skip
TYPES = ["std::map<int, int>", "", 'a\nb "c" \ufffd']
LABEL = '"quoted", {<a,b>}=\n</script> 東京'
REASON = '"no", not <b>at all</b>\nnever'
QUICKLY = "-f 1 -wi 0 -i 1 -r 1ms".split()


def strict(text):
    """JSON as its standard has it: no NaN, no key twice."""

    def members(pairs):
        names = [name for name, _ in pairs]
        assert len(names) == len(set(names)), f"a key stands twice in {names}"
        return dict(pairs)

    def refuse(word):
        raise AssertionError(f"{word} is no JSON")

    return json.loads(text, object_pairs_hook=members, parse_constant=refuse)


def escaped(value):
    """As docs/cli.md says a value is written after -p."""
    return value.replace("\\", "\\\\").replace(",", "\\,")


class Named(program.Case):
    def results(self, *words, code=0, **options):
        """All formats of one run: the JSON's cases, and texts by format."""
        formats = "text brief json jmh csv scsv latex markdown".split()
        outs = [word for name in formats for word in ("--out", f"{name}:{name}.out")]
        ran = self.run_program(*QUICKLY, *words, *outs, **options)
        self.assertEqual(ran.code, code, ran.stdout + ran.stderr)
        files = {name: (self.folder / f"{name}.out").read_bytes().decode() for name in formats}
        strict(files["jmh"])
        return strict(files["json"]), files

    def rows(self, text, delimiter=","):
        lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
        self.assertEqual({len(line) for line in lines}, {len(lines[0])})
        return [dict(zip(lines[0], line)) for line in lines[1:]]


class Names(Named):
    def test_and_values_are_in_every_format_as_they_are(self):
        cases, files = self.results("text|typed")
        values = [case["params"][PARAM] for case in cases if PARAM in case["params"]]
        self.assertEqual(values, VALUES)
        self.assertEqual([c["params"]["T"] for c in cases if "T" in c["params"]], TYPES)
        self.assertEqual({c["benchmark"] for c in cases}, {GROUP + "text", GROUP + "typed"})
        for name, delimiter in {"csv": ",", "scsv": ";"}.items():
            rows = self.rows(files[name], delimiter)
            self.assertEqual([row["Param: " + PARAM] for row in rows][: len(VALUES)], VALUES)
            self.assertEqual([row["Param: T"] for row in rows][len(VALUES) :], TYPES)
            self.assertEqual(rows[0]["Benchmark"], GROUP + "text")
            self.assertTrue(files[name].count("\r\n") == len(rows) + 1)

    def test_keep_tables_in_shape(self):
        cases, files = self.results(code=1)
        table = [line for line in files["markdown"].splitlines() if line.startswith("|")]
        self.assertGreaterEqual(len(table), 2 + len(cases))
        bars = {len(re.sub(r"\\.", "", line).split("|")) for line in table}
        self.assertEqual(len(bars), 1)
        tabular = files["latex"].split("\\hline\n")[1].split("\\end{tabular}")[0].splitlines()
        self.assertGreaterEqual(len(tabular), len(cases))
        self.assertTrue(all(line.endswith(" \\\\") for line in tabular))
        self.assertEqual(len({len(re.sub(r"\\.", "", line).split("&")) for line in tabular}), 1)

    def test_are_values_of_p_as_they_are_listed(self):
        values = [*reversed(VALUES), "x" * 65536]
        words = f"{PARAM}={','.join(map(escaped, values))}"
        cases, _ = self.results("text", "-p", words)
        self.assertEqual([case["params"][PARAM] for case in cases], values)
        listed = self.run_program("-lp", "text").stdout.splitlines()
        self.assertEqual(len(listed), 4)
        self.assertIn("{, \\,, a\\,b, \\\\, \\\\\\,, ", listed[2])

    def test_that_are_long_reach_forks_whole(self):
        long = "".join(chr(ord("a") + i % 26) for i in range(65536))
        cases, files = self.results("text", "-p", f"{PARAM}={long}", "-p", "length=65536")
        self.assertEqual(cases[0]["tare"]["outcome"], "ok")
        self.assertEqual(cases[0]["params"][PARAM], long)
        self.assertLess(max(map(len, files["text"].splitlines())), 1000)

    def test_that_are_no_utf8_are_in_files_that_are(self):
        cases, _ = self.results("text", "-p", f"{PARAM}=a\udcffb", "-p", "length=3")
        self.assertEqual(cases[0]["tare"]["outcome"], "ok")
        self.assertEqual(cases[0]["params"][PARAM], "a\ufffdb")

    def test_are_chosen_by_patterns(self):
        def listed(*words):
            ran = self.run_program("-l", *words)
            self.assertEqual(ran.code, 0, ran.stderr)
            return ran.stdout.splitlines()[1:]

        both = [GROUP + "text", GROUP + "typed"]
        self.assertEqual(listed("größe"), both)
        self.assertEqual(listed('^"größe, <b>\\{} </script>"\\.t'), both)
        self.assertEqual(listed("</script>", "-e", "tex{1\\,2}t"), both[1:])
        self.assertEqual(listed("-e", "größe\\, <b>,\\.fails$"), ["names.counted", "names.germanised"])


class Numbers(Named):
    def test_of_counters_are_told_as_they_are(self):
        cases, files = self.results("counted")
        metrics = cases[0]["secondaryMetrics"]
        scores = {label: metric["score"] for label, metric in metrics.items()}
        self.assertGreaterEqual(scores.pop(LABEL), 1)
        self.assertEqual(
            scores,
            {"none": 0, "less": -3, "tiny": 1e-30, "huge": 1e30, "infinite": "NaN",
             "unknown": "NaN", "rate of none": "NaN", "rate of less": "NaN"},
        )  # fmt: skip
        self.assertEqual(metrics["infinite"]["rawData"], [["-INF"]])
        shown = {
            line.split(":")[1].split()[0]: line.split()[2]
            for line in files["text"].splitlines()
            if re.match(r"names\.counted:(none|less|tiny|huge|infinite|unknown) ", line)
        }
        self.assertEqual(
            shown,
            {"none": "0", "less": "-3", "tiny": "1e-30", "huge": "1.000e+30", "infinite": "NaN",
             "unknown": "NaN"},
        )  # fmt: skip
        rows = {row["Benchmark"]: row["Score"] for row in self.rows(files["csv"])}
        self.assertEqual(rows["names.counted:tiny"], "1e-30")
        self.assertEqual(rows["names.counted:unknown"], "NaN")
        self.assertIn("names.counted:" + LABEL, rows)

    def test_that_failed_to_come_are_not_told(self):
        cases, files = self.results("fails", "-v", "EXTRA", code=1)
        self.assertEqual(cases[0]["tare"]["reason"], REASON)
        self.assertEqual(self.rows(files["csv"])[0]["Reason"], REASON)
        self.assertNotIn("NaN", self.run_program(*QUICKLY, "fails", "-v", "EXTRA").stdout)


class Locale(Named):
    """Commas in decimals and points in thousands, in the environment and in the program."""

    def setUp(self):
        super().setUp()
        if shutil.which("localedef") is None:
            self.skipTest("there is no localedef to make a locale with")
        made = subprocess.run(
            ["localedef", "-i", "de_DE", "-f", "UTF-8", self.folder / "de_DE.UTF-8"],
            capture_output=True, text=True,
        )  # fmt: skip
        if made.returncode != 0:
            self.skipTest("localedef cannot make de_DE.UTF-8: " + made.stderr)
        self.environment = {"LC_ALL": "de_DE.UTF-8", "LOCPATH": str(self.folder)}

    def check(self, *words):
        cases, files = self.results(
            "germanised", *words, "-v", "EXTRA", "-r", "1ms", environment=self.environment
        )
        self.assertEqual(cases[0]["tare"]["outcome"], "ok", cases[0]["tare"]["reason"])
        self.assertEqual(cases[0]["params"], {"value": "1234567.5"})
        self.assertEqual(cases[0]["measurementTime"], "1 ms")
        row = self.rows(files["csv"])[0]
        self.assertEqual(float(row["Score"]), cases[0]["primaryMetric"]["score"])
        for name in ("text", "markdown", "latex"):
            self.assertRegex(files[name], r"germanised.*1234567\.5.* [^,]*[0-9]\.[0-9]{3}")
            self.assertNotRegex(files[name], r"[0-9],[0-9]{1,2}\b")

    def test_makes_no_difference_in_forks(self):
        self.check()

    def test_makes_no_difference_in_process(self):
        self.check("-f", 0)


if __name__ == "__main__":
    unittest.main()
