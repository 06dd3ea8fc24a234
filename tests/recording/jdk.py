# SPDX-License-Identifier: Apache-2.0
"""What a real JDK reads in recordings."""

import atexit
import collections
import functools
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
# What describes a file, and not what happened.
BOOK_KEEPING = {"jdk.Metadata", "jdk.CheckPoint", "tare.SourceFile"}
needed = unittest.skipUnless(all(map(shutil.which, ["java", "javac", "jfr"])), "there is no JDK")


def run(*words, code=0, **options):
    ran = subprocess.run(words, capture_output=True, encoding="utf-8", timeout=120, **options)
    assert ran.returncode == code, f"{words}: {ran.returncode}\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}"
    return ran.stdout


def summary(file):
    """The types of events that `jfr summary` finds any of, with how many, and the number of chunks."""
    text = run("jfr", "summary", file)
    counts = {name: int(count) for name, count in re.findall(r"^ (\S+\.\S+) +(\d+)", text, re.M)}
    kept = {name: count for name, count in counts.items() if count > 0 and name not in BOOK_KEEPING}
    return kept, int(re.search(r"Chunks: (\d+)", text).group(1))


@functools.cache
def reader():
    """The folder with Recorded.java, compiled."""
    folder = tempfile.mkdtemp(prefix="recorded")
    atexit.register(shutil.rmtree, folder)
    run("javac", "-d", folder, HERE / "Recorded.java")
    return folder


def events(file):
    """By type what jdk.jfr.consumer.RecordingFile reads, each a dict from field to text."""
    found = collections.defaultdict(list)
    for line in run("java", "-cp", reader(), "-Dfile.encoding=UTF-8", "Recorded", file).splitlines():
        kind, *fields = line.split("\t")
        found[kind].append(dict(field.split("=", 1) for field in fields))
    return found


def stacks(text):
    """Collapsed stacks with their numbers."""
    return {name: int(value) for name, value in (line.rsplit(" ", 1) for line in text.splitlines())}
