// SPDX-License-Identifier: MIT
// bench/every/dot.cpp - inner products, by every method.
#include "support/every_method.hpp"

BENCH_EVERY_METHOD(dot, dot_by::by<pairwise<float>, float>())
