# SPDX-License-Identifier: Apache-2.0
"""run_tests.py WRITE_PAGES FOLDER: writes pages into the folder, and tests them in a browser.

Ends with SKIPPED, which ctest is told of, where there is no browser or nothing to drive it with.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SKIPPED = 77
BROWSERS = ["chromium", "chromium-browser", "google-chrome"]
# What package-lock.json says playwright-core needs.
LEAST_NODE = 20
# Seconds after which a registry that does not answer is one that is not there.
PATIENCE = 25


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def found(names, what):
    for name in names:
        if path := shutil.which(name):
            return path
    skip(f"there is no {what} ({', '.join(names)})")


def node_that_is_new_enough():
    node = found(["node"], "Node.js")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.lstrip("v").split(".")[0]) < LEAST_NODE:
        skip(f"Node.js is {version}, and playwright-core needs {LEAST_NODE}")
    return node


def install_packages(npm, folder):
    """Into the folder, unless those of the lock file are there."""
    lock = "package-lock.json"
    installed = folder / "node_modules" / lock
    if installed.exists() and installed.read_bytes() == (HERE / lock).read_bytes():
        return
    for name in ("package.json", lock):
        shutil.copy(HERE / name, folder)
    words = [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    try:
        ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        skip(f"npm ci got no packages in {PATIENCE} s")
    if ran.returncode != 0:
        skip(f"npm ci got no packages: {ran.stderr.strip().splitlines()[0]}")
    shutil.copy(HERE / lock, installed)


def main(write_pages, folder):
    browser = found(BROWSERS, "browser")
    node = node_that_is_new_enough()
    npm = found(["npm"], "npm")
    folder = Path(folder)
    pages = folder / "pages"
    pages.mkdir(parents=True, exist_ok=True)
    install_packages(npm, folder)
    subprocess.run([write_pages, pages], check=True)
    variables = {"TARE_BROWSER": browser, "TARE_NODE_FOLDER": folder, "TARE_PAGES": pages}
    os.execve(node, [node, "--test", "--test-reporter=spec", HERE / "flame_graph_test.js"], {**os.environ, **variables})


if __name__ == "__main__":
    main(*sys.argv[1:])
