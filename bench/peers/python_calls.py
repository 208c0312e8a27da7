# SPDX-License-Identifier: MIT
"""python_calls.py - what Python programs write to reduce numbers: the calls of each library that is installed.

A call takes sources x and y and is listed as (quantity, storage types, text, function). A library that
cannot be imported is said on stderr, and its rows are missing.
"""

import importlib
import sys

HALVES = ("half", "bfloat16")
ALL = ("half", "bfloat16", "float", "double")
NUMPY_NAMES = {"half": "float16", "bfloat16": "bfloat16", "float": "float32", "double": "float64"}


class Source:
    """One array as each library sees it: the same memory, never a copy."""

    def __init__(self, array, storage, libraries):
        self.bits = array.view("uint16") if storage == "bfloat16" else array
        self.dtype = NUMPY_NAMES[storage]
        self.array = self.bits
        if storage == "bfloat16" and "ml_dtypes" in libraries:
            self.array = array.view(libraries["ml_dtypes"].bfloat16)
        if "torch" in libraries:
            torch = libraries["torch"]
            tensor = torch.from_numpy(self.bits)
            self.tensor = tensor.view(torch.bfloat16) if storage == "bfloat16" else tensor

    def __getitem__(self, window):
        part = object.__new__(Source)
        part.dtype = self.dtype
        for name in ("bits", "array", "tensor"):
            if hasattr(self, name):
                setattr(part, name, getattr(self, name)[window])
        return part


def numpy_calls(libraries):
    np = libraries["numpy"]
    of = ALL if "ml_dtypes" in libraries else ("half", "float", "double")
    no_bfloat16 = ("half", "float", "double")
    return [
        ("sum", of, "sum()", lambda x, y: x.array.sum()),
        ("sum", HALVES if len(of) == 4 else ("half",), "sum(dtype=float32)", lambda x, y: x.array.sum(dtype=np.float32)),
        ("sum", ("float",), "sum(dtype=float64)", lambda x, y: x.array.sum(dtype=np.float64)),
        ("mean", of, "mean()", lambda x, y: x.array.mean()),
        ("variance", of, "var()", lambda x, y: x.array.var()),
        ("dot", no_bfloat16, "dot", lambda x, y: np.dot(x.array, y.array)),
        ("norm1", no_bfloat16, "linalg.norm(x, 1)", lambda x, y: np.linalg.norm(x.array, 1)),
        ("norm2", no_bfloat16, "linalg.norm", lambda x, y: np.linalg.norm(x.array)),
        ("norm_inf", no_bfloat16, "linalg.norm(x, inf)", lambda x, y: np.linalg.norm(x.array, np.inf)),
    ]


def torch_calls(libraries):
    torch = libraries["torch"]
    torch.set_num_threads(1)
    norm = torch.linalg.vector_norm
    return [
        ("sum", ALL, "sum()", lambda x, y: x.tensor.sum()),
        ("sum", HALVES, "sum(dtype=float32)", lambda x, y: x.tensor.sum(dtype=torch.float32)),
        ("sum", ("float",), "sum(dtype=float64)", lambda x, y: x.tensor.sum(dtype=torch.float64)),
        ("mean", ALL, "mean()", lambda x, y: x.tensor.mean()),
        ("mean", HALVES, "mean(dtype=float32)", lambda x, y: x.tensor.mean(dtype=torch.float32)),
        ("variance", ALL, "var(correction=0)", lambda x, y: x.tensor.var(correction=0)),
        ("dot", ALL, "dot", lambda x, y: torch.dot(x.tensor, y.tensor)),
        ("norm1", ALL, "linalg.vector_norm(x, 1)", lambda x, y: norm(x.tensor, 1)),
        ("norm2", ALL, "linalg.vector_norm", lambda x, y: norm(x.tensor)),
        ("norm2", HALVES, "linalg.vector_norm(dtype=float32)", lambda x, y: norm(x.tensor, dtype=torch.float32)),
        ("norm2", ("float",), "linalg.vector_norm(dtype=float64)", lambda x, y: norm(x.tensor, dtype=torch.float64)),
        ("norm_inf", ALL, "linalg.vector_norm(x, inf)", lambda x, y: norm(x.tensor, float("inf"))),
    ]


def numkong_calls(libraries):
    nk = libraries["numkong"]
    return [
        ("sum", ALL, "sum", lambda x, y: nk.sum(x.bits, dtype=x.dtype)),
        ("dot", ALL, "dot", lambda x, y: nk.dot(x.bits, y.bits, x.dtype)),
        ("norm2", ALL, "norm", lambda x, y: nk.norm(x.bits, dtype=x.dtype)),
    ]


def xsum_calls(libraries):
    """Radford Neal's exact sums; its products are rounded before they are added."""
    xsum = libraries["xsum"]

    def by(kind, add, last=lambda v: v):
        def call(x, y):
            total = kind()
            add(total, x.array, y.array)
            return last(xsum.xsum_round(total))

        return call

    small, large = xsum.xsum_small_accumulator, xsum.xsum_large_accumulator
    sums = ("double",), lambda total, x, y: xsum.xsum_add(total, x)
    return [
        ("sum", sums[0], "small accumulator", by(small, sums[1])),
        ("sum", sums[0], "large accumulator", by(large, sums[1])),
        ("dot", ("double",), "large accumulator, add_dot", by(large, xsum.xsum_add_dot)),
        ("norm2", ("double",), "large accumulator, add_sqnorm",
         by(large, lambda total, x, y: xsum.xsum_add_sqnorm(total, x), lambda v: v**0.5)),
    ]


CALLS = {"numpy": numpy_calls, "torch": torch_calls, "numkong": numkong_calls, "xsum": xsum_calls}


def libraries_here(names=("numpy", "ml_dtypes", "torch", "numkong", "xsum")):
    """{name: module} of those that can be imported."""
    found = {}
    for name in names:
        try:
            found[name] = importlib.import_module(name)
        except ImportError as error:
            print(f"python_calls: SKIP {name}, its rows will be missing: {error}", file=sys.stderr)
    return found
