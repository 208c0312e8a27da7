// SPDX-License-Identifier: MIT
// accrue/adapt/eigen.hpp - Eigen's dense objects as tensors of two axes, and its 16-bit types.
//
//   Eigen::MatrixXf m(rows, columns);
//   accrue::norm2(m.col(3))               Matrix, Array, Map, Block, Ref: what lies in memory
//   accrue::sum(m, accrue::axis(0))       each column, whichever way the matrix is stored
//
// Expressions that compute their elements are no sources: evaluate them first. Vectors have one axis.
#pragma once

#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif

#include "accrue/tensor.hpp"

namespace accrue {

template <>
struct storage<Eigen::half> {
  using type = half;
};
template <>
struct storage<Eigen::bfloat16> {
  using type = bfloat16;
};

namespace detail {
template <class X>
concept eigen_object = std::is_base_of_v<Eigen::DenseBase<X>, X> &&
                       (static_cast<unsigned>(Eigen::internal::traits<X>::Flags) & Eigen::DirectAccessBit) != 0;

template <eigen_object X>
struct as_tensor<X> {
  static auto of(X const& x) {
    using F = typename X::Scalar;
    if constexpr (X::IsVectorAtCompileTime) {
      return tensor<F>(x.data(), {x.size()}, {x.innerStride()});
    } else {
      auto const row = X::IsRowMajor ? x.outerStride() : x.innerStride(),
                 column = X::IsRowMajor ? x.innerStride() : x.outerStride();
      return tensor<F>(x.data(), {x.rows(), x.cols()}, {row, column});
    }
  }
};
}  // namespace detail

}  // namespace accrue
