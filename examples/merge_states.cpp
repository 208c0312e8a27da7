// SPDX-License-Identifier: MIT
// examples/merge_states.cpp - docs/how-to/merge-states.md: a norm in pieces has the bits of the norm at once.
#include <cstdio>
#include <vector>

// [merge]
#include <accrue/accumulator.hpp>

using state = accrue::accumulator<accrue::reductions::norm2, accrue::exact, float>;

float norm_in_pieces(std::span<float const> first_half, std::span<float const> second_half) {
  state a, b;
  a.add(first_half);  // a range, strided, or single elements
  b.add(second_half);
  a.merge(b);         // in any order, grouped in any way
  return a.result();  // the bits of norm2<exact>(all of it)
}
// [merge]

// [runs]
using run = accrue::accumulator<accrue::reductions::norm2, accrue::pairwise<>, float>;

float norm_in_runs(std::span<float const> x) {
  std::size_t const cut = x.size() / 2 / 2048 * 2048;  // any multiple of 2048
  run left, right(accrue::starting_at{cut});
  left.add(x.first(cut));
  right.add(x.subspan(cut));
  left.merge(right);     // the run behind it, and no other
  return left.result();  // the bits of norm2(x)
}
// [runs]

namespace {

/// What an integer all-reduce of two ranks does.
void all_reduce(std::span<std::int64_t> mine, std::span<std::int64_t const> other) {
  for (std::size_t i = 0; i != mine.size(); ++i) mine[i] += other[i];
}

}  // namespace

int main() {
  std::vector<float> x(10000);
  for (std::size_t i = 0; i != x.size(); ++i) x[i] = 1 / static_cast<float>(i + 1);
  std::span const all(x), first = all.first(3000), second = all.subspan(3000);
  float const expected = accrue::norm2<accrue::exact>(x);

  state a, b;
  a.add(first), b.add(second);
  state by_words = a;
  all_reduce(by_words.words(), b.words());
  // [save]
  state::saved_state bytes = a.save();  // state::saved_size of them
  state c = state::load(bytes);
  float upper = c.result<float, accrue::rounding::upward>();
  // [save]
  bool const right = norm_in_pieces(first, second) == expected && by_words.result() == expected &&
                     c.result() <= upper && a.count() == 3000 && norm_in_runs(x) == accrue::norm2(x);
  std::printf("%.9g %s\n", static_cast<double>(expected), right ? "in every way" : "is not what the pieces say");
  return right ? 0 : 1;
}
