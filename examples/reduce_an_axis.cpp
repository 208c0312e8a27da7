// SPDX-License-Identifier: MIT
// examples/reduce_an_axis.cpp - sums of columns and rows, of tensors with strides, and of segments.
#include <accrue/accrue.hpp>

#include <array>
#include <cstdio>

int main() {
  // [matrix]
  float const x[6] = {1, 2, 3, 4, 5, 6};
  auto const m = accrue::matrix(x, 2, 3);                        // 2 rows of 3
  std::vector<float> columns = accrue::sum(m, accrue::axis(0));  // 5, 7, 9
  std::vector<float> rows = accrue::sum(m, accrue::axis(-1));    // 6, 15
  float const all = accrue::sum(m);                              // 21
  // [matrix]
  auto const as_double = [](float v) { return static_cast<double>(v); };
  std::printf("%g %g %g, %g %g, %g\n", as_double(columns[0]), as_double(columns[1]), as_double(columns[2]),
              as_double(rows[0]), as_double(rows[1]), as_double(all));

  // [output]
  std::array<double, 3> means{};
  accrue::mean<accrue::pairwise<>, double>(accrue::serial, m, accrue::axis(0), means);
  std::vector<float> variances = accrue::variance<accrue::exact>(m, accrue::axis(1), accrue::ddof(1));
  // [output]
  std::printf("%g %g %g, %g %g\n", means[0], means[1], means[2], as_double(variances[0]), as_double(variances[1]));

  // [tensor]
  std::array<accrue::half, 24> weights;
  weights.fill(accrue::half(1.0f));
  accrue::tensor const t(weights.data(), {2, 3, 4});                      // in C order
  accrue::tensor const backwards(weights.data() + 23, {4, 6}, {-1, -4});  // strides in elements, of any sign
  accrue::tensor const repeated(weights.data(), {1000, 3}, {0, 1});       // 0 repeats an axis
  auto const by_channel = accrue::norm2(t, accrue::axes(0, 2));           // one result for each of 3
  auto const shape = accrue::extents_after(t, accrue::axes(0, 2), accrue::keepdims);  // {1, 3, 1}
  // [tensor]
  std::printf("%zu results, %td x %td x %td; %g; %g\n", by_channel.size(), shape[0], shape[1], shape[2],
              as_double(accrue::sum(backwards, accrue::axis(1))[0]),
              as_double(accrue::sum(repeated, accrue::axis(0))[2]));

  // [segments]
  std::array<int, 4> const offsets{0, 2, 2, 6};
  std::vector<float> sums = accrue::sum(x, accrue::segments(offsets));  // of 2, none and 4 elements: 3, 0, 18
  std::vector<float> fours = accrue::sum(x, accrue::segments_of(4));    // of 4, and of the 2 that are left: 10, 11
  // [segments]
  std::printf("%g %g %g, %g %g\n", as_double(sums[0]), as_double(sums[1]), as_double(sums[2]), as_double(fours[0]),
              as_double(fours[1]));
}
