#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hard_sums.py - sums of hard data by accrue, numpy, xsum and math.fsum: nanoseconds an element, and the error.

usage: hard_sums.py [--repetitions N] ACCRUE-COMPARE OUT.json

ACCRUE-COMPARE is the program; it reads the numbers from a file. Times are CPU times of the thread, the
least of all calls. Results are held against a sum in integers; so is math.fsum, which must round it.
"""

import argparse
import datetime
import fractions
import importlib.metadata
import json
import math
import os
import platform
import subprocess
import sys
import tempfile

import numpy as np

from hard_data import exact_sum, hard_data
from python_calls import CALLS, Source, libraries_here
from python_peers import Row, aligned_copy, error_in_ulp, measure_all, repeated

# Column of the table: the library, and the name of its call in python_calls.py.
CALLS_HERE = {
    "numpy sum()": ("numpy", "sum()"),
    "xsum large": ("xsum", "large accumulator"),
    "xsum small": ("xsum", "small accumulator"),
}


def of_accrue(program, x, repetitions):
    """({column: (ns, result)}, machine) as accrue-compare has them."""
    with tempfile.TemporaryDirectory() as folder:
        data, out = os.path.join(folder, "x.npy"), os.path.join(folder, "x.json")
        np.save(data, x)
        options = ["--no-curves", "--time", str(0.02 * repetitions), "--json", out]
        subprocess.run([program, data, *options], check=True, stdout=subprocess.DEVNULL)
        with open(out, encoding="utf-8") as file:
            found = json.load(file)
    rows = [r for r in found["rows"] if not r["narrow"]]
    return {f"accrue {r['method']}": (r["ns_per_element"], float(r["result"])) for r in rows}, found["machine"]


def calls_of(libraries):
    """{column: call} of the libraries that are here."""
    calls = {}
    for column, (by, text) in CALLS_HERE.items():
        for what, storages, name, function in CALLS[by](libraries) if by in libraries else []:
            if (what, name) == ("sum", text) and "double" in storages:
                calls[column] = function
    return calls


def of_python(libraries, x, repetitions):
    """{column: (ns, result)}"""
    source, numbers = Source(aligned_copy(np, x), "double", libraries), x.tolist()
    calls = calls_of(libraries) | {"math.fsum": lambda s, _: math.fsum(numbers)}
    rows = [Row(column, repeated(call, source, source)) for column, call in calls.items()]
    measure_all(rows, repetitions)
    return {row.name: (min(row.times) / len(x), float(calls[row.name](source, source))) for row in rows}


def row_of(kind, x, found):
    """A row of the table: {column: [ns, ulp]}."""
    exact = exact_sum(x)
    nearest = float(exact)
    if found["math.fsum"][1] != nearest:
        raise ArithmeticError(f"hard_sums: of {kind}, math.fsum says {found['math.fsum'][1]} and integers {nearest}")
    halves = nearest, float(exact - fractions.Fraction(nearest))
    return {"kind": kind, "cells": {c: [ns, error_in_ulp(np, y, "double", halves)] for c, (ns, y) in found.items()}}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--repetitions", type=int, default=11)
    parser.add_argument("program")
    parser.add_argument("out")
    options = parser.parse_args()
    libraries, rows = libraries_here(("numpy", "xsum")), []
    for kind, x in hard_data():
        ours, machine = of_accrue(options.program, x, options.repetitions)
        rows.append(row_of(kind, x, ours | of_python(libraries, x, options.repetitions)))
    context = {"date": datetime.datetime.now().astimezone().isoformat(), "Python": platform.python_version()}
    context |= {name: importlib.metadata.version(name) for name in libraries}
    with open(options.out, "w", encoding="utf-8") as file:
        json.dump({"machine": machine, "context": context, "n": len(x), "rows": rows}, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
