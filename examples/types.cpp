// SPDX-License-Identifier: MIT
// examples/types.cpp - what docs/reference/types.md says, checked by the compiler.
#include <accrue/accrue.hpp>

#include <array>
#include <limits>

// [small floats]
using accrue::half, accrue::bfloat16;
static_assert(float(half(0.1f)) == 0.0999755859375f);                    // the nearest of 11 digits
static_assert(half(2048.0f) + half(1.0f) == half(2048.0f));              // a tie, to even
static_assert(half(65520.0f) == std::numeric_limits<half>::infinity());  // half a step above the largest
static_assert(half::from_bits(0x3c00) == half(1.0f) && bfloat16(1.0f).bits == 0x3f80);
static_assert(double(half::from_bits(1)) == 0x1p-24 && double(bfloat16::from_bits(1)) == 0x1p-133);
// [small floats]

static_assert(double(std::numeric_limits<half>::max()) == 65504 && std::numeric_limits<bfloat16>::digits == 8);
static_assert(double(std::numeric_limits<half>::min()) == 0x1p-14 &&
              double(std::numeric_limits<bfloat16>::min()) == 0x1p-126);

// The widening table.
template <class T, int Degree, class A>
constexpr bool widens = std::is_same_v<accrue::widened_t<T, Degree>, A>;
static_assert(widens<half, 1, float> && widens<bfloat16, 1, float> && widens<float, 1, float> &&
              widens<double, 1, double>);
static_assert(widens<half, 2, float> && widens<bfloat16, 2, float> && widens<float, 2, double> &&
              widens<double, 2, double>);
static_assert(widens<int, 1, double> && widens<std::uint8_t, 2, double>);
static_assert(accrue::storable<int> && accrue::storable<bool> && !accrue::storable<long double> &&
              !accrue::storable<wchar_t>);

// [integers]
constexpr std::array<std::int8_t, 3> small{-128, -128, 100};
static_assert(accrue::sum(small) == -156 && accrue::abs_sum(small) == 356 && accrue::mean(small) == -52);
static_assert(std::is_same_v<decltype(accrue::sum(small)), std::int64_t>);
static_assert(accrue::norm_inf(small) == 128u && accrue::dot(small, small) == 42768);
static_assert(accrue::sum(std::array{true, true, false}) == 2u);
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
static_assert(accrue::mean(std::array{most, most}) == 0x1p63);  // though no 64 bits hold the sum
static_assert(accrue::sum<accrue::saturating<accrue::exact>>(std::array{most, most}) == most);
static_assert(accrue::sum<accrue::wrapping<accrue::exact>, std::int8_t>(std::array{100, 100}) == -56);
static_assert(accrue::sum<accrue::exact, float>(std::array{16777217, 16777217}) == 33554434.0f);
// [integers]

static_assert(accrue::exact_products<half, float> && accrue::exact_products<float, double> &&
              !accrue::exact_products<bfloat16, float>);

int main() {}
