// SPDX-License-Identifier: MIT
// bench/peers/std.cpp - the algorithms of <numeric> and <algorithm>. 16-bit numbers become floats on the way in.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>

#include "peers/peer.hpp"

namespace bench {
namespace {
/// The top half of a float's bits, which is how a C++20 program has a bfloat16.
struct top_bits {
  std::uint16_t bits;
  operator float() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }
};
}  // namespace
template <>
inline constexpr storage stored_as<top_bits> = storage::bfloat16;
#ifdef __FLT16_MAX__
template <>
inline constexpr storage stored_as<_Float16> = storage::half;
#endif

namespace {

using std::size_t;

template <class T>
void add_calls(std::vector<row>& to) {
  using enum quantity;
  to.push_back(call_of<T>(sum, "accumulate", [](T const* x, size_t n) { return std::accumulate(x, x + n, T{}); }));
  to.push_back(call_of<T>(sum, "reduce", [](T const* x, size_t n) { return std::reduce(x, x + n); }));
  to.push_back(call_of_two<T>(dot, "inner_product",
                              [](T const* x, T const* y, size_t n) { return std::inner_product(x, x + n, y, T{}); }));
  to.push_back(call_of_two<T>(dot, "transform_reduce", [](T const* x, T const* y, size_t n) {
    return std::transform_reduce(x, x + n, y, T{});
  }));
  to.push_back(call_of<T>(norm2, "sqrt(transform_reduce)", [](T const* x, size_t n) {
    return std::sqrt(static_cast<double>(std::transform_reduce(x, x + n, x, T{})));
  }));
}

/// What transform_reduce is given to make terms of A.
template <class A>
struct product {
  template <class T>
  A operator()(T x, T y) const {
    return static_cast<A>(x) * static_cast<A>(y);
  }
};
struct larger {
  template <class A>
  A operator()(A x, A y) const {
    return std::max(x, y);
  }
};

/// Sums in A of elements T that convert to it.
template <class T, class A>
void add_converting(std::vector<row>& to) {
  using enum quantity;
  constexpr bool is_float = std::is_same_v<A, float>;
  auto const name = [](char const* in_float, char const* in_double) { return is_float ? in_float : in_double; };
  to.push_back(call_of<T>(sum, name("accumulate to float", "accumulate to double"),
                          [](T const* x, size_t n) { return std::accumulate(x, x + n, A{}); }));
  to.push_back(
      call_of<T>(sum, name("transform_reduce to float", "transform_reduce to double"), [](T const* x, size_t n) {
        return std::transform_reduce(x, x + n, A{}, std::plus<>(), [](T v) { return static_cast<A>(v); });
      }));
  to.push_back(call_of_two<T>(dot, name("transform_reduce to float", "transform_reduce to double"),
                              [](T const* x, T const* y, size_t n) {
                                return std::transform_reduce(x, x + n, y, A{}, std::plus<>(), product<A>());
                              }));
  to.push_back(call_of<T>(norm2, name("sqrt(transform_reduce) to float", "sqrt(transform_reduce) to double"),
                          [](T const* x, size_t n) {
                            return std::sqrt(std::transform_reduce(x, x + n, x, A{}, std::plus<>(), product<A>()));
                          }));
  to.push_back(call_of<T>(
      norm_inf, name("transform_reduce to float, max", "transform_reduce to double, max"), [](T const* x, size_t n) {
        return std::transform_reduce(x, x + n, A{}, larger(), [](T v) { return std::fabs(static_cast<A>(v)); });
      }));
}

/// In the type of the elements, as people write them: two passes, and a call of libm an element.
template <class T>
void add_powers(std::vector<row>& to) {
  using enum quantity;
  to.push_back(call_of<T>(logsumexp, "max, then exp(x - max)", [](T const* x, size_t n) {
    T const top = *std::max_element(x, x + n);
    return top + std::log(std::accumulate(x, x + n, T{}, [top](T s, T v) { return s + std::exp(v - top); }));
  }));
  to.push_back(call_of<T>(norm_p, "pow(accumulate pow(abs(x), 3), 1 / 3)", [](T const* x, size_t n) {
    auto const add = [](T s, T v) { return s + std::pow(std::fabs(v), T{3}); };
    return std::pow(std::accumulate(x, x + n, T{}, add), T{1} / T{3});
  }));
}

std::vector<row> rows() {
  std::vector<row> all;
  add_powers<float>(all);
  add_powers<double>(all);
  add_calls<float>(all);
  add_calls<double>(all);
  add_converting<float, double>(all);
  add_converting<top_bits, float>(all);
#ifdef __FLT16_MAX__
  add_calls<_Float16>(all);
  add_converting<_Float16, float>(all);
#endif
  return all;
}

add_peer const added({"std", "of libstdc++ " + std::to_string(_GLIBCXX_RELEASE), rows()});

}  // namespace
}  // namespace bench
