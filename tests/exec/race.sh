#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# race.sh COMPILER.. - what threads do at once, under the thread sanitizers of compilers; one that is not here is skipped.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for compiler in "$@"; do
  command -v "$compiler" >/dev/null || { echo "SKIP: race.cpp, there is no $compiler here" && continue; }
  "$compiler" -std=c++20 -O1 -g1 -fsanitize=thread -march=native "-I$here/../../include" "$here/race.cpp" -o "$work/race" -pthread
  TSAN_OPTIONS=halt_on_error=1 "$work/race" || { echo "FAIL: race.cpp by $compiler" && exit 1; }
done
