# SPDX-License-Identifier: MIT
"""hard_data.py - doubles that are hard to add up: nine kinds of them, the same on every run, and their exact sum."""

import fractions
import math

import numpy as np

N = 1 << 20


def normal_and_tiny(g):
    """One in 4096 is 1e-200 times a normal number, far below the last digit of all others."""
    x = g.standard_normal(N)
    x[::4096] *= 1e-200
    return x


def any_exponent(g):
    return np.ldexp(g.choice([-1.0, 1.0], N) * g.uniform(1, 2, N), g.integers(-1000, 1000, N))


def half_zeros(g):
    return g.standard_normal(N) * g.integers(0, 2, N)


def of_condition(condition):
    """Pairs that cancel, of exponents up to half the digits of the condition number, and two numbers that are the sum.

    After: Ogita, Rump and Oishi, Accurate sum and dot product (2005), algorithm 6.1.
    """

    def make(g):
        binades = int(math.log2(condition) / 2) + 1
        x = np.ldexp(g.standard_normal(N // 2 - 1), g.integers(0, binades, N // 2 - 1))
        rest = np.abs(x).sum() / condition
        return g.permutation(np.concatenate([x, -x, [rest, rest]]))

    return make


KINDS = [
    ("uniform, -0.5 to 1.5", lambda g: g.uniform(-0.5, 1.5, N)),
    ("normal", lambda g: g.standard_normal(N)),
    ("lognormal, exp(20 N)", lambda g: np.exp(20 * g.standard_normal(N))),
    ("any exponent, 2^-1000 to 2^1000", any_exponent),
    ("condition number 1e8", of_condition(1e8)),
    ("condition number 1e16", of_condition(1e16)),
    ("condition number 1e32", of_condition(1e32)),
    ("normal, one in 4096 at 1e-200", normal_and_tiny),
    ("normal, half of them zeros", half_zeros),
]


def hard_data():
    """(kind, numbers) of each, one after the other."""
    for seed, (kind, make) in enumerate(KINDS):
        yield kind, make(np.random.Generator(np.random.PCG64(seed)))


def exact_sum(x):
    """Of finite doubles, 2^25 at most: halves of their digits, added for each exponent in doubles, which hold 2^53."""
    digits, exponents = np.frexp(x)
    integers, least = np.ldexp(digits, 53).astype(np.int64), int(exponents.min())
    total = 0
    for shift, half in ((27, integers >> 27), (0, integers & (1 << 27) - 1)):
        sums = np.bincount(exponents - least, weights=half)
        total += sum(int(s) << e + shift for e, s in enumerate(sums))
    return total * fractions.Fraction(2) ** (least - 53)
