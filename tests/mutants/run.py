#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py [--fast] - breaks a promise at a time and demands that the digest sees it.

Each mutant of mutants.txt is applied to a copy of include/, the digest is built over a few kernels, and
its lines must differ from the reference's. Exits 1 if a mutant lives, or does not apply or compile.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
NATIVE = ["-O1", "-march=native"]
KERNELS = """K(sum, pairwise, none, f32, none, contiguous)
K(sum, pairwise, none, bf16, none, contiguous)
K(sum, pairwise, none, f16, f16, reversed)
K(sum, compensated, none, f64, none, contiguous)
K(sum, sequential, none, f32, none, contiguous)
K(sum, narrow_pairwise, f16, f16, none, contiguous)
K(dot, compensated, f32, f32, none, contiguous)
K(norm2, pairwise, none, f64, none, contiguous)
K(mean, pairwise, none, f64, none, contiguous)
"""


def mutants():
    text = (ROOT / "tests/mutants/mutants.txt").read_text()
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        fields = {"flags": "", "run": "", "fast": False}
        for line in lines:
            key, _, value = line.partition(":")
            fields[key] = True if key == "fast" else value.strip().replace("\\n", "\n")
        yield fields


def build(source, folder, include, flags, libraries=()):
    """Compiles a program of tests/bits over KERNELS. Returns the compiler's words if it fails."""
    copy = folder / source
    shutil.copy(ROOT / "tests/bits" / source, copy)
    (folder / "kernels.def").write_text(KERNELS)
    done = subprocess.run(["g++", "-std=c++20", *flags, "-I", str(include), "-I", str(ROOT / "tests"), str(copy), "-o",
                           str(folder / "program"), *libraries], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr


def output(folder, arguments=""):
    return subprocess.run([str(folder / "program"), *arguments.split()], capture_output=True, text=True).stdout


def verdict(mutant, want):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copytree(ROOT / "include", folder / "include")
        header = folder / "include/accrue" / mutant["file"]
        text = header.read_text()
        if text.count(mutant["old"]) != 1:
            return f"does not apply: its text occurs {text.count(mutant['old'])} times in {mutant['file']}"
        header.write_text(text.replace(mutant["old"], mutant["new"]))
        wrong = build("digest.cpp", folder, folder / "include", NATIVE + mutant["flags"].split())
        if wrong:
            return "does not compile:\n" + wrong[:2000]
        return "" if output(folder, mutant["run"]) != want else "lives"


def main():
    if sys.argv[1:] not in ([], ["--fast"]):
        print(f"run.py: unknown arguments {sys.argv[1:]}; only --fast is known", file=sys.stderr)
        return 2
    chosen = [m for m in mutants() if m["fast"] or "--fast" not in sys.argv]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wrong = build("reference_digest.cpp", folder, ROOT / "include", ["-O2", "-ffp-contract=off"], ["-lmpfr", "-lgmp"])
        if wrong:
            print("the reference does not compile:\n" + wrong[:2000])
            return 1
        want = output(folder)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wrong = build("digest.cpp", folder, ROOT / "include", NATIVE)
        if wrong or output(folder) != want:
            print("the library itself differs from the reference: no mutant can be judged\n" + wrong[:2000])
            return 1
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = list(pool.map(lambda m: verdict(m, want), chosen))
    for mutant, said in zip(chosen, verdicts):
        print(f"{'caught' if not said else 'NOT CAUGHT'}: {mutant['promise']}{': ' + said if said else ''}")
    failed = sum(1 for said in verdicts if said)
    print(f"mutants: {len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
