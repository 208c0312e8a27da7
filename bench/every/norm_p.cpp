// SPDX-License-Identifier: MIT
// bench/every/norm_p.cpp - norms of order 3, by the methods that have them.
#include "support/every_method.hpp"

BENCH_TREE_METHODS(norm_p, norm_p_by::by<pairwise<float>, float>())
