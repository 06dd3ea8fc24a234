# SPDX-License-Identifier: Apache-2.0
"""The lessons and the page that leads through them."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Lessons(unittest.TestCase):
    def setUp(self):
        self.files = sorted(path.name for path in (ROOT / "examples").glob("*.cpp"))

    def test_are_numbered_without_a_gap(self):
        numbers = [int(name[:2]) for name in self.files]
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))

    def test_are_each_in_the_table_in_order(self):
        page = (ROOT / "docs/writing-benchmarks.md").read_text()
        rows = re.findall(r"^\| (\d\d) \| \[.*?\]\(\.\./examples/(.*?)\) \| \S", page, re.MULTILINE)
        self.assertEqual([name for _, name in rows], self.files)
        self.assertEqual([number for number, _ in rows], [name[:2] for name in self.files])

    def test_have_a_right_side_where_they_have_a_wrong_one(self):
        for name in self.files:
            text = (ROOT / "examples" / name).read_text()
            benchmarks = re.findall(r"^TARE_\w*BENCH\w*\((\w+)", text, re.MULTILINE)
            if any(benchmark.startswith("wrong") for benchmark in benchmarks):
                self.assertIn("You see", text, name)
                self.assertFalse(all(b.startswith("wrong") for b in benchmarks), name)


if __name__ == "__main__":
    unittest.main()
