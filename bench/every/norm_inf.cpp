// SPDX-License-Identifier: MIT
// bench/every/norm_inf.cpp - largest magnitudes, with no method to choose.
#include "support/every_method.hpp"

BENCH_ONE_METHOD(norm_inf, pairwise<>)
