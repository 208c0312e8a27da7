// SPDX-License-Identifier: MIT
// bench/every/logsumexp.cpp - logarithms of sums of exponentials, by the methods that have them.
#include "support/every_method.hpp"

BENCH_TREE_METHODS(logsumexp, logsumexp_by::by<pairwise<float>, float>())
