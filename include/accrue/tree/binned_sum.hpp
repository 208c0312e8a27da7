// SPDX-License-Identifier: MIT
// accrue/tree/binned_sum.hpp - an exact sum as it leaves a kernel: a few integers, a fixed distance apart.
#pragma once

#include "accrue/numeric/long_number.hpp"

namespace accrue::tree {

/// The sum of total[k] * 2^exponent(k): K integers, `Step` digits apart, the highest first.
template <std::size_t K, int Step>
struct binned_sum {
  int lowest;
  std::int64_t total[K];

  constexpr int exponent(std::size_t k) const noexcept { return lowest + static_cast<int>(K - 1 - k) * Step; }

  /// All of it, as one number.
  constexpr accrue::detail::long_number number() const noexcept
    requires(static_cast<int>(K - 1) * Step <= 128)
  {
    // Two's complement in 192 digits, the lowest word first.
    std::uint64_t w[3]{};
    ACCRUE_UNROLLED
    for (std::size_t k = 0; k != K; ++k) {
      std::size_t const at = (K - 1 - k) * Step, up = at % 64;
      auto const m = static_cast<std::uint64_t>(total[k]), sign = total[k] < 0 ? ~std::uint64_t{0} : 0;
      std::uint64_t const part[4]{m << up, up == 0 ? sign : sign << up | m >> (64 - up), sign, sign};
      std::uint64_t carry = 0;
      ACCRUE_UNROLLED
      for (std::size_t i = at / 64; i != 3; ++i) {
        std::uint64_t const s = w[i] + part[i - at / 64];
        std::uint64_t const out = s < w[i] ? 1 : 0;
        w[i] = s + carry;
        carry = out + (w[i] < s ? 1 : 0);
      }
    }
    bool const negative = w[2] >> 63 != 0;
    if (negative) {
      w[0] = 0 - w[0];
      w[1] = ~w[1] + (w[0] == 0 ? 1 : 0);
      w[2] = ~w[2] + (w[0] == 0 && w[1] == 0 ? 1 : 0);
    }
    return leading(negative, w[2], w[1], w[0]);
  }

 private:
  constexpr accrue::detail::long_number leading(bool negative, std::uint64_t a, std::uint64_t b,
                                                std::uint64_t c) const noexcept {
    int exponent_of_b = lowest + 64;
    for (int i = 0; i != 2 && a == 0; ++i) {
      a = b;
      b = c;
      c = 0;
      exponent_of_b -= 64;
    }
    if (a == 0) return {};
    int const up = std::countl_zero(a);
    if (up != 0) {
      a = a << up | b >> (64 - up);
      b = b << up | c >> (64 - up);
      c <<= up;
    }
    return {negative, c != 0, a, b, exponent_of_b - up};
  }
};

}  // namespace accrue::tree
