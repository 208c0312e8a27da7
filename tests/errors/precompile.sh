#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# precompile.sh COMPILER FOLDER - FOLDER/accrue/accrue.hpp.gch, which check.sh's compilations of a second read instead of the
# headers. (Of g++; clang wants to be told of it by an option, and would name other files in its errors.)
set -euo pipefail

compiler=$1 folder=$2
include=$(cd "$(dirname "$0")/../../include" && pwd)
mkdir -p "$folder/accrue"
# As a file that is included: a main file has no use for its `#pragma once`, and g++ would say so.
echo "#include \"$include/accrue/accrue.hpp\"" >"$folder/accrue/accrue.hpp"
"$compiler" -std=c++20 -Wall -Wextra "-I$include" -x c++-header "$folder/accrue/accrue.hpp" -o "$folder/accrue/accrue.hpp.gch"
