#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_codes.py - every error code of include/ has an entry in docs/reference/errors.md with its sentences, and a
test; and the other way round.

A code of the compiler's has tests/errors/CODE.cpp, one of run time is named in a tests/*_test.cpp.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def sentences():
    """{code: its sentences} of all headers."""
    found = collections.defaultdict(set)
    for header in sorted((ROOT / "include").rglob("*.hpp")):
        text = re.sub(r'"\s*\n\s*"', "", header.read_text(encoding="utf-8"))  # a literal written in pieces
        for code, rest in re.findall(r'"accrue\[(\w+)\]: ([^"]*)"', text):
            found[code].add(f"accrue[{code}]: {rest}")
        for code, rest in re.findall(r'\berror\(\s*"(\w+)",\s*"([^"]*)"', text):
            found[code].add(f"accrue[{code}]: {rest}")
        # Of sentences with values in them: the format, and the code of the error that is made of the text.
        for rest, code in re.findall(r'snprintf\(\s*text, sizeof text,\s*"([^"]*)"[^;]*;\s*(?:detail::)?fail\(error\("(\w+)", text', text):
            found[code].add(f"accrue[{code}]: {rest}")
    return found


def entries():
    """{code: quoted sentences} of the page."""
    page = (ROOT / "docs/reference/errors.md").read_text(encoding="utf-8")
    found = {}
    for code, text in re.findall(r"^### (\w+)\n(.*?)(?=^#|\Z)", page, re.MULTILINE | re.DOTALL):
        found[code] = set(re.findall(r"^> (.*)$", text, re.MULTILINE))
    return found


def is_tested(code):
    if (ROOT / f"tests/errors/{code}.cpp").exists():
        return True
    return any(f'"{code}"' in test.read_text(encoding="utf-8") for test in (ROOT / "tests").rglob("*_test.cpp"))


def main():
    said, listed = sentences(), entries()
    wrong = []
    for code in sorted(said.keys() | listed.keys()):
        if code not in listed:
            wrong.append(f"{code}: no entry in docs/reference/errors.md")
        elif code not in said:
            wrong.append(f"{code}: an entry in docs/reference/errors.md, but nothing says it")
        elif said[code] != listed[code]:
            wrong += [f"{code}: not in errors.md: {s}" for s in sorted(said[code] - listed[code])]
            wrong += [f"{code}: in errors.md only: {s}" for s in sorted(listed[code] - said[code])]
        elif not is_tested(code):
            wrong.append(f"{code}: no test")
    for test in (ROOT / "tests/errors").glob("*.cpp"):
        if test.stem != "handler" and test.stem not in said:
            wrong.append(f"{test.stem}: tested, but nothing says it")
    print("\n".join(wrong) or f"{len(said)} codes: {' '.join(sorted(said))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
