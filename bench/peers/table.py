#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table.py - the page of all rows, and README's short table of them.

usage: table.py PAGE.md README.md FILE.json...

PAGE.md is written; in README.md, what stands between the lines `<!-- table: begin -->` and
`<!-- table: end -->` is. The files are those of peers_bench and python_peers.py.
"""

import math
import sys

from results import METHODS, OF_PRODUCTS, QUANTITIES, STORAGES, THROUGH_PYTHON, Results, is_wrong

BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"
SHORT_SIZE = 1 << 18
SHORT_ERROR = 2**11  # ulp of float: results of 16 bits stay out
SHORT_QUANTITIES = ["sum", "dot", "norm2"]


# ---- cells


def size_text(n):
    return f"{n >> 20}Mi" if n >= 1 << 20 else f"{n >> 10}Ki" if n >= 1 << 10 else str(n)


def error_text(ulp):
    if not math.isfinite(ulp):
        return str(ulp)
    return f"{ulp:.1f}" if ulp < 9.95 else f"{ulp:.0f}" if ulp < 9999.5 else f"{ulp:.0e}".replace("e+0", "e").replace("e+", "e")


def cell_text(cell, is_ahead=False):
    if cell is None:
        return ""
    text = f"{cell.share:.2f} · {error_text(cell.ulp)}"
    return f"**{text}**" if is_ahead else text


def default_types(what, storage):
    return "float-in-double" if storage == "float" and what in OF_PRODUCTS else storage


def label(what, storage, entry):
    """What the reader would write."""
    if entry.by == "accrue":
        accumulator = "float" if entry.types == "float" else "double"
        return entry.call if entry.types == default_types(what, storage) or entry.call != "pairwise" else f"pairwise<{accumulator}>"
    text = entry.call.removeprefix("-in-double")
    return f"{entry.by} {text}" + (", in double" if entry.types == "float-in-double" else "")


def row(*cells):
    return "| " + " | ".join(cells) + " |"


def heading(*cells):
    return [row(*cells), "|" + "---|" * len(cells)]


# ---- the page


def order(results, case, entry):
    """accrue's methods first, then the fastest."""
    if entry.by == "accrue":
        return 0, METHODS.index(entry.call), entry.types != default_types(*case)
    cells = results.cases[case][entry]
    return 1, -max((cells[n].share for n in cells if n == SHORT_SIZE), default=0), entry.call


def case_rows(results, case):
    for entry in sorted(results.cases[case], key=lambda e: order(results, case, e)):
        cells = results.cases[case][entry]
        name = f"`{label(*case, entry)}`"
        if entry.by == "accrue":
            name = f"accrue {name}"
        elif is_wrong(cells, case[1]):
            name += " (wrong)"
        yield row(name, *(cell_text(cells.get(n), results.rival(case, entry, n) is not None) for n in results.sizes))


def quantity_section(results, what):
    lines = [f"## {what}", ""]
    for storage in STORAGES:
        if (what, storage) in results.cases:
            lines += heading(f"{what} of {storage}", *map(size_text, results.sizes))
            lines += [*case_rows(results, (what, storage)), ""]
    return lines


def ahead_rows(results, through_python):
    for what in QUANTITIES:
        for storage in STORAGES:
            for n in results.sizes:
                leads = results.leads((what, storage), n) if (what, storage) in results.cases else []
                for entry, peer, ours in [lead for lead in leads if (lead[0].by in THROUGH_PYTHON) == through_python][:1]:
                    name = f"`{label(what, storage, entry)}`"
                    yield row(f"{what} of {storage}", size_text(n), name, cell_text(peer), cell_text(ours))


def count_text(results, storages):
    """In how many cases, each size by itself, a peer in C++ is ahead."""
    cases = [(case, n) for case in results.cases if case[1] in storages for n in results.sizes]
    cases = [c for c in cases if any(e.by != "accrue" and e.by not in THROUGH_PYTHON and c[1] in results.cases[c[0]][e] for e in results.cases[c[0]])]
    led = [c for c in cases if any(e.by not in THROUGH_PYTHON for e, _, _ in results.leads(*c))]
    return f"{len(led)} of {len(cases)}"


def ahead_section(results):
    lines = ["## Where a peer is ahead", ""]
    lines += [f"Of half and bfloat16, a peer in C++ is ahead in {count_text(results, STORAGES[:2])} cases (a reduction at a size), of float and double "
              f"in {count_text(results, STORAGES[2:])}. Below, the fastest of those that are: its cell, and the fastest of accrue's at no larger an error.", ""]
    for through_python, who in ((False, "in C++"), (True, "through Python")):
        rows = list(ahead_rows(results, through_python))
        if rows:
            lines += heading("", "elements", f"peer {who}", "share · error", "accrue's") + rows + [""]
        else:
            lines += [f"No peer {who} is.", ""]
    return lines


def machine_lines(context):
    peers = [f"{name.removeprefix('peer ')} {version}" for name, version in sorted(context.items()) if name.startswith("peer ")]
    return [
        f"{context['cpu']}, {context['registers']}; {context['date'][:10]}; {context['compiler']}, accrue with `{context['flags of accrue']}`, "
        f"peers with `{context['flags of peers']}`; one thread. {', '.join(peers)}.",
    ]


HOW_TO_READ = """
A cell is `share · error`. **Share**: the time of only reading the elements, over the time of the row; 1.00 is as fast as memory can
be read, in the same process. CPU time of the thread; the least of the repetitions, which are interleaved at random, and above 1 MiB
their median. **Error**: in units in the last place of double for doubles, of float for all others, the largest of 2 to 16 inputs;
results are rounded to that type first, so 0.5 is the least that can be promised. Elements are evenly spread over -0.5 to 1.5.

A peer's cell is **bold** where it is ahead: more than 5 % faster than every method of accrue whose error is no larger, and faster than
one whose error is no smaller; half an ulp more or less is equal. *(wrong)* is a row with a result off by more than 2^-8, where
rounding is no excuse; `inf`, a sum that the peer's 16-bit result cannot hold. `loop` is the loop everybody writes, in float for 16-bit
elements. Rows of numpy, torch, numkong and xsum contain a call from Python, 0.15 to 5 microseconds: with 1Ki elements they show little else.
"""


def page(results):
    lines = ["# Benchmarks", "", "Written by `./dev bench --table`: do not edit.", "", *machine_lines(results.context), *HOW_TO_READ.splitlines(), ""]
    lines += ahead_section(results)
    for what in QUANTITIES:
        if any((what, storage) in results.cases for storage in STORAGES):
            lines += quantity_section(results, what)
    return "\n".join(lines).rstrip() + "\n"


# ---- README's table


def fastest_peer(results, case, through_python):
    """The fastest peer that is right to more than 16 bits, as text."""
    entries = results.cases[case]
    right = [e for e in entries if e.by != "accrue" and (e.by in THROUGH_PYTHON) == through_python and SHORT_SIZE in entries[e]]
    right = [e for e in right if not is_wrong(entries[e], case[1]) and entries[e][SHORT_SIZE].ulp < SHORT_ERROR]
    if not right:
        return ""
    best = max(right, key=lambda e: entries[e][SHORT_SIZE].share)
    is_ahead = results.rival(case, best, SHORT_SIZE) is not None
    return f"{cell_text(entries[best][SHORT_SIZE], is_ahead)} {best.by}"


def short_table(results, link):
    lines = heading(f"{size_text(SHORT_SIZE)} elements", "accrue", "`compensated`", "`exact`", "fastest peer in C++", "through Python")
    for what in SHORT_QUANTITIES:
        for storage in STORAGES:
            case = what, storage
            if case not in results.cases:
                continue
            ours = {(e.call, e.types): c for e, c in results.accrue(case, SHORT_SIZE).items()}
            main = [next((ours[k] for k in ours if k[0] == m and (m != "pairwise" or k[1] == default_types(*case))), None) for m in METHODS]
            cells = [cell_text(main[METHODS.index(m)]) for m in ("pairwise", "compensated", "exact")]
            lines.append(row(f"{what} of {storage}", *cells, fastest_peer(results, case, False), fastest_peer(results, case, True)))
    c = results.context
    lines += ["", f"Share of the speed of reading memory · error in ulp; bold: ahead of accrue at no larger an error. {c['cpu']}, {c['registers']}, one thread, "
              f"{c['date'][:10]}. [All sizes, methods and peers]({link}), by `./dev bench --table`."]
    return lines


def insert(text, lines):
    """`text` with the lines between its markers."""
    before, rest = text.split(BEGIN + "\n", 1)
    after = rest.split(END, 1)[1]
    return f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n{END}{after}"


def main(arguments):
    if len(arguments) < 3:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    page_path, readme_path, *files = arguments
    results = Results(files)
    with open(readme_path, encoding="utf-8") as file:
        readme = file.read()
    if BEGIN not in readme or END not in readme:
        print(f"table.py: {readme_path} has no lines {BEGIN} and {END}", file=sys.stderr)
        return 2
    with open(page_path, "w", encoding="utf-8") as file:
        file.write(page(results))
    with open(readme_path, "w", encoding="utf-8") as file:
        file.write(insert(readme, short_table(results, "docs/reference/benchmarks.md")))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
