// SPDX-License-Identifier: MIT
// bench/every/minmax.cpp - both ends, with no method to choose.
#include "support/every_method.hpp"

BENCH_ONE_METHOD(minmax, pairwise<>)
