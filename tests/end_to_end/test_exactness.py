#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The operations of bytes.bench.cpp built, optimised, linked and started in every way there is: each
is either counted exactly or refused with its reason.

    tests/end_to_end/test_exactness.py BUILD/src/libtare_main.a BUILD/src/libtare.a

Links those archives, prints a table, and exits 1 if a cell is not what is expected of it. A compiler
or an allocator that is missing leaves its cells out, and is named.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import known_bytes

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "include"

COMPILERS = ["g++", "clang++"]
LEVELS = ["-O0", "-O2", "-O3 -flto"]
SANITIZERS = ["", "-fsanitize=address"]
ALLOCATORS = {
    "jemalloc": "libjemalloc.so.2",
    "tcmalloc": "libtcmalloc_minimal.so.4",
    "mimalloc": "libmimalloc.so.2.0",
}

EXACT = "exact"
# AddressSanitizer's own rule, for compilers that link its runtime as a library: it ends a program
# into which anything else is preloaded.
NOT_FIRST = "ASan runtime does not come first"


def when_preloaded(compiler, sanitizer):
    return NOT_FIRST if sanitizer and compiler == "g++" else EXACT


# One program each: what is asked of it beside the compiler is a matter of linking.
LINKS = {
    "-z lazy": (["-Wl,-z,lazy,-z,norelro"], [], EXACT),
    "-z now": (["-Wl,-z,relro,-z,now"], [], EXACT),
    "-fno-plt": (["-fno-plt", "-fvisibility=hidden", "-Wl,-z,now"], [], EXACT),
    "-no-pie": (["-fno-pie", "-no-pie"], [], EXACT),
    "-static-libstdc++": (["-static-libstdc++", "-static-libgcc"], [], EXACT),
    "-static": (["-static"], [], "the program is linked statically"),
    "-static-pie": (["-static-pie", "-fPIE"], [], "the program is linked statically"),
    "libjemalloc.a": ([], ["-l:libjemalloc.a"], "calls of operator new are not seen"),
}


class Missing(Exception):
    """A tool or a library that is not there."""


def run(*words, **options):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, **options)


def built(program, compiler, options, libraries, archives, source="bytes.bench.cpp"):
    """Compiles once for each set of options, links, and returns the program."""
    if shutil.which(compiler) is None:
        raise Missing(f"no {compiler}")
    # Clang's bitcode is for LLVM's linker.
    linker = ["-fuse-ld=lld"] if compiler == "clang++" and "-flto" in options else []
    if linker and shutil.which("ld.lld") is None:
        raise Missing("no lld, which clang++ -flto needs")
    compiling = [option for option in options if not option.startswith(("-Wl,", "-static-lib"))]
    object_file = program.parent / ("_".join([compiler, *compiling]).replace("/", "") + ".o")
    if not object_file.exists():
        compiled = run(
            compiler, "-std=c++20", *compiling, "-I", INCLUDE,
            "-c", HERE / source, "-o", object_file,
        )  # fmt: skip
        assert compiled.returncode == 0, compiled.stderr
    linked = run(
        compiler, *options, *linker, object_file, *archives, *libraries,
        "-ldl", "-pthread", "-o", program,
    )  # fmt: skip
    if "cannot find -l:" in linked.stderr or "unable to find library" in linked.stderr:
        raise Missing(f"no {libraries[0].removeprefix('-l:')}")
    assert linked.returncode == 0, linked.stderr
    return program


def outcome(program, preloaded="", profiler="mem"):
    """What the profiler comes to in it: exact, the first wrong figure, or why it is refused."""
    # tcmalloc keeps what leak checkers do not find.
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0", "LD_PRELOAD": preloaded}
    words = "-f 1 -wi 0 -i 1 -r 1ms -v SILENT --out json:- -prof".split()
    ran = run(program, "^bytes", *words, profiler, env=environment)
    if "cannot be preloaded" in ran.stderr:
        raise Missing(f"no {preloaded}")
    if ran.returncode != 0:
        reason = (ran.stderr + ran.stdout).strip().splitlines()[0]
        return f"refused: {reason.rpartition('cannot work here: ')[2]}"
    wrong = known_bytes.differences({case["benchmark"]: case for case in json.loads(ran.stdout)})
    return f"wrong: {wrong[0]}" if wrong else EXACT


class Table:
    def __init__(self, archives, folder):
        self.archives = archives
        self.folder = folder
        self.missing = set()
        self.rows = []

    def program(self, compiler, options, libraries=()):
        name = "_".join([compiler, *options, *libraries]).replace("/", "")
        return built(self.folder / name, compiler, options, libraries, self.archives)

    def cell(self, name, wanted, make):
        """(name, what came out, whether that is what was wanted); None if it cannot be tried."""
        try:
            found = make()
        except Missing as missing:
            self.missing.add(str(missing))
            return None
        right = found == wanted or (found.startswith("refused: ") and wanted in found)
        return name, found, right

    def allocator_cells(self, compiler, level, sanitizer, profiler="mem"):
        options = [*level.split(), *sanitizer.split()]
        name = " ".join(filter(None, [compiler, level, sanitizer]))
        if profiler != "mem":
            name += f", {profiler}"
        yield self.cell(
            f"{name} | glibc", EXACT,
            lambda: outcome(self.program(compiler, options), profiler=profiler),
        )  # fmt: skip
        for allocator, library in ALLOCATORS.items():
            yield self.cell(
                f"{name} | {allocator}, linked", EXACT,
                lambda: outcome(self.program(compiler, options, [f"-l:{library}"]), "", profiler),
            )  # fmt: skip
            yield self.cell(
                f"{name} | {allocator}, preloaded", when_preloaded(compiler, sanitizer),
                lambda: outcome(self.program(compiler, options), library, profiler),
            )  # fmt: skip

    def link_cells(self, compiler):
        for name, (options, libraries, wanted) in LINKS.items():
            yield self.cell(
                f"{compiler} -O2 | {name}", wanted,
                lambda: outcome(self.program(compiler, ["-O2", *options], libraries)),
            )  # fmt: skip

    def cells(self, compiler):
        for level in LEVELS:
            for sanitizer in SANITIZERS:
                yield from self.allocator_cells(compiler, level, sanitizer)
        yield from self.allocator_cells(compiler, "-O2", "", "mem:tap=preload")
        yield from self.link_cells(compiler)

    def fill(self):
        # What one thread compiles no other does.
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for cells in pool.map(lambda compiler: list(self.cells(compiler)), COMPILERS):
                self.rows += filter(None, cells)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        table = Table([str(Path(archive).resolve()) for archive in sys.argv[1:]], Path(folder))
        table.fill()
    print("| program | allocator or linking | `mem` |\n|---|---|---|")
    for name, found, right in table.rows:
        print(f"| {name} | {found}{'' if right else ' (NOT EXPECTED)'} |")
    for missing in sorted(table.missing):
        print(f"left out: {missing}")
    return 0 if table.rows and all(right for _, _, right in table.rows) else 1


if __name__ == "__main__":
    sys.exit(main())
