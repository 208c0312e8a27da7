#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# peers.sh - every reduction by every method, and other libraries beside it: speed and error of each, in one run.
#
#   scripts/peers.sh [--peers | --table] [--quick] [--torch]
#
#   --peers  print the short table, where a peer is ahead, and exact on hard data
#   --table  also write docs/reference/benchmarks.md and the table in README.md
#   --quick  three repetitions instead of eleven
#   --torch  with torch, as PyPI has it: with its GPU libraries, several GiB
#
# Results and the whole page are left in build/peers-results.
set -euo pipefail
cd "$(dirname "$0")/.."

repetitions=11 table=0 python_options=()
for option in "$@"; do
  case $option in
    --peers) ;;
    --table) table=1 ;;
    --quick) repetitions=3 ;;
    --torch) python_options=(--torch) ;;
    *) echo "peers.sh: unknown option $option; --peers, --table, --quick or --torch" >&2 && exit 2 ;;
  esac
done

cmake --preset peers
cmake --build --preset peers -j "${ACCRUE_JOBS:-$(nproc)}"

# Libraries choose their kernels and threads by these, too: each as its users have it, on one thread.
unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1

programs=build/peers/bench/peers results=build/peers-results
rm -rf $results && mkdir -p $results/sources
$programs/peers_bench --benchmark_repetitions=$repetitions --benchmark_min_time=0.003 \
  --benchmark_enable_random_interleaving=true --benchmark_out_format=json --benchmark_out=$results/cpp.json >$results/cpp.txt
$programs/peers_bench --write=$results/sources
through_python() { scripts/peers_python.sh "${python_options[@]}" "$1" --repetitions $repetitions "${@:2}"; }
through_python python_peers.py $results/sources $programs/libbench_reads.so $results/python.json ||
  echo "peers.sh: SKIP everything through Python, see above" >&2
through_python hard_sums.py build/peers/bench/compare/accrue-compare $results/hard.json ||
  echo "peers.sh: SKIP the table of hard data, see above" >&2
rm -r $results/sources

files=($results/cpp.json)
[[ ! -f $results/python.json ]] || files+=($results/python.json)
[[ ! -f $results/hard.json ]] || files=(--hard $results/hard.json "${files[@]}")
printf '<!-- table: begin -->\n<!-- table: end -->\n' >$results/short.md
python3 bench/peers/table.py $results/benchmarks.md $results/short.md "${files[@]}"
[[ $table == 0 ]] || python3 bench/peers/table.py docs/reference/benchmarks.md README.md "${files[@]}"
sed '/^<!--/d' $results/short.md
sed -n '/^## Where a peer is ahead/,/^## sum/{/^## sum/!p}' $results/benchmarks.md
