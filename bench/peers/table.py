#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table.py - the page of all rows, and README's short table of them.

usage: table.py [--hard HARD.json] PAGE.md README.md FILE.json...

PAGE.md is written; in README.md, what stands between the lines `<!-- table: begin -->` and
`<!-- table: end -->` is. The files are those of peers_bench and python_peers.py;
HARD.json is that of hard_sums.py.
"""

import argparse
import json
import sys

from page import page
from results import Results
from short_table import short_table

BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"


def insert(text, lines):
    """`text` with the lines between its markers."""
    before, rest = text.split(BEGIN + "\n", 1)
    after = rest.split(END, 1)[1]
    return f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n{END}{after}"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--hard")
    parser.add_argument("page")
    parser.add_argument("readme")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    results, readme = Results(options.files), read(options.readme)
    if BEGIN not in readme or END not in readme:
        print(f"table.py: {options.readme} has no lines {BEGIN} and {END}", file=sys.stderr)
        return 2
    hard = json.loads(read(options.hard)) if options.hard else None
    with open(options.page, "w", encoding="utf-8") as file:
        file.write(page(results, hard))
    with open(options.readme, "w", encoding="utf-8") as file:
        file.write(insert(readme, short_table(results, "docs/reference/benchmarks.md")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
