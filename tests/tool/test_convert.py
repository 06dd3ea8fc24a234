# SPDX-License-Identifier: Apache-2.0
"""`tare convert` on a recording that is known (tests/recording/write_recording.cpp), and on what is none."""

import gzip
import json
import os
import re
import shutil
import unittest

import program

TOOL = os.environ.get("TARE_TOOL")
WRITER = os.environ.get("TARE_WRITE_RECORDING")
DEEP = "__libc_start_main;work;std::vector<int>::push_back"
# Bytes outside TLABs, and of those.
ALLOCATED = sum(range(100, 200)) + 10 * 4096
# Of a pprof file: profile.proto in github.com/google/pprof.
SAMPLE_TYPE, SAMPLE, LOCATION, FUNCTION, TEXTS, DEFAULT_TYPE = 1, 2, 4, 5, 6, 14


def number(data, place):
    value = shift = 0
    while True:
        byte = data[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return value, place


def numbers(data):
    found, place = [], 0
    while place < len(data):
        value, place = number(data, place)
        found.append(value)
    return found


def fields(data):
    """Of a protocol buffer: number to values, which are numbers or bytes."""
    found, place = {}, 0
    while place < len(data):
        key, place = number(data, place)
        value, place = number(data, place)
        if key & 7 == 2:
            value, place = data[place : place + value], place + value
        else:
            assert key & 7 == 0, key
        found.setdefault(key >> 3, []).append(value)
    return found


class Pprof:
    """What a file says: its stacks, innermost `function file:line` first, with their values."""

    def __init__(self, path):
        profile = fields(gzip.decompress(path.read_bytes()))
        texts = [text.decode() for text in profile[TEXTS]]
        assert texts[0] == ""
        types = [fields(one) for one in profile[SAMPLE_TYPE]]
        self.types = [(texts[one[1][0]], texts[one[2][0]]) for one in types]
        self.shown = texts[profile[DEFAULT_TYPE][0]]
        functions = {one[1][0]: one for one in map(fields, profile[FUNCTION])}
        places = {}
        for location in map(fields, profile[LOCATION]):
            line = fields(location[4][0])
            function = functions[line[1][0]]
            file = texts[function.get(4, [0])[0]]
            places[location[1][0]] = f"{texts[function[2][0]]} {file}:{line.get(2, [0])[0]}"
        self.stacks = {
            tuple(places[place] for place in numbers(sample[1][0])): numbers(sample[2][0])
            for sample in map(fields, profile[SAMPLE])
        }


def page_data(path):
    """What the script of a flame graph is handed."""
    page = path.read_text()
    return json.loads(re.search(r'<script type="application/json" id="profiles">(.*?)</script>', page, re.S)[1])


class Convert(program.Case):
    def setUp(self):
        super().setUp()
        self.assertEqual(program.Ran(self.folder, 0, program=WRITER).code, 0)

    def convert(self, *words, code=0, **options):
        ran = program.Ran("convert", *words, program=TOOL, cwd=self.folder, **options)
        self.assertEqual(ran.code, code, f"{ran.stdout}{ran.stderr}")
        return ran

    def names(self):
        return sorted(os.listdir(self.folder))

    def test_writes_collapsed_stacks_to_standard_output(self):
        text = self.convert("case.jfr", "--to", "collapsed").stdout
        self.assertEqual(sorted(text.splitlines()), [f"{DEEP} 75", "work 25"])
        text = self.convert("case.jfr", "--to", "collapsed", "--event", "alloc").stdout
        # One in a new TLAB stands for all of that; samples with a weight tell it again.
        self.assertEqual(text, f"{DEEP} {ALLOCATED}\n")
        text = self.convert("case.jfr", "--to=collapsed", "--event=alloc", "--by=count").stdout
        self.assertEqual(text, f"{DEEP} 110\n")
        text = self.convert("case.jfr", "--to=collapsed", "--event=retained").stdout
        self.assertEqual(text, f"{DEEP} 320\n")
        self.assertEqual(self.names(), ["case.jfr"])

    def test_writes_what_pprof_reads(self):
        self.convert("case.jfr", "--to", "pprof", "--event", "alloc", "--by", "count")
        self.assertEqual(self.names(), ["case.jfr", "case.pb.gz"])
        profile = Pprof(self.folder / "case.pb.gz")
        self.assertEqual(profile.types, [("alloc", "bytes"), ("allocations", "count")])
        self.assertEqual(profile.shown, "allocations")
        stack = ("std::vector<int>::push_back vector.h:12", "work work.cpp:34", "__libc_start_main :0")
        self.assertEqual(profile.stacks, {stack: [ALLOCATED, 110]})

    def test_writes_what_speedscope_reads(self):
        self.convert("case.jfr", "--to", "speedscope", "-o", "x.json")
        file = json.loads((self.folder / "x.json").read_text())
        self.assertEqual(file["$schema"], "https://www.speedscope.app/file-format-schema.json")
        self.assertEqual(file["activeProfileIndex"], 0)
        frames = file["shared"]["frames"]
        self.assertIn({"name": "std::vector<int>::push_back", "file": "vector.h", "line": 12}, frames)
        (profile,) = file["profiles"]
        self.assertEqual(
            {key: profile[key] for key in ("type", "name", "unit", "startValue", "endValue")},
            {"type": "sampled", "name": "cpu", "unit": "none", "startValue": 0, "endValue": 100},
        )
        stacks = [";".join(frames[frame]["name"] for frame in sample) for sample in profile["samples"]]
        self.assertEqual(dict(zip(stacks, profile["weights"])), {DEEP: 75, "work": 25})

    def test_draws_flame_graphs_of_all_there_is(self):
        self.convert("case.jfr", "--to", "html")
        self.assertEqual(self.names(), ["case.html", "case.jfr"])
        data = page_data(self.folder / "case.html")
        self.assertFalse(data["difference"])
        types = [[one["name"] for one in profile["types"]] for profile in data["profiles"]]
        self.assertEqual(types, [["cpu"], ["alloc", "allocations"], ["retained", "retained_blocks"]])
        self.assertEqual(sorted(data["profiles"][0]["values"][0]), [25, 75])
        self.assertEqual([profile["operations"] for profile in data["profiles"]], [2000] * 3)
        self.assertIn("std::vector<int>::push_back", data["strings"])

        self.convert("case.jfr", "--to", "html", "--event", "alloc", "--by", "count", "-o", "case.html")
        (profile,) = page_data(self.folder / "case.html")["profiles"]
        self.assertEqual([one["name"] for one in profile["types"]], ["allocations", "alloc"])
        self.assertEqual(profile["values"], [[110], [ALLOCATED]])

    def test_draws_what_changed_from_one_file_to_another(self):
        (self.folder / "before.txt").write_text("a;b 3\na 4\n")
        (self.folder / "after.txt").write_text("a;b 5\n")
        self.convert("before.txt", "after.txt", "--to", "html", "--difference")
        self.assertEqual(self.names(), ["after.difference.html", "after.txt", "before.txt", "case.jfr"])
        data = page_data(self.folder / "after.difference.html")
        self.assertTrue(data["difference"])
        self.assertEqual(data["title"], "before.txt → after.txt")
        self.assertEqual([profile["values"] for profile in data["profiles"]], [[[3, 4]], [[5]]])

        shutil.copy(self.folder / "case.jfr", self.folder / "later.jfr")
        words = ["case.jfr", "later.jfr", "--to", "html", "--difference", "--event", "alloc", "-o", "x.html"]
        self.convert(*words)
        data = page_data(self.folder / "x.html")
        self.assertEqual([one["types"][0]["name"] for one in data["profiles"]], ["alloc", "alloc"])

    def test_reads_collapsed_stacks_whatever_their_name(self):
        (self.folder / "x.jfr").write_text("a;b 3\na 4\n")
        self.convert("x.jfr", "--to", "pprof")
        profile = Pprof(self.folder / "x.pb.gz")
        self.assertEqual(profile.stacks, {("b :0", "a :0"): [3], ("a :0",): [4]})
        (self.folder / "recording.txt").write_bytes((self.folder / "case.jfr").read_bytes())
        self.assertIn(f"{DEEP} 75", self.convert("recording.txt", "--to", "collapsed").stdout)

    def test_replaces_only_what_it_was_told_to(self):
        (self.folder / "case.pb.gz").write_text("mine")
        self.assertIn("-o case.pb.gz replaces it", self.convert("case.jfr", "--to", "pprof", code=2).stderr)
        self.assertEqual((self.folder / "case.pb.gz").read_text(), "mine")
        self.convert("case.jfr", "--to", "pprof", "-o", "case.pb.gz")
        self.assertEqual(Pprof(self.folder / "case.pb.gz").types, [("cpu", "count")])

    def test_converts_several(self):
        shutil.copy(self.folder / "case.jfr", self.folder / "other.jfr")
        self.convert("case.jfr", "other.jfr", "--to", "speedscope")
        self.assertEqual(
            self.names(), ["case.jfr", "case.speedscope.json", "other.jfr", "other.speedscope.json"]
        )

    def test_refuses_wrong_use_and_broken_files_in_a_line(self):
        (self.folder / "torn.jfr").write_bytes((self.folder / "case.jfr").read_bytes()[:-1])
        (self.folder / "prose.txt").write_text("a;b 1\nThis is none.\n")
        (self.folder / "empty").write_text("")
        (self.folder / "case.txt").write_text("a 1\n")
        before = self.names()
        for words, said in [
            (["case.jfr"], "--to is missing"),
            (["--to", "pprof"], "a file is missing"),
            (["case.jfr", "--to", "pporf"], "did you mean 'pprof'?"),
            (["case.jfr", "--to", "pprof", "--event", "cpus"], "did you mean 'cpu'?"),
            (["case.jfr", "--to", "pprof", "--by", "time"], "--by time: it is one of bytes, count"),
            (["case.jfr", "--to", "pprof", "--by", "bytes"], "its cpu are not counted by bytes"),
            (["case.jfr", "case.jfr", "--to", "pprof", "-o", "x"], "several would go to it"),
            (["case.jfr", "case.jfr", "--to", "pprof", "--difference"], "pprof has no differences"),
            (["case.jfr", "--to", "html", "--difference"], "takes two files"),
            (["case.jfr", "case.txt", "--to", "html", "--difference"], "AFTER has samples"),
            (["case.jfr", "case.txt", "--to", "pprof"], "two files would become case.pb.gz"),
            (["case.txt", "--to", "pprof", "--event", "cpu"], "only .jfr files have events"),
            (["nowhere", "--to", "pprof"], "nowhere: No such file"),
            ([".", "--to", "pprof"], ".: Is a directory"),
            (["torn.jfr", "--to", "pprof"], "the file is cut off: the chunk should have"),
            (["prose.txt", "--to", "pprof"], "prose.txt: line 2: no number is at its end"),
            (["empty", "--to", "pprof"], "empty: it has no stacks"),
            (["case.jfr", "--to", "pprof", "-o", "nowhere/x"], "cannot write nowhere/x"),
            (["case.jfr", "--to", "html", "-o", "./case.jfr"], "case.jfr would be lost"),
            (["case.jfr", "--into", "pprof"], "--into"),
        ]:
            ran = self.convert(*words, code=2)
            self.assertIn(said, ran.stderr)
            self.assertEqual(ran.stderr.count("\n"), 1, ran.stderr)
            self.assertTrue(ran.stderr.startswith("tare: "))
        self.assertEqual(self.names(), before)

    def test_fails_where_it_cannot_write(self):
        ran = self.convert("case.jfr", "--to", "pprof", "-o", "/dev/full", code=1)
        self.assertIn("cannot write /dev/full: No space", ran.stderr)
        with open("/dev/full", "w") as full:
            self.convert("case.jfr", "--to", "collapsed", code=1, stdout=full)


if __name__ == "__main__":
    unittest.main()
