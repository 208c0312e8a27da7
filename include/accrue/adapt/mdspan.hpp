// SPDX-License-Identifier: MIT
// accrue/adapt/mdspan.hpp - mdspans as tensors: std::mdspan, Kokkos::mdspan, cuda::std::mdspan, by what they offer.
//
//   std::mdspan m(p, rows, columns);
//   accrue::sum(m)                        all elements, in C order of their indices, whatever the layout
//   accrue::sum(m, accrue::axis(0))
//
// No mdspan is included. Its elements must be where its strides say: accessors that compute them are no pointers.
#pragma once

#include "accrue/tensor.hpp"

namespace accrue {

namespace detail {
template <class X>
concept strided_mdspan = requires(X const& x, typename X::rank_type a) {
  typename X::element_type;
  { X::rank() } -> std::convertible_to<std::size_t>;
  { x.extent(a) } -> std::convertible_to<std::size_t>;
  { x.stride(a) } -> std::convertible_to<std::ptrdiff_t>;
  { x.data_handle() } -> std::convertible_to<typename X::element_type const*>;
};

template <strided_mdspan X>
struct as_tensor<X> {
  static constexpr tensor<std::remove_cv_t<typename X::element_type>> of(X const& x) {
    static_assert(X::rank() <= most_axes, "accrue[axis]: this mdspan has more than 8 axes. Join some of them.");
    per_axis extents, strides;
    for (std::size_t a = 0; a != X::rank(); ++a) {
      auto const i = static_cast<typename X::rank_type>(a);
      extents.push_back(static_cast<std::ptrdiff_t>(x.extent(i)));
      strides.push_back(static_cast<std::ptrdiff_t>(x.stride(i)));
    }
    return {x.data_handle(), extents, strides};
  }
};
}  // namespace detail

}  // namespace accrue
