# SPDX-License-Identifier: Apache-2.0
"""Tests of a program that they compile themselves, in several ways."""

import json
import tempfile
import unittest
from pathlib import Path

from test_exactness import Missing, built, run


class CompiledCase(unittest.TestCase):
    """SOURCE, ARCHIVES and WAYS are its subclass's; a way is a compiler and its options."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)

    def for_each_program(self, check):
        """Calls it with the program, in each way of compiling that."""
        for compiler, *options in self.WAYS:
            way = " ".join([compiler, *options])
            with self.subTest(way):
                try:
                    program = built(
                        self.folder / way.replace(" ", "_"), compiler, options, [], self.ARCHIVES, self.SOURCE
                    )
                except Missing as missing:
                    print("left out:", missing)
                    continue
                check(program)

    def case_of(self, program, words):
        """What it writes of its one case."""
        ran = run(program, *words.split(), "-v", "SILENT", "--out", "json:-", cwd=self.folder)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return json.loads(ran.stdout)[0]
