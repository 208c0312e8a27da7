// SPDX-License-Identifier: MIT
// tests/errors/compiler.cpp
// accrue[compiler]: g++ or clang is needed, for the inline assembly that pins every rounding.

#if WRONG == 1
#undef __GNUC__
#endif
#include <accrue/config/compiler.hpp>
