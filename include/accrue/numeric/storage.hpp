// SPDX-License-Identifier: MIT
// accrue/numeric/storage.hpp - which element types can be stored, and how foreign ones are adopted.
#pragma once

#include "accrue/numeric/integer.hpp"
#include "accrue/numeric/small_float.hpp"

// CUDA's names for its 16-bit types.
struct __half;
struct __nv_bfloat16;

namespace accrue {

/// `storage<F>::type` is the accrue type whose bits F holds. Specialise it to adopt your own type:
///
///     template <> struct accrue::storage<my::float16> { using type = accrue::half; };
///
/// F must be trivially copyable and of that type's size. Views keep pointers to F and read its bits
/// element by element, so nothing is aliased; no arithmetic is ever done in F.
template <class F>
struct storage {};
template <floating F>
struct storage<F> {
  using type = F;
};
/// Integers by their width and sign, whatever they are called; a bool is the number 0 or 1.
template <integer F>
struct storage<F> : detail::fixed_integer<sizeof(F), std::is_signed_v<F>> {};
template <>
struct storage<bool> {
  using type = std::uint8_t;
};
#if ACCRUE_FLOAT16
template <>
struct storage<_Float16> {
  using type = half;
};
#endif
#ifdef __BFLT16_MANT_DIG__
template <>
struct storage<__bf16> {
  using type = bfloat16;
};
#endif

template <>
struct storage<::__half> {
  using type = half;
};
template <>
struct storage<::__nv_bfloat16> {
  using type = bfloat16;
};

template <class F>
using storage_t = typename storage<F>::type;
template <class F>
concept storable =
    requires { typename storage<F>::type; } && sizeof(F) == sizeof(storage_t<F>) && std::is_trivially_copyable_v<F>;

}  // namespace accrue
