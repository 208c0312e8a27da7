// SPDX-License-Identifier: MIT
// tests/count_test.cpp - count_nonzero, any and all are those of the definition, in every layout and at every length.
#include <accrue/count.hpp>

#include <array>
#include <list>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;
constexpr std::size_t lengths[] = {0,  1,   2,   3,   7,   8,    15,   16,   17,   31,   33,   63,    64,
                                   65, 127, 128, 129, 255, 1000, 2047, 2048, 2049, 4097, 6200, 16385, 33000};

template <class S>
void check_all(std::uint64_t n, std::uint64_t count, S const& x) {
  CHECK(accrue::count_nonzero(x) == count);
  CHECK(accrue::any(x) == (count != 0));
  CHECK(accrue::all(x) == (count == n));
}
template <class T>
void check_layouts(std::vector<std::uint64_t> const& w) {
  std::vector<double> decoded;
  for (std::uint64_t v : w) decoded.push_back(reference::decode(*format_of<T>(), v));
  std::uint64_t const count = reference::count_of_nonzero(decoded);
  std::size_t const n = w.size();
  std::vector<T> x = values_of<T>(w), apart(3 * n);
  check_all(n, count, x);
  for (std::size_t i = 0; i != n; ++i) apart[3 * i] = x[i];
  check_all(n, count, accrue::strided(apart.data(), n, 3));
  if (n != 0) check_all(n, count, accrue::strided(x.data() + n - 1, n, -1));
  check_all(n, count, std::list<T>(x.begin(), x.end()));
  x.insert(x.begin(), value_of<T>(1));
  check_all(n, count, std::span<T const>(x).subspan(1));
}
template <class T>
void check_type() {
  for (std::size_t n : lengths) {
    for (inputs::kind k : {inputs::ordinary, inputs::specials, inputs::zeros, inputs::minus_zeros, inputs::subnormal,
                           inputs::nothing_but_nan}) {
      INFO("n = " << n << ", kind " << k);
      check_layouts<T>(inputs::data(n, layout_of<T>(), k, n));
    }
    // One zero among others, and one that is none among zeros.
    for (std::size_t at : {std::size_t{0}, n / 2, n - 1}) {
      if (n == 0) break;
      std::vector<std::uint64_t> w(n, 0);
      w[at] = std::uint64_t{1} << (layout_of<T>().bits - 1) | 1;
      check_layouts<T>(w);
      w.assign(n, reference::encode(*format_of<T>(), -1.5));
      w[at] = std::uint64_t{1} << (layout_of<T>().bits - 1);
      check_layouts<T>(w);
    }
  }
}

}  // namespace

TEST_CASE("floats that are not zero are counted, in every layout") { check_type<f32>(); }
TEST_CASE("doubles that are not zero are counted, in every layout") { check_type<f64>(); }
TEST_CASE("halves that are not zero are counted, in every layout") { check_type<f16>(); }
TEST_CASE("bfloat16s that are not zero are counted, in every layout") { check_type<bf16>(); }
TEST_CASE("more zeros are counted than a lane of the elements' width can") {
  for (std::size_t n : {1u << 21, (1u << 22) + 13}) {
    check_all(n, 1, [n] {
      std::vector<f16> x(n, f16(0.0f));
      x[n / 2] = f16(1.0f);
      return x;
    }());
    check_all(n, n, std::vector<f16>(n, f16(-1.0f)));
  }
}
TEST_CASE("of nothing, none is not zero: any is false, all is true") {
  constexpr std::array<float, 0> none{};
  static_assert(accrue::count_nonzero(none) == 0 && !accrue::any(none) && accrue::all(none));
  std::list<f16> const list;
  CHECK(accrue::count_nonzero(list) == 0);
  CHECK_FALSE(accrue::any(list));
  CHECK(accrue::all(accrue::serial, list));
}
TEST_CASE("answers are integers whatever the method, and constants") {
  constexpr std::array<double, 4> x{0, -0.0, std::numeric_limits<double>::quiet_NaN(), 0x1p-1074};
  static_assert(accrue::count_nonzero(x) == 2 && accrue::any(x) && !accrue::all(x));
  static_assert(accrue::count_nonzero<accrue::exact>(accrue::serial, x) == 2);
  static_assert(std::is_same_v<decltype(accrue::count_nonzero<kahan<void>>(x)), std::uint64_t>);
  static_assert(std::is_same_v<decltype(accrue::any(x)), bool> && std::is_same_v<decltype(accrue::all(x)), bool>);
  CHECK(accrue::count_nonzero(x) == 2);
}
