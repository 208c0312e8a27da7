# SPDX-License-Identifier: MIT
"""ptx.py - functions of a .ptx file, and what in them would let a flag or an assembler move a bit.

Compile with -use_fast_math: whatever that flag could change, it has then changed.
"""
import re
from dataclasses import dataclass, field

HEAD = re.compile(r"^\s*(?:\.\w+\s+)*\.(entry|func)\s+(?:\([^)]*\)\s*)?([\w$.]+)")
CALL = re.compile(r"(?<![\w.%$])[a-z][a-z0-9]*(?:\.[a-z0-9_:]+)+")
THREADS = re.compile(r"^\s*\.maxntid\s+(\d+)")
FLOATS = {"f16", "f16x2", "bf16", "bf16x2", "f32", "f32x2", "f64"}
SMALL = {"f16", "f16x2", "bf16", "bf16x2"}
ROUNDED = {"add", "sub", "mul", "fma", "mad", "div", "sqrt", "rcp", "rsqrt", "ex2", "lg2", "sin", "cos", "tanh"}
ROUNDINGS = {"rn", "rz", "rm", "rp"}


@dataclass(frozen=True)
class Operation:
    line: int
    name: str
    operands: str
    inline: bool  # written as assembly in the source

    @property
    def kind(self):
        return self.name.split(".", 1)[0]

    @property
    def modifiers(self):
        return set(self.name.split(".")[1:])

    @property
    def rounds(self):
        return self.kind in ROUNDED and bool(self.modifiers & FLOATS)

    @property
    def fuses(self):
        return self.kind in ("fma", "mad") and bool(self.modifiers & FLOATS)


@dataclass
class Function:
    name: str
    entry: bool
    threads: int = 0
    operations: list = field(default_factory=list)


def functions(text):
    """Functions of a .ptx file, each once."""
    found, inline = {}, False
    current = None
    for number, line in enumerate(text.splitlines(), 1):
        if "inline asm" in line:
            inline = "begin" in line
            continue
        line = line.split("//", 1)[0]
        if match := HEAD.match(line):
            current = found.setdefault(match.group(2), Function(match.group(2), match.group(1) == "entry"))
        elif match := THREADS.match(line):
            current.threads = int(match.group(1))
        elif current is not None:
            for match in CALL.finditer(line):
                operands = line[match.end() :].partition(";")[0].strip()
                current.operations.append(Operation(number, match.group(), operands, inline))
    return list(found.values())


def asks_for_infinity(operation, function):
    """Whether it does no more than compare with an infinity, or is the magnitude for that: flushing changes nothing.

    Compilers make that of a question that integers asked.
    """
    if operation.kind == "setp":
        return bool(re.search(r"0f[7F]F800000", operation.operands))
    if operation.kind != "abs":
        return False
    register = operation.operands.partition(",")[0]
    users = [o for o in function.operations if o is not operation and re.search(rf"{register}\b", o.operands)]
    return all(o.kind == "setp" and asks_for_infinity(o, function) for o in users)


def fault(operation, function, may_fuse):
    """What is wrong with this operation of the function, or None."""
    if "ftz" in operation.modifiers:
        return None if asks_for_infinity(operation, function) else "flushes subnormals"
    if operation.modifiers & {"approx", "full"}:
        return "is an approximation"
    if not operation.rounds:
        return None
    if operation.modifiers & SMALL:
        return "is arithmetic in 16 bits"
    if not operation.inline:
        return "was contracted by the compiler" if operation.fuses else "is not inline PTX: flags may change it"
    if not operation.modifiers & ROUNDINGS:
        return "names no rounding: the assembler may contract it"
    if operation.fuses and not may_fuse:
        return "fuses an addend whose product is inexact"
    return None
