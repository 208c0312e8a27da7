// SPDX-License-Identifier: MIT
// examples/first_sum.cpp - the first program of docs/tutorial/first-sum.md.

// [first sum]
#include <accrue/accrue.hpp>

#include <iostream>
#include <vector>

int main() {
  std::vector<float> const x{1e8f, 1, 1, 1, -1e8f, 1};

  float loop = 0;
  for (float v : x) loop += v;

  std::cout << "a loop:       " << loop << '\n';
  std::cout << "accrue::sum:  " << accrue::sum(x) << '\n';
}
// [first sum]
