// SPDX-License-Identifier: MIT
// bench/every/max.cpp - greatest elements, with no method to choose.
#include "support/every_method.hpp"

BENCH_ONE_METHOD(max, pairwise<>)
