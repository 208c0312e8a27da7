#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_codes.py - every error code of include/ has an entry in docs/reference/errors.md with its sentences, and a
test; and the other way round.

A sentence of the compiler's is that of a tests/errors/CODE.cpp or CODE-WHAT.cpp; a code of run time is named in a
tests/*_test.cpp.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def sentences():
    """{code: its sentences} of all headers, and those that the compiler says."""
    found, compile_time = collections.defaultdict(set), set()
    for header in sorted((ROOT / "include").rglob("*.hpp")):
        text = re.sub(r'"\s*\n\s*"', "", header.read_text(encoding="utf-8"))  # a literal written in pieces
        for code, rest in re.findall(r'"accrue\[(\w+)\]: ([^"]*)"', text):
            found[code].add(f"accrue[{code}]: {rest}")
            compile_time.add(f"accrue[{code}]: {rest}")
        for code, rest in re.findall(r'\berror\(\s*"(\w+)",\s*"([^"]*)"', text):
            found[code].add(f"accrue[{code}]: {rest}")
        # Of sentences with values in them: the format, and the code of the error that is made of the text.
        for rest, code in re.findall(r'snprintf\(\s*text, sizeof text,\s*"([^"]*)"[^;]*;\s*(?:detail::)?fail\(error\("(\w+)", text', text):
            found[code].add(f"accrue[{code}]: {rest}")
    return found, compile_time


def entries():
    """{code: quoted sentences} of the page."""
    page = (ROOT / "docs/reference/errors.md").read_text(encoding="utf-8")
    found = {}
    for code, text in re.findall(r"^### (\w+)\n(.*?)(?=^#|\Z)", page, re.MULTILINE | re.DOTALL):
        found[code] = set(re.findall(r"^> (.*)$", text, re.MULTILINE))
    return found


def tested():
    """{test: its sentence} of tests/errors/: the comment from the third line on."""
    found = {}
    for test in (ROOT / "tests/errors").glob("*.cpp"):
        head = test.read_text(encoding="utf-8").split("\n\n")[0].splitlines()[2:]
        found[test.stem] = " ".join(line[3:] for line in head if line.startswith("// "))
    return found


def is_tested(code):
    return any(f'"{code}"' in test.read_text(encoding="utf-8") for test in (ROOT / "tests").rglob("*_test.cpp"))


def main():
    (said, compile_time), listed, tests = sentences(), entries(), tested()
    codes_of_tests = {stem.split("-")[0] for stem in tests}
    wrong = []
    for code in sorted(said.keys() | listed.keys()):
        if code not in listed:
            wrong.append(f"{code}: no entry in docs/reference/errors.md")
        elif code not in said:
            wrong.append(f"{code}: an entry in docs/reference/errors.md, but nothing says it")
        elif said[code] != listed[code]:
            wrong += [f"{code}: not in errors.md: {s}" for s in sorted(said[code] - listed[code])]
            wrong += [f"{code}: in errors.md only: {s}" for s in sorted(listed[code] - said[code])]
        elif code not in codes_of_tests and not is_tested(code):
            wrong.append(f"{code}: no test")
    wrong += [f"{stem}: tested, but nothing says it" for stem in tests if stem != "handler" and tests[stem] not in compile_time]
    wrong += [f"no test of: {sentence}" for sentence in sorted(compile_time - set(tests.values()))]
    print("\n".join(wrong) or f"{len(said)} codes: {' '.join(sorted(said))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
