# SPDX-License-Identifier: MIT
"""page.py - the page of all rows: how to read it, where a peer is ahead, hard data, and a section for each reduction."""

from cells import cell_text, heading, is_default, label, row, size_text
from hard_table import hard_section
from results import METHODS, QUANTITIES, STORAGES, THROUGH_PYTHON, is_wrong

SORTED_BY = 1 << 18  # elements


def order(results, case, entry):
    """accrue's methods first, then the fastest."""
    if entry.by == "accrue":
        return 0, METHODS.index(entry.call), not is_default(*case, entry)
    cells = results.cases[case][entry]
    return 1, -max((cells[n].share for n in cells if n == SORTED_BY), default=0), entry.call


def case_rows(results, case):
    for entry in sorted(results.cases[case], key=lambda e: order(results, case, e)):
        cells = results.cases[case][entry]
        name = f"`{label(*case, entry)}`"
        name = ("accrue " if entry.by == "accrue" else "") + name + (" (wrong)" if is_wrong(cells, case[1]) else "")
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


def of_cpp(results, case, n):
    """The peers in C++ that have this case."""
    entries = results.cases[case].items()
    return [e for e, cells in entries if e.by != "accrue" and e.by not in THROUGH_PYTHON and n in cells]


def count_text(results, storages):
    """In how many cases, each size by itself, a peer in C++ is ahead."""
    cases = [(case, n) for case in results.cases if case[1] in storages for n in results.sizes if of_cpp(results, case, n)]
    led = [c for c in cases if any(e.by not in THROUGH_PYTHON for e, _, _ in results.leads(*c))]
    return f"{len(led)} of {len(cases)}"


def ahead_section(results):
    narrow, wide = count_text(results, STORAGES[:2]), count_text(results, STORAGES[2:])
    lines = [
        "## Where a peer is ahead",
        "",
        f"Of half and bfloat16, a peer in C++ is ahead in {narrow} cases (a reduction at a size), of float and double in {wide}. Below, the",
        "fastest of those that are: its cell, and the fastest of accrue's at no larger an error.",
        "",
    ]
    for through_python, who in ((False, "in C++"), (True, "through Python")):
        rows = list(ahead_rows(results, through_python))
        if rows:
            lines += heading("", "elements", f"peer {who}", "share / error", "accrue's") + rows + [""]
        else:
            lines += [f"No peer {who} is.", ""]
    return lines


def machine_lines(context):
    peers = [f"{n.removeprefix('peer ')} {version}" for n, version in sorted(context.items()) if n.startswith("peer ")]
    where = f"{context['cpu']}, {context['registers']}; {context['date'][:10]}; {context['compiler']}"
    how = f"accrue with `{context['flags of accrue']}`, peers with `{context['flags of peers']}`; one thread"
    return [f"{where}, {how}. {', '.join(peers)}."]


HOW_TO_READ = """
A cell is `share / error`. **Share**: the time of only reading the elements, over the time of the row; 1.00 is as fast as memory can
be read, in the same process. CPU time of the thread; the least of the repetitions, which are interleaved at random, and above 1 MiB
their median. **Error**: in units in the last place of double for doubles, of float for all others, the largest of 2 to 16 inputs;
results are rounded to that type first, so 0.5 is the least that can be promised. Elements are evenly spread over -0.5 to 1.5.

A peer's cell is **bold** where it is ahead: more than 5 % faster than every method of accrue whose error is no larger, and faster than
one whose error is no smaller; half an ulp more or less is equal. *(wrong)* is a row with a result off by more than 2^-8, where
rounding is no excuse; `inf`, a sum that the peer's 16-bit result cannot hold. `loop` is the loop everybody writes, in float for 16-bit
elements. Rows of numpy, torch, numkong and xsum contain a call from Python, 0.15 to 5 microseconds: with 1Ki elements they show little else.
"""


def page(results, hard=None):
    lines = ["# Benchmarks", "", "Written by `./dev bench --table`: do not edit.", ""]
    lines += [*machine_lines(results.context), *HOW_TO_READ.splitlines(), ""]
    lines += ahead_section(results) + hard_section(hard)
    for what in QUANTITIES:
        if any((what, storage) in results.cases for storage in STORAGES):
            lines += quantity_section(results, what)
    return "\n".join(lines).rstrip() + "\n"
