// SPDX-License-Identifier: MIT
// tests/axis_test.cpp - axes: outputs, shapes, what is refused, what is rescued, mdspans. Bits: axis_bits_test.cpp.
#include <accrue/accrue.hpp>
#include <accrue/adapt/mdspan.hpp>

#include <array>
#include <string>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using accrue::axes, accrue::axis, accrue::tensor, accrue::matrix, accrue::per_axis;
using accrue::exact, accrue::kahan, accrue::pairwise;
using kernel::word;

/// One that is refused of nothing.
struct sum_of_some : accrue::additive<accrue::identity> {
  template <class R>
  static R of_nothing() {
    throw accrue::error("nothing", "the sum of nothing");
  }
};

/// Many workers that take the jobs from the last to the first.
struct backwards {
  static constexpr std::size_t width() noexcept { return 3; }
  template <class F>
  static void parallel_for(std::size_t n, F const& f) {
    while (n-- != 0) f(n);
  }
};

template <class F>
std::string code_of(F f) {
  try {
    f();
  } catch (accrue::error const& e) {
    return e.code();
  }
  return "";
}

}  // namespace

TEST_CASE("The second way around: results of columns are the reference's") {
  std::size_t const rows = 2113, columns = 37;
  auto const w = inputs::data(rows * columns, inputs::f32, inputs::ordinary, 77);
  auto const x = kernel::values_of<float>(w);
  auto const sums = accrue::sum(matrix(x.data(), rows, columns), axis(0));
  for (std::size_t c = 0; c != columns; ++c) {
    std::vector<std::uint64_t> column;
    for (std::size_t r = 0; r != rows; ++r) column.push_back(w[r * columns + c]);
    CHECK(word(sums[c]) == reference::bits({"sum", "pairwise", nullptr, &reference::f32, nullptr}, column));
  }
}

TEST_CASE("Columns of blocks that are not ordinary are rescued, each by itself") {
  // Of 80 columns some overflow, some are tiny, some hold infinities or NaNs, in one of three blocks.
  std::size_t const rows = 5000, columns = 80;
  auto x = kernel::values_of<double>(inputs::data(rows * columns, inputs::f64, inputs::ordinary, 5));
  for (std::size_t r = 0; r != rows; ++r) {
    for (std::size_t c = 0; c < columns; c += 7)
      if (r / 2048 == c % 3) x[r * columns + c] *= c % 2 == 0 ? 0x1p1020 : 0x1p-1040;
    if (r == 3000) x[r * columns + 5] = std::numeric_limits<double>::infinity();
    if (r == 100) x[r * columns + 6] = std::numeric_limits<double>::quiet_NaN();
  }
  auto const m = matrix(x.data(), rows, columns);
  auto const norms = accrue::norm2(m, axis(0)), sums = accrue::sum<kahan<>>(m, axis(0)),
             means = accrue::mean(m, axis(0));
  for (std::size_t c = 0; c != columns; ++c) {
    std::vector<double> column;
    for (std::size_t r = 0; r != rows; ++r) column.push_back(x[r * columns + c]);
    CHECK(word(norms[c]) == word(accrue::norm2(column)));
    CHECK(word(sums[c]) == word(accrue::sum<kahan<>>(column)));
    CHECK(word(means[c]) == word(accrue::mean(column)));
  }
}

TEST_CASE("Results go to a buffer, whose length must be right") {
  float const x[6] = {1, 2, 3, 4, 5, 6};
  auto const m = matrix(x, 2, 3);
  float out[3]{};
  accrue::sum(m, axis(0), out);
  CHECK((out[0] == 5 && out[1] == 7 && out[2] == 9));
  std::vector<double> wide(2);
  accrue::mean<pairwise<>, double>(accrue::serial, m, axis(-1), wide);
  CHECK((wide[0] == 2 && wide[1] == 5));
  accrue::variance<exact>(m, axis(0), accrue::ddof(1), out);
  CHECK((out[0] == 4.5f && out[2] == 4.5f));
  CHECK(accrue::variance<exact>(m, axes(0, 1), accrue::ddof(1))[0] == 3.5f);
  CHECK(code_of([&] { accrue::sum(m, axis(1), std::span(out)); }) == "output");
  CHECK(code_of([&] { accrue::sum(m, axis(1), std::span(out, 1)); }) == "output");
}

TEST_CASE("An empty reduced axis gives the reduction of nothing, an empty other axis no results") {
  float const none = 0;
  auto const no_rows = matrix(&none, 0, 3), no_columns = matrix(&none, 3, 0);
  auto const sums = accrue::sum(no_rows, axis(0));
  CHECK(sums == std::vector<float>(3, 0.0f));
  CHECK(std::isnan(accrue::mean(no_columns, axis(1)).at(2)));
  CHECK(accrue::mean(no_columns, axis(0)).empty());
  CHECK(accrue::sum(no_rows, axis(1)).empty());
  CHECK(accrue::sum(no_rows) == 0);
  CHECK(code_of([&] { (void)accrue::reduce<sum_of_some>(no_rows, axis(0)); }) == "nothing");
  CHECK(accrue::reduce<sum_of_some>(no_rows, axis(1)).empty());
}

TEST_CASE("Axes that are not there, or named twice, are refused; negative ones count from the end") {
  float const x[6] = {1, 2, 3, 4, 5, 6};
  auto const m = matrix(x, 2, 3);
  for (int a : {2, -3, 100}) CHECK(code_of([&] { (void)accrue::sum(m, axis(a)); }) == "axis");
  CHECK(code_of([&] { (void)accrue::sum(m, axes(1, -1)); }) == "axis");
  CHECK(accrue::sum(m, axis(-2)) == accrue::sum(m, axis(0)));
  CHECK(accrue::sum(m, axes()) == std::vector<float>{1, 2, 3, 4, 5, 6});
  CHECK(code_of([&] { (void)tensor(x, {2, 3}, {1}); }) == "extents");
  CHECK(code_of([&] { (void)tensor(x, {2, -3}); }) == "extents");
  CHECK(code_of([&] { (void)tensor(x, {1, 1, 1, 1, 1, 1, 1, 1, 1}); }) == "extents");
  CHECK(code_of([&] { (void)accrue::dot(m, matrix(x, 3, 2), axis(0)); }) == "extents");
}

TEST_CASE("More elements than can be counted are refused") {
  double const one = 1;
  auto const wide = std::ptrdiff_t{1} << 32;
  CHECK(code_of([&] { (void)accrue::sum(accrue::tensor(&one, {wide, wide}, {0, 0})); }) == "extents");
  CHECK(code_of([&] { (void)accrue::tensor(&one, {wide, 0, wide}); }) == "extents");
  CHECK(code_of([&] { (void)matrix(&one, std::size_t{1} << 32, std::size_t{1} << 31); }) == "extents");
  CHECK(code_of([&] { (void)matrix(&one, std::size_t{1} << 32, std::size_t{1} << 31, accrue::column_major); }) ==
        "extents");
  CHECK(accrue::tensor(&one, {wide, wide / 4}, {0, 0}).size() == std::size_t{1} << 62);
  CHECK(accrue::sum(accrue::tensor(&one, {wide, 0}, {0, 0})) == 0);
}

TEST_CASE("Shapes: results are a tensor of the extents that are left") {
  float const x[24]{};
  tensor const t(x, {2, 3, 4});
  CHECK(accrue::extents_after(t, axis(1)) == per_axis{2, 4});
  CHECK(accrue::extents_after(t, axes(0, -1), accrue::keepdims) == per_axis{1, 3, 1});
  CHECK(matrix(x, 4, 6, accrue::column_major).strides() == per_axis{1, 4});
  CHECK(tensor(x, std::array{2u, 3u}).strides() == per_axis{3, 1});
}

TEST_CASE("Inner products along an axis are those of the rows") {
  auto const x = kernel::values_of<float>(inputs::data(6000, inputs::f32, inputs::ordinary, 8));
  auto const rows = matrix(x.data(), 2, 3000), columns = matrix(x.data(), 3000, 2);
  auto const dots = accrue::dot(rows, rows, axis(1));
  for (std::size_t r = 0; r != 2; ++r) {
    std::span const row(x.data() + 3000 * r, 3000);
    CHECK(word(dots[r]) == word(accrue::dot(row, row)));
  }
  auto const of_columns = accrue::dot(backwards{}, columns, columns, axis(0));
  accrue::strided const column(x.data() + 1, 3000, 2);
  CHECK(word(of_columns[1]) == word(accrue::dot(column, column)));
}

TEST_CASE("Constant evaluation gives the bits of run time") {
  constexpr auto sums = [] {
    std::array<float, 300> x{};
    for (std::size_t i = 0; i != 300; ++i) x[i] = 0.1f * static_cast<float>(i);
    std::array<float, 3> r{};
    accrue::sum(matrix(x.data(), 100, 3), axis(0), r);
    return r;
  }();
  std::array<float, 300> x{};
  for (std::size_t i = 0; i != 300; ++i) x[i] = accrue::keep(0.1f * static_cast<float>(i));
  auto const r = accrue::sum(matrix(x.data(), 100, 3), axis(0));
  for (std::size_t c = 0; c != 3; ++c) CHECK(word(r[c]) == word(sums[c]));
}

// ---- faults that other libraries had along the slow axis

TEST_CASE("S02: halves: 3000 ones in each of 16 columns are 3000") {
  std::vector<accrue::half> const x(48000, accrue::half(1.0f));
  auto const m = matrix(x.data(), 3000, 16);
  for (accrue::half s : accrue::sum<pairwise<>, accrue::half>(m, axis(0))) CHECK(word(s) == 0x69DC);
  for (accrue::half s : accrue::sum<exact, accrue::half>(m, axis(0))) CHECK(word(s) == 0x69DC);
  for (float s : accrue::sum(m, axis(0))) CHECK(word(s) == 0x453B8000);
}
TEST_CASE("S03: 2^22 times 2^-20 in each of 2 columns are 4") {
  std::vector<float> const x(8388608, 0x1p-20f);
  auto const m = matrix(x.data(), 4194304, 2);
  for (float s : accrue::sum(m, axis(0))) CHECK(word(s) == 0x40800000);
  for (float s : accrue::sum<exact>(m, axis(0))) CHECK(word(s) == 0x40800000);
  for (double s : accrue::sum<kahan<>, double>(m, axis(0))) CHECK(word(s) == 0x4010000000000000);
}
TEST_CASE("A06: the mean of 20,000,000 ones in each of 2 columns is 1") {
  float const one = 1;
  tensor const m(&one, {20000000, 2}, {0, 0});
  for (float s : accrue::mean(m, axis(0))) CHECK(s == 1);
}

// ---- mdspan: by what it offers

namespace {
/// What std::mdspan has, for dynamic extents and strides.
template <class T, std::size_t Rank>
struct a_mdspan {
  using element_type = T;
  using rank_type = std::size_t;
  T* handle;
  std::array<int, Rank> extents, strides;
  static constexpr std::size_t rank() { return Rank; }
  constexpr int extent(std::size_t a) const { return extents[a]; }
  constexpr int stride(std::size_t a) const { return strides[a]; }
  constexpr T* data_handle() const { return handle; }
};
}  // namespace

TEST_CASE("An mdspan is reduced as the tensor that it is") {
  float x[6] = {1, 2, 3, 4, 5, 6};
  a_mdspan<float, 2> const m{x, {2, 3}, {3, 1}}, transposed{x, {3, 2}, {1, 3}};
  CHECK(accrue::sum(m, axis(0)) == std::vector<float>{5, 7, 9});
  CHECK(accrue::sum(transposed, axis(1)) == std::vector<float>{5, 7, 9});
  CHECK(accrue::sum(m) == 21);
  CHECK(accrue::dot(m, m) == 91);
  CHECK(accrue::sum(tensor(transposed)) == 21);
  a_mdspan<float const, 0> const one{x, {}, {}};
  CHECK(accrue::sum(one) == 1);
}

#define CHECK_BY_NAME(function, ...)                                                                                   \
  {                                                                                                                    \
    auto const columns = (accrue::function)(m, axis(0) __VA_OPT__(, ) __VA_ARGS__);                                    \
    auto const halves = (accrue::function)(whole, accrue::segments_of(6) __VA_OPT__(, ) __VA_ARGS__);                  \
    CHECK(columns[1] == (accrue::function)(accrue::strided(x.data() + 1, 4, 3) __VA_OPT__(, ) __VA_ARGS__));           \
    CHECK(halves[1] == (accrue::function)(whole.subspan(6) __VA_OPT__(, ) __VA_ARGS__));                               \
    CHECK(halves == (accrue::function)(accrue::threads(2), whole, accrue::segments_of(6) __VA_OPT__(, ) __VA_ARGS__)); \
  }

TEST_CASE("Every function of one source has axes and segments by its own name") {
  std::array<double, 12> const x{1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233};
  std::span const whole(x);
  accrue::tensor const m = matrix(x.data(), 4, 3);
  CHECK_BY_NAME(sum)
  CHECK_BY_NAME(abs_sum)
  CHECK_BY_NAME(sum_of_squares)
  CHECK_BY_NAME(mean)
  CHECK_BY_NAME(product)
  CHECK_BY_NAME(norm1)
  CHECK_BY_NAME(norm2)
  CHECK_BY_NAME(norm_inf)
  CHECK_BY_NAME(norm_p, 3)
  CHECK_BY_NAME(logsumexp)
  CHECK_BY_NAME(min)
  CHECK_BY_NAME(max)
  CHECK_BY_NAME(minmax)
  CHECK_BY_NAME(argmin)
  CHECK_BY_NAME(argmax)
  CHECK_BY_NAME(argmax_abs)
  CHECK_BY_NAME(count_nonzero)
  CHECK_BY_NAME(any)
  CHECK_BY_NAME(all)
  CHECK_BY_NAME(variance)
  CHECK_BY_NAME(standard_deviation, accrue::ddof(1))
  CHECK_BY_NAME(skewness)
  CHECK_BY_NAME(kurtosis)
}
