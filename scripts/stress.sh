#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# stress.sh - `exact` against GMP and MPFR, millions of times, in builds that differ in compiler, instructions and flags.
#
#   scripts/stress.sh [--checks N]    random and adversarial checks a build (default 2000000), and every 16-bit pattern
#   scripts/stress.sh --list          the builds
#   scripts/stress.sh --build BUILD   one of them, as --list spells it
#
# A build is `COMPILER TARGET FLAGS`. A missing compiler or instruction set is a skip, and counted. What is
# printed is also in build/stress; exit status 1 if a check failed. A failure says how to see it again.
set -euo pipefail
cd "$(dirname "$0")/.."

self=$PWD/scripts/stress.sh
work=build/stress
jobs=${ACCRUE_JOBS:-2}
sanitizers="-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-sanitize-address-use-after-scope"

builds() {
  cat <<EOF
g++ native -O2
clang++-19 native -O2 -ffast-math
clang++-14 avx2 -O2
g++ avx2 -Ofast
g++ sse2 -O2
g++ scalar -O2
g++ scalar-fma -O2
g++ native $sanitizers
clang++-19 native $sanitizers
EOF
}

# Sets `options`: what a target means to the compiler.
set_options() {
  case $1 in
    native) options=(-march=native) ;;
    avx2) options=(-mavx2 -mfma -mf16c) ;;
    sse2) options=(-march=x86-64) ;;
    scalar) options=(-DACCRUE_NO_XSIMD) ;;
    scalar-fma) options=(-DACCRUE_NO_XSIMD -mavx2 -mfma -mf16c) ;;
    *) echo "stress.sh: unknown target $1" >&2 && exit 2 ;;
  esac
}

# Prints why a build cannot be here, or nothing.
missing() {
  local flag
  command -v "$1" >/dev/null || { echo "there is no $1" && return; }
  [[ $2 == native ]] && return
  [[ $(uname -m) == x86_64 ]] || { echo "this is no x86-64 machine" && return; }
  [[ $2 == avx2 || $2 == scalar-fma ]] || return 0
  for flag in avx2 fma f16c; do
    grep -qw "$flag" /proc/cpuinfo || { echo "this CPU has no $flag" && return; }
  done
}

# The oracle is compiled strictly, once; the kernels as the build says, a storage type at a time.
compile() {
  local compiler=$1 target=$2 folder=$3 storage options
  shift 3
  set_options "$target"
  for storage in f16 bf16 f32 f64; do
    "$compiler" -std=c++20 "$@" "${options[@]}" -Iinclude -Itests "-DSTORAGE=$storage" -c tests/stress/calls.cpp \
      -o "$folder/$storage.o"
  done
  "$compiler" -std=c++20 "$@" -fno-fast-math -Iinclude -Itests -c tests/stress/exact_stress.cpp -o "$folder/exact_stress.o"
  "$compiler" "$@" "$folder"/*.o -o "$folder/exact_stress" -lmpfr -lgmp
}

run_build() {
  local compiler target flags folder reason more=(--patterns all --often 600000000)
  read -r compiler target flags <<<"$1"
  folder=$work/$compiler-$target$([[ $flags != *sanitize* ]] || echo -sanitized)
  mkdir -p "$folder"
  rm -f "$folder"/*
  reason=$(missing "$compiler" "$target")
  if [[ -n $reason ]]; then
    echo "SKIP $1: $reason" | tee "$folder/skipped"
    return
  fi
  [[ $flags != *sanitize* ]] || more=(--patterns one)  # ten times as slow
  # shellcheck disable=SC2086
  if ! compile "$compiler" "$target" "$folder" $flags 2>"$folder/errors.txt"; then
    printf 'FAIL %s: does not compile\n%s\n' "$1" "$(grep -E 'error|undefined' "$folder/errors.txt" | head -6)"
    return 1
  fi
  if ! "$folder/exact_stress" --checks "$checks" "${more[@]}" >"$folder/output.txt" 2>&1; then
    printf 'FAIL %s\n%s\n' "$1" "$(tail -70 "$folder/output.txt")"
    return 1
  fi
  echo "pass $1: $(tail -1 "$folder/output.txt"), $SECONDS s" | tee "$folder/passed"
}

run_all() {
  local total passed skipped failed
  mkdir -p $work
  rm -rf "${work:?}"/*/
  total=$(builds | wc -l)
  builds | xargs -P "$jobs" -d '\n' -n 1 "$self" --build || echo "some builds failed"
  passed=$(find $work -name passed | wc -l)
  skipped=$(find $work -name skipped | wc -l)
  failed=$((total - passed - skipped))
  echo "$passed passed, $failed failed, $skipped skipped"
  [[ $failed == 0 && $passed != 0 ]]
}

export checks=${checks:-2000000}
case ${1:-} in
  "") run_all ;;
  --checks)
    [[ ${2:-} =~ ^[0-9]+$ ]] || { echo "stress.sh: --checks needs a number" >&2 && exit 2; }
    checks=$2
    run_all
    ;;
  --list) builds ;;
  --build)
    [[ -n ${2:-} ]] || { echo "stress.sh: --build needs a build, see --list" >&2 && exit 2; }
    run_build "$2"
    ;;
  *) echo "stress.sh: unknown option $1; --checks N, --list or --build BUILD" >&2 && exit 2 ;;
esac
