#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# device_bits.sh - devices' kernels and calls, simulated on this CPU: the same bits from every compiler and flag.
#
#   scripts/device_bits.sh [--few]    few: of floats, at -O0
#
# tests/cuda/digest/simulated.cpp by g++, clang and the host's side of nvcc, at -O0, -O2 and -O3 -ffast-math. Each compares
# itself with the CPU's library, and must print what the first one prints. A compiler that is not there is a skip. Works
# in build/device-bits; exit status 1 if a build differs.
set -euo pipefail
cd "$(dirname "$0")/.."

all_flags=(-O0 -O2 "-O3 -ffast-math") options=()
case ${1:-} in
  "") ;;
  --few) all_flags=(-O0) options=(-DSTORAGES=float) ;;
  *) echo "device_bits.sh: unknown option $1; --few" >&2 && exit 2 ;;
esac
work=build/device-bits
jobs=${ACCRUE_JOBS:-$(nproc)}
mkdir -p $work
rm -f $work/*
eval "$(scripts/cuda_toolkit.sh --no-install 2>/dev/null)"

# build CELL COMPILER FLAGS..: and run it.
build() {
  local cell=$1
  shift
  "$@" "${options[@]}" -std=c++20 -Iinclude -Itests tests/cuda/digest/simulated.cpp -o "$work/$cell" >"$work/$cell.log" 2>&1 &&
    "$work/$cell" --few >"$work/$cell.out" 2>&1 || touch "$work/$cell.failed"
}
cells=()
start() {
  while [[ $(jobs -rp | wc -l) -ge $jobs ]]; do wait -n; done
  cells+=("$1")
  build "$@" &
}
for flags in "${all_flags[@]}"; do
  for compiler in g++ clang++-14 clang++-19; do
    command -v "$compiler" >/dev/null || { echo "SKIP: there is no $compiler here" && continue; }
    # shellcheck disable=SC2086
    start "$compiler${flags// /}" "$compiler" $flags -pthread
  done
  [[ -n $nvcc ]] || { echo "SKIP: there is no nvcc here" && continue; }
  start "nvcc${flags// /}" "$nvcc" -x cu "${flags%% *}" ${flags:4:+-Xcompiler "${flags#* }"}
done
wait

failures=0
for cell in "${cells[@]}"; do
  if [[ -f $work/$cell.failed ]]; then
    echo "$cell: FAILED" && tail -5 "$work/$cell.log" "$work/$cell.out" 2>/dev/null
    failures=$((failures + 1))
  elif ! diff "$work/${cells[0]}.out" "$work/$cell.out" >"$work/$cell.diff"; then
    echo "$cell: other bits than ${cells[0]}" && head -5 "$work/$cell.diff"
    failures=$((failures + 1))
  else
    echo "$cell: $(tail -1 "$work/$cell.out")"
  fi
done
echo "device_bits.sh: ${#cells[@]} builds, $failures failed"
[[ $failures == 0 ]]
