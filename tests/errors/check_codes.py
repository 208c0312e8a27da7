#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_codes.py - every error code of include/ has an entry in docs/reference/errors.md with its sentence, and a
test; and the other way round.

A code of the compiler's has tests/errors/CODE.cpp, one of run time is named in a tests/*_test.cpp.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def sentences():
    """{code: sentence} of all headers."""
    found = {}
    for header in sorted((ROOT / "include").rglob("*.hpp")):
        text = re.sub(r'"\s*\n\s*"', "", header.read_text(encoding="utf-8"))  # a literal written in pieces
        for code, rest in re.findall(r'"accrue\[(\w+)\]: ([^"]*)"', text):
            found[code] = f"accrue[{code}]: {rest}"
        for code, rest in re.findall(r'snprintf\(text, sizeof text, "([^"]*)"[^;]*;\s*fail\(error\("(\w+)"', text):
            found[rest] = f"accrue[{rest}]: {code}"
        for code in re.findall(r'\berror\("(\w+)"', text):
            found.setdefault(code, "")
    return found


def entries():
    """{code: quoted sentence} of the page."""
    page = (ROOT / "docs/reference/errors.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^### (\w+)\n\n> (.*)$", page, re.MULTILINE))


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
            wrong.append(f"{code}: headers say '{said[code]}', errors.md '{listed[code]}'")
        elif not is_tested(code):
            wrong.append(f"{code}: no test")
    for test in (ROOT / "tests/errors").glob("*.cpp"):
        if test.stem != "handler" and test.stem not in said:
            wrong.append(f"{test.stem}: tested, but nothing says it")
    print("\n".join(wrong) or f"{len(said)} codes: {' '.join(sorted(said))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
