#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ratios.py - what rows of reductions_bench say about each other.

usage: ratios.py [--check] FILE.json...

Prints, for every instruction set, accrue's speed over that of the fastest hand-written loop, and over
reading the memory, and how much longer a dependent call takes than one of the plain loop. With several
files (links, runs): the median of them for light rows in L1, which move with the place of the code,
the worst of them for all others. --check compares with FIGURES; it is for a quiet machine, not for CI.
"""

import collections
import json
import statistics
import sys

Row = collections.namedtuple("Row", "level size what method types isa by")
# Speeds in GB/s, times in ns, one each repetition.
Measured = collections.namedtuple("Measured", "speeds times ulp")

LOOPS = {"plain", "hand", "hand-ahead"}
ALL = {"half", "bfloat16", "float", "float-in-double", "double"}
# The order of tables; repetitions come in any.
SETS = ["avx512", "avx2", "sse2", "native"]
QUANTITIES = ["sum", "strided_sum_2", "strided_sum_17", "abs_sum", "mean", "dot", "sum_of_squares", "norm2", "norm_inf"]
QUANTITIES += ["max", "argmax", "minmax"]
METHODS = ["pairwise", "kahan", "compensated", "exact", "sequential"]
TYPES = ["half", "bfloat16", "float", "float-in-double", "double"]
LEVELS = ["L1", "L2", "L3", "DRAM", "call"]

# what holds | least ratio | levels | quantities | method | types | over
FIGURES = [
    ("pairwise sum of float and double in L1, of the best loop", 0.75, {"L1"}, {"sum"}, "pairwise", {"float", "double"}, LOOPS),
    ("dot of float and double in L1", 0.60, {"L1"}, {"dot"}, "pairwise", {"float", "double"}, LOOPS),
    ("sums that widen in L1", 0.90, {"L1"}, {"sum"}, "pairwise", {"half", "bfloat16", "float-in-double"}, LOOPS),
    ("sums of every storage type in DRAM", 0.95, {"DRAM"}, {"sum"}, "pairwise", ALL, LOOPS),
    ("compensated sum, of the two_sum loop", 0.90, {"L1", "DRAM"}, {"sum"}, "compensated", ALL, LOOPS),
    ("strided sum, of the plain loop", 0.90, {"L1", "DRAM"}, {"strided_sum_2", "strided_sum_17"}, "pairwise", ALL, {"plain"}),
]
# what holds of `exact` | most time over reading | instruction set | level | quantity | types
EXACT_FIGURES = [
    ("exact sum of float and double in DRAM, times reading", 1.15, "avx512", "sum", {"float", "double"}),
    ("exact sum of half in DRAM, times reading", 1.20, "avx512", "sum", {"half"}),
    ("exact sum of bfloat16 in DRAM, times reading", 1.25, "avx512", "sum", {"bfloat16"}),
    ("exact dot of float and double in DRAM, times reading", 1.15, "avx512", "dot", {"float", "double"}),
    ("exact dot of half and bfloat16 in DRAM, times reading", 1.50, "avx512", "dot", {"half", "bfloat16"}),
    ("exact sum of double in DRAM, times reading", 1.40, "avx2", "sum", {"double"}),
]
# Against the pairwise sum in L2; and ns a call of so many doubles.
EXACT_OVER_PAIRWISE = 2.6
EXACT_CALLS = {"1": 30, "64": 45}
CALL_FIGURE = "sum and dot of up to 256 elements: ns more than the plain loop"
CALL_LIMIT, CALL_LENGTH, CALL_QUANTITIES = 15, 256, {"sum", "dot"}
CHECKED_SETS = ("avx512", "avx2")


# ---- reading


def read_run(path):
    """{Row: Measured} of one file."""
    with open(path, encoding="utf-8") as file:
        entries = json.load(file)["benchmarks"]
    repetitions = collections.defaultdict(list)
    for entry in entries:
        if entry.get("run_type") == "iteration" and not entry.get("error_occurred"):
            repetitions[Row(*entry["run_name"].split("/"))].append(entry)
    return {
        row: Measured([e.get("GB", 0) for e in some], [e["cpu_time"] for e in some], some[0].get("ulp", 0))
        for row, some in repetitions.items()
    }


def fastest(run, row):
    return max(run[row].speeds)


def middle(run, row):
    return statistics.median(run[row].speeds)


# ---- comparing


def is_light(row):
    return row.level == "L1" and row.method == "pairwise" and row.types in {"float", "double"}


def over_runs(row, values):
    """One figure of several runs: nothing if no run has it."""
    values = [v for v in values if v is not None]
    if not values:
        return None
    return statistics.median(values) if is_light(row) else min(values)


def loops_beside(run, row, kinds):
    return [other for other in (row._replace(by=by) for by in kinds) if other in run]


def over_loop(run, row, kinds, speed):
    loops = loops_beside(run, row, kinds)
    return speed(run, row) / max(speed(run, loop) for loop in loops) if row in run and loops else None


def over_read(run, row, speed):
    sources = "two-sources" if row.what == "dot" else "one-source"
    reads = loops_beside(run, row._replace(what="read", method="loads", types=sources), {"read", "read-ahead"})
    return speed(run, row) / max(speed(run, read) for read in reads) if row in run and reads else None


def stable_speed(level):
    """In a core's own caches the least disturbed repetition tells; memory is shared, the median does."""
    return fastest if level in {"L1", "L2"} else middle


def extra_time(run, row):
    """ns of a call beyond the plain loop's; methods are compared with the loop that has none."""
    plain = row._replace(method="sequential" if row.method == "sequential" else "pairwise", by="plain")
    return min(run[row].times) - min(run[plain].times) if row in run and plain in run else None


# ---- tables

LABEL = 44  # columns of a table's first one

def place(row):
    """Where a row stands in the tables."""
    digits = int("".join(c for c in row.size if c.isdigit())) * (1024 if row.size.endswith("MiB") else 1)
    case = QUANTITIES.index(row.what), METHODS.index(row.method), TYPES.index(row.types)
    return SETS.index(row.isa), LEVELS.index(row.level), digits, case


def rows_of_accrue(runs):
    return sorted({row for run in runs for row in run if row.by == "accrue"}, key=place)


def cases(rows):
    """(quantity, method, types) of rows, in order."""
    return [found[1:] for found in sorted({(place(row)[3], row.what, row.method, row.types) for row in rows})]


def distinct(values):
    return list(dict.fromkeys(values))


def number(value, form):
    return "" if value is None else format(value, form)


def ratio_cell(runs, row):
    over = [over_runs(row, [over_loop(run, row, LOOPS, speed) for run in runs]) for speed in (fastest, middle)]
    read = over_runs(row, [over_read(run, row, stable_speed(row.level)) for run in runs])
    return f"{number(over[0], '.2f'):>5}{number(over[1], '.2f'):>5}{number(read, '.2f'):>5}"


def error_cell(runs, row):
    for run in runs:
        if row in run:
            worst = max((run[loop].ulp for loop in loops_beside(run, row, LOOPS)), default=0)
            return f"{run[row].ulp:9.2f}{worst:9.1f}"
    return ""


def print_ratios(runs, isa, rows):
    sizes = distinct((row.level, row.size) for row in rows)
    print(f"\n{isa}: of the fastest loop (fastest repetition, median), of reading; error in ulp at {sizes[-1][1]}")
    print(" " * LABEL + "".join(f"{level + ' ' + size:>16}" for level, size in sizes) + "   accrue    loops")
    for case in cases(rows):
        cells = [Row(*size, *case, isa, "accrue") for size in sizes]
        line = "".join(f" {ratio_cell(runs, row)}" for row in cells)
        print(f"{' '.join(case):<{LABEL}}{line}{error_cell(runs, cells[-1])}".rstrip())


def print_calls(runs, isa, rows):
    lengths = distinct(row.size for row in rows)
    print(f"\n{isa}: dependent calls of n elements, ns, and ns more than the plain loop")
    print(" " * LABEL + "".join(f"{n:>10}" for n in lengths))
    for case in cases(rows):
        line = ""
        for n in lengths:
            row = Row("call", n, *case, isa, "accrue")
            times = [min(run[row].times) for run in runs if row in run]
            extra = [e for e in (extra_time(run, row) for run in runs) if e is not None]
            line += f"{number(statistics.median(times) if times else None, '.0f'):>5}"
            line += f"{number(statistics.median(extra) if extra else None, '+.0f'):>5}"
        print(f"{' '.join(case):<{LABEL}}{line}".rstrip())


def print_tables(runs):
    rows = rows_of_accrue(runs)
    for isa in distinct(row.isa for row in rows):
        of_set = [row for row in rows if row.isa == isa]
        memory, calls = [r for r in of_set if r.level != "call"], [r for r in of_set if r.level == "call"]
        if memory:
            print_ratios(runs, isa, memory)
        if calls:
            print_calls(runs, isa, calls)


# ---- the figures


def verdict(name, isa, limit, measured, misses):
    """One line for a figure, one more for each row that misses it; says whether it holds."""
    if not measured:
        print(f"  -   {isa:<7} {name}: not measured")
        return True
    wrong = [(value, row) for value, row in measured if misses(value)]
    worst = sorted(measured, key=lambda m: m[0])[-1 if misses(float("inf")) else 0]
    print(f"{'FAIL' if wrong else 'pass'}  {isa:<7} {name}: {worst[0]:.2f}, limit {limit} ({' '.join(worst[1][:5])})")
    for value, row in wrong:
        print(f"        {value:6.2f}  {' '.join(row[:5])}")
    return not wrong


def check(runs):
    held = True
    rows = rows_of_accrue(runs)
    print("\nfigures")
    for isa in CHECKED_SETS:
        for name, limit, levels, whats, method, types, kinds in FIGURES:
            measured = []
            for row in rows:
                if row.isa == isa and row.level in levels and row.what in whats and row.method == method and row.types in types:
                    value = over_runs(row, [over_loop(run, row, kinds, stable_speed(row.level)) for run in runs])
                    measured += [] if value is None else [(value, row)]
            held &= verdict(name, isa, limit, measured, lambda value, limit=limit: value < limit)
        calls = [r for r in rows if r.isa == isa and r.level == "call" and int(r.size) <= CALL_LENGTH]
        calls = [r for r in calls if r.what in CALL_QUANTITIES and r.method == "pairwise"]
        extra = [(statistics.median(extra_time(run, r) for run in runs if r in run), r) for r in calls]
        held &= verdict(CALL_FIGURE, isa, CALL_LIMIT, extra, lambda value: value > CALL_LIMIT)
    return held


def check_exact(runs):
    held = True
    rows = [row for row in rows_of_accrue(runs) if row.method == "exact"]
    for name, limit, isa, what, types in EXACT_FIGURES:
        some = [r for r in rows if r.isa == isa and r.level == "DRAM" and r.what == what and r.types in types]
        measured = [(1 / over_runs(r, [over_read(run, r, stable_speed(r.level)) for run in runs]), r) for r in some]
        held &= verdict(name, isa, limit, measured, lambda value, limit=limit: value > limit)
    sums = [r for r in rows if r.isa == "avx512" and r.level == "L2" and r.what == "sum" and r.types == "double"]
    over = [(max(fastest(run, r._replace(method="pairwise")) / fastest(run, r) for run in runs if r in run), r) for r in sums]
    held &= verdict("exact sum of double in L2, times pairwise", "avx512", EXACT_OVER_PAIRWISE, over, lambda v: v > EXACT_OVER_PAIRWISE)
    for n, limit in EXACT_CALLS.items():
        calls = [r for r in rows if r.isa == "avx512" and r[:3] == ("call", n, "sum") and r.types == "double"]
        times = [(max(min(run[r].times) for run in runs if r in run), r) for r in calls]
        held &= verdict(f"exact sum of {n} double, ns", "avx512", limit, times, lambda v, limit=limit: v > limit)
    return held


def main(arguments):
    files = [a for a in arguments if a != "--check"]
    if not files or any(f.startswith("-") for f in files):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    runs = [read_run(path) for path in files]
    print_tables(runs)
    if "--check" not in arguments:
        return 0
    return 0 if check(runs) & check_exact(runs) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
