#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check.sh CHECK COMPILER TARGET FOLDER - one check of the headers as a user's compiler sees them.
#
#   alone     every header is a unit of its own, without a warning
#   named     the same of the headers that users name: those beside accrue.hpp, of places, and of adaptors
#   hostile   compiles after macros min and max and global names half and bfloat16, without exceptions and RTTI
#   linked    two units that include everything link and run; the library has no mutable data
#
# Exit status 77: skipped, there is no such compiler.
set -euo pipefail

check=$1 compiler=$2 target=$3 folder=$4
here=$(cd "$(dirname "$0")" && pwd)
include=$here/../../include

case $target in
  x86-64) isa=(-march=x86-64) ;;
  avx2) isa=(-mavx2 -mfma -mf16c) ;;
  avx512) isa=(-mavx512f -mavx512bw -mavx512vl -mavx512dq -mavx512cd -mavx2 -mfma -mf16c) ;;
  native) isa=() ;;
  *) echo "check.sh: unknown target $target" >&2 && exit 2 ;;
esac
if ! command -v "$compiler" >/dev/null; then
  echo "SKIP headers.$check.$compiler.$target: there is no $compiler here"
  exit 77
fi

warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wdouble-promotion -Werror)
compile=("$compiler" -std=c++20 "${isa[@]}" "-I$include")

alone() { each_alone accrue -name '*.hpp'; }
named() { each_alone accrue accrue/exec accrue/adapt -maxdepth 1 -name '*.hpp'; }

# Those that `find` finds.
each_alone() {
  local header failed=0
  local headers cuda
  headers=$(cd "$include" && find "$@" | sort)
  cuda=$("$here/../../scripts/cuda_toolkit.sh" --headers)
  for header in $headers; do
    if [[ $header == accrue/adapt/tbb.hpp ]] && ! "${compile[@]}" -fsyntax-only -x c++ - <<<'#include <oneapi/tbb/task_arena.h>' 2>/dev/null; then
      echo "SKIP: $header, there is no oneTBB here"
      continue
    fi
    if [[ $header == accrue/adapt/eigen.hpp && ! -e /usr/include/eigen3 ]]; then
      echo "SKIP $header: there is no Eigen here"
      continue
    fi
    if [[ -z $cuda ]] && "${compile[@]}" -M -MG -x c++ - <<<"#include \"$header\"" | grep cuda_runtime >/dev/null; then
      echo "SKIP $header: there are no headers of CUDA here"
      continue
    fi
    # For nvcc only: scripts/cuda_gates.py compiles them.
    ! grep -q 'For nvcc only' "$include/$header" || continue
    # Through a unit, since a header given as the main file is warned about for being one.
    "${compile[@]}" "${warnings[@]}" ${cuda:+-isystem "$cuda"} -fsyntax-only -x c++ - <<<"#include \"$header\"" || { echo "FAIL: $header" >&2 && failed=1; }
  done
  echo "$(wc -w <<<"$headers") headers"
  return $failed
}

# At -O2, since some warnings come from the optimiser only.
hostile() {
  "${compile[@]}" "${warnings[@]}" -fno-exceptions -fno-rtti -O2 -c "$here/hostile.cpp" -o "$work/hostile.o"
}

# The library's variables in sections that a program can write to; constants may stand where the loader relocates.
mutable_data() {
  objdump -t -C "$1" >"$work/symbols"
  grep -E '\.(data|bss|tdata|tbss)' "$work/symbols" | { grep -v '\.data\.rel\.ro' || test $? = 1; } | { grep accrue || test $? = 1; }
}

linked() {
  local flags found
  for flags in "-O0 -fno-inline" "-O2"; do
    # shellcheck disable=SC2086
    "${compile[@]}" $flags -DUNIT=1 -c "$here/unit.cpp" -o "$work/unit1.o"
    # shellcheck disable=SC2086
    "${compile[@]}" $flags -DUNIT=2 -c "$here/unit.cpp" -o "$work/unit2.o"
    "$compiler" "$work/unit1.o" "$work/unit2.o" -o "$work/linked"
    found=$(mutable_data "$work/linked")
    [[ -z $found ]] || { echo "FAIL: mutable data, with $flags:"$'\n'"$found" >&2 && return 1; }
  done
}

work=$folder/$check.$compiler.$target
mkdir -p "$work"
$check
