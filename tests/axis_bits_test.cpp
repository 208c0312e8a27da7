// SPDX-License-Identifier: MIT
// tests/axis_bits_test.cpp - a slice has the bits of its copy: any shape, order, strides, axes, method and place.
#include <accrue/accrue.hpp>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using accrue::axes, accrue::axis, accrue::tensor, accrue::matrix, accrue::per_axis;
using kernel::word;
namespace reductions = accrue::reductions;

/// A user's reduction.
struct cube {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 3;
  template <class V>
  ACCRUE_INLINE static constexpr V value(V x) noexcept {
    return accrue::keep(accrue::keep(x * x) * x);
  }
};
struct sum_of_cubes : accrue::additive<cube> {};

/// Many workers that take the jobs from the last to the first.
struct backwards {
  static constexpr std::size_t width() noexcept { return 3; }
  template <class F>
  static void parallel_for(std::size_t n, F const& f) {
    while (n-- != 0) f(n);
  }
};

/// A tensor over a buffer of its own: axes in any order in memory, backwards, repeated, with gaps.
template <class T>
struct some_tensor {
  std::vector<T> memory;
  std::ptrdiff_t first = 0;
  per_axis extents, strides;
  tensor<T> get() const { return tensor<T>(memory.data() + first, extents, strides); }
};
template <class T>
some_tensor<T> drawn(inputs::splitmix64& next) {
  auto const below = [&](std::size_t n) { return static_cast<std::size_t>(next() % n); };
  some_tensor<T> t;
  std::size_t const rank = 1 + below(4), large = below(rank);
  std::size_t const edges[] = {1, 31, 63, 64, 65, 129, 700, 2047, 2048, 2049, 2113, 4100, 6200};
  std::size_t size = 1;
  for (std::size_t a = 0; a != rank; ++a) {
    std::size_t n = a == large ? edges[below(13)] : below(6);
    if (a != large && n == 0 && below(3) != 0) n = 17;
    if (n * size > 40000) n = 2;
    t.extents.push_back(static_cast<std::ptrdiff_t>(n));
    t.strides.push_back(0);
    size *= n;
  }
  std::size_t order[4] = {0, 1, 2, 3};
  for (std::size_t a = rank; a-- > 1;) std::swap(order[a], order[below(a + 1)]);
  std::ptrdiff_t step = 1;
  for (std::size_t k = 0; k != rank; ++k) {
    std::size_t const a = order[k], how = below(8);
    if (how == 0) continue;  // repeated
    std::ptrdiff_t const n = std::max<std::ptrdiff_t>(t.extents[a], 1);
    t.strides.begin()[a] = how < 3 ? -step : step;
    if (how < 3) t.first += step * (n - 1);
    step *= how == 3 ? 2 * n + 1 : n;
  }
  auto const kind = static_cast<inputs::kind>(below(5));
  t.memory = kernel::values_of<T>(inputs::data(static_cast<std::size_t>(step), kernel::layout_of<T>(), kind, next()));
  return t;
}

/// The elements of one slice, copied by the definition: odometers over the extents, nothing of the library's.
template <class T>
std::vector<T> copy_of_slice(some_tensor<T> const& t, bool const* reduced, std::size_t i) {
  std::ptrdiff_t at = t.first;
  std::size_t n = 1;
  for (std::size_t a = t.extents.size(); a-- != 0;) {
    auto const e = static_cast<std::size_t>(t.extents[a]);
    if (reduced[a]) n *= e;
    if (!reduced[a]) at += static_cast<std::ptrdiff_t>(i % e) * t.strides[a], i /= e;
  }
  std::vector<T> copy;
  for (std::size_t j = 0; j != n; ++j) {
    std::ptrdiff_t p = at;
    std::size_t rest = j;
    for (std::size_t a = t.extents.size(); a-- != 0;) {
      if (!reduced[a]) continue;
      auto const e = static_cast<std::size_t>(t.extents[a]);
      p += static_cast<std::ptrdiff_t>(rest % e) * t.strides[a];
      rest /= e;
    }
    copy.push_back(t.memory[static_cast<std::size_t>(p)]);
  }
  return copy;
}
axes axes_of(bool const* m, std::size_t rank) {
  std::vector<int> some;
  for (std::size_t a = 0; a != rank; ++a)
    if (m[a]) some.push_back(a % 2 == 0 ? static_cast<int>(a) : static_cast<int>(a) - static_cast<int>(rank));
  switch (some.size()) {
    case 0: return axes();
    case 1: return axis(some[0]);
    case 2: return axes(some[1], some[0]);  // the order that they are named in does not matter
    case 3: return axes(some[0], some[2], some[1]);
    default: return axes(some[0], some[1], some[2], some[3]);
  }
}

template <class Reduction, class M, class T, class R = void>
void slices_have_the_bits_of_their_copies(std::uint64_t seed, int shapes) {
  inputs::splitmix64 next{seed};
  for (int s = 0; s != shapes; ++s) {
    auto const t = drawn<T>(next);
    std::size_t const rank = t.extents.size();
    for (unsigned mask = 0; mask != 1u << rank; ++mask) {
      bool reduced[4]{};
      std::size_t count = 1;
      for (std::size_t a = 0; a != rank; ++a) {
        reduced[a] = (mask >> a & 1) != 0;
        if (!reduced[a]) count *= static_cast<std::size_t>(t.extents[a]);
      }
      auto const results = accrue::reduce<Reduction, M, R>(t.get(), axes_of(reduced, rank));
      REQUIRE(results.size() == count);
      bool const other = mask % 2 == 1;
      auto const elsewhere =
          other ? accrue::reduce<Reduction, M, R>(backwards{}, t.get(), axes_of(reduced, rank)) : results;
      for (std::size_t i = 0; i < count; i += 1 + count / 37) {
        auto const copy = copy_of_slice(t, reduced, i);
        INFO("shape " << s << ", axes " << mask << ", slice " << i << " of " << count << ", " << copy.size());
        auto const expected = word(accrue::reduce<Reduction, M, R>(copy));
        if (word(results[i]) != expected) CHECK(word(results[i]) == expected);
        if (word(elsewhere[i]) != expected) CHECK(word(elsewhere[i]) == expected);
      }
    }
    bool all[4] = {true, true, true, true};
    CHECK(word(accrue::reduce<Reduction, M, R>(t.get())) ==
          word(accrue::reduce<Reduction, M, R>(copy_of_slice(t, all, 0))));
  }
}

}  // namespace

using accrue::pairwise, accrue::kahan, accrue::compensated, accrue::sequential, accrue::exact, accrue::narrow;

TEST_CASE("A slice has the bits of its copy: sums by pairwise, of every storage type") {
  slices_have_the_bits_of_their_copies<reductions::sum, pairwise<>, float>(1, 60);
  slices_have_the_bits_of_their_copies<reductions::sum, pairwise<>, double>(2, 30);
  slices_have_the_bits_of_their_copies<reductions::sum, pairwise<>, accrue::half, accrue::half>(3, 30);
  slices_have_the_bits_of_their_copies<reductions::sum, pairwise<>, accrue::bfloat16>(4, 30);
}
TEST_CASE("A slice has the bits of its copy: nodes with errors, folds down the rows, narrow accumulators") {
  slices_have_the_bits_of_their_copies<reductions::sum, compensated<>, float>(5, 30);
  slices_have_the_bits_of_their_copies<reductions::sum, kahan<>, float>(6, 60);
  slices_have_the_bits_of_their_copies<reductions::sum, kahan<>, accrue::bfloat16>(7, 30);
  slices_have_the_bits_of_their_copies<reductions::sum, narrow<pairwise<accrue::half>>, accrue::half>(8, 10);
}
TEST_CASE("A slice has the bits of its copy: a left fold, exact, and what has no columns") {
  slices_have_the_bits_of_their_copies<reductions::sum, sequential<>, float>(9, 30);
  slices_have_the_bits_of_their_copies<reductions::sum, exact, float>(10, 20);
  slices_have_the_bits_of_their_copies<reductions::norm_inf, pairwise<>, accrue::half>(11, 20);
  slices_have_the_bits_of_their_copies<reductions::variance, exact, accrue::bfloat16>(12, 10);
}
TEST_CASE("A slice has the bits of its copy: norms and means that are rescued, and a user's reduction") {
  slices_have_the_bits_of_their_copies<reductions::norm2, pairwise<float>, float>(13, 30);
  slices_have_the_bits_of_their_copies<reductions::mean, compensated<>, double>(14, 30);
  slices_have_the_bits_of_their_copies<sum_of_cubes, pairwise<>, float>(15, 30);
}
