#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check.sh PROGRAM FILE - the program succeeds and, if there is such a file, prints what stands in it.
set -euo pipefail

output=$("$1")
if [[ -f $2 ]]; then
  diff <(printf '%s\n' "$output") "$2" || { echo "$1 does not print what stands in $2" && exit 1; }
fi
