// SPDX-License-Identifier: MIT
// tests/global_norm_test.cpp - one norm over many arrays: its order, its range, and what gradients are clipped by.
#include <accrue/accrue.hpp>

#include <array>
#include <list>
#include <string>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/kernel.hpp"

namespace {

using accrue::global_norm, accrue::clip_factor, accrue::pairwise, accrue::exact, accrue::half, accrue::bfloat16;
using kernel::word;

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

/// Arrays of lengths about blocks, some of them empty.
template <class T>
std::vector<std::vector<T>> some_arrays(std::size_t count, inputs::kind kind, std::uint64_t seed) {
  inputs::splitmix64 next{seed};
  std::size_t const sizes[] = {0, 1, 3, 64, 100, 1000, 2047, 2048, 2049, 5000};
  std::vector<std::vector<T>> all;
  while (all.size() != count)
    all.push_back(kernel::values_of<T>(inputs::data(sizes[next() % 10], kernel::layout_of<T>(), kind, next())));
  return all;
}
template <class T>
std::vector<T> joined(std::vector<std::vector<T>> const& arrays) {
  std::vector<T> all;
  for (auto const& a : arrays) all.insert(all.end(), a.begin(), a.end());
  return all;
}

/// The definition: squares of each array by its own tree, then the tree over those that are not empty.
double in_tree(std::vector<double> const& leaves, std::size_t first, std::size_t span) {
  if (span == 1) return leaves[first];
  double const left = in_tree(leaves, first, span / 2);
  std::size_t const right = first + span / 2;
  return right < leaves.size() ? left + in_tree(leaves, right, span / 2) : left;
}
float by_definition(std::vector<std::vector<float>> const& arrays) {
  std::vector<double> leaves;
  for (auto const& a : arrays)
    if (!a.empty()) leaves.push_back(accrue::sum_of_squares<pairwise<>, double>(a));
  std::size_t span = 1;
  while (span < leaves.size()) span *= 2;
  return leaves.empty() ? 0 : accrue::detail::root<float>(in_tree(leaves, 0, span), 0);
}

}  // namespace

TEST_CASE("Each array has its own tree, and the tree above them is that of blocks") {
  for (std::size_t count : {0u, 1u, 2u, 3u, 5u, 8u, 13u, 64u, 100u}) {
    auto const arrays = some_arrays<float>(count, inputs::ordinary, count);
    INFO(count << " arrays");
    CHECK(word(global_norm(arrays)) == word(by_definition(arrays)));
  }
}
TEST_CASE("Arrays that are whole blocks, but for the last, have the norm of one array") {
  auto const x = kernel::values_of<float>(inputs::data(9 * 2048 + 100, inputs::f32, inputs::ordinary, 4));
  std::vector<std::span<float const>> blocks;
  for (std::size_t i = 0; i < x.size(); i += 2048)
    blocks.push_back(std::span(x).subspan(i, std::min<std::size_t>(2048, x.size() - i)));
  blocks.insert(blocks.begin() + 3, std::span<float const>());  // nothing changes nothing
  CHECK(word(global_norm(blocks)) == word(accrue::norm2(x)));
  CHECK(word(global_norm<accrue::kahan<>>(blocks)) == word(accrue::norm2<accrue::kahan<>>(x)));
  CHECK(word(global_norm<pairwise<float>>(blocks)) == word(accrue::norm2<pairwise<float>>(x)));
}
TEST_CASE("The place and the kind of list do not matter") {
  auto const arrays = some_arrays<double>(50, inputs::square_ends, 9);
  std::list<std::span<double const>> const list(arrays.begin(), arrays.end());
  CHECK(word(global_norm(backwards{}, arrays)) == word(global_norm(arrays)));
  CHECK(word(global_norm(list)) == word(global_norm(arrays)));
  CHECK(word(global_norm(backwards{}, list)) == word(global_norm(arrays)));
  CHECK(word(global_norm<exact>(backwards{}, arrays)) == word(global_norm<exact>(arrays)));
  std::vector<accrue::strided<double>> strided;
  for (auto const& a : arrays) strided.emplace_back(a.data(), a.size(), 1);
  CHECK(word(global_norm(strided)) == word(global_norm(arrays)));
  // Once only, and made on the way.
  struct once {
    struct position {
      using value_type = std::span<double const>;
      once* from;
      value_type operator*() const { return from->of[from->next]; }
      position& operator++() { return ++from->next, *this; }
      void operator++(int) { ++from->next; }
      bool operator==(std::default_sentinel_t) const { return from->next == from->of.size(); }
    };
    std::vector<std::span<double const>> of;
    std::size_t next = 0;
    position begin() { return {this}; }
    std::default_sentinel_t end() { return {}; }
  };
  once stream{{arrays.begin(), arrays.end()}};
  CHECK(word(global_norm(stream)) == word(global_norm(arrays)));
  once again{{arrays.begin(), arrays.end()}};
  CHECK(word(global_norm(backwards{}, again)) == word(global_norm(arrays)));
  std::vector<std::vector<double>> nothing(3);
  CHECK(word(global_norm(nothing)) == 0);
  CHECK(word(global_norm(backwards{}, nothing)) == 0);
}
TEST_CASE("exact and a left fold are those of all elements in one array") {
  auto const floats = some_arrays<float>(40, inputs::wide, 10);
  CHECK(word(global_norm<exact>(floats)) == word(accrue::norm2<exact>(joined(floats))));
  auto const halves = some_arrays<half>(40, inputs::ordinary, 11);
  CHECK(word(global_norm<exact, half>(halves)) == word(accrue::norm2<exact, half>(joined(halves))));
  using fold = accrue::sequential<>;
  CHECK(word(global_norm<fold>(floats)) == word(accrue::norm2<fold>(joined(floats))));
}
TEST_CASE("No array leaves the range on the way, and NaN stays") {
  std::vector<std::vector<double>> arrays{{0x3p600}, {}, {0x4p600, 0}, {1e-320}};
  CHECK(global_norm(arrays) == 0x5p600);
  arrays = {{3e-200}, {4e-200}};
  CHECK(global_norm<exact>(arrays) == 5e-200);
  CHECK(std::fabs(global_norm(arrays) / 5e-200 - 1) < 1e-15);
  arrays.push_back({std::numeric_limits<double>::infinity()});
  CHECK(std::isinf(global_norm(arrays)));
  arrays.push_back({std::numeric_limits<double>::quiet_NaN()});
  CHECK(std::isnan(global_norm(arrays)));
}

TEST_CASE("B16: the norm of all gradients, whose own norms overflow when they are squared again") {
  auto const half_of = [](std::uint16_t w) { return kernel::value_of<half>(w); };
  std::vector<std::vector<half>> const tensors(2, {half_of(0x69DC), half_of(0x6BD0)});
  CHECK(word(global_norm<pairwise<>, half>(tensors)) == 0x6EE8);
  CHECK(word(global_norm<exact, half>(tensors)) == 0x6EE8);
  CHECK(word(global_norm<accrue::compensated<>, half>(tensors)) == 0x6EE8);
  CHECK(word(global_norm(tensors)) == 0x45DCF88B);
  CHECK(word(global_norm<exact>(tensors)) == 0x45DCF88B);
}

TEST_CASE("What gradients are multiplied by: 1, or the quotient rounded once") {
  CHECK(clip_factor(0.5f, 1.0f) == 1);
  CHECK(clip_factor(1.0, 1.0) == 1);
  CHECK(clip_factor(3.0, 1.0) == 1.0 / 3);
  CHECK(clip_factor(2.0f, 0.0f) == 0);
  CHECK(clip_factor(0.0f, 0.0f) == 1);
  CHECK(std::isnan(clip_factor(std::nanf(""), 1.0f)));
  CHECK(word(clip_factor(std::numeric_limits<float>::infinity(), 1.0f)) == 0);
  CHECK(clip_factor(1.0f, std::numeric_limits<float>::infinity()) == 1);
  CHECK(clip_factor(-1.0, 0.5) == 1);  // no norm, but no longer than that
  CHECK(clip_factor(-std::numeric_limits<double>::infinity(), 0.5) == 1);
  CHECK(word(clip_factor(1.0f, -0.0f)) == 0);
  for (double bad : {-1.0, std::nan("")}) CHECK(code_of([&] { (void)clip_factor(1.0, bad); }) == "max_norm");
  // Every quotient of these halves and bfloat16s, against one division in double, rounded once.
  for (std::uint64_t w = 0x3c01; w < 0x7c00; w += 37) {
    auto const h = kernel::value_of<half>(w);
    auto const b = kernel::value_of<bfloat16>(w + 0x400);
    double const q = 1 / reference::decode(reference::f16, w), p = 1 / reference::decode(reference::bf16, w + 0x400);
    CHECK(word(clip_factor(h, kernel::value_of<half>(0x3c00))) ==
          reference::encode(reference::f16, reference::rounded(reference::f16, q)));
    if (p < 1)
      CHECK(word(clip_factor(b, kernel::value_of<bfloat16>(0x3f80))) ==
            reference::encode(reference::bf16, reference::rounded(reference::bf16, p)));
  }
}
TEST_CASE("The caller's environment reaches neither the norm nor the factor") {
  auto const arrays = some_arrays<float>(20, inputs::subnormal, 12);
  auto const expected = word(global_norm(arrays));
  auto const factor = word(clip_factor(3e38f, 1e-6f));  // a subnormal
  for (auto const& e : environments::all) {
    std::uint64_t norm = 0, clipped = 0;
    {
      environments::caller const caller(e);
      norm = word(global_norm(arrays));
      clipped = word(clip_factor(3e38f, 1e-6f));
    }
    INFO(e.name);
    CHECK(norm == expected);
    CHECK(clipped == factor);
  }
}
