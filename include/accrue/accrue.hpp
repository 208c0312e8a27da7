// SPDX-License-Identifier: MIT
// accrue/accrue.hpp - everything but the opt-in headers.
#pragma once

// Variables of yours may be called as parameters here are: g++ would say that lambdas shadow them.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"

// policy.hpp first: the compiler lists the includes that led to an error, and its sentences stand there.
#include "accrue/policy.hpp"

#include "accrue/accumulator.hpp"
#include "accrue/axis.hpp"
#include "accrue/bound.hpp"
#include "accrue/count.hpp"
#include "accrue/covariance.hpp"
#include "accrue/dot.hpp"
#include "accrue/exec/openmp.hpp"
#if __has_include(<pthread.h>)
#include "accrue/exec/threads.hpp"
#endif
#include "accrue/extremum.hpp"
#include "accrue/fused.hpp"
#include "accrue/global_norm.hpp"
#include "accrue/logsumexp.hpp"
#include "accrue/masked.hpp"
#include "accrue/mean.hpp"
#include "accrue/moments.hpp"
#include "accrue/norm.hpp"
#include "accrue/norm_p.hpp"
#include "accrue/product.hpp"
#include "accrue/segmented.hpp"
#include "accrue/sum.hpp"
#include "accrue/variance.hpp"
#include "accrue/weighted.hpp"

#pragma GCC diagnostic pop
