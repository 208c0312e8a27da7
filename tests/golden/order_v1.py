#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""order_v1.py - order v1 in a page of Python, checked against the golden vectors.

usage: order_v1.py [FILE]     exit status 1 if a result differs

Independent of accrue and of its C++ reference: written from docs/reference/tree.md, for other people's CI. Sums and
products by pairwise, compensated, sequential and exact. Arithmetic of float is that of double rounded once more, which is
exact enough (53 >= 2 * 24 + 2); products of double get their errors, and exact sums their one rounding, from fractions.
"""

import math
import pathlib
import struct
import sys
from fractions import Fraction

LANES, ROWS = 64, 32
BITS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}


def decode(storage, word):
    if storage == "f16":
        return struct.unpack("<e", struct.pack("<H", word))[0]
    if storage == "bf16":
        return struct.unpack("<f", struct.pack("<I", word << 16))[0]
    return struct.unpack("<f" if storage == "f32" else "<d", word.to_bytes(BITS[storage] // 8, "little"))[0]


def encode(result, value):
    if math.isnan(value):
        return 0x7FC00000 if result == "f32" else 0x7FF8000000000000
    return int.from_bytes(struct.pack("<f" if result == "f32" else "<d", value), "little")


def to_float(value):
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def to_double(fraction):
    try:
        return float(fraction)
    except OverflowError:
        return math.inf if fraction > 0 else -math.inf


class Arithmetic:
    """Rounded to the accumulator: f32 or f64."""

    def __init__(self, accumulator):
        self.rounded = to_float if accumulator == "f32" else lambda v: v
        self.is_double = accumulator == "f64"

    def add(self, a, b):
        return self.rounded(a + b)

    def multiply(self, a, b):
        return self.rounded(a * b)

    def error(self, a, b, p):
        """a b - p, rounded once."""
        if not (math.isfinite(a) and math.isfinite(b)):
            return math.nan
        if not math.isfinite(p):
            return -p
        difference = Fraction(a) * Fraction(b) - Fraction(p)
        if not self.is_double:
            return self.rounded(float(difference))  # products of floats have 48 bits
        return to_double(difference)


def leaf(op, term, method):
    a, b = term
    if b is None:
        return (a, 0.0)
    p = op.multiply(a, b)
    return (p, op.error(a, b, p) if method == "compensated" else 0.0)


def combine(op, method, a, b):
    s = op.add(a[0], b[0])
    if method == "pairwise":
        return (s, 0.0)
    t = op.add(s, -a[0])
    r = op.add(op.add(a[0], -op.add(s, -t)), op.add(b[0], -t))
    return (s, op.add(op.add(a[1], b[1]), r))


def tree(op, method, leaves):
    """Rows from the lowest bit, lanes from the highest, blocks from the lowest: joined if the right side exists."""
    n = len(leaves)
    nodes = dict(enumerate(leaves))
    steps = [LANES << k for k in range(ROWS.bit_length() - 1)]
    steps += [LANES >> k for k in range(1, LANES.bit_length())]
    step = LANES * ROWS
    while step < n:
        steps.append(step)
        step *= 2
    for step in steps:
        for i in sorted(nodes):
            if i in nodes and not i & step and i + step in nodes:
                nodes[i] = combine(op, method, nodes[i], nodes.pop(i + step))
    return nodes[0]


def exactly(terms):
    total, infinities, only_minus_zeros = Fraction(0), set(), True
    for a, b in terms:
        b = 1.0 if b is None else b
        zero, negative = a == 0 or b == 0, math.copysign(1, a) != math.copysign(1, b)
        only_minus_zeros = only_minus_zeros and zero and negative
        if math.isfinite(a) and math.isfinite(b):
            total += Fraction(a) * Fraction(b)
        elif math.isnan(a) or math.isnan(b) or zero:
            infinities |= {1, -1}
        else:
            infinities.add(-1 if negative else 1)
    if infinities:
        return math.nan if len(infinities) == 2 else infinities.pop() * math.inf
    return (-0.0 if only_minus_zeros else 0.0) if total == 0 else total


def round_exactly(value, result):
    """A fraction to the result: to double with a sticky last bit, which the rounding to float does not touch."""
    if not isinstance(value, Fraction) or result == "f64":
        return to_double(value) if isinstance(value, Fraction) else value
    d = to_double(value)
    if math.isfinite(d) and Fraction(d) != value:
        word = encode("f64", d)
        if word % 2 == 0:
            word += 1 if (Fraction(d) < value) == (d > 0) else -1
            d = decode("f64", word)
    return to_float(d)


def evaluate(reduction, method, storage, x, reverse):
    products = reduction in ("sum_of_squares", "dot")
    accumulator = "f64" if storage == "f64" or (storage == "f32" and products) else "f32"
    result = "f64" if storage == "f64" else "f32"
    if not x:
        return encode(result, 0.0)
    other = x[::-1] if reverse else x
    terms = [(a, b) for a, b in zip(x, other)] if products else [(abs(a) if reduction == "abs_sum" else a, None) for a in x]
    if method == "exact":
        return encode(result, round_exactly(exactly(terms), result))
    op = Arithmetic(accumulator)
    leaves = [leaf(op, term, method) for term in terms]
    if method == "sequential":
        s = leaves[0][0]
        for v, _ in leaves[1:]:
            s = op.add(s, v)
        return encode(result, round_exactly(s, result) if accumulator == result else to_float(s))
    s, e = tree(op, method, leaves)
    if method == "pairwise" or not math.isfinite(s) or not math.isfinite(e) or e == 0:
        return encode(result, s if accumulator == result else to_float(s))
    if accumulator == result:
        return encode(result, op.add(s, e))
    return encode(result, round_exactly(Fraction(s) + Fraction(e), result))


def main():
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).with_name("order_v1.txt")
    inputs, checked, wrong = {}, 0, 0
    for line in path.read_text(encoding="ascii").splitlines():
        word = line.split()
        if line.startswith("input"):
            values = [decode(word[2], int(w, 16)) for w in word[4:]]
            assert len(values) == int(word[3]), f"{word[1]}: not {word[3]} words"
            inputs[word[1]] = (word[2], values)
        elif line.startswith("result"):
            storage, x = inputs[word[3]]
            got = evaluate(word[1], word[2], storage, x, word[4] == "reversed")
            checked += 1
            if got != int(word[-1], 16):
                wrong += 1
                print(f"{line}: got {got:x}")
    print(f"order v1: {checked} results, {wrong} differ")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
