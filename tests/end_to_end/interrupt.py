#!/usr/bin/python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Interrupts runs at random moments, and looks at what they leave behind.

    interrupt.py PROGRAM [--runs N] [--seed N]

Every run that was interrupted must have ended by that signal, soon; its results must be whole and
say that they are partial; no process and no temporary file of it may be left. SIGKILL, which
nobody can notice, may leave a temporary file.
"""

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import program

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
# Some 400 ms of forks, most of them good.
RUN = "-f 5 -wi 1 -w 5ms -i 2 -r 5ms -to 1s -prof mem -v SILENT --out csv:r.csv --out json:r.json"


def what_is_wrong(benchmarks, patterns, delay, which, folder):
    """Interrupts one run; returns what is wrong with how it ended, or None."""
    process = program.started(
        *patterns,
        *RUN.split(),
        program=benchmarks,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(delay)
    process.send_signal(which)
    try:
        code = process.wait(program.FAR_TOO_LONG)
    except subprocess.TimeoutExpired:
        process.kill()
        return f"it did not end within {program.FAR_TOO_LONG} s"
    if not program.soon(lambda: not program.marked_processes(process.mark)):
        return f"it left processes {program.marked_processes(process.mark)}"
    if code not in (-which, 0, 1):
        return f"it ended with {code}"
    left = {path.name for path in Path(folder).iterdir()}
    if which != signal.SIGKILL and left - {"r.csv", "r.json"}:
        return f"it left {sorted(left)}"
    if "r.json" not in left:
        return None if code == -which else "it ended without results"
    try:
        cases = json.loads((Path(folder) / "r.json").read_text())
    except ValueError as error:
        return f"its JSON is not valid: {error}"
    complete = all(case["tare"]["run"]["complete"] for case in cases)
    if code in (0, 1) and not complete:
        return f"it ended with {code}, but its results are partial"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("patterns", nargs="*", default=[])
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    parser.add_argument("--longest", type=float, default=0.6, help="seconds before the signal")
    options = parser.parse_args()
    luck = random.Random(options.seed)
    wrong = 0
    for number in range(1, options.runs + 1):
        delay, which = luck.uniform(0, options.longest), luck.choice(SIGNALS)
        with tempfile.TemporaryDirectory() as folder:
            why = what_is_wrong(options.program, options.patterns, delay, which, folder)
        if why is not None:
            wrong += 1
            print(f"run {number}, {which.name} after {1000 * delay:.1f} ms: {why}", flush=True)
    print(f"{options.runs} runs interrupted, {wrong} of them wrong (--seed {options.seed})")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
