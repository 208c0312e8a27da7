#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""torch_bench.py - torch's sums of the sizes of device_bench, timed as there: graphs over several buffers.

usage: torch_bench.py [--json FILE]

Exit status 3: there is no torch, or it sees no device.
"""
import json
import statistics
import sys

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
REPETITIONS = 21
# Storage, and the type that the sum is asked in.
ROWS = [("half", "float16", "float32"), ("bfloat16", "bfloat16", "float32"), ("float", "float32", "float32"), ("double", "float64", "float64")]


def microseconds(torch, buffers, dtype):
    """Of one sum: the median of graphs that sum each buffer."""
    out = torch.empty((), dtype=dtype, device="cuda")

    def calls():
        for x in buffers:
            torch.sum(x, dim=0, dtype=dtype, out=out)

    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        calls()
    side.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        calls()
    times = []
    for repetition in range(-3, REPETITIONS):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        graph.replay()
        end.record()
        end.synchronize()
        if repetition >= 0:
            times.append(1e3 * begin.elapsed_time(end) / len(buffers))
    return statistics.median(times)


def main():
    if sys.argv[1:] and (len(sys.argv) != 3 or sys.argv[1] != "--json"):
        sys.exit(__doc__)
    try:
        import torch
    except ImportError as error:
        print(f"there is no torch: {error}")
        sys.exit(3)
    if not torch.cuda.is_available():
        print("torch sees no device")
        sys.exit(3)
    rows, last = [], {}
    for storage, stored, summed in ROWS:
        size = 4 * KIB
        while size <= GIB:
            dtype = getattr(torch, stored)
            count = min(max(256 * MIB // size, 4), 32)
            buffers = [torch.rand(size // dtype.itemsize, device="cuda").to(dtype) for _ in range(count)]
            us = microseconds(torch, buffers, getattr(torch, summed))
            del buffers
            last[storage] = size / us * 1e-3
            print(f"{storage:9} {'in ' + summed:22} torch {size:13} B {us:10.2f} us {last[storage]:8.1f} GB/s")
            rows.append({"name": f"{size}/sum/{storage}/in {summed}/torch", "run_type": "iteration", "real_time": us, "time_unit": "us", "bytes_per_second": size / us * 1e6})
            size *= 4
    if sys.argv[1:]:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            json.dump({"context": {"torch": torch.__version__}, "benchmarks": rows}, file, indent=1)
    print("GB/s at 1 GiB: " + ", ".join(f"{storage} {rate:.0f}" for storage, rate in last.items()))


if __name__ == "__main__":
    main()
