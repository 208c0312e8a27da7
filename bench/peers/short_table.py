# SPDX-License-Identifier: MIT
"""short_table.py - README's table: some reductions at one size, accrue's methods and the fastest peers."""

from cells import cell_text, heading, is_default, row, size_text
from results import STORAGES, THROUGH_PYTHON, is_wrong

SHORT_SIZE = 1 << 18
SHORT_ERROR = 2**11  # ulp of float: results of 16 bits stay out
SHORT_QUANTITIES = ["sum", "dot", "norm2"]
SHORT_METHODS = ["pairwise", "compensated", "exact"]


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


def own_cells(results, case):
    """accrue's cells of the methods in the table."""
    ours = results.accrue(case, SHORT_SIZE)
    for method in SHORT_METHODS:
        found = [c for e, c in ours.items() if e.call == method and is_default(*case, e)]
        yield cell_text(found[0] if found else None)


def note(context, link):
    return [
        "",
        f"Share of the speed of reading memory / error in ulp; bold: ahead of accrue at no larger an error. {context['cpu']}, "
        f"{context['registers']}, one thread, {context['date'][:10]}. [All sizes, methods and peers]({link}), by `./dev bench --table`.",
    ]


def short_table(results, link):
    peers = "fastest peer in C++", "through Python"
    lines = heading(f"{size_text(SHORT_SIZE)} elements", "accrue", "`compensated`", "`exact`", *peers)
    for what in SHORT_QUANTITIES:
        for storage in [s for s in STORAGES if (what, s) in results.cases]:
            case = what, storage
            others = [fastest_peer(results, case, through_python) for through_python in (False, True)]
            lines.append(row(f"{what} of {storage}", *own_cells(results, case), *others))
    return lines + note(results.context, link)
