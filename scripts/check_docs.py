#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_docs.py - what the pages quote is what stands in the files, and every link leads somewhere.

check_docs.py               checks README.md, CONTRIBUTING.md, CHANGELOG.md and the pages of docs/, bench/ and examples/
check_docs.py --self-test   plants faults in a copy of a small page and sees each of them found

- A block behind `<!-- FILE: NAME -->` is the lines of FILE between its two `// [NAME]` or `# [NAME]` markers, but for
  their indentation; a block behind `<!-- FILE -->` is all of FILE.
- A block of C++ of more than two lines has one of the two.
- A relative link leads to a file, and what is behind its # is a heading there.
- Pages are ASCII.
"""
import pathlib
import re
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"(?:^<!-- ([^\s:]+)(?:: (.+?))? -->\n)?^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^][]*\]\(([^()\s]+)\)")


def pages(root):
    found = [root / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    for folder in ("docs", "bench", "examples"):
        found += sorted((root / folder).rglob("*.md"))
    return [page for page in found if page.exists()]


def quoted(file, name):
    """The lines of the file between the markers of that name, all of it without a name; None if there are none."""
    if not file.exists():
        return None
    text = file.read_text(encoding="utf-8")
    if name is None:
        return text
    parts = re.split(rf"^[ \t]*(?://|#) \[{re.escape(name)}\]\n", text, flags=re.MULTILINE)
    return textwrap.dedent(parts[1]) if len(parts) == 3 else None


def blocks(root, text):
    """What is wrong with the blocks of a page, and how many of them are quotations."""
    wrong, count = [], 0
    for file, name, language, block in BLOCK.findall(text):
        name = name or None
        first = block.split("\n", 1)[0]
        if not file:
            if language == "cpp" and block.count("\n") > 2:
                wrong.append(f"the block `{first}` does not say which compiled file it is cut from")
            continue
        count += 1
        source = quoted(root / file, name)
        if source is None:
            wrong.append(f"{file} has no lines between two markers [{name}]" if name else f"there is no {file}")
        elif source != textwrap.dedent(block):
            wrong.append(f"the block `{first}` is not what stands in {file}")
    return wrong, count


def headings(text):
    """The names by which a page's headings are linked."""
    names, seen = set(), {}
    for title in re.findall(r"^#+ (.*)$", BLOCK.sub("", text), re.MULTILINE):
        name = re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
        names.add(f"{name}-{seen[name]}" if name in seen else name)
        seen[name] = seen.get(name, 0) + 1
    return names


def links(page, text):
    """What is wrong with the links of a page, and how many there are."""
    wrong, count = [], 0
    for target in LINK.findall(BLOCK.sub("", text)):
        if re.match(r"[a-z]+:", target):
            continue
        count += 1
        path, _, heading = target.partition("#")
        to = (page.parent / path).resolve() if path else page
        if not to.exists():
            wrong.append(f"the link {target} leads nowhere")
        elif heading and (to.suffix != ".md" or heading not in headings(to.read_text(encoding="utf-8"))):
            wrong.append(f"the link {target} leads to a heading that is not there")
    return wrong, count


def check(root):
    """Lines `PAGE: what is wrong`, and the numbers of quotations and links."""
    wrong, quotations, linked = [], 0, 0
    for page in pages(root):
        text = page.read_text(encoding="utf-8")
        wrong_blocks, some = blocks(root, text)
        wrong_links, others = links(page, text)
        quotations, linked = quotations + some, linked + others
        wrong_letters = [f"{c!r} is not ASCII" for c in sorted(set(text)) if not c.isascii()]
        wrong += [f"{page.relative_to(root)}: {what}" for what in wrong_blocks + wrong_links + wrong_letters]
    return wrong, quotations, linked


GOOD = """# A page

See [below](#below-that-1), [itself](README.md#a-page) and [elsewhere](https://example.org/#no).

<!-- code.cpp: two -->
```cpp
int two();
int twice();
int two_times();
```

<!-- output.txt -->
```
2
```

## Below, that!
## Below that
"""
# What is replaced in the page, by what, and what must be said.
PLANTED = [
    ("int twice();", "int thrice();", "is not what stands in code.cpp"),
    ("code.cpp: two", "code.cpp: three", "no lines between two markers [three]"),
    ("output.txt", "output.log", "there is no output.log"),
    ("\n2\n", "\n3\n", "is not what stands in output.txt"),
    ("<!-- code.cpp: two -->\n", "", "does not say which compiled file"),
    ("README.md#a-page", "REAMDE.md", "leads nowhere"),
    ("README.md#a-page", "README.md#page", "a heading that is not there"),
    ("#below-that-1", "#below-that-2", "a heading that is not there"),
    ("# A page", "# A page \u2014 or two", "is not ASCII"),
]


def self_test():
    """Each fault must be found, and nothing else."""
    for old, new, expected in [("", "", None), *PLANTED]:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "code.cpp").write_text("// [two]\nint two();\nint twice();\nint two_times();\n// [two]\n")
            (root / "output.txt").write_text("2\n")
            (root / "README.md").write_text(GOOD.replace(old, new, 1) if old else GOOD, encoding="utf-8")
            wrong, _, _ = check(root)
            # A changed title is also a heading that another link no longer finds.
            if expected is None and wrong:
                sys.exit(f"check_docs.py: the good page is refused: {wrong}")
            if expected is not None and not any(expected in line for line in wrong):
                sys.exit(f"check_docs.py: {new!r} for {old!r} was not found: {wrong}")
    print(f"check_docs.py: {len(PLANTED)} planted faults found")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[1:]:
        sys.exit(__doc__)
    wrong, quotations, linked = check(ROOT)
    print("\n".join(wrong) or f"check_docs.py: {quotations} quotations and {linked} links")
    sys.exit(1 if wrong or quotations == 0 else 0)


if __name__ == "__main__":
    main()
