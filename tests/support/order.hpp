// SPDX-License-Identifier: MIT
// tests/support/order.hpp - a kernel against the reference recursion, over lengths, kinds of data and layouts.
#pragma once

#include <span>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace order {

/// Every length about a lane, a row and a few rows; then the edges of rows, blocks and powers of two.
inline std::vector<inputs::job> jobs() {
  std::vector<inputs::job> all;
  std::uint64_t seed = 1000;
  auto const some = [&](std::size_t n, int every) {
    for (int k = 0; k != inputs::kinds; ++k)
      if ((n + static_cast<std::size_t>(k)) % static_cast<std::size_t>(every) == 0)
        all.push_back({n, static_cast<inputs::kind>(k), seed++});
  };
  for (std::size_t n = 0; n <= 300; ++n) some(n, n <= 131 ? 2 : 3);
  for (std::size_t n :
       {511u,  512u,  513u,  1023u, 1024u, 1025u, 1983u, 1984u, 1985u, 2047u, 2048u, 2049u,  2111u, 2112u,
        2113u, 3071u, 4095u, 4096u, 4097u, 6143u, 6144u, 6145u, 8191u, 8192u, 8193u, 10000u, 14337u})
    some(n, 3);
  for (inputs::kind k : {inputs::ordinary, inputs::wide, inputs::square_ends}) all.push_back({20481, k, seed++});
  return all;
}

/// Elements `step` apart, as accrue is to see them. Step 1 is a span that begins at any element.
template <class T>
class laid_out {
 public:
  laid_out(std::vector<std::uint64_t> const& words, std::ptrdiff_t step) : n_(words.size()), step_(step) {
    std::size_t const gap = static_cast<std::size_t>(step < 0 ? -step : step);
    first_ = step < 0 ? (n_ == 0 ? 0 : (n_ - 1) * gap) : n_ % 5;
    memory_.assign(n_ * gap + 5, T{});
    for (std::size_t i = 0; i != n_; ++i) std::memcpy(&memory_[at(i)], &words[step == 0 ? 0 : i], sizeof(T));
  }
  std::span<T const> span() const { return {memory_.data() + first_, n_}; }
  accrue::strided<T> strided() const { return {memory_.data() + first_, n_, step_}; }

 private:
  std::size_t at(std::size_t i) const {
    return first_ + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) * step_);
  }
  std::size_t n_, first_;
  std::ptrdiff_t step_;
  std::vector<T> memory_;
};

/// Names the first job whose bits are not the reference's.
template <class K>
void check(std::ptrdiff_t step) {
  using T = typename K::storage;
  for (inputs::job const& j : jobs()) {
    auto x = inputs::data(j.n, kernel::layout_of<T>(), j.k, j.seed);
    auto y = inputs::data(j.n, kernel::layout_of<T>(), j.k, ~j.seed);
    laid_out<T> const a(x, step), b(y, step);
    if (step == 0 && j.n != 0) x.assign(j.n, x[0]), y.assign(j.n, y[0]);
    std::uint64_t const got = step == 1 ? K::bits(a.span(), b.span()) : K::bits(a.strided(), b.strided());
    std::uint64_t const expected = K::expected(x, y);
    if (got == expected) continue;
    FAIL_CHECK("n = " << j.n << ", kind " << j.k << ", step " << step << ": " << std::hex << got << " is not "
                      << expected);
    return;
  }
  SUCCEED();
}

}  // namespace order

// A test a kernel: ORDER(sum, pairwise, none, f16, none), with a row of the steps.
#define ORDER_WITH(name, steps, reduction, method, accumulator, storage, result)                                   \
  TEST_CASE(name " of " #reduction " " #method "<" #accumulator "> " #storage " " #result) {                       \
    for (std::ptrdiff_t step : steps)                                                                              \
      order::check<kernel::of<kernel::reductions::reduction, kernel::method<kernel::accumulator>, kernel::storage, \
                              kernel::result>>(step);                                                              \
  }
