#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# program.sh FOLDER [COMPILER] - a program of several units that uses devices links, and its libraries stay apart.
#
# program/main.cpp by a host compiler, program/instances.cu and twice program/library.cu by nvcc, for other devices: of
# what a linker may take from either library, nothing launches a kernel. It runs, with a device or without. Exit status
# 77: there is no nvcc.
set -euo pipefail

folder=$1 compiler=${2:-g++}
here=$(cd "$(dirname "$0")" && pwd)
eval "$("$here/../../scripts/cuda_toolkit.sh" --no-install 2>/dev/null)"
if [[ -z $nvcc ]]; then
  echo "SKIP: there is no nvcc here"
  exit 77
fi
cuda=$("$here/../../scripts/cuda_toolkit.sh" --headers)
work=$folder/program
mkdir -p "$work"

compile() { "$nvcc" -std=c++20 "-I$here/../../include" "$@"; }
# Both libraries' units have one name and one text, and nothing is inlined but what must be.
compile -O0 -arch=sm_80 -DNAME=sum_of_library_a -c "$here/program/library.cu" -o "$work/a.o"
compile -O0 -arch=sm_90 -DNAME=sum_of_library_b -c "$here/program/library.cu" -o "$work/b.o"
for library in a b; do
  nm -C "$work/$library.o" >"$work/$library.names"
  grep -q ' t .*reduce_blocks<' "$work/$library.names" || { echo "$library.o has no kernel of its own" && exit 1; }
  if grep -E ' [WVu] .*(reduce_|finish_|store_|launch|put_on|stream_queue|is_address|is_on_device|put_request|queue_memory)' "$work/$library.names"; then
    echo "$library.o shares what launches kernels with the other libraries of a program" && exit 1
  fi
done

compile -O1 -arch=sm_90 -c "$here/program/instances.cu" -o "$work/instances.o"
"$compiler" -std=c++20 -O1 -Wall -Wextra -Werror "-I$here/../../include" -isystem "$cuda" -c "$here/program/main.cpp" -o "$work/main.o"
# An instance that nobody has made is an undefined reference by the name that makes it.
if missing=$(compile -cudart static "$work"/{main,a,b}.o -o "$work/program" 2>&1); then
  echo "links without its instances" && exit 1
fi
grep -q 'accrue::device::instance<accrue::reductions::sum, accrue::pairwise<void>, float, float>' <<<"$missing" || { echo "$missing" && exit 1; }
compile -cudart static "$work"/{main,a,b,instances}.o -o "$work/program"
"$work/program"
