#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bench.sh - builds the benchmarks, runs them, and prints what rows say about each other.
#
#   scripts/bench.sh [--quick] [--check] [--links N] [--runs N] [--dram MIB]
#
#   --quick    only rows that have a figure in bench/ratios.py, fewer repetitions
#   --check    compare with those figures; exit status 1 if one is missed
#   --links N  N links of the program, which differ in where the code lies (1)
#   --runs N   N runs of each (1)
#   --dram MIB the size of the largest sources (64)
#
# Results are left in build/bench-results. Times are CPU times of the thread. Other programs on the
# machine still take caches and memory from it: ratios, from interleaved repetitions, suffer less.
set -euo pipefail
cd "$(dirname "$0")/.."

links=1 runs=1 dram=64 check=() compile_runs=5
cache_rows='^(L1|L2|call)/' cache_repetitions=9
memory_rows='^(L3|DRAM)/' memory_repetitions=15

while [[ $# != 0 ]]; do
  case $1 in
    --quick)
      figures='((sum|dot)/(pairwise|exact)|sum/compensated|strided_sum_[0-9]+|read)/'
      calls='call/((1|8|31|64|100|256)/(sum|dot)/pairwise|(1|64)/sum/exact)/'
      cache_rows="^(L1/16KiB/$figures|L2/[0-9]+KiB/sum/(pairwise|exact)/|$calls)" cache_repetitions=5
      memory_rows="^DRAM/[0-9]+MiB/$figures" memory_repetitions=11 compile_runs=2
      ;;
    --check) check=(--check) ;;
    --links | --runs | --dram)
      [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || { echo "bench.sh: $1 needs a number" >&2 && exit 2; }
      declare "${1#--}=$2"
      shift
      ;;
    *) echo "bench.sh: unknown option $1; --quick, --check, --links N, --runs N or --dram MIB" >&2 && exit 2 ;;
  esac
  shift
done

cmake --preset bench -DACCRUE_BENCH_LINKS="$links"
cmake --build --preset bench -j "${ACCRUE_JOBS:-$(nproc)}"

results=build/bench-results
rm -rf $results && mkdir -p $results

# measure PROGRAM NAME ROWS REPETITIONS
measure() {
  "$1" --dram_mib="$dram" --benchmark_filter="$3" --benchmark_repetitions="$4" --benchmark_min_time=0.003 \
    --benchmark_enable_random_interleaving=true --benchmark_out_format=json --benchmark_out="$results/$2.json" \
    >"$results/$2.txt"
}

for ((run = 1; run <= runs; ++run)); do
  for ((link = 1; link <= links; ++link)); do
    program=build/bench/bench/reductions_bench
    [[ $link == 1 ]] || program+=_link$link
    echo "== run $run of $runs, link $link of $links"
    measure $program "run$run-link$link-caches" "$cache_rows" $cache_repetitions
    measure $program "run$run-link$link-memory" "$memory_rows" $memory_repetitions
  done
done

python3 bench/compile_time.py --runs $compile_runs
python3 bench/ratios.py "${check[@]}" $results/*.json
