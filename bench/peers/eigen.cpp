// SPDX-License-Identifier: MIT
// bench/peers/eigen.cpp - Eigen: vectors of its four types, and 16-bit ones cast to float.
#include <Eigen/Core>

#include "peers/peer.hpp"

namespace bench {
template <>
inline constexpr storage stored_as<Eigen::half> = storage::half;
template <>
inline constexpr storage stored_as<Eigen::bfloat16> = storage::bfloat16;

namespace {

using std::size_t;

template <class T>
auto vector(T const* x, size_t n) {
  using column = Eigen::Matrix<T, Eigen::Dynamic, 1> const;
  return Eigen::Map<column, Eigen::AlignedMax>(x, static_cast<Eigen::Index>(n));
}

/// In T, as somebody writes it who does not think about it.
template <class T>
void add_calls(std::vector<row>& to) {
  using enum quantity;
  to.push_back(call_of<T>(sum, "sum()", [](T const* x, size_t n) { return vector(x, n).sum(); }));
  to.push_back(call_of<T>(mean, "mean()", [](T const* x, size_t n) { return vector(x, n).mean(); }));
  to.push_back(call_of<T>(norm2, "norm()", [](T const* x, size_t n) { return vector(x, n).norm(); }));
  to.push_back(call_of<T>(norm2, "stableNorm()", [](T const* x, size_t n) { return vector(x, n).stableNorm(); }));
  to.push_back(
      call_of<T>(sum_of_squares, "squaredNorm()", [](T const* x, size_t n) { return vector(x, n).squaredNorm(); }));
  to.push_back(
      call_of<T>(norm1, "lpNorm<1>()", [](T const* x, size_t n) { return vector(x, n).template lpNorm<1>(); }));
  to.push_back(call_of<T>(norm_inf, "lpNorm<Infinity>()",
                          [](T const* x, size_t n) { return vector(x, n).template lpNorm<Eigen::Infinity>(); }));
  to.push_back(call_of<T>(max, "maxCoeff()", [](T const* x, size_t n) { return vector(x, n).maxCoeff(); }));
  to.push_back(
      call_of_two<T>(dot, "dot()", [](T const* x, T const* y, size_t n) { return vector(x, n).dot(vector(y, n)); }));
}

/// The same after a cast to A: float for 16-bit types, double for float.
template <class T, class A>
struct cast {
  static auto of(T const* x, size_t n) { return vector(x, n).template cast<A>(); }
  static void add_calls(std::vector<row>& to) {
    using enum quantity;
    constexpr bool to_float = std::is_same_v<A, float>;
    auto const name = [](char const* in_float, char const* in_double) { return to_float ? in_float : in_double; };
    to.push_back(call_of<T>(sum, name("cast<float>().sum()", "cast<double>().sum()"),
                            [](T const* x, size_t n) { return of(x, n).sum(); }));
    to.push_back(call_of<T>(mean, name("cast<float>().mean()", "cast<double>().mean()"),
                            [](T const* x, size_t n) { return of(x, n).mean(); }));
    to.push_back(call_of<T>(norm2, name("cast<float>().norm()", "cast<double>().norm()"),
                            [](T const* x, size_t n) { return of(x, n).norm(); }));
    to.push_back(call_of<T>(sum_of_squares, name("cast<float>().squaredNorm()", "cast<double>().squaredNorm()"),
                            [](T const* x, size_t n) { return of(x, n).squaredNorm(); }));
    to.push_back(call_of_two<T>(dot, name("cast<float>().dot()", "cast<double>().dot()"),
                                [](T const* x, T const* y, size_t n) { return of(x, n).dot(of(y, n)); }));
  }
};

/// Eigen has no variance; this is how its users write one.
template <class T, class A>
row two_passes() {
  return call_of<T>(quantity::variance, "(x - mean).square().mean()", [](T const* x, size_t n) {
    auto const v = vector(x, n).template cast<A>().array();
    return (v - v.mean()).square().mean();
  });
}

std::vector<row> rows() {
  std::vector<row> all;
  add_calls<Eigen::half>(all);
  add_calls<Eigen::bfloat16>(all);
  add_calls<float>(all);
  add_calls<double>(all);
  cast<Eigen::half, float>::add_calls(all);
  cast<Eigen::bfloat16, float>::add_calls(all);
  cast<float, double>::add_calls(all);
  all.push_back(two_passes<Eigen::half, float>());
  all.push_back(two_passes<Eigen::bfloat16, float>());
  all.push_back(two_passes<float, float>());
  all.push_back(two_passes<double, double>());
  return all;
}

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
add_peer const added({"Eigen", TEXT(EIGEN_WORLD_VERSION) "." TEXT(EIGEN_MAJOR_VERSION) "." TEXT(EIGEN_MINOR_VERSION),
                      rows()});

}  // namespace
}  // namespace bench
