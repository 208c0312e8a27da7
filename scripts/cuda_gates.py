#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cuda_gates.py - reads what nvcc makes of the kernels: can a flag move their bits, and can they keep up with memory?

cuda_gates.py [--arch sm_90] [--few] [--only-bits] [--table] [--keep FOLDER] SOURCE.cu..   compiles, checks, prints a table
cuda_gates.py --read FILE.ptx FILE.cubin [--table]                                 the same of what is compiled already
cuda_gates.py --self-test                                                          plants faults and sees each found

--few compiles those of half and double only. --only-bits asks nothing about speed, which the figures are for on sm_90 alone. --table also writes the table into
docs/reference/cuda-sass.md. Exit status 1: a fault; 3: there is no compiler.

Everything is compiled with -use_fast_math, the worst that a build can ask for. Of each kernel:
- PTX: no .ftz, no approximation, no arithmetic but by inline PTX that names its rounding, none in 16 bits, no fused
  multiplication where the product is not exact.
- SASS: no local memory, no 16-bit arithmetic; of the hot pass also no .FTZ and no fused multiplication, wide loads,
  enough of them under way before the first is used, registers, its share of the issue slots.
What is asked of which kernel, and how names are read, is in cuda/kernels.py; what the hot pass is, in cuda/sass.py.
"""
import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts/cuda"))
import kernels  # noqa: E402
import planted  # noqa: E402
import ptx  # noqa: E402
import sass  # noqa: E402

PAGE = ROOT / "docs/reference/cuda-sass.md"
BEGIN, END = "<!-- table: begin -->\n", "<!-- table: end -->\n"


@dataclass
class Report:
    """A kernel, what was measured of it, what is wrong with it."""

    name: str
    kernel: kernels.Kernel
    code: sass.Function
    threads: int
    faults: list

    @property
    def loads(self):
        hot, _ = self.code.hot
        return [i for i in hot if i.loaded == self.width]

    @property
    def width(self):
        return max((i.loaded for i in self.code.hot[0]), default=0)

    @property
    def elements(self):
        """How many elements a thread takes in a hot pass: what its loads hold, each once."""
        return len(self.loads) * self.width / self.kernel.bytes / self.kernel.readings

    @property
    def in_flight(self):
        """Loads under way when one is used: the first time, on average; KiB of them on a multiprocessor."""
        first, mean = sass.in_flight(self.code.hot[0], self.width)
        return first, mean, mean * self.width * self.threads * self.code.resident(self.threads) / 1024

    @property
    def per_element(self):
        return len(self.code.hot[0]) / self.elements if self.elements else float("inf")

    @property
    def share(self):
        return 100 * self.per_element / self.kernel.slots


def fuses(instruction):
    """A fused multiplication; by 1 it is an addition."""
    if instruction.kind not in ("FFMA", "DFMA", "FFMA2"):
        return False
    factors = [f.strip() for f in instruction.operands.split(",")[1:3]]
    return not {"1", "-1"} & set(factors)


def small_arithmetic(instruction):
    """Arithmetic in 16 bits. HADD2.F32 with zero is how half becomes float, HFMA2 of zeros how constants are made."""
    if instruction.kind not in ("HADD2", "HMUL2", "HFMA2", "HADD2_32I", "HMNMX2"):
        return False
    factors = [f.strip().lstrip("-").split(".")[0] for f in instruction.operands.split(",")[1:3]]
    is_constant = instruction.kind == "HFMA2" and factors == ["RZ", "RZ"]
    is_conversion = instruction.kind == "HADD2" and "F32" in instruction.parts and "RZ" in factors
    return not (is_constant or is_conversion)


def code_faults(code):
    """Of any kernel's SASS, about bits."""
    for i in code.flow.reached():
        if small_arithmetic(i):
            yield f"{i.name} at {i.address:#x} is arithmetic in 16 bits"


def hot_code_faults(report):
    """Of the hot pass, about bits."""
    for i in report.code.hot[0]:
        if "FTZ" in i.parts and "INF" not in i.operands:
            yield f"{i.name} at {i.address:#x} flushes subnormals"
        if fuses(i) and not report.kernel.may_fuse:
            yield f"{i.name} at {i.address:#x} fuses an addend whose product is inexact"


def memory_faults(code, kernel):
    """Of any kernel's SASS, about registers."""
    hot = code.hot[0]
    spilled = sum(i.kind in ("LDL", "STL") for i in hot)
    if kernel.most_spilled and 100 * spilled <= kernel.most_spilled * len(hot):
        return
    if code.local_accesses or code.stack or code.local:
        yield f"{code.local_accesses} accesses to local memory, {spilled} of them in the hot pass, {code.stack} bytes of stack"


def speed_faults(report):
    """Of a kernel that must keep up with memory, and of its hot pass."""
    code, kernel = report.code, report.kernel
    if not code.hot[1]:
        yield "no loop holds its loads"
    if report.width < kernel.widest:
        yield f"loads of {report.width} bytes, not {kernel.widest}"
    first, _, kib = report.in_flight
    if first < kernel.least_loads:
        yield f"{first} loads before the first is used, not {kernel.least_loads}"
    if kib < kernel.least_kib:
        yield f"{kib:.0f} KiB under way on a multiprocessor, not {kernel.least_kib}"
    if code.registers > kernel.registers:
        yield f"{code.registers} registers, not {kernel.registers}"
    if report.share > kernel.share:
        yield f"{report.share:.0f} % of the issue slots, not {kernel.share}"


def operation_faults(function, kernel):
    """Of any function's PTX."""
    for operation in function.operations:
        if what := ptx.fault(operation, function, kernel.may_fuse_anywhere):
            yield f"{operation.name} in line {operation.line} {what}"


def demangled(names):
    """Demangled names by their mangled ones."""
    out = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True).stdout
    return dict(zip(names, out.splitlines()))


def faults_of(report, only_bits):
    """Of a kernel's SASS."""
    is_main = report.kernel.role == "main"
    yield from code_faults(report.code)
    if is_main:
        yield from hot_code_faults(report)
    if not only_bits:
        yield from memory_faults(report.code, report.kernel)
    if is_main and not only_bits:
        yield from speed_faults(report)


def reports(ptx_text, listing, resources, only_bits=False, kernel_of=kernels.kernel):
    """A Report for each kernel of a program, as its PTX, its SASS and its resources are listed."""
    code = {f.name: f for f in sass.add_resources(sass.functions(listing), resources)}
    found = []
    functions = ptx.functions(ptx_text)
    names = demangled([f.name for f in functions])
    for function in functions:
        name = names[function.name]
        kernel = kernel_of(name)
        faults = list(operation_faults(function, kernel))
        assembled = code.pop(function.name, None)
        report = Report(kernels.short(name), kernel, assembled, function.threads or 256, faults)
        if assembled is not None:
            faults += faults_of(report, only_bits)
        elif function.entry:
            faults.append("is in the PTX and not in the SASS")
        found.append(report)
    return found


FEW_STORAGES = ("half", "double")


def missing(found, few):
    """Of the kernels that there must be, those that there are not."""
    there = {(r.kernel.method, r.kernel.storage) for r in found if r.kernel.role == "main"}
    fused = {r.kernel.storage for r in found if r.kernel.role == "fused"}
    gone = [f"there is no main kernel for {method} of {storage}" for method, storage in kernels.EXPECTED if (method, storage) not in there and (not few or storage in FEW_STORAGES)]
    return gone + [f"there is no kernel of several reductions of {storage}" for storage in kernels.EXPECTED_FUSED if storage not in fused]


def summary(fault_list):
    """The first few, and how many there are."""
    return fault_list[:4] + ([f"and {len(fault_list) - 4} more"] if len(fault_list) > 4 else [])


def table(found):
    """A table in Markdown of the kernels that must keep up with memory, and a line about the others."""
    lines = [
        "| term | storage | method | accumulator | start | instructions an element | share of issue slots | registers | local memory "
        "| loads in flight: first, mean | KiB in flight | widest load |",
        "|---|---|---|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    main = [r for r in found if r.kernel.role == "main" and r.code is not None]
    storages = list(kernels.STORAGE)
    for r in sorted(main, key=lambda r: (r.kernel.term, storages.index(r.kernel.storage), r.kernel.method, r.name)):
        k, code = r.kernel, r.code
        first, mean, kib = r.in_flight
        cells = [k.term, k.storage, k.method, k.accumulator, k.start or "aligned", f"{r.per_element:.1f}", f"{r.share:.0f} %", code.registers]
        cells += [code.local_accesses, f"{first}, {mean:.0f}", f"{kib:.0f}", f"{r.width} B"]
        row = "| " + " | ".join(str(c) for c in cells) + " |"
        if row not in lines:  # reductions that differ in their last step have one hot pass
            lines.append(row)
    others = [r.code for r in found if r.kernel.role != "main" and r.code is not None]
    most = max((c.registers for c in others), default=0)
    local = sum(c.local_accesses for c in others)
    lines += ["", f"{len(others)} other kernels: at most {most} registers, {local} accesses to local memory."]
    return "\n".join(lines) + "\n"


def tools():
    """Paths of nvcc, cuobjdump and the like; leaves with status 3 where there is no nvcc."""
    done = subprocess.run([ROOT / "scripts/cuda_toolkit.sh", "--tools"], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return {k: shlex.split(v)[0] if v else "" for k, v in re.findall(r"^(\w+)=(.*)$", done.stdout, re.MULTILINE)}


def compile_source(tool, source, arch, few, folder):
    """PTX and machine code of a source, in files of the folder. (A source that knows ACCRUE_FEW_KERNELS has fewer.)"""
    to_ptx, to_cubin = folder / f"{source.stem}.ptx", folder / f"{source.stem}.cubin"
    options = ["-std=c++20", "-O3", "-use_fast_math", "-I", ROOT / "include", "-I", ROOT / "tests"]
    options += ["-DACCRUE_FEW_KERNELS"] if few else []
    subprocess.run([tool["nvcc"], *options, f"-arch={arch}", "-ptx", source, "-o", to_ptx], check=True)
    ptxas = pathlib.Path(tool["nvcc"]).parent / "ptxas"
    subprocess.run([ptxas, "-O3", f"-arch={arch}", to_ptx, "-o", to_cubin], check=True)
    return to_ptx, to_cubin


def read(tool, to_ptx, to_cubin, only_bits):
    def listing(option):
        return subprocess.run([tool["cuobjdump"], option, to_cubin], capture_output=True, text=True, check=True).stdout

    return reports(pathlib.Path(to_ptx).read_text(), listing("-sass"), listing("--dump-resource-usage"), only_bits)


def write_page(text):
    page = PAGE.read_text()
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + text + END + after)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n", 2)[2])
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--few", action="store_true")
    parser.add_argument("--only-bits", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--read", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("sources", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    if options.self_test:
        return planted.self_test(reports)
    if not options.sources:
        parser.error("no sources")
    if options.few and options.table:
        parser.error("the table is of all kernels")
    tool = tools()
    found = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        if options.read:
            found += read(tool, *options.sources, options.only_bits)
        else:
            # A compiler has one thread: as many at a time as there are processors.
            def of_source(source):
                return read(tool, *compile_source(tool, source, options.arch, options.few, folder), options.only_bits)

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                for some in pool.map(of_source, options.sources):
                    found += some
    text = table(found)
    print(text)
    if options.table:
        write_page(text)
    faulty = [r for r in found if r.faults]
    for r in faulty:
        print("\n  ".join([f"{r.name}:", *summary(r.faults)]))
    gone = missing(found, options.few)
    print("\n".join(gone + [f"cuda_gates.py: {len(found)} kernels, {len(faulty)} with faults, {len(gone)} missing"]))
    sys.exit(1 if faulty or gone else 0)


if __name__ == "__main__":
    main()
