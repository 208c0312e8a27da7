// SPDX-License-Identifier: MIT
// tests/errors/handler.cpp - misuse without exceptions: handled by the program, or reported and fatal.
#include <accrue/accrue.hpp>

#include <cstdio>
#include <cstdlib>

#if HANDLER == 1
void accrue::on_error(accrue::error const& e) {
  std::printf("handled %s\n", e.code());
  std::fflush(stdout);
  std::_Exit(7);
}
#elif HANDLER == 2
void accrue::on_error(accrue::error const&) {}
#endif

int main() {
  float const x[3]{1, 2, 3}, y[2]{1, 2};
  return accrue::dot(x, y) > 0 ? 1 : 2;
}
