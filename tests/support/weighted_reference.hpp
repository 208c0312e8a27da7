// SPDX-License-Identifier: MIT
// tests/support/weighted_reference.hpp - weighted variances by pairwise sums of doubles, in the plainest C++ there is.
//
// Ordinary data only: nothing here is scaled. Compile it strictly.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace weighted_reference {

using numbers = std::vector<double>;

/// The sum of the elements from i on that order v1 adds up on `level` of a block.
inline double sum(numbers const& x, std::size_t i, int level) {
  if (level == 0) return x[i];
  std::size_t const apart = level <= 5 ? std::size_t{64} << (level - 1) : std::size_t{64} >> (level - 5);
  double const left = sum(x, i, level - 1);
  return i + apart < x.size() ? left + sum(x, i + apart, level - 1) : left;
}
inline double sum(numbers const& x) { return sum(x, 0, 11); }

struct state {
  double weight, squared_weights, squares, high, low;
};
struct pair {
  double sum, error;
};
inline pair two_sum(double a, double b) {
  double const s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}
/// One block of at most 2048 elements.
inline state block(numbers const& x, numbers const& w) {
  numbers wx, wd, wdd, ww;
  for (std::size_t i = 0; i != x.size(); ++i) wx.push_back(w[i] * x[i]), ww.push_back(w[i] * w[i]);
  double const weight = sum(w);
  double c = sum(wx) / weight, first = 0, second = 0, offset = 0;
  for (int round = 0; round != 4; ++round) {
    if (round != 0) c = c + offset;
    wd.clear(), wdd.clear();
    for (std::size_t i = 0; i != x.size(); ++i) {
      double const d = x[i] - c;
      wd.push_back(w[i] * d), wdd.push_back(wd.back() * d);
    }
    first = sum(wd), second = sum(wdd), offset = first / weight;
    if (std::fabs(first * offset) <= second / 16) break;
  }
  pair const mean = two_sum(c, offset);
  return {weight, sum(ww), second - first * offset, mean.sum, mean.error};
}
inline state merged(state const& a, state const& b) {
  double const weight = a.weight + b.weight, of_a = a.weight / weight, of_b = b.weight / weight;
  double const d = (b.high - a.high) + (b.low - a.low), across = d * (a.weight * of_b) * d;
  bool const from_a = a.weight >= b.weight;
  pair const moved = from_a ? two_sum(a.high, d * of_b) : two_sum(b.high, 0 - d * of_a);
  pair const mean = two_sum(moved.sum, (from_a ? a.low : b.low) + moved.error);
  return {weight, a.squared_weights + b.squared_weights, (a.squares + b.squares) + across, mean.sum, mean.error};
}
/// 2^k blocks from `first` on, as many as there are.
inline state above(numbers const& x, numbers const& w, std::size_t first, std::size_t span) {
  if (span == 1) {
    std::size_t const from = first * 2048, to = from + 2048 < x.size() ? from + 2048 : x.size();
    auto const part = [&](numbers const& v) {
      return numbers(v.begin() + static_cast<std::ptrdiff_t>(from), v.begin() + static_cast<std::ptrdiff_t>(to));
    };
    return block(part(x), part(w));
  }
  state const left = above(x, w, first, span / 2);
  std::size_t const right = first + span / 2;
  return right * 2048 < x.size() ? merged(left, above(x, w, right, span / 2)) : left;
}
inline state of(numbers const& x, numbers const& w) {
  std::size_t span = 1;
  while (span * 2048 < x.size()) span *= 2;
  return above(x, w, 0, span);
}

}  // namespace weighted_reference
