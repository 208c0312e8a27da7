#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check.sh FILE COMPILER LINES [FOLDER] - wrong uses are refused with one sentence.
#
# FILE names a sentence in its comment, from the third line on, and compiles as it is. With -DWRONG=1, 2, .. it does not: the compiler
# must report exactly one error, with that sentence, in at most so many lines. Exit status 77: no such compiler, or a
# file about CUDA and no headers of CUDA in $CUDA_HOME, /usr/local/cuda or build/cuda-toolkit.
# FOLDER holds what precompile.sh made.
set -euo pipefail

file=$1 compiler=$2 most=$3 precompiled=${4:-}
here=$(cd "$(dirname "$0")" && pwd)
if ! command -v "$compiler" >/dev/null; then
  echo "SKIP: there is no $compiler here"
  exit 77
fi
compile=("$compiler" -std=c++20 -Wall -Wextra -fsyntax-only ${precompiled:+"-I$precompiled"} "-I$here/../../include")
if grep -q '<accrue/cuda.hpp>' "$file"; then
  cuda=$("$here/../../scripts/cuda_toolkit.sh" --headers)
  [[ -n $cuda ]] || { echo "SKIP: there are no headers of CUDA here" && exit 77; }
  compile+=(-isystem "$cuda")
fi

sentence=$(sed -n '3,/^$/s|^// ||p' "$file" | paste -s -d ' ')
[[ $sentence == "accrue["*"]: "*. ]] || { echo "$file:3: no sentence" && exit 1; }
"${compile[@]}" "$file" || { echo "$file: the right use does not compile" && exit 1; }

failed=0
complain() {
  printf '%s, -DWRONG=%s: %s\n%s\n' "$file" "$wrong" "$1" "$output"
  failed=1
}
cases=$(grep -c '^#\(el\)\?if WRONG == ' "$file")
for ((wrong = 1; wrong <= cases; ++wrong)); do
  if output=$("${compile[@]}" -DWRONG="$wrong" "$file" 2>&1); then
    complain "compiles" && continue
  fi
  errors=$(awk '/error: / { ++n } END { print n + 0 }' <<<"$output")
  lines=$(wc -l <<<"$output")
  [[ $errors == 1 ]] || complain "$errors errors"
  # clang quotes the sentence as the pieces that it is written in, g++ as one.
  grep -qF "$sentence" <<<"$output" || complain "says something else"
  ((lines <= most)) || complain "$lines lines, more than $most"
done
echo "$cases wrong uses of $(basename "$file")"
exit $failed
