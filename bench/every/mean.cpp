// SPDX-License-Identifier: MIT
// bench/every/mean.cpp - means, by every method.
#include "support/every_method.hpp"

BENCH_EVERY_METHOD(mean)
