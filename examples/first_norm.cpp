// SPDX-License-Identifier: MIT
// examples/first_norm.cpp - the second program of docs/tutorial/first-sum.md: the story, on data of its own.
#include <cmath>
#include <iostream>
#include <span>

#include "weight.hpp"

// [parts]
using plain_loop = accrue::narrow<accrue::sequential<accrue::half>>;

// The loop on so many threads: each sums the squares of its part, then their sums are added.
accrue::half norm_in_parts(std::span<accrue::half const> w, std::size_t parts) {
  std::vector<accrue::half> sums;
  for (std::size_t i = 0; i != parts; ++i)
    sums.push_back(accrue::sum_of_squares<plain_loop>(w.subspan(w.size() / parts * i, w.size() / parts)));
  return accrue::half(std::sqrt(float(accrue::sum<plain_loop>(sums))));
}
// [parts]

int main() {
  // [norm]
  std::vector<accrue::half> const w = weight();
  std::cout << "a plain loop in half:  " << float(accrue::norm2<plain_loop>(w)) << '\n';
  std::cout << "accrue::norm2:         " << accrue::norm2(w) << "\n\n";
  // [norm]

  // [threads]
  for (std::size_t parts : {1u, 2u, 4u, 8u})
    std::cout << "the loop in " << parts << " parts:   " << float(norm_in_parts(w, parts)) << '\n';
  // [threads]

  // [why]
  std::cout << "\nthe sum of the first ...\n";
  for (std::size_t n : {1024u, 4096u, 8192u, 16384u, 65536u, 262144u})
    std::cout << n << " squares: " << float(accrue::sum_of_squares<plain_loop>(std::span(w).first(n))) << '\n';
  // [why]

  // [bound]
  using accrue::reductions::norm2;
  std::cout << "\na plain loop in half is within " << accrue::bound<norm2, plain_loop, accrue::half>(w.size())
            << " of the norm, accrue::norm2 within " << accrue::bound<norm2, accrue::pairwise<>, accrue::half>(w.size())
            << '\n';
  // [bound]

  // [result]
  std::cout << "\nas a half: " << float(accrue::norm2<accrue::pairwise<>, accrue::half>(w)) << '\n';
  std::cout << "exactly:   " << accrue::norm2<accrue::exact, double>(w) << '\n';
  // [result]
}
