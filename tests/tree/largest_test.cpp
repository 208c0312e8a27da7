// SPDX-License-Identifier: MIT
// tests/tree/largest_test.cpp - the largest magnitude is found in every register, at every place, from near and far.
#include <accrue/norm.hpp>

#include <algorithm>
#include <vector>

#include "support/catch.hpp"
#include "support/inputs.hpp"
#include "support/kernel.hpp"

namespace {

namespace arch = accrue::arch;
using accrue::tree::contiguous_view;
using accrue::tree::strided_view;

template <class T>
using plan = accrue::plan_t<accrue::reductions::norm_inf, accrue::pairwise<>, T>;

template <class T, class Arch, class View>
auto largest(std::size_t n, View const& x) {
  typename plan<T>::state s = 0;
  plan<T>::add(Arch{}, s, n, x);
  return s;
}
/// By all that is there, the words being what they are, but for NaNs: those are the greatest word.
template <class T>
void check(std::vector<T> const& x, std::uint64_t expected) {
  if (expected > accrue::infinity_bits<T>) expected = accrue::infinity_bits<T> | (accrue::hidden_bit<T> - 1);
  contiguous_view<T> const lying{x.data()};
  CHECK(static_cast<std::uint64_t>(largest<T, arch::native>(x.size(), lying)) == expected);
  CHECK(static_cast<std::uint64_t>(largest<T, arch::scalar>(x.size(), lying)) == expected);
  CHECK(static_cast<std::uint64_t>(largest<T, arch::native>(x.size(), strided_view<T>{&x.back(), -1, 0})) == expected);
}
template <class T>
std::uint64_t magnitude(T x) {
  return accrue::magnitude_bits(x);
}

template <class T>
void check_all() {
  inputs::splitmix64 next{5};
  for (std::size_t n = 1; n < 700; n += n < 140 ? 1 : 37) {
    std::vector<T> x(n);
    for (int kind = 0; kind != 3; ++kind) {
      std::uint64_t expected = 0;
      for (T& v : x) {
        // Small ones, any, any with NaN among them; of either sign.
        double const m = static_cast<double>(next() >> 40) * 0x1p-24;
        v = T(static_cast<float>((next() & 1) != 0 ? m : -m));
        if (kind != 0) v = std::bit_cast<T>(static_cast<typename accrue::format<T>::word>(next()));
        if (kind == 1 && !accrue::is_finite(v)) v = T(0.0f);
        expected = std::max<std::uint64_t>(expected, magnitude(v));
      }
      check(x, expected);
    }
    // At the last place, and every other one in turn.
    std::fill(x.begin(), x.end(), T(-1.0f));
    for (std::size_t at : {n - 1, n / 2, next() % n}) {
      x[at] = T(-1.5f);
      check(x, magnitude(T(1.5f)));
      x[at] = T(-1.0f);
    }
  }
  std::vector<T> far(3 << 20 | 77, T(-0.5f));
  for (std::size_t at : {std::size_t{0}, far.size() / 3, far.size() - 1}) {
    far[at] = T(-2.0f);
    check(far, magnitude(T(2.0f)));
    far[at] = T(0.5f);
  }
}

}  // namespace

TEST_CASE("the largest magnitude of halves is found") { check_all<accrue::half>(); }
TEST_CASE("the largest magnitude of bfloat16s is found") { check_all<accrue::bfloat16>(); }
TEST_CASE("the largest magnitude of floats is found") { check_all<float>(); }
TEST_CASE("the largest magnitude of doubles is found") { check_all<double>(); }
TEST_CASE("an accumulator narrower than the elements rounds the largest one, once") {
  using narrow = accrue::narrow<accrue::pairwise<accrue::half>>;
  std::vector<float> const x{1, -2049, 2048.5f};
  CHECK(accrue::norm_inf<narrow, float>(x) == 2048);  // a tie, to even
  std::vector<double> const y{1e300, -70000};
  CHECK(std::isinf(static_cast<float>(accrue::norm_inf<narrow>(y))));
}
