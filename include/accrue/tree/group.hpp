// SPDX-License-Identifier: MIT
// accrue/tree/group.hpp - N scalars side by side: a register of any width, emulated by loops.
#pragma once

#include "accrue/numeric/error_free.hpp"

namespace accrue {

template <class A, std::size_t N>
struct group {
  using element = A;
  static constexpr std::size_t count = N;
  A v[N];

  template <class F>
  ACCRUE_INLINE static constexpr group of(F f) noexcept {
    group r{};
    for (std::size_t i = 0; i != N; ++i) r.v[i] = f(i);
    return r;
  }
  static constexpr group all(A x) noexcept {
    return of([x](std::size_t) { return x; });
  }
  friend constexpr group operator+(group const& a, group const& b) noexcept {
    return of([&](std::size_t i) { return a.v[i] + b.v[i]; });
  }
  friend constexpr group operator-(group const& a, group const& b) noexcept {
    return of([&](std::size_t i) { return a.v[i] - b.v[i]; });
  }
  friend constexpr group operator*(group const& a, group const& b) noexcept {
    return of([&](std::size_t i) { return a.v[i] * b.v[i]; });
  }
  friend constexpr group operator&(group const& a, group const& b) noexcept {
    return of([&](std::size_t i) { return static_cast<A>(a.v[i] & b.v[i]); });
  }
  friend constexpr group operator|(group const& a, group const& b) noexcept {
    return of([&](std::size_t i) { return static_cast<A>(a.v[i] | b.v[i]); });
  }
  friend constexpr group operator^(group const& a, group const& b) noexcept {
    return of([&](std::size_t i) { return static_cast<A>(a.v[i] ^ b.v[i]); });
  }
  friend constexpr group keep(group const& a) noexcept {
    return of([&](std::size_t i) { return accrue::keep(a.v[i]); });
  }
  friend constexpr group larger(group const& a, group const& b) noexcept {
    return of([&](std::size_t i) { return accrue::larger(a.v[i], b.v[i]); });
  }
  friend constexpr group greater(group const& a, group const& b) noexcept {
    return of([&](std::size_t i) { return accrue::greater(a.v[i], b.v[i]); });
  }
  friend constexpr group added(group const& a, group const& b) noexcept {
    return of([&](std::size_t i) { return accrue::added(a.v[i], b.v[i]); });
  }
  friend constexpr group subtracted(group const& a, group const& b) noexcept {
    return of([&](std::size_t i) { return accrue::subtracted(a.v[i], b.v[i]); });
  }
  template <int K>
  constexpr group left_by() const noexcept {
    return of([&](std::size_t i) { return accrue::shifted_left<K>(v[i]); });
  }
  template <int K>
  constexpr group right_by() const noexcept {
    return of([&](std::size_t i) { return accrue::shifted_right<K>(v[i]); });
  }
  friend constexpr group blend(std::size_t k, group const& a, group const& b) noexcept {
    return of([&](std::size_t i) { return i < k ? a.v[i] : b.v[i]; });
  }
  friend constexpr auto lower(group const& a) noexcept { return part<0>(a); }
  friend constexpr auto upper(group const& a) noexcept { return part<N / 2>(a); }
  friend constexpr with_error<group> two_product(group const& a, group const& b) noexcept {
    with_error<group> r{};
    for (std::size_t i = 0; i != N; ++i) {
      auto const p = accrue::two_product(a.v[i], b.v[i]);
      r.value.v[i] = p.value;
      r.error.v[i] = p.error;
    }
    return r;
  }
  template <class To>
  constexpr group<To, N> bits_as() const noexcept {
    return group<To, N>::of([&](std::size_t i) { return std::bit_cast<To>(v[i]); });
  }

 private:
  template <std::size_t From>
  static constexpr auto part(group const& a) noexcept {
    if constexpr (N == 2)
      return a.v[From];
    else
      return group<A, N / 2>::of([&](std::size_t i) { return a.v[From + i]; });
  }
};

}  // namespace accrue
