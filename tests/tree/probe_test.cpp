// SPDX-License-Identifier: MIT
// tests/tree/probe_test.cpp - every position is there once, and every two meet where order v1 says.
//
// Unit vectors find elements that are lost or doubled, which sums of random numbers hide in their
// roundings. Masks find who meets whom: between +M and -M everything that joins one of them before they
// meet is lost, so the sum of ones tells how many elements are below their meeting point (after the
// FPRev of Xie et al.). Neither needs the reference.
#include <span>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;

constexpr std::size_t three_blocks = 3 * 2048;

/// `step` 1: contiguous.
template <class T>
class memory {
 public:
  memory(std::size_t n, std::ptrdiff_t step) : n_(n), step_(step), all_(n * gap(), T(0.0f)) {}
  T& operator[](std::size_t i) { return all_[i * gap()]; }
  template <class Reduction, class M>
  auto reduced(memory const& y) const {
    if constexpr (takes_two<Reduction>)
      return step_ == 1 ? accrue::reduce<Reduction, M>(span(), y.span())
                        : accrue::reduce<Reduction, M>(strided(), y.strided());
    else
      return step_ == 1 ? accrue::reduce<Reduction, M>(span()) : accrue::reduce<Reduction, M>(strided());
  }

 private:
  std::size_t gap() const { return static_cast<std::size_t>(step_); }
  std::span<T const> span() const { return {all_.data(), n_}; }
  accrue::strided<T> strided() const { return {all_.data(), n_, step_}; }
  std::size_t n_;
  std::ptrdiff_t step_;
  std::vector<T> all_;
};

// ---- unit vectors

/// A value for each position, of few digits: squares are exact.
template <class T>
T mark(std::size_t i) {
  return T(static_cast<float>(i % 127 + 1));
}
template <class Reduction, class T>
double of_marks(T x, T y) {
  double const a = static_cast<double>(x), b = static_cast<double>(y);
  return takes_two<Reduction> ? a * b : std::is_same_v<Reduction, reductions::sum> ? a : std::fabs(a);
}
template <class Reduction, class M, class T>
void finds_every_position(std::ptrdiff_t step, std::vector<std::size_t> const& lengths, std::size_t every) {
  std::size_t lost = 0;
  for (std::size_t n : lengths) {
    memory<T> x(n, step), y(n, step);
    for (std::size_t i = 0; i != n; ++i) y[i] = mark<T>(5 * i + 2);
    // The last position always; of the others every one, or a few.
    for (std::size_t i = n - 1; i < n; i -= every) {
      x[i] = i % 2 == 0 ? mark<T>(i) : -mark<T>(i);
      lost += static_cast<double>(x.template reduced<Reduction, M>(y)) != of_marks<Reduction>(x[i], y[i]);
      x[i] = T(0.0f);
    }
  }
  CHECK(lost == 0);
}
template <class Reduction, class M, class T>
void finds_every_position(std::ptrdiff_t step) {
  std::vector<std::size_t> edges, all;
  for (std::size_t n = 1; n <= 200; ++n) edges.push_back(n);
  for (std::size_t n : {2047u, 2048u, 2049u, 2112u, 2113u, 4095u, 4096u, 4097u, 5333u, 6143u, 6144u})
    edges.push_back(n);
  finds_every_position<Reduction, M, T>(step, edges, 1);
  for (std::size_t n = 1; n <= three_blocks; ++n) all.push_back(n);
  finds_every_position<Reduction, M, T>(step, all, 1531);
}

// ---- masks

/// Which level joins indices that differ in this bit: rows from the lowest, lanes from the highest, blocks.
constexpr int level_of(int bit) { return bit >= 11 ? bit : bit >= 6 ? bit - 6 : 10 - bit; }
/// How many of n elements are below the node where i and j meet.
std::size_t below_meeting(std::size_t n, std::size_t i, std::size_t j) {
  int level = 0;
  for (int b = 0; b != 13; ++b)
    if (((i ^ j) >> b & 1) != 0) level = std::max(level, level_of(b));
  std::size_t outside_bits = 0;  // where an index differs from i, it is not below
  for (int b = 0; b != 13; ++b)
    if (level_of(b) > level) outside_bits |= std::size_t{1} << b;
  std::size_t below = 0;
  for (std::size_t e = 0; e != n; ++e) below += ((e ^ i) & outside_bits) == 0;
  return below;
}
std::size_t below_meeting_of_a_left_fold(std::size_t, std::size_t i, std::size_t j) { return std::max(i, j) + 1; }

/// M absorbs all `one`s of three blocks, in T and in the accumulator.
template <class T, class M>
void meets_in_order(std::ptrdiff_t step, std::size_t longest, double big, double one,
                    std::size_t (*expected)(std::size_t, std::size_t, std::size_t)) {
  std::size_t wrong = 0;
  auto const probe = [&](memory<T>& x, std::size_t n, std::size_t i, std::size_t j) {
    x[i] = static_cast<T>(big), x[j] = static_cast<T>(-big);
    double const left = static_cast<double>(x.template reduced<reductions::sum, M>(x)) / one;
    wrong += left != static_cast<double>(n - expected(n, i, j));
    x[i] = x[j] = static_cast<T>(one);
  };
  for (std::size_t n = 2; n <= longest; n = n < 100 ? n + 1 : n + n / 3 + 1) {
    memory<T> x(n, step);
    for (std::size_t i = 0; i != n; ++i) x[i] = static_cast<T>(one);
    // Every two of a short input; of a long one, neighbours by every single bit.
    for (std::size_t i = 0; i != n; ++i) {
      if (n <= 130)
        for (std::size_t j = i + 1; j != n; ++j) probe(x, n, i, j);
      else
        for (std::size_t b = 1; b < n; b *= 2)
          if ((i & b) == 0 && (i | b) < n) probe(x, n, i, i | b);
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("sum of halves finds every position") { finds_every_position<reductions::sum, pairwise<void>, f16>(1); }
TEST_CASE("sum of bfloat16s finds every position") { finds_every_position<reductions::sum, pairwise<void>, bf16>(1); }
TEST_CASE("sum of floats finds every position") { finds_every_position<reductions::sum, pairwise<void>, f32>(1); }
TEST_CASE("sum of doubles finds every position") { finds_every_position<reductions::sum, pairwise<void>, f64>(1); }
TEST_CASE("compensated sum finds every position") { finds_every_position<reductions::sum, compensated<void>, f32>(1); }
TEST_CASE("sequential sum finds every position") { finds_every_position<reductions::sum, sequential<void>, f32>(1); }
TEST_CASE("narrow sum finds every position") { finds_every_position<reductions::sum, narrow_pairwise<f16>, f16>(1); }
TEST_CASE("dot of bfloat16s finds every position") { finds_every_position<reductions::dot, pairwise<void>, bf16>(1); }
TEST_CASE("dot of doubles finds every position") { finds_every_position<reductions::dot, pairwise<void>, f64>(1); }
TEST_CASE("norm2 of doubles finds every position") { finds_every_position<reductions::norm2, pairwise<void>, f64>(1); }
TEST_CASE("norm_inf of halves finds every position") {
  finds_every_position<reductions::norm_inf, pairwise<void>, f16>(1);
}
TEST_CASE("sum of strided floats finds every position") {
  finds_every_position<reductions::sum, pairwise<void>, f32>(3);
}
TEST_CASE("dot of strided doubles finds every position") {
  finds_every_position<reductions::dot, pairwise<void>, f64>(2);
}

TEST_CASE("any two halves meet where order v1 says") {
  meets_in_order<f16, pairwise<void>>(1, three_blocks, 0x1p15, 0x1p-24, below_meeting);
}
TEST_CASE("any two bfloat16s meet where order v1 says") {
  meets_in_order<bf16, pairwise<void>>(1, three_blocks, 0x1p40, 1, below_meeting);
}
TEST_CASE("any two floats meet where order v1 says") {
  meets_in_order<f32, pairwise<void>>(1, three_blocks, 0x1p40, 1, below_meeting);
}
TEST_CASE("any two doubles meet where order v1 says") {
  meets_in_order<f64, pairwise<void>>(1, three_blocks, 0x1p80, 1, below_meeting);
}
TEST_CASE("any two strided floats meet where order v1 says") {
  meets_in_order<f32, pairwise<void>>(3, three_blocks, 0x1p40, 1, below_meeting);
}
TEST_CASE("any two halves in a narrow accumulator meet where order v1 says") {
  meets_in_order<f16, narrow_pairwise<f16>>(1, 2048, 0x1p15, 0x1p-24, below_meeting);
}
TEST_CASE("sequential takes one element after the other") {
  meets_in_order<f32, sequential<void>>(1, 2048, 0x1p40, 1, below_meeting_of_a_left_fold);
}
