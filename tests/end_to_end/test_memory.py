# SPDX-License-Identifier: Apache-2.0
"""Known bytes, by `-prof mem` in forks of its own and in process."""

import unittest

import program

# Labels after `mem.`: what each operation must come to, exactly.
KNOWN = {
    "push_back": {
        "alloc.rate.norm": 8188,
        "alloc.count.norm": 11,
        "retained.heap.norm": 4096,
        "retained.inline.norm": 24,
        "retained.total.norm": 4120,
        "retained.count.norm": 1,
        "retained.residue.norm": 0,
    },
    "map": {"alloc.rate.norm": 4000, "alloc.count.norm": 100, "retained.heap.norm": 4000},
    "string": {"alloc.rate.norm": 101, "alloc.count.norm": 1, "retained.heap.norm": 101},
    "every_second_time": {"alloc.rate.norm": 32, "alloc.count.norm": 0.5},
    "leak": {"alloc.rate.norm": 48, "retained.residue.norm": 48, "retained.heap.norm": 0},
}


class KnownBytes(program.Case):
    def setUp(self):
        super().setUp()
        listed = self.run_program("-lprof").stdout.split("mem: ")[1]
        if "works here" not in listed:
            self.skipTest("mem " + listed.split("\n")[1].strip())

    def check(self, *words):
        cases = self.cases_of("bytes", "-wi", 0, "-i", 1, "-r", "1ms", "-prof", "mem", *words)
        for name, figures in KNOWN.items():
            metrics = cases[f"bytes.{name}"]["secondaryMetrics"]
            found = {label: metrics[f"mem.{label}"]["score"] for label in figures}
            self.assertEqual(found, figures, name)
            errors = {label: metrics[f"mem.{label}"]["scoreError"] for label in figures}
            self.assertEqual(set(errors.values()), {0}, errors)
        self.assertFalse(
            any(".retained." in label for label in cases["bytes.every_second_time"]["secondaryMetrics"])
        )

    def test_in_forks(self):
        self.check("-f", 1)

    def test_in_process(self):
        self.check("-f", 0)

    def test_are_shown_and_nothing_vanishes(self):
        text = self.run_program("bytes", *program.QUICKLY, "-prof", "gc").stdout
        self.assertRegex(text, r"every_second_time:mem\.alloc\.count\.norm +avgt .*\b0\.500 .*#/op")
        self.assertRegex(text, r"leak:mem\.retained\.heap\.norm +avgt .*\b0 .*B/op")
        self.assertRegex(text, r"push_back:mem\.alloc\.rate\.norm +avgt .*\b8188(\.000)? .*B/op")


if __name__ == "__main__":
    unittest.main()
