# SPDX-License-Identifier: MIT
"""results.py - rows of peers_bench and python_peers.py, and which of them are ahead of accrue.

A file is what Google Benchmark writes: rows named N/QUANTITY/TYPES/BY/CALL, with the CPU time of each
repetition and `ulp`, the largest error. A row's share is the time of only reading its memory, in its own
process, over its time.
"""

import collections
import json
import math
import statistics

Entry = collections.namedtuple("Entry", "by call types")
Cell = collections.namedtuple("Cell", "share ulp")

STORAGES = ["half", "bfloat16", "float", "double"]
QUANTITIES = ["sum", "dot", "norm2", "norm1", "norm_inf", "mean", "variance", "standard_deviation", "abs_sum"]
QUANTITIES += ["sum_of_squares", "max", "argmax", "minmax", "logsumexp", "norm_p"]
METHODS = ["pairwise", "compensated", "kahan", "exact", "sequential"]
THROUGH_PYTHON = {"numpy", "torch", "numkong", "xsum"}
OF_PRODUCTS = {"dot", "norm2", "sum_of_squares"}  # accrue adds those of floats in double, unless told otherwise

FASTER = 1.05  # less is what two runs of one row differ by
EQUAL = 0.5  # ulp: as much as rounding a right result takes
IN_CACHE = 1 << 20  # bytes. More is shared with other programs: the median of the repetitions, not the least
WRONG = {"double": 2.0**44}  # ulp: 2^-8, less than three digits
WRONG_ELSE = 2.0**15


def storage_of(types):
    return types.split("-in-")[0]


def is_wrong(cells, storage):
    """Is a result off by so much that rounding is no excuse? An infinity is one: 16 bits hold no more."""
    limit = WRONG.get(storage, WRONG_ELSE)
    return any(math.isnan(c.ulp) or limit < c.ulp < math.inf for c in cells.values())


class Run:
    """The rows of one process."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        self.context = content["context"]
        self.times, self.errors = collections.defaultdict(list), {}
        for entry in content["benchmarks"]:
            if entry.get("run_type") == "iteration":
                name = tuple(entry["run_name"].split("/", 4))
                self.times[name].append(entry["cpu_time"])
                self.errors[name] = entry.get("ulp", 0)

    def time(self, name, size):
        return min(self.times[name]) if size <= IN_CACHE else statistics.median(self.times[name])

    def read_time(self, size, sources):
        text = str(size // sources)
        of = ("one-source", "two-sources")[sources - 1]
        names = [n for n in self.times if n[:3] == (text, "read", of)]
        return min(self.time(name, size) for name in names)

    def cells(self):
        """((quantity, storage), entry, n, cell) of each row."""
        for name in self.times:
            n, what, types, by, call = name
            if what != "read":
                sources = 2 if what == "dot" else 1
                size = int(n) * {"double": 8, "float": 4}.get(storage_of(types), 2) * sources
                share = self.read_time(size, sources) / self.time(name, size)
                yield (what, storage_of(types)), Entry(by, call, types), int(n), Cell(share, self.errors[name])


class Results:
    """{(quantity, storage): {entry: {n: cell}}} of several runs, and what they say of the machine."""

    def __init__(self, paths):
        self.context, self.cases = {}, collections.defaultdict(dict)
        for path in paths:
            run = Run(path)
            self.context = run.context | self.context
            for case, entry, n, cell in run.cells():
                self.cases[case].setdefault(entry, {})[n] = cell
        self.sizes = sorted({n for entries in self.cases.values() for cells in entries.values() for n in cells})

    def accrue(self, case, n):
        """{entry: cell} of accrue."""
        return {e: c[n] for e, c in self.cases[case].items() if e.by == "accrue" and n in c}

    def rival(self, case, entry, n):
        """The fastest cell of accrue whose error is no larger, if a peer is ahead of it; else None."""
        peer, ours = self.cases[case][entry].get(n), self.accrue(case, n)
        if entry.by == "accrue" or peer is None or is_wrong(self.cases[case][entry], case[1]):
            return None
        as_right = [c for c in ours.values() if c.ulp <= peer.ulp + EQUAL]
        if any(peer.share <= FASTER * c.share for c in as_right):
            return None
        main = [c for e, c in ours.items() if e.call != "sequential" and peer.ulp <= c.ulp + EQUAL]
        beaten = [c for c in main if peer.share > FASTER * c.share]
        return max(as_right or beaten) if beaten else None

    def leads(self, case, n):
        """[(entry, peer's cell, accrue's cell)] of the peers that are ahead, the fastest first."""
        found = [(e, c[n], self.rival(case, e, n)) for e, c in self.cases[case].items() if n in c]
        return sorted([lead for lead in found if lead[2]], key=lambda lead: -lead[1].share)
