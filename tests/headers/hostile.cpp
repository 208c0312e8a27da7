// SPDX-License-Identifier: MIT
// tests/headers/hostile.cpp - a user's unit as unkind as real ones: windows.h has these macros, other
// libraries own these names.

// What accrue includes of the standard library comes first, as libstdc++ takes the macros away.
#include <array>
#include <bit>
#include <cfenv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define near
#define far
#define small char
struct half {};
struct bfloat16 {};
// Variables that -Wshadow would find shadowed in every header.
extern double x, y, n, i, k, r, s, v, w;

#include <accrue/accrue.hpp>

#if !defined(min) || !defined(max)
#error "A header has removed the macros: this unit no longer checks anything."
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#include "everything.hpp"
#pragma GCC diagnostic pop

double hostile();
double hostile() { return everything(); }
