#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# cuda_toolkit.sh - finds nvcc and the tools that read what it makes, installs those that are missing, says where all are.
#
#   eval "$(scripts/cuda_toolkit.sh [--tools | --no-install] [--sanitizer])"
#   scripts/cuda_toolkit.sh --headers     only says where cuda_runtime.h is, or nothing
#
#   --tools       never install a compiler: exit status 3 if there is none
#   --no-install  install nothing: what is missing has an empty name
#   --sanitizer   compute-sanitizer too
#
# stdout is `nvcc=PATH`, `cuobjdump=PATH`, `nvdisasm=PATH` and `compute_sanitizer=PATH`, for a shell. Looked for in
# $CUDA_HOME/bin, then in PATH, then in build/cuda-toolkit, which is where PyPI's packages are unpacked: 0.4 GiB with
# the compiler, 40 MiB without. The compiler's version is the one of docs/reference/cuda-sass.md.
set -euo pipefail
cd "$(dirname "$0")/.."

self=cuda_toolkit.sh
folder=$PWD/build/cuda-toolkit
unpacked=$folder/nvidia/cu13
compiler_packages=(nvidia-cuda-nvcc==13.0.88 nvidia-nvvm==13.0.88 nvidia-cuda-crt==13.0.88 nvidia-cuda-runtime==13.0.96
  nvidia-cuda-cccl==13.0.85)
# The oldest of these that PyPI has is newer than the compiler; they read its output all the same.
cuobjdump_packages=(nvidia-cuda-cuobjdump==13.5.37)
nvdisasm_packages=(nvidia-cuda-nvdisasm==13.5.37)
sanitizer_packages=(nvidia-cuda-sanitizer-api==13.0.85)

say() { echo "$self: $*" >&2; }

# find_tool NAME: prints its path, or nothing.
find_tool() {
  local place
  for place in ${CUDA_HOME:+"$CUDA_HOME/bin/$1"} "$(command -v "$1" || true)" "$unpacked/bin/$1"; do
    if [[ -x $place ]]; then
      echo "$place"
      return
    fi
  done
}

# unpack PACKAGE==VERSION: its wheel, as it is. (pip install --target does not join two packages of one name space.)
unpack() {
  local mark=$folder/unpacked/$1 wheels=$folder/wheels
  [[ ! -f $mark ]] || return 0
  say "fetching $1 from PyPI"
  rm -rf "$wheels" && mkdir -p "$wheels" "$folder/unpacked"
  python3 -m pip download -q --disable-pip-version-check --no-deps -d "$wheels" "$1" >&2 || {
    say "$1 could not be fetched. Without a network, set CUDA_HOME to an installed CUDA 13 toolkit."
    return 1
  }
  python3 -m zipfile -e "$wheels"/*.whl "$folder"
  rm -r "$wheels"
  touch "$mark"
}

# install PACKAGES..: and mark programs as such, which zip files do not.
install() {
  local package
  command -v python3 >/dev/null || { say "there is no python3, and nothing can be fetched without it" && exit 1; }
  python3 -m pip --version >/dev/null || { say "there is no pip (on Debian: python3-pip), and nothing can be fetched without it" && exit 1; }
  for package in "$@"; do unpack "$package" || exit 1; done
  find "$unpacked/bin" "$unpacked/nvvm/bin" "$unpacked/compute-sanitizer" -type f -exec chmod +x {} + 2>/dev/null || true
}

if [[ ${1:-} == --headers ]]; then
  nvcc=$(find_tool nvcc)
  for place in ${CUDA_HOME:+"$CUDA_HOME/include"} ${nvcc:+"$(dirname "$(dirname "$(readlink -f "$nvcc")")")/include"} /usr/local/cuda/include; do
    if [[ -f $place/cuda_runtime.h ]]; then
      echo "$place"
      break
    fi
  done
  exit 0
fi

compiler=install tools=install sanitizer=no
for option in "$@"; do
  case $option in
    --tools) compiler=refuse ;;
    --no-install) compiler=nothing tools=nothing ;;
    --sanitizer) sanitizer=install ;;
    *) say "unknown option $option; --tools, --no-install or --sanitizer" && exit 2 ;;
  esac
done
[[ $tools == install ]] || sanitizer=no

nvcc=$(find_tool nvcc)
if [[ -z $nvcc && $compiler == refuse ]]; then
  say "there is no nvcc in CUDA_HOME, PATH or $folder" && exit 3
fi
if [[ -z $nvcc && $compiler == install ]]; then
  say "there is no nvcc in CUDA_HOME or PATH"
  install "${compiler_packages[@]}"
fi
[[ $tools == nothing || -n $(find_tool cuobjdump) ]] || install "${cuobjdump_packages[@]}"
[[ $tools == nothing || -n $(find_tool nvdisasm) ]] || install "${nvdisasm_packages[@]}"
[[ $sanitizer == no || -n $(find_tool compute-sanitizer) ]] || install "${sanitizer_packages[@]}"

for tool in nvcc cuobjdump nvdisasm compute-sanitizer; do
  found=$(find_tool "$tool")
  say "$tool: ${found:-none}"
  printf '%s=%q\n' "${tool/-/_}" "$found"
done
