// SPDX-License-Identifier: MIT
// bench/every/norm2.cpp - Euclidean lengths, by every method.
#include "support/every_method.hpp"

BENCH_EVERY_METHOD(norm2, norm2_by::by<pairwise<float>, float>())
