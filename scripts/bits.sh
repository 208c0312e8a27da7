#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bits.sh - one program, many compilers, instruction sets and flags: every build must print the same bits.
#
#   scripts/bits.sh [--fast]       the matrix, or a few cells of it that cover every column once, with half of the kernels
#   scripts/bits.sh --list         the cells
#   scripts/bits.sh --cell CELL    one cell, as --list spells it
#
# A cell is `COMPILER TARGET FLAGS`. Its digest runs in five floating-point environments; each output must
# be that of the reference, which is built strictly and does not know accrue. The target `states` is another
# program: exact states saved on this machine are loaded by the cell's, and the other way round. A missing
# compiler, emulator or instruction set is a skip. Works in build/bits; exit status 1 if a cell failed.
set -euo pipefail
cd "$(dirname "$0")/.."

self=$PWD/scripts/bits.sh
work=build/bits
jobs=${ACCRUE_JOBS:-2}
# A cell compiles for a minute or two, the kernels of `--fast` in half of that.
kernels=${ACCRUE_KERNELS:-}
environments=("" "ftz" "up" "down ftz" "zero trap")

# ---- the matrix

all_cells() {
  local compiler target flags
  for compiler in g++ clang++-14 clang++-19; do
    for target in scalar sse2 avx2 avx512; do
      for flags in -O0 -O2 "-O3 -ffast-math" -Ofast; do echo "$compiler $target $flags"; done
    done
  done
  cat <<'EOF'
g++ native -O3
g++ avx512f -O2
clang++-14 avx512f -Ofast
g++ sse2 -O2 -masm=intel
clang++-19 avx2 -O2 -masm=intel
g++ scalar-fma -O2
g++ scalar-fma -Ofast
clang++-19 scalar-fma -Ofast
g++ sse2-xsimd14 -O2
g++ avx2-xsimd14 -O3 -ffast-math
clang++-14 avx2-xsimd14 -Ofast
clang++-19 avx512-xsimd14 -O2
g++ emulated16 -O2
g++ emulated32 -O3 -ffast-math
clang++-19 emulated64 -O2
aarch64-linux-gnu-g++ neon -O2
aarch64-linux-gnu-g++ neon -Ofast
aarch64-linux-gnu-g++ neon-xsimd14 -O2
aarch64-linux-gnu-g++ scalar -O2
aarch64-linux-gnu-g++ scalar -Ofast
aarch64-linux-gnu-g++ states -O2
s390x-linux-gnu-g++ scalar -O2
s390x-linux-gnu-g++ states -O2
EOF
}

# Every compiler, instruction set and set of flags at least once; the longest first.
fast_cells() {
  cat <<'EOF'
aarch64-linux-gnu-g++ neon -Ofast
g++ avx512 -Ofast
g++ avx2 -O2
g++ scalar -O0
clang++-14 sse2 -O3 -ffast-math
clang++-19 avx512 -O3 -ffast-math
clang++-19 avx2-xsimd14 -O2
s390x-linux-gnu-g++ states -O2
EOF
}

# Sets `options`: what a target means to the compiler. `-xsimd14` stands behind any of them.
set_options() {
  case ${1%-xsimd14} in
    scalar | states) options=(-DACCRUE_NO_XSIMD) ;;
    scalar-fma) options=(-DACCRUE_NO_XSIMD -mavx2 -mfma -mf16c) ;;
    sse2) options=(-march=x86-64) ;;
    avx2) options=(-mavx2 -mfma -mf16c) ;;
    avx512) options=(-mavx512f -mavx512bw -mavx512vl -mavx512dq -mavx512cd -mavx2 -mfma -mf16c) ;;
    avx512f) options=(-mavx512f) ;;
    native) options=(-march=native) ;;
    neon) options=(-isystem "$work/xsimd/include") ;;
    emulated*) options=(-DACCRUE_NO_XSIMD "-I$work/${1}/include") ;;
    *) echo "bits.sh: unknown target $1" >&2 && exit 2 ;;
  esac
  [[ $1 != *-xsimd14 ]] || options=(-isystem "$work/xsimd14/include" "${options[@]}")
}

# ---- what cells need

# Prints why a cell cannot run here, or nothing.
missing() {
  local compiler=$1 target=$2 flag wanted=""
  command -v "$compiler" >/dev/null || { echo "there is no $compiler" && return; }
  [[ $target != *-xsimd14 || -d $work/xsimd14/include ]] || { echo "xsimd 14 could not be fetched" && return; }
  if is_cross "$compiler"; then
    [[ -n $(emulator "$compiler") ]] || echo "there is no qemu-${compiler%%-*}"
    return
  fi
  [[ $(uname -m) == x86_64 ]] || { echo "this is no x86-64 machine" && return; }
  case $target in
    avx2* | scalar-fma) wanted="avx2 fma f16c" ;;
    avx512f) wanted="avx512f" ;;
    avx512*) wanted="avx512f avx512bw avx512vl avx512dq avx512cd avx2 fma f16c" ;;
  esac
  for flag in $wanted; do
    grep -qw "$flag" /proc/cpuinfo || { echo "this CPU has no $flag" && return; }
  done
}

is_cross() { [[ $1 == aarch64-* || $1 == s390x-* ]]; }

# Prints who runs what this compiler made.
emulator() {
  local name
  for name in "qemu-${1%%-*}-static" "qemu-${1%%-*}"; do
    if command -v "$name"; then return; fi
  done
}

# The newest xsimd that a package registry has: bundled with a Python package.
fetch_xsimd14() {
  local folder=$work/xsimd14
  [[ ! -d $folder/include ]] || return 0
  mkdir -p "$folder"
  if ! python3 -m pip download -q --no-deps -d "$folder" pythran==0.19.0; then
    echo "bits.sh: xsimd 14 could not be fetched, its cells are skipped"
    return 0
  fi
  python3 -m zipfile -e "$folder"/pythran-*.whl "$folder/wheel"
  mkdir "$folder/unpacked"
  cp -r "$(dirname "$(find "$folder/wheel" -path '*/xsimd/xsimd.hpp')")" "$folder/unpacked/xsimd"
  mv "$folder/unpacked" "$folder/include"
}

# A cross compiler must not search /usr/include: xsimd in a folder of its own.
copy_xsimd() {
  rm -rf "$work/xsimd" && mkdir -p "$work/xsimd/include"
  cp -r "$(pkg-config --variable=includedir xsimd)/xsimd" "$work/xsimd/include/"
}

# Registers of a width that no target here has: the headers, with another default.
emulate() {
  local bytes file
  for bytes in 16 32 64; do
    file=$work/emulated$bytes/include/accrue/tree/simd.hpp
    rm -rf "$work/emulated$bytes" && mkdir -p "$work/emulated$bytes"
    cp -r include "$work/emulated$bytes/"
    sed -i "s/using native = scalar;/using native = emulated<$bytes>;/" "$file"
    grep -q "using native = emulated<$bytes>;" "$file" || { echo "bits.sh: arch::native is not where it was" >&2 && exit 1; }
  done
}

build_reference() {
  g++ -std=c++20 -O2 -ffp-contract=off -frounding-math -fno-fast-math -Itests $kernels tests/bits/reference_digest.cpp \
    -o $work/reference_digest -lmpfr -lgmp
  $work/reference_digest >$work/reference.txt
  echo "reference: $(wc -l <$work/reference.txt) kernels"
}

# States of this machine, and the lines that every other must print of them.
save_states() {
  g++ -std=c++20 -O2 -DACCRUE_NO_XSIMD -Iinclude -Itests tests/bits/states.cpp -o $work/states
  $work/states save $work/states.bin >$work/states.txt
  echo "states: $(wc -l <$work/states.txt)"
}

# ---- one cell

# Without xsimd a cell would be a second scalar one.
has_simd() { "$@" -fsyntax-only -x c++ - <<<$'#include <accrue/tree/simd.hpp>\n#ifndef ACCRUE_HAS_XSIMD\n#error "no xsimd"\n#endif'; }

build_program() {
  local compiler=$1 target=$2 folder=$3
  shift 3
  local command options program=digest
  [[ $target != states ]] || program=states
  set_options "$target"
  command=("$compiler" -std=c++20 "$@" "${options[@]}" $kernels -Iinclude -Itests)
  ! is_cross "$compiler" || command+=(-static -Wno-psabi)
  [[ $target == scalar* || $target == emulated* || $target == states ]] || has_simd "${command[@]}"
  "${command[@]}" "tests/bits/$program.cpp" -o "$folder/$program"
}

# Prints what differs from the reference, if anything.
compare_digest() {
  local folder=$1 environment
  local run=("$folder/digest")
  ! is_cross "$2" || run=("$(emulator "$2")" "$folder/digest")
  for environment in "${environments[@]}"; do
    # shellcheck disable=SC2086
    "${run[@]}" $environment >"$folder/output.txt" || echo "exit status $? in environment '$environment'"
    cmp -s "$folder/output.txt" $work/reference.txt && continue
    echo "environment '$environment': $(diff "$folder/output.txt" $work/reference.txt | grep -c '^<') lines differ, the first:"
    diff "$folder/output.txt" $work/reference.txt | grep '^[<>]' | sort -k3,99 -s | head -6
  done
}

# The same for states: loaded there, made there, and those loaded here.
compare_states() {
  local folder=$1 what
  local run=("$folder/states")
  ! is_cross "$2" || run=("$(emulator "$2")" "$folder/states")
  "${run[@]}" load $work/states.bin >"$folder/loaded.txt" || echo "exit status $? of states load"
  "${run[@]}" save "$folder/states.bin" >"$folder/saved.txt" || echo "exit status $? of states save"
  $work/states load "$folder/states.bin" >"$folder/returned.txt" || echo "exit status $? of states load, back here"
  cmp $work/states.bin "$folder/states.bin" || true
  for what in loaded saved returned; do
    cmp -s "$folder/$what.txt" $work/states.txt && continue
    echo "$what states: $(diff "$folder/$what.txt" $work/states.txt | grep -c '^<') lines differ, the first:"
    diff "$folder/$what.txt" $work/states.txt | grep '^[<>]' | head -6
  done
}

run_cell() {
  local compiler target flags folder reason differences
  read -r compiler target flags <<<"$1"
  folder=$work/cells/${1//[ \/]/_}
  rm -rf "$folder" && mkdir -p "$folder"
  reason=$(missing "$compiler" "$target")
  if [[ -n $reason ]]; then
    echo "SKIP $1: $reason" | tee "$folder/skipped"
    return
  fi
  # shellcheck disable=SC2086
  if ! build_program "$compiler" "$target" "$folder" $flags 2>"$folder/errors.txt"; then
    printf 'FAIL %s: does not compile\n%s\n' "$1" "$(grep -E 'error|undefined' "$folder/errors.txt" | head -6)"
    return 1
  fi
  if [[ $target == states ]]; then
    differences=$(compare_states "$folder" "$compiler" 2>&1)
  else
    differences=$(compare_digest "$folder" "$compiler" 2>&1)
  fi
  if [[ -n $differences ]]; then
    printf 'FAIL %s\n%s\n' "$1" "$differences"
    return 1
  fi
  echo "pass $1: $SECONDS s" | tee "$folder/passed"
}

# ---- all of them

prepare() {
  mkdir -p $work
  build_reference
  save_states
  copy_xsimd
  fetch_xsimd14
  emulate
}

run_matrix() {
  local total passed skipped failed
  rm -rf $work/cells
  total=$(grep -c . $work/list.txt)
  # A cell that fails makes xargs fail; it is counted below, also if it left nothing behind.
  xargs -P "$jobs" -d '\n' -n 1 "$self" --prepared-cell <$work/list.txt || echo "some cells failed"
  passed=$(find $work/cells -name passed | wc -l)
  skipped=$(find $work/cells -name skipped | wc -l)
  failed=$((total - passed - skipped))
  echo "$passed passed, $failed failed, $skipped skipped"
  [[ $failed == 0 && $passed != 0 ]]
}

case ${1:-} in
  "" | --fast)
    [[ $# -le 1 ]] || { echo "bits.sh: too many arguments" >&2 && exit 2; }
    [[ ${1:-} != --fast ]] || export ACCRUE_KERNELS=-DFAST_KERNELS kernels=-DFAST_KERNELS
    prepare
    if [[ ${1:-} == --fast ]]; then fast_cells; else all_cells; fi >$work/list.txt
    run_matrix
    ;;
  --list) all_cells ;;
  --cell | --prepared-cell)
    [[ -n ${2:-} ]] || { echo "bits.sh: --cell needs a cell, see --list" >&2 && exit 2; }
    [[ $1 == --prepared-cell ]] || prepare
    run_cell "$2"
    ;;
  *) echo "bits.sh: unknown option $1; --fast, --list or --cell CELL" >&2 && exit 2 ;;
esac
