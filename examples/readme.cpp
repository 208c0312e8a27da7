// SPDX-License-Identifier: MIT
// examples/readme.cpp - the code of README.md.
#include <array>
#include <iostream>
#include <ranges>

#include "weight.hpp"

namespace {

void story(std::vector<accrue::half> const& w) {
  // [story]
  float norm = accrue::norm2(w);                                              // 13.0620747: right by default
  accrue::half rounded = accrue::norm2<accrue::pairwise<>, accrue::half>(w);  // 13.0625: rounded once, at the end

  using plain_loop = accrue::narrow<accrue::sequential<accrue::half>>;
  accrue::half defect = accrue::norm2<plain_loop>(w);  // 2: the defect, by name
  // [story]
  std::cout << norm << ' ' << float(rounded) << ' ' << float(defect) << '\n';
}

void use(std::vector<accrue::half> const& x, std::vector<accrue::half> const& y, accrue::half const* p,
         std::size_t rows, std::size_t column) {
  auto const f = [](accrue::half v) { return v * v; };
  std::size_t const n = x.size();
  // [use]
  float a = accrue::sum(x);                             // vector, array, span, C array
  float b = accrue::sum(std::views::transform(x, f));   // any range: the bits of the array of its elements
  float c = accrue::sum<accrue::compensated<>>(x);      // method: how partial sums are kept
  double d = accrue::sum<accrue::pairwise<double>>(x);  // ... with a stated accumulator
  accrue::half e = accrue::mean<accrue::pairwise<>, accrue::half>(x);         // then the result type, rounded to once
  float g = accrue::dot(x, y);                                                // products of halves are exact in float
  float h = accrue::norm2(accrue::strided(p + column, rows, 512));            // a column of 512: the bits of its copy
  auto columns = accrue::sum(accrue::matrix(p, rows, 512), accrue::axis(0));  // a vector: each of them
  float v = accrue::variance(accrue::threads(8), x, accrue::ddof(1));         // the bits of one thread
  auto m = accrue::mean<accrue::omit_nan<accrue::exact>>(x);                  // modifiers wrap a method
  auto [least, greatest] = accrue::minmax(x);                                 // and 20 reductions more
  double k = accrue::bound<accrue::reductions::sum, accrue::pairwise<>, accrue::half>(n);  // |error| <= k * sum |x|
  // [use]
  std::cout << a << ' ' << b << ' ' << c << ' ' << d << ' ' << float(e) << ' ' << g << ' ' << h << ' ' << k << ' '
            << columns[column] << ' ' << v << ' ' << m << ' ' << least << ' ' << greatest << '\n';
}

}  // namespace

int main() {
  std::vector<accrue::half> const w = weight();
  story(w);
  use(w, w, w.data(), 512, 3);
}
