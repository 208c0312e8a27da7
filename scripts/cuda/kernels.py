# SPDX-License-Identifier: MIT
"""kernels.py - what a kernel's name says about it, and what is then asked of it. The tables to edit when kernels change."""
import re
from dataclasses import dataclass

# Bytes of an element, bits of its significand.
STORAGE = {
    "half": (2, 11),
    "bfloat16": (2, 8),
    "float": (4, 24),
    "double": (8, 53),
    "signed char": (1, 7),
    "unsigned char": (1, 8),
    "short": (2, 15),
    "unsigned short": (2, 16),
    "int": (4, 31),
    "unsigned int": (4, 32),
    "long": (8, 63),
    "unsigned long": (8, 64),
}
# Share of the issue slots that the hot pass may take at SPEED, in percent.
SHARE = {"pairwise": 30}
MOST_SHARE = 75  # of all others
# How many elements a term reads, and whether it multiplies.
TERMS = {"identity": (1, False), "absolute": (1, False), "square": (1, True), "times": (2, True)}

# An H200: bytes a second of its memory, instructions of a thread that can be issued in a second.
SPEED = 4.8e12
ISSUE = 132 * 128 * 1.98e9

LEAST_LOADS = 12  # under way before the first is used
LEAST_KIB = 48  # under way on a multiprocessor, on average, which is what an H200's memory needs
WIDEST = 16  # bytes of a load
REGISTERS = 65536 // 256  # of a thread, where a multiprocessor has one CTA

# Names without namespaces; the first rule that is found counts. `role` is what the kernel is for: `main` reads memory at
# full speed and answers to every gate, any other only to those of bits and spills: `fused` has a hot pass for each of its
# plans, of which each is gated where it is alone.
PLAN = r"plan_on_device<\w+_plan<(?:unrounded<)?(?P<term>\w+)>?, (?P<method>\w+)<(?P<accumulator>\w+)>, \w+, \w+>, [\w ]+>"
SCHEDULE = r"(?P<start>rotating<)?schedule<(?P<widest>\d+)u, \d+u, (?P<ctas>\d+)u>"
EXACT = r"plan_on_device<(?P<method>exact)_plan<[\w ]+, (?P<term>\w+), \w+>, [\w ]+>"
INTEGERS = r"plan_on_device<(?P<method>integer_sum)_plan<[\w ]+, (?P<term>\w+), \w+, [^>]*>, [\w ]+>"
# An order, or the first type of what has none.
KEYS = r"plan_on_device<(?P<method>extremum|extrema|arg_extremum|largest_magnitude|integer_largest|count|search)_plan<.*?(?P<term>upwards|downwards|outwards|)>, [\w ]+>"
MOMENTS = r"plan_on_device<moments_plan<[\w ]+, (?P<method>\w+)<(?P<accumulator>\w+)>, \w+, (?P<term>\w+)>, [\w ]+>"
EXPONENTIALS = r"plan_on_device<(?P<term>logsumexp)_plan<(?P<method>\w+)<(?P<accumulator>\w+)>, \w+>, [\w ]+>"
RULES = [
    ("main", re.compile(rf"^reduce_blocks<{EXPONENTIALS}, (?P<storage>[\w ]+), {SCHEDULE}")),
    ("main", re.compile(rf"^reduce_blocks<{MOMENTS}, (?P<storage>[\w ]+), {SCHEDULE}")),
    ("main", re.compile(rf"^reduce_blocks<{PLAN}, (?P<storage>[\w ]+), {SCHEDULE}")),
    ("main", re.compile(rf"^reduce_blocks<{EXACT}, (?P<storage>[\w ]+), {SCHEDULE}")),
    ("main", re.compile(rf"^reduce_blocks<{INTEGERS}, (?P<storage>[\w ]+), {SCHEDULE}")),
    ("main", re.compile(rf"^reduce_blocks<{KEYS}, (?P<storage>[\w ]+), {SCHEDULE}")),
    ("fused", re.compile(r"^reduce_fused<fused_plans<(?P<storage>[\w ]+), ")),
]


@dataclass(frozen=True)
class Kernel:
    """What is known of a kernel by its name; nothing but that for those that no rule finds."""

    role: str = "other"
    method: str = ""
    term: str = ""
    storage: str = ""
    accumulator: str = ""
    least_loads: int = LEAST_LOADS
    least_kib: int = LEAST_KIB
    most_share: int = 0  # of the issue slots; 0: SHARE
    readings: int = 1  # of each element in a hot pass
    widest: int = WIDEST
    ctas: int = 2  # on a multiprocessor, of 256 threads
    start: str = ""  # "any": of arrays at any address

    @property
    def most_spilled(self):
        """Of a hot pass, the share that may be accesses to local memory, in percent: addresses, once a pass."""
        return 1.5 if self.start else 0

    @property
    def bytes(self):
        """Bytes of an element, of both sources where there are two."""
        return STORAGE[self.storage][0] * TERMS.get(self.term, (1, False))[0]

    @property
    def slots(self):
        """Instructions that can be issued while memory delivers one element."""
        return ISSUE / (SPEED / self.bytes)

    @property
    def registers(self):
        """As many as leave room for its CTAs."""
        return REGISTERS // self.ctas // 8 * 8

    @property
    def share(self):
        return self.most_share or SHARE.get(self.method, MOST_SHARE)

    @property
    def divides(self):
        """Whether there are quotients in the hot pass, which machine code makes of fused multiplications."""
        return self.term.endswith("_step")

    @property
    def may_fuse(self):
        """Whether a fused multiplication in the hot pass has the bits of a rounded one, or is the method's own."""
        if self.role != "main" or self.method == "exact" or self.divides:
            return True
        if self.term == "logsumexp":
            return False
        if not TERMS.get(self.term, (1, True))[1]:
            return False
        exact_product = 2 * STORAGE[self.storage][1] <= STORAGE.get(self.accumulator, (0, 64))[1]
        return exact_product or self.method == "compensated"

    @property
    def may_fuse_anywhere(self):
        """Where a sum is not finite, `kahan` gives way to `compensated`, which keeps the errors of products; so does a logarithm."""
        if self.term == "logsumexp":
            return True
        return (self.may_fuse and not self.divides) or (self.method == "kahan" and TERMS.get(self.term, (1, True))[1])


# What differs from Kernel's defaults, by (term, method, storage); an empty one stands for all.
EXCEPTIONS = {
    # Down a row it adds in a chain: the compiler sees no use in more loads than the chain has time for.
    ("", "kahan", ""): {"least_loads": 6},
    ("square", "compensated", "float"): {"least_loads": 10, "least_kib": 47},
    # Sums in integers come in chains, too.
    ("", "exact", ""): {"least_loads": 5},
    ("", "integer_sum", ""): {"least_loads": 5},
    ("", "count", ""): {"least_loads": 4},
    ("", "search", ""): {"least_loads": 8},
    ("", "largest_magnitude", ""): {"least_loads": 8},
    # Whether a block's sums stand is known behind a vote; then comes a quotient, and more where blocks meet.
    ("variance_step", "", ""): {"least_loads": 2, "least_kib": 44, "most_share": 75},
    ("standard_deviation_step", "", ""): {"least_loads": 2, "least_kib": 44, "most_share": 75},
    # An exponential is some 25 instructions, to double of twice as many words: arithmetic takes 1.2 to 3 times as long as
    # memory, which few bytes under way keep up with. (What blocks take once is counted four times: rows go by a loop.)
    ("logsumexp", "", ""): {"readings": 2, "least_loads": 8, "least_kib": 22, "most_share": 140},
    ("logsumexp", "", "half"): {"most_share": 260},
    ("logsumexp", "", "bfloat16"): {"most_share": 300},
    ("logsumexp", "", "float"): {"most_share": 185},
    # Tiles of float are 8 loads, three CTAs of them; keys of double take two registers, and there are two of each.
    ("", "extremum", ""): {"least_loads": 8},
    ("", "arg_extremum", ""): {"least_loads": 8},
    ("", "extrema", ""): {"least_loads": 7},
    ("square", "exact", ""): {"least_loads": 7, "least_kib": 33},
    ("square", "exact", "half"): {"least_loads": 6, "least_kib": LEAST_KIB},
    ("square", "exact", "bfloat16"): {"least_loads": 6, "least_kib": LEAST_KIB},
    ("times", "exact", "half"): {"least_loads": 10},
    ("times", "exact", "bfloat16"): {"least_loads": 10, "least_kib": 47},
}

# (method, storage) of the sums that must be among the kernels: one that vanished is a fault.
EXPECTED = [
    (method, storage)
    for method in ("pairwise", "kahan", "compensated", "exact")
    for storage in ("half", "bfloat16", "float", "double")
] + [
    (method, "float") for method in ("extremum", "extrema", "arg_extremum", "largest_magnitude", "count", "search")
] + [("integer_sum", storage) for storage in ("signed char", "int", "long")]

# Storages of kernels of several reductions that must be there, too.
EXPECTED_FUSED = ("half", "double")


# Of arrays at any address, a few instructions and registers are for what is borrowed from the next row: see kernel().
# How storage types are spelled in names.
SPELLINGS = {"small_float<11, -24>": "half", "small_float<8, -133>": "bfloat16"}


def short(name):
    """A demangled name without what says nothing."""
    name = re.sub(r"\(anonymous namespace\)::|_GLOBAL__N__\w+::|\baccrue::(?:\w+::)*|\bvoid (?=\w)", "", name)
    for spelling, storage in SPELLINGS.items():
        name = name.replace(spelling, storage)
    name = name.replace(" >", ">")
    return name.split("(", 1)[0] if "<" not in name else name[: _end_of_template(name)]


def _end_of_template(name):
    depth = 0
    for at, c in enumerate(name):
        depth += (c == "<") - (c == ">")
        if c == ">" and depth == 0:
            return at + 1
    return len(name)


def kernel(name):
    """The Kernel of a demangled name."""
    for role, pattern in RULES:
        if found := pattern.search(short(name)):
            said = {k: int(v) if v.isdigit() else v.strip() for k, v in found.groupdict().items() if v}
            for names, more in EXCEPTIONS.items():
                if all(name in ("", said.get(what)) for name, what in zip(names, ("term", "method", "storage"))):
                    said |= more
            if "start" in said:
                said = {"least_loads": LEAST_LOADS, "least_kib": LEAST_KIB} | said
                said |= {"start": "any", "least_loads": said["least_loads"] - 5, "least_kib": said["least_kib"] - 8}
                said["most_share"] = said.get("most_share", SHARE.get(said["method"], 100)) + 5
            return Kernel(role=role, **said)
    return Kernel()
