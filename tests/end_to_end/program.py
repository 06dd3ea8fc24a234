# SPDX-License-Identifier: Apache-2.0
"""Runs the program of known benchmarks, and reads what it says."""

import json
import os
import subprocess
import tempfile
import time
import unittest
import uuid
from pathlib import Path

PROGRAM = os.environ.get("TARE_PROGRAM")
SANITIZED = os.environ.get("TARE_SANITIZED") == "1"
# Forks as short as they can be: what is tested is never how long anything took.
QUICKLY = "-f 2 -wi 0 -i 2 -r 2ms".split()
# Seconds in which what has not happened will not happen, on a machine that may be very busy.
FAR_TOO_LONG = 30


def started(*words, program=PROGRAM, environment=(), **popen):
    """The running program. What it starts can be told by the mark it carries."""
    mark = f"TARE_MARK={uuid.uuid4()}"
    # A sanitizer is to let signals through, as they come without one.
    signals = {name: "handle_segv=0:handle_abort=0:detect_leaks=0" for name in ("ASAN_OPTIONS", "TSAN_OPTIONS")}
    variables = {**os.environ, **signals, "TARE_MARK": mark.split("=")[1], **dict(environment)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(
        [program, *map(str, words)], env=variables, text=True, **{**pipes, **popen}
    )
    process.mark = mark
    return process


class Ran:
    """How a run ended, and what it said."""

    def __init__(self, *words, **options):
        process = started(*words, **options)
        self.stdout, self.stderr = process.communicate(timeout=100)
        self.code = process.returncode
        self.mark = process.mark


def marked_processes(mark):
    """Processes that carry the mark, but for those that only wait to be forgotten."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            marked = mark.encode() in (folder / "environ").read_bytes().split(b"\0")
            dead = (folder / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
        except (OSError, IndexError):
            continue
        if marked and not dead:
            found.append(int(folder.name))
    return found


def soon(condition):
    """Whether a condition comes true before it is far too late."""
    end = time.monotonic() + FAR_TOO_LONG
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


class Case(unittest.TestCase):
    """A test in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, *words, **options):
        return Ran(*words, cwd=self.folder, **options)

    def cases_of(self, *words, code=0):
        """The cases in the JSON of a run, by name and parameters."""
        ran = self.run_program(*words, "--out", "json:result.json")
        self.assertEqual(ran.code, code, ran.stdout + ran.stderr)
        cases = json.loads((self.folder / "result.json").read_text())
        return {
            " ".join([case["benchmark"], *case.get("params", {}).values()]): case for case in cases
        }
