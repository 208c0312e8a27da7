// SPDX-License-Identifier: MIT
// tests/segmented_test.cpp - a segment has the bits of its copy, whatever lies around it and whoever reduces it.
#include <accrue/accrue.hpp>

#include <array>
#include <list>
#include <string>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using accrue::segments, accrue::segments_of, accrue::pairwise, accrue::exact;
using kernel::word;
namespace reductions = accrue::reductions;

/// Many workers that take the jobs from the last to the first.
struct backwards {
  static constexpr std::size_t width() noexcept { return 3; }
  template <class F>
  static void parallel_for(std::size_t n, F const& f) {
    while (n-- != 0) f(n);
  }
};
struct sum_of_some : accrue::additive<accrue::identity> {
  template <class R>
  static R of_nothing() {
    throw accrue::error("nothing", "the sum of nothing");
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

template <class Reduction, class M, class T, class R = void>
void segments_have_the_bits_of_their_copies(std::uint64_t seed) {
  inputs::splitmix64 next{seed};
  std::size_t const sizes[] = {0, 1, 2, 7, 8, 31, 64, 65, 100, 500, 2047, 2048, 2049, 5000};
  std::vector<std::uint32_t> offsets{static_cast<std::uint32_t>(next() % 9)};
  while (offsets.size() != 60) offsets.push_back(offsets.back() + static_cast<std::uint32_t>(sizes[next() % 14]));
  std::size_t const n = offsets.back() + 5;
  auto const x = kernel::values_of<T>(inputs::data(n, kernel::layout_of<T>(), inputs::specials, seed));
  auto const reversed = accrue::strided(x.data() + n - 1, n, -1);
  auto const some = accrue::reduce<Reduction, M, R>(x, segments(offsets)),
             elsewhere = accrue::reduce<Reduction, M, R>(backwards{}, x, segments(offsets)),
             backward = accrue::reduce<Reduction, M, R>(reversed, segments(offsets));
  REQUIRE(some.size() == offsets.size() - 1);
  for (std::size_t i = 0; i != some.size(); ++i) {
    INFO("segment " << i << " of " << offsets[i + 1] - offsets[i]);
    std::vector<T> const copy(x.begin() + offsets[i], x.begin() + offsets[i + 1]),
        of_reversed(x.rbegin() + offsets[i], x.rbegin() + offsets[i + 1]);
    CHECK(word(some[i]) == word(accrue::reduce<Reduction, M, R>(copy)));
    CHECK(word(elsewhere[i]) == word(some[i]));
    CHECK(word(backward[i]) == word(accrue::reduce<Reduction, M, R>(of_reversed)));
  }
  for (std::size_t size : {std::size_t{1}, std::size_t{7}, std::size_t{2048}, n, 2 * n}) {
    auto const fixed = accrue::reduce<Reduction, M, R>(x, segments_of(size));
    REQUIRE(fixed.size() == (n + size - 1) / size);
    for (std::size_t i = 0; i < fixed.size(); i += 1 + fixed.size() / 50) {
      std::size_t const end = std::min(n, (i + 1) * size);
      CHECK(word(fixed[i]) == word(accrue::reduce<Reduction, M, R>(std::span(x).subspan(i * size, end - i * size))));
    }
  }
}

}  // namespace

TEST_CASE("A segment has the bits of its copy") {
  segments_have_the_bits_of_their_copies<reductions::sum, pairwise<>, float>(1);
  segments_have_the_bits_of_their_copies<reductions::sum, accrue::kahan<>, accrue::bfloat16>(2);
  segments_have_the_bits_of_their_copies<reductions::norm2, pairwise<>, accrue::half, accrue::half>(3);
  segments_have_the_bits_of_their_copies<reductions::mean, pairwise<>, double>(4);
  segments_have_the_bits_of_their_copies<reductions::sum, accrue::sequential<>, float>(5);
  segments_have_the_bits_of_their_copies<reductions::sum, exact, float>(6);
  segments_have_the_bits_of_their_copies<reductions::norm_inf, pairwise<>, float>(7);
}

TEST_CASE("Far segments are walked as what is far, with the same bits") {
  std::size_t const n = (1u << 19) + 777;
  auto const x = kernel::values_of<double>(inputs::data(n, inputs::f64, inputs::ordinary, 3));
  std::array<std::int64_t, 4> const offsets{0, 2048, 200001, static_cast<std::int64_t>(n)};
  auto const sums = accrue::sum(x, segments(offsets));
  for (std::size_t i = 0; i != 3; ++i)
    CHECK(word(sums[i]) == word(accrue::sum(std::vector<double>(x.begin() + offsets[i], x.begin() + offsets[i + 1]))));
}

TEST_CASE("Offsets that descend, lead beyond the source or are missing are refused") {
  std::array<float, 4> const x{1, 2, 3, 4};
  auto const refused = [&](auto const& offsets) { return code_of([&] { (void)accrue::sum(x, segments(offsets)); }); };
  CHECK(refused(std::array{0, 2, 1}) == "offsets");
  CHECK(refused(std::array{-1, 2}) == "offsets");
  CHECK(refused(std::array{0, 5}) == "offsets");
  CHECK(refused(std::vector<int>{}) == "offsets");
  CHECK(refused(std::array{4}).empty());
  CHECK(refused(std::array{0, 0, 4, 4}).empty());
  CHECK(code_of([&] { (void)accrue::sum(x, segments_of(0)); }) == "segments");
  std::array<float, 2> out{};
  CHECK(code_of([&] { accrue::sum(x, segments(std::array{0, 4}), out); }) == "output");
  accrue::sum(x, segments_of(3), out);
  CHECK((out[0] == 6 && out[1] == 4));
}

TEST_CASE("What is refused of nothing is refused of an empty segment, before anything is written") {
  std::array<float, 4> const x{1, 2, 3, 4};
  std::array<float, 2> out{7, 7};
  CHECK(code_of([&] { accrue::reduce<sum_of_some>(x, segments(std::array{0, 2, 2}), out); }) == "nothing");
  CHECK(out[0] == 7);
  CHECK(accrue::sum(std::vector<float>{}, segments_of(3)).empty());
}

TEST_CASE("Segments have their numbers, then an output; and are constants where their source is") {
  static constexpr std::array<double, 5> x{1, 2, 4, 9, 5};
  std::array<double, 2> out{};
  accrue::variance<exact>(x, segments_of(4), accrue::ddof(1), out);
  CHECK(out[0] == 38.0 / 3);
  CHECK(std::isnan(out[1]));
  constexpr auto sums = [] {
    std::array<double, 2> r{};
    accrue::sum(x, segments(std::array{0u, 3u, 5u}), r);
    return r;
  }();
  static_assert(sums[0] == 7 && sums[1] == 14);
}
