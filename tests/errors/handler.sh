#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# handler.sh COMPILER FOLDER - what becomes of an accrue::error without exceptions. Exit status 77: no such compiler.
set -euo pipefail

compiler=$1 work=$2/handler.$1
here=$(cd "$(dirname "$0")" && pwd)
if ! command -v "$compiler" >/dev/null; then
  echo "SKIP: there is no $compiler here"
  exit 77
fi
mkdir -p "$work"

# expect HANDLER STATUS TEXT: the program ends so and prints that.
expect() {
  local status=0
  "$compiler" -std=c++20 -O2 -fno-exceptions -fno-rtti -Wall -Wextra -Werror "-DHANDLER=$1" "-I$here/../../include" \
    "$here/handler.cpp" -o "$work/program"
  "$work/program" >"$work/output.txt" 2>&1 || status=$?
  [[ $status == "$2" ]] || { echo "handler $1: exit status $status, not $2" && exit 1; }
  grep -qF "$3" "$work/output.txt" || { echo "handler $1 prints:" && cat "$work/output.txt" && exit 1; }
}
sentence='accrue[lengths]: the sources have 3 and 2 elements. Pass sources of one length.'
expect 0 134 "$sentence" # nothing is defined: it aborts
expect 1 7 "handled lengths"
expect 2 134 "$sentence" # a handler that returns
