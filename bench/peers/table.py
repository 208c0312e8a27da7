#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table.py - the page of all rows, and README's short table of them.

usage: table.py PAGE.md README.md FILE.json...

PAGE.md is written; in README.md, what stands between the lines `<!-- table: begin -->` and
`<!-- table: end -->` is. The files are those of peers_bench and python_peers.py.
"""

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
