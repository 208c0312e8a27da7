// SPDX-License-Identifier: MIT
// bench/every/argmax.cpp - indices of greatest elements, with no method to choose.
#include "support/every_method.hpp"

BENCH_ONE_METHOD(argmax, pairwise<>)
