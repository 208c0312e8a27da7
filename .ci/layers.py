#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An include may point down or sideways, never up.

layers.py               checks include/ and prints file:line of each violation
layers.py --self-test   plants violations in a copy and sees them found
"""
import pathlib
import re
import shutil
import sys
import tempfile

# Folder of include/accrue -> layer. method and term are one layer and never see each other.
FOLDERS = {"config": 0, "numeric": 1, "method": 2, "term": 2, "tree": 3, "exec": 4, "adapt": 6, "cuda": 6}
ROOT, OPT_IN, UMBRELLA = 5, 6, 7
OPT_IN_HEADERS = {"cuda.hpp", "mpi.hpp", "nccl.hpp"}
STRANGERS = [{"method", "term"}]
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')


def place(header):
    """The folder and layer of a header named from include/accrue, or None if the layers do not know it."""
    parts = header.split("/")
    if len(parts) > 1:
        return (parts[0], FOLDERS[parts[0]]) if parts[0] in FOLDERS else None
    if header == "accrue.hpp":
        return "", UMBRELLA
    return "", OPT_IN if header in OPT_IN_HEADERS else ROOT


def fault(header, included):
    """What is wrong with this include, or None."""
    mine, its = place(header), place(included)
    if its is None:
        return "is in no layer"
    if its[1] > mine[1]:
        return f"points up, from layer {mine[1]} to layer {its[1]}"
    if its[1] == OPT_IN and mine[1] == UMBRELLA:
        return "is opt-in: accrue.hpp does not include it"
    if mine[0] != its[0] and {mine[0], its[0]} in STRANGERS:
        return f"joins {mine[0]}/ and {its[0]}/, which never see each other"
    return None


def violations(include):
    """Lines `file:line: what`, over all headers."""
    root = include / "accrue"
    headers = sorted(root.rglob("*.hpp"))
    if not headers:
        yield f"{root}:0: there are no headers"
    for path in headers:
        header = path.relative_to(root).as_posix()
        if place(header) is None:
            yield f"{path}:1: {header} is in no layer"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = INCLUDE.match(line)
            if not found:
                continue
            name = found.group(1)
            if not name.startswith("accrue/"):
                if (root / name).exists() or (path.parent / name).exists():
                    yield f'{path}:{number}: "{name}": write it from accrue/ on'
                continue
            what = fault(header, name.removeprefix("accrue/"))
            if what:
                yield f'{path}:{number}: "{name}" {what}'


PLANTED = [
    ("tree/block.hpp", "accrue/reduce.hpp", "points up"),
    ("config/error.hpp", "accrue/numeric/format.hpp", "points up"),
    ("sum.hpp", "accrue/accrue.hpp", "points up"),
    ("method/pairwise.hpp", "accrue/term/term.hpp", "never see each other"),
    ("accrue.hpp", "accrue/cuda.hpp", "opt-in"),
    ("tree/spine.hpp", "../reduce.hpp", "write it from"),
    ("sum.hpp", "accrue/attic/old.hpp", "in no layer"),
]


def self_test(include):
    """Each violation planted in a copy must be found, at its line, and nothing else."""
    for header, name, expected in PLANTED:
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "include"
            shutil.copytree(include, copy)
            path = copy / "accrue" / header
            lines = path.read_text().splitlines()
            path.write_text("\n".join(lines + [f'#include "{name}"']) + "\n")
            found = list(violations(copy))
            at = f"{path}:{len(lines) + 1}: "
            if len(found) != 1 or not found[0].startswith(at) or expected not in found[0]:
                sys.exit(f"layers.py: {header} including {name} was not found: {found}")
    print(f"layers.py: {len(PLANTED)} planted violations found")


def main():
    include = pathlib.Path(__file__).resolve().parent.parent / "include"
    if sys.argv[1:] == ["--self-test"]:
        return self_test(include)
    if sys.argv[1:]:
        sys.exit(__doc__)
    found = list(violations(include))
    print("\n".join(found) if found else "layers.py: every include points down or sideways")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
