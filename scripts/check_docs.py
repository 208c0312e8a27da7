#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_docs.py - code blocks of the docs that name their source are what stands there.

A block behind `<!-- FILE: NAME -->` must be the lines of FILE between its two `// [NAME]` markers, but for their
indentation. Files and markers that are not there are errors, too.
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"<!-- (\S+): (.+?) -->\n```cpp\n(.*?)```", re.DOTALL)


def marked(file, name):
    """The lines between the markers, or None."""
    if not file.exists():
        return None
    parts = re.split(rf"^[ \t]*// \[{re.escape(name)}\]\n", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return textwrap.dedent(parts[1]) if len(parts) == 3 else None


def main():
    wrong, count = [], 0
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for file, name, text in BLOCK.findall(page.read_text(encoding="utf-8")):
            count += 1
            source = marked(ROOT / file, name)
            if source is None:
                wrong.append(f"{page.relative_to(ROOT)}: {file} has no lines between two markers [{name}]")
            elif source != textwrap.dedent(text):
                wrong.append(f"{page.relative_to(ROOT)}: the block [{name}] is not what stands in {file}")
    print("\n".join(wrong) or f"{count} blocks")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
