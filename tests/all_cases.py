#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""all_cases.py - is every handed fault case a test by its id? Looks through the tests for rows and names of tests.

usage: all_cases.py TESTS
"""

import pathlib
import re
import sys

CASES = """
A01 A11 A04 A05 A06 A08 A09 A10 B01 B02 B03 B04 B05 B07 B09 B10
B13 B15 B16 C01 C03 C04 C05 C07 C08 D01 D02 D04 D05 D08 D11 D12
E01 E02 E03 E04 E06 F01 F02 F03 F05 F07 F08 F10 G01 G02 G04 G05
G06 H01 H02 H03 H05 H06 H08 H11 I01 I02 I05 I06 J01 J02 J03 J04
K01 K03 K04 K06 K07 K09 K10 L01 L02 L04 L06 L08 M01 M03 M05 M07
N01 N03 N05 O01 O03 O05 O06 P01 P02 P04 Q01 Q02 Q03 Q05 R01 R02
R03 S01 S02 S03 S06
"""


def named(text):
    """The ids that a source names: X(A01, ..), {"A01", .., and in the names of tests and their sections."""
    found = set(re.findall(r'(?:X\(|\{\s*")([A-Z]\d\d)\b', text))
    for name in re.findall(r'(?:TEST_CASE|SECTION)\(\s*"([^"]*)"', text):
        found |= set(re.findall(r"\b[A-Z]\d\d\b", name))
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    sources = [p for p in pathlib.Path(sys.argv[1]).rglob("*") if p.suffix in (".cpp", ".hpp")]
    found = set().union(*(named(p.read_text(encoding="utf-8")) for p in sources))
    missing = [c for c in CASES.split() if c not in found]
    print(f"{len(CASES.split()) - len(missing)} of {len(CASES.split())} cases are tests")
    sys.exit(f"no test names {' '.join(missing)}" if missing else 0)


main()
