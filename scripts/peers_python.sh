#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# peers_python.sh - runs a program of bench/peers in an environment of its own, build/peers-venv.
#
#   scripts/peers_python.sh [--torch] PROGRAM.py ARGUMENTS..
#
# Whatever cannot be installed is said and costs its rows. Of torch, the build without GPU libraries is
# tried; --torch installs the other one, several GiB.
set -euo pipefail
cd "$(dirname "$0")/.."

environment=build/peers-venv
python=$environment/bin/python
torch=2.15.0+cpu
if [[ ${1:-} == --torch ]]; then
  torch=2.15.0
  shift
fi

has() { [[ $("$python" -c 'import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))' "$1" 2>&1) == "$2" ]]; }
fetch() { "$python" -m pip install -q --disable-pip-version-check "$@"; }

# add NAME VERSION
add() {
  has "$1" "$2" || fetch "$1==$2" || echo "peers_python.sh: SKIP $1 $2, which cannot be installed" >&2
}

[[ -x $python ]] || python3 -m venv $environment
add numpy 2.4.6
add ml_dtypes 0.6.0
add numkong 7.8.6
add xsum 2.0.0
has torch 2.15.0 || add torch $torch

"$python" "bench/peers/$1" "${@:2}"
