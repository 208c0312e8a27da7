#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""python_peers.py - other languages' libraries on the numbers of peers_bench, through Python.

usage: python_peers.py [--repetitions N] FOLDER LIBRARY OUT.json

FOLDER is what peers_bench --write left, LIBRARY the shared one with the loops that only read. OUT.json has
the schema and the row names of peers_bench (Google Benchmark's). Times are CPU times of the thread, a
Python call included; repetitions are interleaved at random.
"""

import argparse
import ctypes
import datetime
import importlib.metadata
import json
import math
import os
import platform
import random
import sys
import time

from python_calls import ALL, CALLS, NUMPY_NAMES, Source, libraries_here

LEAST_NS = 3e6  # of a repetition
SIZES = (1 << 10, 1 << 14, 1 << 18, 1 << 22)
TWO_SOURCES = ("dot",)


# ---- sources, and what their reductions are


def aligned_copy(np, array):
    """On a page of its own, as the sources of peers_bench are."""
    memory = np.empty(array.nbytes + 4096, np.uint8)
    start = -memory.ctypes.data % 4096
    copy = memory[start : start + array.nbytes].view(array.dtype)
    copy[:] = array
    return copy


def read_source(folder, name, storage, libraries):
    np = libraries["numpy"]
    dtype = np.uint16 if storage == "bfloat16" else np.dtype(NUMPY_NAMES[storage])
    return Source(aligned_copy(np, np.fromfile(os.path.join(folder, f"{name}_{storage}.raw"), dtype)), storage, libraries)


def error_in_ulp(np, result, storage, exact):
    """Of a result rounded to double or float, against `exact`, the sum of two doubles."""
    digits = 52 if storage == "double" else 23
    if storage != "double":
        result = float(np.float32(result))
    if not math.isfinite(result):
        return abs(result)
    ulp = math.ldexp(1.0, math.frexp(exact[0])[1] - 1 - digits)
    return abs((result - exact[0]) - exact[1]) / ulp


def largest_error(np, call, x, y, storage, n, exact):
    errors = []
    for w, value in enumerate(exact):
        window = slice(w * n, (w + 1) * n)
        errors.append(error_in_ulp(np, float(call(x[window], y[window])), storage, value))
    return math.nan if any(map(math.isnan, errors)) else max(errors)


# ---- measuring


class Row:
    """One call on one input, and the times of its repetitions."""

    def __init__(self, name, call, ulp=None):
        self.name, self.call, self.ulp, self.times = name, call, ulp, []
        call(1)
        self.calls = max(1, int(LEAST_NS / max(self.measure(1), 100)))

    def measure(self, calls):
        start = time.thread_time_ns()
        self.call(calls)
        return (time.thread_time_ns() - start) / calls

    def entries(self):
        common = {"run_name": self.name, "run_type": "iteration"}
        if self.ulp is not None:
            common["ulp"] = self.ulp
        return [dict(common, repetition_index=i, cpu_time=t, time_unit="ns") for i, t in enumerate(self.times)]


def repeated(function, x, y):
    def call(times):
        for _ in range(times):
            function(x, y)

    return call


def rows_of_calls(libraries, sources, truth):
    np, rows = libraries["numpy"], []
    for by in [name for name in CALLS if name in libraries]:
        for what, storages, text, function in CALLS[by](libraries):
            for storage in storages:
                for n in SIZES:
                    x, y = sources[storage]
                    try:
                        ulp = largest_error(np, function, x, y, storage, n, truth[what][storage][str(n)])
                        first = slice(0, n)
                        rows.append(Row(f"{n}/{what}/{storage}/{by}/{text}", repeated(function, x[first], y[first]), ulp))
                    except (TypeError, ValueError, RuntimeError, NotImplementedError) as error:
                        print(f"python_peers: SKIP {by} {text} of {storage}: {error}", file=sys.stderr)
                        break
    return rows


def rows_of_reads(path, sources):
    read = ctypes.CDLL(path).bench_read
    read.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_size_t]
    read.restype = None
    x, y = (source.bits.ctypes.data for source in sources["double"])
    rows = []
    for size in sorted({n * width for n in SIZES for width in (2, 4, 8)}):
        for loop, by in enumerate(("read", "read-ahead")):
            rows.append(Row(f"{size}/read/one-source/{by}/loads", lambda k, s=size, l=loop: read(x, None, s, l, k)))
            rows.append(Row(f"{size}/read/two-sources/{by}/loads", lambda k, s=size, l=loop: read(x, y, s, l, k)))
    return rows


def measure_all(rows, repetitions):
    generator = random.Random(1)
    for _ in range(repetitions):
        for row in generator.sample(rows, len(rows)):
            row.times.append(row.measure(row.calls))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("folder")
    parser.add_argument("library")
    parser.add_argument("out")
    options = parser.parse_args()
    libraries = libraries_here()
    if "numpy" not in libraries:
        return "python_peers: without numpy there is nothing to measure"
    with open(os.path.join(options.folder, "truth.json"), encoding="utf-8") as file:
        truth = json.load(file)
    sources = {s: [read_source(options.folder, name, s, libraries) for name in "xy"] for s in ALL}
    with libraries["numpy"].errstate(all="ignore"):
        rows = rows_of_calls(libraries, sources, truth) + 4 * rows_of_reads(options.library, sources)
        measure_all(rows, options.repetitions)
    context = {f"peer {name}": importlib.metadata.version(name) for name in libraries}
    context |= {"date": datetime.datetime.now().astimezone().isoformat(), "peer Python": platform.python_version()}
    with open(options.out, "w", encoding="utf-8") as file:
        json.dump({"context": context, "benchmarks": [e for row in dict.fromkeys(rows) for e in row.entries()]}, file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
