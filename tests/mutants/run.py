#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py [--fast] [WORD..] - breaks a promise at a time and demands that a test sees it.

  --fast   only the mutants that every run of CI tries
  WORD     only mutants whose promise contains one of the words

Each mutant of mutants.txt is applied to a copy of include/. Then the digest of its kernels must differ from
the reference's, or its program must fail; the unchanged headers, under the same flags, must not. Exits 1 if
a mutant lives, does not apply or does not compile. $CXX is the compiler (g++), $ACCRUE_JOBS how many run at
once.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

TESTS = pathlib.Path(__file__).resolve().parents[1]
INCLUDE = TESTS.parent / "include"
COMPILER = os.environ.get("CXX", "g++")
KEYS = {"promise", "fast", "file", "old", "new", "kernels", "program", "flags", "run", "needs", "compiler"}


class Fault(Exception):
    """What is wrong is not the mutant's life: it does not apply or compile, or the library itself is wrong."""


def mutants():
    for block in (TESTS / "mutants/mutants.txt").read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        mutant = dict.fromkeys(KEYS, "")
        for line in lines:
            key, _, value = line.partition(":")
            if key not in KEYS:
                sys.exit(f"run.py: unknown key {key} in mutants.txt")
            mutant[key] = value.strip().replace("\\n", "\n") or "yes" if key == "fast" else value.strip().replace("\\n", "\n")
        mutant["kernels"] = [k.strip() for k in mutant["kernels"].split(";") if k.strip()]
        yield mutant


def cpu():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return {word for line in file if line.startswith("flags") for word in line.split()[2:]}


def missing(mutant):
    """Why it cannot be tried here, or nothing."""
    lacks = set(mutant["needs"].split()) - cpu()
    if lacks:
        return f"this CPU has no {' '.join(sorted(lacks))}"
    if mutant["compiler"] and not shutil.which(mutant["compiler"]):
        return f"there is no {mutant['compiler']}"
    return ""


def built(folder, compiler, source, options, libraries=()):
    command = [compiler, "-std=c++20", *options, f"-I{TESTS}", str(source), "-o", str(folder / "program"), *libraries]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Fault("does not compile:\n" + "\n".join(done.stderr.splitlines()[:8]))
    return folder / "program"


def with_kernels(folder, source, kernels):
    """A copy of a program of tests/bits, beside a list of these kernels."""
    rows = [f"K({', '.join(k.split())})" for k in kernels]
    (folder / "kernels.def").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return shutil.copy(TESTS / "bits" / source, folder)


def reference_lines(kernels):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source = with_kernels(folder, "reference_digest.cpp", kernels)
        program = built(folder, "g++", source, ["-O2", "-ffp-contract=off"], ["-lmpfr", "-lgmp"])
        return set(subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines())


def is_right(folder, include, mutant, want):
    """Does what must notice the mutant find these headers right?"""
    options = ["-O1", *mutant["flags"].split(), f"-I{include}"]
    compiler = mutant["compiler"] or COMPILER
    source = TESTS / "mutants" / mutant["program"] if mutant["program"] else with_kernels(folder, "digest.cpp", mutant["kernels"])
    command = [built(folder, compiler, source, options), *mutant["run"].split()]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    except subprocess.TimeoutExpired:
        return False
    lines = set(done.stdout.splitlines())
    return done.returncode == 0 and (bool(mutant["program"]) or (len(lines) == len(mutant["kernels"]) and lines <= want))


def verdict(mutant, want):
    """Nothing if the mutant was noticed, else what is wrong."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        header = shutil.copytree(INCLUDE, folder / "include") / "accrue" / mutant["file"]
        text = header.read_text(encoding="utf-8")
        if text.count(mutant["old"]) != 1:
            return f"does not apply: its text occurs {text.count(mutant['old'])} times in {mutant['file']}"
        header.write_text(text.replace(mutant["old"], mutant["new"]), encoding="utf-8")
        try:
            return "lives" if is_right(folder, folder / "include", mutant, want) else ""
        except Fault as fault:
            return str(fault)


def check_unchanged(pool, chosen, want):
    """All that the mutants are held against must hold for the headers as they are."""
    together = {}
    for m in chosen:
        key = (m["program"], m["flags"], m["run"], m["compiler"])
        together.setdefault(key, {**m, "kernels": []})["kernels"] += m["kernels"]

    def check(mutant):
        mutant["kernels"] = sorted(set(mutant["kernels"]))
        with tempfile.TemporaryDirectory() as name:
            if not is_right(pathlib.Path(name), INCLUDE, mutant, want):
                raise Fault(f"is wrong as it is: flags '{mutant['flags']}', run '{mutant['run']}' {mutant['program']}")

    try:
        list(pool.map(check, together.values()))
    except Fault as fault:
        sys.exit(f"run.py: no mutant can be judged, the library {fault}")


def main():
    words = [a for a in sys.argv[1:] if not a.startswith("-")]
    if [a for a in sys.argv[1:] if a.startswith("-") and a != "--fast"]:
        sys.exit(f"run.py: unknown arguments {sys.argv[1:]}; only --fast is known")
    chosen = [m for m in mutants() if m["fast"] or "--fast" not in sys.argv]
    chosen = [m for m in chosen if not words or any(w in m["promise"] for w in words)]
    for mutant in chosen:
        if missing(mutant):
            print(f"SKIP: {mutant['promise']}: {missing(mutant)}")
    chosen = [m for m in chosen if not missing(m)]
    want = reference_lines(sorted({k for m in chosen for k in m["kernels"]}))
    failed = 0
    with ThreadPoolExecutor(int(os.environ.get("ACCRUE_JOBS", os.cpu_count() or 1))) as pool:
        check_unchanged(pool, chosen, want)
        for mutant, said in zip(chosen, pool.map(lambda m: verdict(m, want), chosen)):
            print(f"{'caught' if not said else 'NOT CAUGHT'}: {mutant['promise']}{': ' + said if said else ''}", flush=True)
            failed += bool(said)
    print(f"mutants: {len(chosen) - failed} passed, {failed} failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
