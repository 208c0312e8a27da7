// SPDX-License-Identifier: MIT
// tests/errors/x87.cpp
// accrue[x87]: x87 arithmetic rounds to other precisions. Compile with -msse2 -mfpmath=sse.

#if WRONG == 1
#define __i386__ 1
#undef __SSE2_MATH__
#endif
#include <accrue/config/compiler.hpp>
