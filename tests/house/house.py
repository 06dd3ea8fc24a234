# SPDX-License-Identifier: Apache-2.0
"""A throw-away tree, and the house's tools run on it."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class HouseTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, name, text, executable=False):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        if executable:
            path.chmod(0o755)
        return path

    def run_tool(self, tool, *arguments, **environment):
        """The finished process; its stdout and stderr are together in `stdout`."""
        return subprocess.run(
            [ROOT / "tools" / tool, *map(str, arguments)],
            cwd=self.root,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
        )

    def assert_passes(self, result):
        self.assertEqual(result.returncode, 0, result.stdout)

    def assert_fails(self, result, *texts, code=1):
        self.assertEqual(result.returncode, code, result.stdout)
        for text in texts:
            self.assertIn(text, result.stdout)
