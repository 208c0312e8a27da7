// SPDX-License-Identifier: MIT
// tests/consumer/main.cpp - a user's program: bits, and which kernels it got.
#include <accrue/accrue.hpp>

#include <cstdio>

int main() {
  accrue::half const x[] = {accrue::half{300.0f}, accrue::half{400.0f}};
#if defined(EXPECT_SCALAR) && defined(ACCRUE_HAS_XSIMD)
  std::puts("xsimd is in use although ACCRUE_NO_XSIMD was asked for");
  return 1;
#endif
  return accrue::sum(x) == 700.0f && accrue::norm2(x) == 500.0f ? 0 : 1;
}
