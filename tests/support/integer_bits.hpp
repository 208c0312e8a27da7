// SPDX-License-Identifier: MIT
// tests/support/integer_bits.hpp - what the digest must print of integers.
//
// Included by reference.hpp, behind what it needs. An integer's format has as many "digits" as its patterns are drawn
// with.
#pragma once

#include "support/integer_reference.hpp"

namespace reference {

inline constexpr format i8{"i8", 8, 4, 0}, u8{"u8", 8, 4, 0}, i32{"i32", 32, 24, 0}, i64{"i64", 64, 53, 0},
    u64{"u64", 64, 53, 0};
inline bool is_integer(format const& f) { return f.name[0] == 'i' || f.name[0] == 'u'; }

std::uint64_t bits(question const& q, std::vector<std::uint64_t> const& x, std::vector<std::uint64_t> const& y = {},
                   std::vector<bool> const& mask = {});

namespace integers {

using integer_reference::whole;

template <class T>
std::vector<T> values(std::vector<std::uint64_t> const& words) {
  std::vector<T> x;
  for (std::uint64_t w : words) x.push_back(static_cast<T>(w));
  return x;
}
template <class R>
std::uint64_t settled(question const& q, whole const& v) {
  return static_cast<std::uint64_t>(q.method == "saturating_exact" ? v.saturated<R>() : v.wrapped<R>());
}
/// a / b, or its root, as the result's pattern; a double unless it is named.
inline std::uint64_t rounded(question const& q, whole const& a, whole const& b, bool root) {
  if (q.result == &f32) return encode(f32, static_cast<double>(integer_reference::quotient<float>(a, b, root)));
  return encode(f64, integer_reference::quotient<double>(a, b, root));
}
template <class T>
std::uint64_t of_values(question const& q, std::vector<T> const& x, std::vector<T> const& y) {
  using R = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  if (q.accumulator != nullptr || (q.reduction == "norm2" && q.method != "exact")) {
    // A tree of doubles, each element rounded once.
    std::vector<std::uint64_t> a, b;
    for (T v : x) a.push_back(encode(f64, integer_reference::quotient<double>(whole(v), whole(1))));
    for (T v : y) b.push_back(encode(f64, integer_reference::quotient<double>(whole(v), whole(1))));
    return reference::bits({q.reduction, q.method, &f64, &f64, q.result}, a, b);
  }
  integer_reference::sums const s(x);
  if (q.reduction == "mean") return x.empty() ? encode(f64, std::nan("")) : rounded(q, s.sum, s.count, false);
  if (q.reduction == "norm2") return rounded(q, s.squares, whole(1), true);
  if (q.reduction == "norm_inf") return settled<std::uint64_t>(q, s.largest);
  if (q.reduction == "dot") return settled<R>(q, integer_reference::dot(x, y));
  if (q.reduction == "product") return settled<R>(q, integer_reference::product(x));
  return settled<R>(q, q.reduction == "sum" ? s.sum : q.reduction == "sum_of_squares" ? s.squares : s.magnitudes);
}
inline std::uint64_t bits(question const& q, std::vector<std::uint64_t> const& x, std::vector<std::uint64_t> const& y) {
  std::string const s = q.storage->name;
  if (s == "i8") return of_values(q, values<std::int8_t>(x), values<std::int8_t>(y));
  if (s == "u8") return of_values(q, values<std::uint8_t>(x), values<std::uint8_t>(y));
  if (s == "i32") return of_values(q, values<std::int32_t>(x), values<std::int32_t>(y));
  if (s == "i64") return of_values(q, values<std::int64_t>(x), values<std::int64_t>(y));
  return of_values(q, values<std::uint64_t>(x), values<std::uint64_t>(y));
}

}  // namespace integers

}  // namespace reference
