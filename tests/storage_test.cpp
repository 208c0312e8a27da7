// SPDX-License-Identifier: MIT
// tests/storage_test.cpp - what can be reduced: storage types, foreign ones, containers, constant expressions.
#include <accrue/accrue.hpp>

#include <array>
#include <span>
#include <vector>

#include "kernels/kernels.hpp"
#include "support/catch.hpp"
#include "support/kernel.hpp"

// The layout of CUDA's, which accrue knows by name.
struct __half {
  unsigned short x;
};
struct __nv_bfloat16 {
  unsigned short x;
};

namespace user {
/// Another library's 16-bit float, and one that is just two bytes, anywhere in memory.
struct float16 {
  unsigned short raw;
};
struct brain {
  unsigned char bytes[2];
};
struct wrong_size {
  unsigned char bytes[4];
};
}  // namespace user
template <>
struct accrue::storage<user::float16> {
  using type = accrue::half;
};
template <>
struct accrue::storage<user::brain> {
  using type = accrue::bfloat16;
};
template <>
struct accrue::storage<user::wrong_size> {
  using type = accrue::half;
};

namespace {

using accrue::bfloat16;
using accrue::half;
using kernel::word;

static_assert(accrue::storable<half> && accrue::storable<bfloat16> && accrue::storable<float> &&
              accrue::storable<double>);
static_assert(accrue::storable<user::float16> && accrue::storable<user::brain>);
static_assert(accrue::storable<__half> && accrue::storable<__nv_bfloat16>);
static_assert(!accrue::storable<user::wrong_size> && accrue::storable<int> && accrue::storable<bool>);
static_assert(!accrue::storable<wchar_t> && !accrue::storable<long double>);

// ---- foreign types

template <class F, class T>
std::vector<F> as(std::vector<T> const& x) {
  static_assert(sizeof(F) == sizeof(T));
  std::vector<F> y(x.size());
  if (!x.empty()) std::memcpy(static_cast<void*>(y.data()), x.data(), x.size() * sizeof(T));
  return y;
}
/// The elements of F have the sum of the T that their bits are, by `call` and by the kernel of that name.
template <class F, class T, class Call>
void reduces_as(char const* name, Call call, std::ptrdiff_t step = 1) {
  kernels::entry const& k = kernels::find(name);
  for (std::size_t n : {0u, 1u, 7u, 64u, 100u, 2048u, 2100u, 5000u}) {
    for (int kind = 0; kind != inputs::kinds; ++kind) {
      auto const w = inputs::data(n, kernel::layout_of<T>(), static_cast<inputs::kind>(kind), n);
      kernels::words spread(n * static_cast<std::size_t>(step));
      for (std::size_t i = 0; i != n; ++i) spread[i * static_cast<std::size_t>(step)] = w[i];
      std::vector<F> const x = as<F>(kernel::values_of<T>(spread));
      INFO("n = " << n << ", kind " << kind);
      if (step == 1)
        CHECK(word(call(std::span(x))) == bits(k, w));
      else
        CHECK(word(call(accrue::strided(x.data(), n, step))) == bits(k, w));
    }
  }
}
constexpr auto sum = [](auto const& x) { return accrue::sum(x); };
constexpr auto norm_inf = [](auto const& x) { return accrue::norm_inf(x); };
constexpr auto dot = [](auto const& x) { return accrue::dot(x, x); };

// ---- constant expressions

constexpr std::uint32_t mixed(std::uint32_t i) {
  std::uint32_t const z = (i + 1) * 0x9e3779b9u;
  return (z ^ z >> 15) * 0x85ebca6bu;
}
/// Both signs, a few binades; the first bits of a hash.
template <class T, std::size_t N>
constexpr std::array<T, N> numbers() {
  std::array<T, N> x{};
  for (std::size_t i = 0; i != N; ++i) {
    std::uint32_t const h = mixed(static_cast<std::uint32_t>(i));
    float const v = static_cast<float>(h >> 20) / static_cast<float>(1u << h % 8);
    x[i] = static_cast<T>((h & 256) != 0 ? -v : v);
  }
  return x;
}
/// What a constant expression gives, and what the kernel of that name gives at run time.
#define SAME_AT_RUN_TIME(name, T, N, ...)                                  \
  {                                                                        \
    static constexpr std::array<T, N> x = numbers<T, N>();                 \
    constexpr auto then = __VA_ARGS__;                                     \
    std::vector<T> const now(x.begin(), x.end());                          \
    CHECK(word(then) == bits(kernels::find(name), kernel::words_of(now))); \
  }

static_assert(accrue::sum(std::array<float, 3>{1, 2, 3}) == 6);
static_assert(accrue::sum<accrue::compensated<>>(std::array<double, 3>{1, 0x1p-60, -1}) == 0x1p-60);
static_assert(accrue::sum<accrue::kahan<>>(std::array<double, 3>{1, 0x1p-60, -1}) == 0x1p-60);
static_assert(accrue::sum<accrue::sequential<>>(std::array<double, 3>{1, 0x1p-60, -1}) == 0);
static_assert(accrue::abs_sum(std::array<double, 2>{-1, 2}) == 3 && accrue::norm1(std::array<double, 2>{-1, 2}) == 3);
static_assert(accrue::dot(std::array<float, 2>{1, 2}, std::array<float, 2>{3, 4}) == 11);
static_assert(accrue::norm2(std::array<float, 2>{3, 4}) == 5);
static_assert(accrue::norm_inf(std::array<half, 2>{half(-3.0f), half(2.0f)}) == 3);
static_assert(accrue::mean<accrue::pairwise<>, half>(std::array<half, 2>{half(60000.0f), half(60000.0f)}) ==
              half(60000.0f));
static_assert(accrue::sum(std::span<float const>()) == 0);
static_assert(accrue::sum(std::array<float, 0>{}) == 0);

// ---- containers

constexpr float in_static_memory[5] = {1, 2, 4, 8, 16};
static_assert(accrue::sum(in_static_memory) == 31);
static_assert(accrue::sum(accrue::strided(in_static_memory, 3, 2)) == 21);
static_assert(accrue::sum(accrue::strided(in_static_memory + 4, 3, -2)) == 21);
static_assert(accrue::sum(accrue::strided(in_static_memory + 1, 1000, 0)) == 2000);

}  // namespace

TEST_CASE("a user's 16-bit type is adopted by one line and reduces as half") {
  reduces_as<user::float16, half>("sum pairwise<none> f16 none", sum);
  reduces_as<user::float16, half>("norm_inf pairwise<none> f16 none", norm_inf);
  reduces_as<user::float16, half>("sum pairwise<none> f16 none", sum, 3);
}
TEST_CASE("CUDA's 16-bit types reduce as half and bfloat16") {
  reduces_as<__half, half>("sum pairwise<none> f16 none", sum);
  reduces_as<__half, half>("dot pairwise<none> f16 none", dot, 3);
  reduces_as<__nv_bfloat16, bfloat16>("sum pairwise<none> bf16 none", sum, 3);
}
TEST_CASE("a user's two bytes are adopted by one line and reduce as bfloat16") {
  reduces_as<user::brain, bfloat16>("sum pairwise<none> bf16 none", sum);
  reduces_as<user::brain, bfloat16>("dot pairwise<none> bf16 none", dot);
}
#if ACCRUE_FLOAT16
TEST_CASE("_Float16 reduces as half") { reduces_as<_Float16, half>("sum pairwise<none> f16 none", sum); }
#endif
#ifdef __BFLT16_MANT_DIG__
TEST_CASE("__bf16 reduces as bfloat16") { reduces_as<__bf16, bfloat16>("sum pairwise<none> bf16 none", sum); }
#endif

TEST_CASE("two bytes are read wherever they are") {
  std::vector<unsigned char> bytes(2 * 3000 + 1);
  auto const w = inputs::data(3000, inputs::bf16, inputs::wide, 1);
  for (std::size_t i = 0; i != w.size(); ++i) std::memcpy(&bytes[2 * i + 1], &w[i], 2);
  std::span const x(reinterpret_cast<user::brain const*>(&bytes[1]), w.size());
  CHECK(word(accrue::sum(x)) == word(accrue::sum(kernel::values_of<bfloat16>(w))));
}

TEST_CASE("constant expressions have the bits of run time"){
    SAME_AT_RUN_TIME("sum pairwise<none> f32 none", float, 333,
                     accrue::sum(x)) SAME_AT_RUN_TIME("sum pairwise<none> f64 none", double, 2100, accrue::sum(x))
        SAME_AT_RUN_TIME("sum pairwise<none> f16 none", half, 200,
                         accrue::sum(x)) SAME_AT_RUN_TIME("sum pairwise<none> bf16 none", bfloat16, 200, accrue::sum(x))
            SAME_AT_RUN_TIME("sum compensated<none> f32 f64", float, 333, accrue::sum<accrue::compensated<>, double>(x))
                SAME_AT_RUN_TIME("sum narrow_pairwise<f16> f16 none", half, 200,
                                 accrue::sum<accrue::narrow<accrue::pairwise<half>>>(x))
                    SAME_AT_RUN_TIME("sum sequential<none> f32 none", float, 333, accrue::sum<accrue::sequential<>>(x))
                        SAME_AT_RUN_TIME("dot compensated<none> f64 none", double, 333,
                                         accrue::dot<accrue::compensated<>>(x, x))
                            SAME_AT_RUN_TIME("sum_of_squares pairwise<none> bf16 none", bfloat16, 200,
                                             accrue::sum_of_squares(x))
                                SAME_AT_RUN_TIME("norm1 pairwise<none> f32 none", float, 333, accrue::norm1(x))
                                    SAME_AT_RUN_TIME("norm2 pairwise<f32> f32 none", float, 333,
                                                     accrue::norm2<accrue::pairwise<float>>(x))
                                        SAME_AT_RUN_TIME("norm2 pairwise<none> f64 f16", double, 333,
                                                         accrue::norm2<accrue::pairwise<>, half>(x))
                                            SAME_AT_RUN_TIME("norm_inf pairwise<none> bf16 none", bfloat16, 200,
                                                             accrue::norm_inf(x))
                                                SAME_AT_RUN_TIME("mean pairwise<none> f64 none", double, 333,
                                                                 accrue::mean(x))
                                                    SAME_AT_RUN_TIME("mean pairwise<none> f16 f16", half, 200,
                                                                     accrue::mean<accrue::pairwise<>, half>(x))}

TEST_CASE("any contiguous range can be reduced, const or not") {
  float c_array[3] = {1, 2, 4};
  std::array<float, 3> array = {1, 2, 4};
  std::array<float const, 3> const of_const = {1, 2, 4};
  std::vector<float> vector = {1, 2, 4};
  std::vector<float> const& const_vector = vector;
  CHECK(accrue::sum(c_array) == 7);
  CHECK(accrue::sum(array) == 7);
  CHECK(accrue::sum(of_const) == 7);
  CHECK(accrue::sum(vector) == 7);
  CHECK(accrue::sum(const_vector) == 7);
  CHECK(accrue::sum(std::span(vector)) == 7);
  CHECK(accrue::sum(std::span<float const, 3>(array)) == 7);
  CHECK(accrue::sum(std::vector<float>{1, 2, 4}) == 7);
  CHECK(accrue::dot(c_array, of_const) == 21);
}

TEST_CASE("strided elements can be const or not, forward, backward and repeated") {
  float const x[6] = {1, 2, 4, 8, 16, 32};
  float y[6] = {1, 2, 4, 8, 16, 32};
  CHECK(accrue::sum(accrue::strided(x, 3, 2)) == 21);
  CHECK(accrue::sum(accrue::strided(y, 3, 2)) == 21);
  CHECK(accrue::sum(accrue::strided<float>(y, 3, 2)) == 21);
  CHECK(accrue::sum(accrue::strided<float const>(x, 3, 2)) == 21);
  CHECK(accrue::sum(accrue::strided(x + 5, 3, -2)) == 42);
  CHECK(accrue::sum(accrue::strided(x + 2, 5, 0)) == 20);
  CHECK(accrue::strided(x, 3, 2).data() == x);
  CHECK(accrue::strided(x, 3, 2).size() == 3);
  CHECK(accrue::strided(x, 3, 2).stride() == 2);
}

TEST_CASE("empty sources have no address and need none") {
  std::vector<float> const none;
  float const* const nowhere = nullptr;
  CHECK(word(accrue::sum(none)) == 0);
  CHECK(word(accrue::sum(std::span<double const>())) == 0);
  CHECK(word(accrue::sum(accrue::strided(nowhere, 0, 5))) == 0);
  CHECK(word(accrue::dot(none, accrue::strided(nowhere, 0, -1))) == 0);
}
