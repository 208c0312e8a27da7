#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""layouts.py - what rows of layouts_bench say about each other.

usage: layouts.py [--write PAGE] FILE.json...

For each job and instruction set: accrue's speed over that of the fastest other row of the job; of rows that are
measured `alone`, over the slowest. Of several files (runs) the worst counts. --write puts the table into a page, between
its two comments.
"""

import collections
import json
import pathlib
import statistics
import sys

SETS = ["avx512", "avx2", "sse2", "native"]
BEGIN, END = "<!-- layouts: begin -->", "<!-- layouts: end -->"


def times_of(path):
    """{(job, instruction set): {by: [ns]}} of one file."""
    with open(path, encoding="utf-8") as file:
        entries = json.load(file)["benchmarks"]
    entries.sort(key=lambda entry: entry["family_index"])  # they ran interleaved
    times = collections.defaultdict(lambda: collections.defaultdict(list))
    for entry in entries:
        if entry.get("run_type") != "iteration":
            continue
        *job, isa, by = entry["run_name"].removesuffix("/real_time").split("/")
        clock = "real_time" if entry["run_name"].endswith("/real_time") else "cpu_time"
        times["/".join(job), isa][by].append(entry[clock])
    return times


def ratio(rows, time):
    """How many times as fast accrue is as what it is compared with."""
    others = {by: time(ns) for by, ns in rows.items() if by != "accrue"}
    slowest = all(by.startswith("alone") for by in others)
    return (max if slowest else min)(others.values()) / time(rows["accrue"])


def cell(runs, key, time):
    found = [ratio(run[key], time) for run in runs if key in run]
    return f"{min(found):.2f}" if found else ""


def beside(rows):
    names = {by.split("-")[0] if by.startswith(("read", "alone")) else by.replace("-", " ") for by in rows if by != "accrue"}
    return {"alone": "the slowest alone", "read": "reading", "one": "one thread"}.get(name := names.pop(), name)


def table(runs):
    sets = [isa for isa in SETS if any(key[1] == isa for key in runs[0])]
    jobs = list(dict.fromkeys(job for job, _ in runs[0]))
    lines = ["| job | beside | " + " | ".join(f"{isa}: ratio of minima, of medians; us" for isa in sets) + " |"]
    lines.append("|---|---|" + "---|" * len(sets))
    for job in jobs:
        cells = []
        for isa in sets:
            key = job, isa
            us = min(min(run[key]["accrue"]) for run in runs) / 1000
            cells.append(f"{cell(runs, key, min)}, {cell(runs, key, statistics.median)}; {us:.4g}")
        name = " ".join(job.split("/"))
        lines.append(f"| {name} | {beside(runs[0][job, sets[0]])} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main(arguments):
    page = None
    if arguments[:1] == ["--write"] and len(arguments) > 1:
        page, arguments = pathlib.Path(arguments[1]), arguments[2:]
    if not arguments or any(a.startswith("-") for a in arguments):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    text = table([times_of(path) for path in arguments])
    print(text)
    if page:
        whole = page.read_text(encoding="utf-8")
        if BEGIN not in whole or END not in whole:
            print(f"layouts.py: {page} has no {BEGIN} .. {END} to write between", file=sys.stderr)
            return 1
        before, after = whole.split(BEGIN)[0], whole.split(END)[1]
        page.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
