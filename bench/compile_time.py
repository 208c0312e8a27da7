#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compile_time.py - what including accrue, and calling it, costs a compiler.

usage: compile_time.py [--runs N] [COMPILER]

User time of COMPILER (g++) -std=c++20 -O2 for AVX-512, in seconds, the least of N (5) runs. Budgets
are for what a row costs more than the row it is compared with.
"""

import os
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLAGS = "-std=c++20 -O2 -mavx512f -mavx512bw -mavx512vl -mavx512dq -mavx512cd -mavx2 -mfma -mf16c".split()
INCLUDE = "#include <accrue/accrue.hpp>\n"


def call(text, *types):
    """A program that has `text` as a function of a span, for each element type."""
    functions = [f"auto call(std::span<{t} const> x) {{ return accrue::{text}(x); }}\n" for t in types]
    return INCLUDE + "#include <span>\n" + "".join(functions)


# name | source | compared with | budget in seconds
PROGRAMS = [
    ("xsimd alone", "#include <immintrin.h>\n#include <xsimd/xsimd.hpp>\n", None, None),
    ("accrue/accrue.hpp", INCLUDE, "xsimd alone", 0.6),
    ("sum of float", call("sum", "float"), "accrue/accrue.hpp", 0.8),
    ("sum of half", call("sum", "accrue::half"), "accrue/accrue.hpp", None),
    ("compensated sum of float", call("sum<accrue::compensated<>>", "float"), "accrue/accrue.hpp", None),
    ("norm2 of float", call("norm2", "float"), "accrue/accrue.hpp", 1.2),
    ("norm2 of double", call("norm2", "double"), "accrue/accrue.hpp", 1.2),
]


def user_seconds(compiler, source, folder):
    path = os.path.join(folder, "program.cpp")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([compiler, *FLAGS, "-I", os.path.join(ROOT, "include"), "-c", path, "-o", os.devnull], check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main(arguments):
    runs, compiler = 5, "g++"
    while arguments:
        option = arguments.pop(0)
        if option == "--runs" and arguments:
            runs = int(arguments.pop(0))
        elif not option.startswith("-"):
            compiler = option
        else:
            print(__doc__.split("\n\n")[1], file=sys.stderr)
            return 2
    least = {name: float("inf") for name, _, _, _ in PROGRAMS}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(runs):
            for name, source, _, _ in PROGRAMS:
                least[name] = min(least[name], user_seconds(compiler, source, folder))
    print(f"\ncompile time, {compiler} -O2, AVX-512: user seconds, the least of {runs} runs")
    for name, _, base, budget in PROGRAMS:
        more = f"{least[name] - least[base]:+6.2f} than {base}" if base else ""
        kept = "" if budget is None else f", budget {budget}: {'kept' if least[name] - least[base] <= budget else 'EXCEEDED'}"
        print(f"  {name:<26}{least[name]:6.2f}  {more}{kept}".rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
