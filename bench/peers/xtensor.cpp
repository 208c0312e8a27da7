// SPDX-License-Identifier: MIT
// bench/peers/xtensor.cpp - xtensor with xsimd: expressions over adapted memory, reduced at once.
#include <array>
#include <cmath>
#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xtensor_config.hpp>

#include "peers/peer.hpp"

namespace bench {
namespace {

using std::size_t;

template <class T>
auto tensor(T const* x, size_t n) {
  return xt::adapt(x, n, xt::no_ownership(), std::array<size_t, 1>{n});
}
/// call(tensor) of n elements at x. A temporary tensor would be gone before xtensor reads it.
template <class T, class F>
row tensor_call(quantity what, char const* name, F) {
  return call_of<T>(what, name, [](T const* x, size_t n) {
    auto const v = tensor(x, n);
    return F{}(v);
  });
}
constexpr auto at_once = xt::evaluation_strategy::immediate;

template <class T>
void add_calls(std::vector<row>& to) {
  using enum quantity;
  to.push_back(tensor_call<T>(sum, "sum", [](auto const& v) { return xt::sum(v, at_once)(); }));
  to.push_back(tensor_call<T>(mean, "mean", [](auto const& v) { return xt::mean(v, at_once)(); }));
  to.push_back(tensor_call<T>(variance, "variance", [](auto const& v) { return xt::variance(v, at_once)(); }));
  // The immediate norm_l1, norm_l2 and norm_linf of 0.24.3 crash where g++ 12 compiles them for AVX-512.
  to.push_back(tensor_call<T>(norm1, "sum(abs(x))", [](auto const& v) { return xt::sum(xt::abs(v), at_once)(); }));
  to.push_back(tensor_call<T>(sum_of_squares, "sum(x * x)", [](auto const& v) { return xt::sum(v * v, at_once)(); }));
  to.push_back(
      tensor_call<T>(norm2, "sqrt(sum(x * x))", [](auto const& v) { return std::sqrt(xt::sum(v * v, at_once)()); }));
  to.push_back(tensor_call<T>(norm_inf, "amax(abs(x))", [](auto const& v) { return xt::amax(xt::abs(v), at_once)(); }));
  to.push_back(call_of_two<T>(dot, "sum(x * y)", [](T const* x, T const* y, size_t n) {
    auto const v = tensor(x, n), w = tensor(y, n);
    return xt::sum(v * w, at_once)();
  }));
}

std::vector<row> rows() {
  std::vector<row> all;
  add_calls<float>(all);
  add_calls<double>(all);
  return all;
}

std::string version() {
  return std::to_string(XTENSOR_VERSION_MAJOR) + "." + std::to_string(XTENSOR_VERSION_MINOR) + "." +
         std::to_string(XTENSOR_VERSION_PATCH) + " with xsimd";
}
add_peer const added({"xtensor", version(), rows()});

}  // namespace
}  // namespace bench
