// SPDX-License-Identifier: MIT
// accrue/tree/simd.hpp - packs of lanes. The only file that includes xsimd.
//
// `Arch` is a template argument of every kernel: a scalar, an emulated register of any width, or the
// target's own. All three give the same bits; the tag keeps their symbols apart.
//
//   pack<A, Arch>      one register of the target
//   group<A, N>        N scalars side by side: a register of any width, emulated
//   even_odd<V>        two registers: the even lanes of the tree and the odd ones
//   lower, upper       the halves of a pack, down to scalars: how a fold ends
#pragma once

#include <cstring>
#include <utility>

#include "accrue/numeric/error_free.hpp"
#include "accrue/tree/fused.hpp"
#include "accrue/tree/group.hpp"
#include "accrue/tree/intrinsics.hpp"

#if !defined(ACCRUE_NO_XSIMD) && !defined(__CUDACC__) && __has_include(<xsimd/xsimd.hpp>)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wpedantic"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
// Function-like macros min and max, as a system's header may define, would reach into its members.
#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max
#include <xsimd/xsimd.hpp>
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma GCC diagnostic pop
#if !defined(XSIMD_NO_SUPPORTED_ARCHITECTURE)
#define ACCRUE_HAS_XSIMD 1
#endif
#endif

namespace accrue {

namespace arch {
struct scalar {};
template <std::size_t Bytes>
struct emulated {};
#ifdef ACCRUE_HAS_XSIMD
using native = xsimd::default_arch;
#else
using native = scalar;
#endif
}  // namespace arch

#ifdef ACCRUE_HAS_XSIMD
// ---- the target's registers

/// It keeps the bare register: a batch inherits an empty class, which changes how some ABIs pass it.
template <class A, class Arch>
struct pack {
  using element = A;
  using batch = xsimd::batch<A, Arch>;
  using register_type = typename batch::register_type;
  static constexpr std::size_t count = batch::size;
  typedef A elements __attribute__((vector_size(sizeof(batch))));
  register_type r;

  pack() = default;
  ACCRUE_INLINE explicit pack(register_type x) noexcept : r(x) {}
  ACCRUE_INLINE explicit pack(batch x) noexcept : r(x.data) {}
  ACCRUE_INLINE static pack all(A x) noexcept { return pack{batch(x)}; }
  ACCRUE_INLINE batch v() const noexcept { return batch(r); }
  ACCRUE_INLINE elements lanes() const noexcept { return std::bit_cast<elements>(r); }

  ACCRUE_INLINE friend pack operator+(pack a, pack b) noexcept { return pack{a.v() + b.v()}; }
  ACCRUE_INLINE friend pack operator-(pack a, pack b) noexcept { return pack{a.v() - b.v()}; }
  ACCRUE_INLINE friend pack operator*(pack a, pack b) noexcept { return pack{a.v() * b.v()}; }
  ACCRUE_INLINE friend pack operator&(pack a, pack b) noexcept { return pack{a.v() & b.v()}; }
  ACCRUE_INLINE friend pack operator|(pack a, pack b) noexcept { return pack{a.v() | b.v()}; }
  ACCRUE_INLINE friend pack operator^(pack a, pack b) noexcept { return pack{a.v() ^ b.v()}; }
  ACCRUE_INLINE friend pack keep(pack a) noexcept {
    if constexpr (std::is_floating_point_v<A>) asm("" : ACCRUE_REGISTER(a.r));
    return a;
  }
  // Comparisons by the compiler's own vectors: xsimd 8.1's do not compile at -O0 for AVX-512.
  /// Of integers: floats are compared by their bits.
  ACCRUE_INLINE friend pack larger(pack a, pack b) noexcept {
    elements const x = a.lanes(), y = b.lanes();
    return pack{std::bit_cast<register_type>(x > y ? x : y)};
  }
  ACCRUE_INLINE friend pack greater(pack a, pack b) noexcept {
    return pack{std::bit_cast<register_type>(a.lanes() > b.lanes())};
  }
  ACCRUE_INLINE friend pack added(pack a, pack b) noexcept { return pack{a.v() + b.v()}; }
  ACCRUE_INLINE friend pack subtracted(pack a, pack b) noexcept { return pack{a.v() - b.v()}; }
  template <int K>
  ACCRUE_INLINE pack left_by() const noexcept {
    return pack{std::bit_cast<register_type>(lanes() << K)};
  }
  template <int K>
  ACCRUE_INLINE pack right_by() const noexcept {
    typedef std::make_unsigned_t<A> naturals __attribute__((vector_size(sizeof(batch))));
    return pack{std::bit_cast<register_type>(std::bit_cast<naturals>(r) >> K)};
  }
  ACCRUE_INLINE friend pack blend(std::size_t k, pack a, pack b) noexcept {
    using words = pack<word_of<A>, Arch>;
    return pack{std::bit_cast<register_type>(
        words::all(static_cast<word_of<A>>(k)).lanes() > words::index().lanes() ? a.lanes() : b.lanes())};
  }
#ifdef __AVX512F__
  ACCRUE_INLINE friend pack quiet_sum(pack a, pack b) noexcept
    requires(sizeof(register_type) == 64)
  {
    return pack{add_quietly(a.r, b.r)};
  }
#endif
#ifdef __FMA__
  // By the pipes that multiply. The compiler must not see the 1, or it would undo this.
  ACCRUE_INLINE friend pack other_sum(pack a, pack b) noexcept {
    return keep(pack{multiply_add(a.r, keep(all(A{1})).r, b.r)});
  }
  ACCRUE_INLINE friend pack other_difference(pack a, pack b) noexcept {
    return keep(pack{multiply_subtract(a.r, keep(all(A{1})).r, b.r)});
  }
#endif
  ACCRUE_INLINE friend with_error<pack> two_product(pack a, pack b) noexcept {
    pack const p = keep(a * b);
#if ACCRUE_FMA
    return {p, keep(pack{multiply_subtract(a.r, b.r, p.r)})};
#else
    return {p, errors(a, b, p)};
#endif
  }
  ACCRUE_INLINE friend auto lower(pack a) noexcept { return part<0>(a); }
  ACCRUE_INLINE friend auto upper(pack a) noexcept { return part<count / 2>(a); }
  template <class To>
  ACCRUE_INLINE pack<To, Arch> bits_as() const noexcept {
    return pack<To, Arch>{std::bit_cast<typename pack<To, Arch>::register_type>(r)};
  }
  /// 0, 1, 2, .. (Not batch's constructor from a list: g++ leaves calls of it in hot code.)
  ACCRUE_INLINE static pack index() noexcept {
    return [&]<std::size_t... I>(std::index_sequence<I...>) ACCRUE_INLINE_LAMBDA {
      return pack{std::bit_cast<register_type>(elements{static_cast<A>(I)...})};
    }(std::make_index_sequence<count>{});
  }

 private:
  /// Lane by lane: targets without a fused multiply-add pay for Dekker's product and its range test.
  ACCRUE_OUTLINE static pack errors(pack a, pack b, pack p) noexcept {
    A x[count], y[count], z[count];
    std::memcpy(x, &a.r, sizeof x);
    std::memcpy(y, &b.r, sizeof y);
    std::memcpy(z, &p.r, sizeof z);
    for (std::size_t l = 0; l != count; ++l) x[l] = detail::product_error(x[l], y[l], z[l]);
    std::memcpy(&a.r, x, sizeof x);
    return a;
  }
  /// Half of the lanes: a register as wide as that, or scalars.
  template <std::size_t From>
  ACCRUE_INLINE static auto part(pack a) noexcept {
    elements const e = a.lanes();
    return [&]<std::size_t... I>(std::index_sequence<I...>) ACCRUE_INLINE_LAMBDA {
      if constexpr (count == 2) {
        return e[From];
      } else if constexpr (sizeof(register_type) == 16) {
        return group<A, count / 2>{{e[From + I]...}};
      } else {
        using narrower = xsimd::make_sized_batch_t<A, count / 2>;
#if __has_builtin(__builtin_shufflevector)
        auto const some = __builtin_shufflevector(e, e, (From + I)...);
#else
        typename pack<A, typename narrower::arch_type>::elements const some{e[From + I]...};
#endif
        return pack<A, typename narrower::arch_type>{std::bit_cast<typename narrower::register_type>(some)};
      }
    }(std::make_index_sequence<count / 2>{});
  }
};
#endif

template <class To, scalar V>
ACCRUE_INLINE constexpr To recast(V v) noexcept {
  return std::bit_cast<To>(v);
}
template <int K, packed W>
ACCRUE_INLINE constexpr W shifted_left(W a) noexcept {
  return a.template left_by<K>();
}
template <int K, packed W>
ACCRUE_INLINE constexpr W shifted_right(W a) noexcept {
  return a.template right_by<K>();
}

// ---- even and odd lanes apart

/// 2 * V::count neighbouring lanes of the tree: lane 2 j is lane j of `even`, lane 2 j + 1 of `odd`.
/// 16-bit elements in 32-bit words come apart by a shift and a mask; since the lowest lane bit folds
/// last, they need not be shuffled back.
template <class V>
struct even_odd {
  using element = element_of<V>;
  static constexpr std::size_t count = 2 * lane_count<V>;
  V even, odd;

  ACCRUE_INLINE static constexpr even_odd all(element x) noexcept { return {broadcast<V>(x), broadcast<V>(x)}; }
  ACCRUE_INLINE friend constexpr even_odd operator+(even_odd a, even_odd b) noexcept {
    return {a.even + b.even, a.odd + b.odd};
  }
  ACCRUE_INLINE friend constexpr even_odd operator-(even_odd a, even_odd b) noexcept {
    return {a.even - b.even, a.odd - b.odd};
  }
  ACCRUE_INLINE friend constexpr even_odd operator*(even_odd a, even_odd b) noexcept {
    return {a.even * b.even, a.odd * b.odd};
  }
  ACCRUE_INLINE friend constexpr even_odd operator&(even_odd a, even_odd b) noexcept {
    return {a.even & b.even, a.odd & b.odd};
  }
  ACCRUE_INLINE friend constexpr even_odd keep(even_odd a) noexcept { return {keep(a.even), keep(a.odd)}; }
  ACCRUE_INLINE friend constexpr even_odd larger(even_odd a, even_odd b) noexcept {
    return {larger(a.even, b.even), larger(a.odd, b.odd)};
  }
  ACCRUE_INLINE friend constexpr even_odd operator|(even_odd a, even_odd b) noexcept {
    return {a.even | b.even, a.odd | b.odd};
  }
  ACCRUE_INLINE friend constexpr even_odd operator^(even_odd a, even_odd b) noexcept {
    return {a.even ^ b.even, a.odd ^ b.odd};
  }
  ACCRUE_INLINE friend constexpr even_odd greater(even_odd a, even_odd b) noexcept {
    return {greater(a.even, b.even), greater(a.odd, b.odd)};
  }
  ACCRUE_INLINE friend constexpr even_odd added(even_odd a, even_odd b) noexcept {
    return {added(a.even, b.even), added(a.odd, b.odd)};
  }
  ACCRUE_INLINE friend constexpr even_odd subtracted(even_odd a, even_odd b) noexcept {
    return {subtracted(a.even, b.even), subtracted(a.odd, b.odd)};
  }
  template <int K>
  ACCRUE_INLINE constexpr even_odd left_by() const noexcept {
    return {shifted_left<K>(even), shifted_left<K>(odd)};
  }
  template <int K>
  ACCRUE_INLINE constexpr even_odd right_by() const noexcept {
    return {shifted_right<K>(even), shifted_right<K>(odd)};
  }
  ACCRUE_INLINE friend constexpr even_odd blend(std::size_t k, even_odd a, even_odd b) noexcept {
    return {blend((k + 1) / 2, a.even, b.even), blend(k / 2, a.odd, b.odd)};
  }
  ACCRUE_INLINE friend constexpr even_odd other_sum(even_odd a, even_odd b) noexcept {
    return {other_sum(a.even, b.even), other_sum(a.odd, b.odd)};
  }
  ACCRUE_INLINE friend constexpr even_odd other_difference(even_odd a, even_odd b) noexcept {
    return {other_difference(a.even, b.even), other_difference(a.odd, b.odd)};
  }
  ACCRUE_INLINE friend constexpr with_error<even_odd> two_product(even_odd a, even_odd b) noexcept {
    auto const e = two_product(a.even, b.even), o = two_product(a.odd, b.odd);
    return {{e.value, o.value}, {e.error, o.error}};
  }
  ACCRUE_INLINE friend constexpr auto lower(even_odd a) noexcept {
    if constexpr (packed<V>)
      return even_odd<decltype(lower(a.even))>{lower(a.even), lower(a.odd)};
    else
      return a.even;
  }
  ACCRUE_INLINE friend constexpr auto upper(even_odd a) noexcept {
    if constexpr (packed<V>)
      return even_odd<decltype(upper(a.even))>{upper(a.even), upper(a.odd)};
    else
      return a.odd;
  }
  template <class To>
  ACCRUE_INLINE constexpr auto bits_as() const noexcept {
    return even_odd<decltype(recast<To>(even))>{recast<To>(even), recast<To>(odd)};
  }
};

// ---- the rest of numeric/lanes.hpp, for packs

/// f of every lane. How integers come out of a kernel; their order does not matter.
template <class V, class F>
ACCRUE_INLINE constexpr void for_each_lane(V const& v, F f) noexcept {
  if constexpr (!packed<V>) {
    f(v);
  } else if constexpr (requires { v.odd; }) {
    for_each_lane(v.even, f);
    for_each_lane(v.odd, f);
  } else if constexpr (requires { v.r; }) {
    element_of<V> lane[lane_count<V>];
    std::memcpy(lane, &v.r, sizeof lane);
    for (auto x : lane) f(x);
  } else {
    for (auto x : v.v) f(x);
  }
}
template <class To, packed V>
ACCRUE_INLINE constexpr auto recast(V v) noexcept {
  return v.template bits_as<To>();
}
/// By its full name too: terms may be written outside this namespace.
template <packed V>
ACCRUE_INLINE constexpr V keep(V v) noexcept {
  return keep(v);  // the pack's own, which is no template
}
template <packed V>
ACCRUE_INLINE constexpr with_error<V> two_product(V a, V b) noexcept {
  return two_product(a, b);
}
template <packed V>
ACCRUE_INLINE constexpr auto bits(V v) noexcept {
  return recast<word_of<element_of<V>>>(v);
}
template <packed V, packed W>
ACCRUE_INLINE constexpr V from_bits(W w) noexcept {
  return recast<element_of<V>>(w);
}

}  // namespace accrue
