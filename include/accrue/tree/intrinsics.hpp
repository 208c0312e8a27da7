// SPDX-License-Identifier: MIT
// accrue/tree/intrinsics.hpp - the target's intrinsics, included so that they do not warn.
//
// g++ 12's AVX-512 header warns of its own undefined values at the user's flags, system header or not,
// unless its text was read with these warnings off. Nothing else may include it first.
#pragma once

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif
#pragma GCC diagnostic pop
