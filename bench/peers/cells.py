# SPDX-License-Identifier: MIT
"""cells.py - how a row, an error and a size are written in a table."""

import math

from results import OF_PRODUCTS


def size_text(n):
    return f"{n >> 20}Mi" if n >= 1 << 20 else f"{n >> 10}Ki" if n >= 1 << 10 else str(n)


def error_text(ulp):
    if not math.isfinite(ulp):
        return str(ulp)
    if ulp < 9999.5:
        return f"{ulp:.1f}" if ulp < 9.95 else f"{ulp:.0f}"
    digit, exponent = f"{ulp:.0e}".split("e")
    return f"{digit}e{int(exponent)}"


def cell_text(cell, is_ahead=False):
    if cell is None:
        return ""
    text = f"{cell.share:.2f} / {error_text(cell.ulp)}"
    return f"**{text}**" if is_ahead else text


def is_default(what, storage, entry):
    """Does this row of accrue leave the accumulator to the method? sequential and exact always do."""
    in_double = storage == "float" and what in OF_PRODUCTS
    return entry.call != "pairwise" or entry.types == ("float-in-double" if in_double else storage)


def label(what, storage, entry):
    """What the reader would write."""
    if entry.by == "accrue":
        accumulator = "double" if entry.types == "float-in-double" else entry.types
        return entry.call if is_default(what, storage, entry) else f"{entry.call}<{accumulator}>"
    return f"{entry.by} {entry.call}" + (", in double" if entry.types == "float-in-double" else "")


def row(*cells):
    return "| " + " | ".join(cells) + " |"


def heading(*cells):
    return [row(*cells), "|" + "---|" * len(cells)]
