# SPDX-License-Identifier: MIT
"""hard_table.py - the page's section about exact on hard data, from what hard_sums.py measured."""

from cells import error_text, heading, row, size_text

# {column of hard_sums.py: its heading}. A column that was not measured says so in every cell.
COLUMNS = {
    "accrue exact": "accrue `exact`",
    "accrue pairwise": "accrue `pairwise`",
    "accrue compensated": "accrue `compensated`",
    "numpy sum()": "`numpy sum()`",
    "xsum large": "xsum, large",
    "xsum small": "xsum, small",
    "math.fsum": "`math.fsum`",
}
TITLE = "## exact on hard data"

HOW_TO_READ = """
A cell is `ns / error`: **ns** an element, CPU time of one thread, the least of many calls in a row; **error** in units in the last
place of the exact sum, so 0.5 is the least that can be promised. The numbers are the same on every run (`bench/peers/hard_data.py`),
N is a normal number, and the exact sum is taken in integers. A condition number is the sum of |x| over |the sum of x|: pairs of
numbers cancel, and what stays is smaller by that factor. accrue is timed by `accrue-compare` on a file of the numbers, the others in
Python, a call included; `math.fsum` gets a list.
"""


def ns_text(ns):
    return f"{ns:.2f}" if ns < 9.995 else f"{ns:.0f}"


def hard_cell(measured):
    return f"{ns_text(measured[0])} / {error_text(measured[1])}" if measured else "missing"


def machine_line(hard):
    machine, context = hard["machine"], hard["context"]
    where = f"{machine['cpu']}, {machine['registers']}; {context['date'][:10]}; {machine['compiler']}"
    others = ", ".join(f"{name} {version}" for name, version in sorted(context.items()) if name != "date")
    return f"By `./dev bench --table`: {where}, accrue with `{machine['flags']}`. {others}."


def missing_lines(hard):
    missing = [text for column, text in COLUMNS.items() if not any(column in r["cells"] for r in hard["rows"])]
    return ["", f"**Missing** here, since it could not be imported: {'; '.join(missing)}."] if missing else []


def hard_section(hard):
    """The lines of the section; without numbers, a section that says so."""
    if hard is None:
        return [TITLE, "", "**Missing**: `bench/peers/hard_sums.py` did not run to its end.", ""]
    table = heading(f"{size_text(hard['n'])} doubles", *COLUMNS.values())
    table += [row(r["kind"], *(hard_cell(r["cells"].get(c)) for c in COLUMNS)) for r in hard["rows"]]
    return [TITLE, "", machine_line(hard), *HOW_TO_READ.splitlines(), "", *table, *missing_lines(hard), ""]
