#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# layouts.sh - axes, sets of arrays, segments, modifiers, threads and exponentials, each beside what it is measured
# against: builds the program, runs it, prints the table.
#
#   scripts/layouts.sh [--write] [--runs N]
#
#   --write   also put the table into docs/reference/layouts.md
#   --runs N  N runs, of which the worst counts (3)
set -euo pipefail
cd "$(dirname "$0")/.."

runs=3 page=()
while [[ $# != 0 ]]; do
  case $1 in
    --write) page=(--write docs/reference/layouts.md) ;;
    --runs)
      [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || { echo "layouts.sh: $1 needs a number" >&2 && exit 2; }
      runs=$2
      shift
      ;;
    *) echo "layouts.sh: unknown option $1; --write or --runs N" >&2 && exit 2 ;;
  esac
  shift
done

cmake --preset bench
cmake --build --preset bench --target layouts_bench -j "${ACCRUE_JOBS:-$(nproc)}"
results=build/layouts-results
rm -rf $results && mkdir -p $results
for ((run = 1; run <= runs; ++run)); do
  echo "== run $run of $runs"
  build/bench/bench/layouts_bench --benchmark_repetitions=15 --benchmark_min_time=0.003 \
    --benchmark_enable_random_interleaving=true --benchmark_out_format=json \
    --benchmark_out=$results/run$run.json >$results/run$run.txt
done
python3 bench/layouts.py "${page[@]}" $results/*.json
