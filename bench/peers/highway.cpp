// SPDX-License-Identifier: MIT
// bench/peers/highway.cpp - Highway: the dot product it brings, and sums as its users write them, in four
// registers. Compiled for this CPU, without its run-time dispatch.
#include <hwy/contrib/dot/dot-inl.h>
#include <hwy/highway.h>

#include <cmath>

#include "peers/peer.hpp"

namespace bench {
template <>
inline constexpr storage stored_as<hwy::float16_t> = storage::half;
template <>
inline constexpr storage stored_as<hwy::bfloat16_t> = storage::bfloat16;

namespace {

using std::size_t;
namespace hn = hwy::HWY_NAMESPACE;

/// A register of elements, in float if they have 16 bits.
template <class T>
auto loaded(T const* x) {
  if constexpr (sizeof(T) == 2) {
    hn::ScalableTag<float> const wide;
    return hn::PromoteTo(wide, hn::LoadU(hn::Rebind<T, decltype(wide)>(), x));
  } else {
    return hn::LoadU(hn::ScalableTag<T>(), x);
  }
}
template <class T>
using sum_type = std::conditional_t<sizeof(T) == 2, float, T>;

/// The sum of n terms: step(s, i) adds a register of them to s. n is a multiple of four registers.
template <class A, class F>
A folded(size_t n, F step) {
  hn::ScalableTag<A> const d;
  size_t const lanes = hn::Lanes(d);
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  for (size_t i = 0; i != n; i += 4 * lanes) {
    s0 = step(s0, i + 0 * lanes);
    s1 = step(s1, i + 1 * lanes);
    s2 = step(s2, i + 2 * lanes);
    s3 = step(s3, i + 3 * lanes);
  }
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3))));
}
template <class T>
sum_type<T> sum_of(T const* x, size_t n) {
  return folded<sum_type<T>>(n, [x](auto s, size_t i) { return hn::Add(s, loaded(x + i)); });
}
template <class T>
sum_type<T> dot_of(T const* x, T const* y, size_t n) {
  return folded<sum_type<T>>(n, [x, y](auto s, size_t i) { return hn::MulAdd(loaded(x + i), loaded(y + i), s); });
}

template <class T>
void add_calls(std::vector<row>& to) {
  using enum quantity;
  to.push_back(call_of<T>(sum, "loop of Add", [](T const* x, size_t n) { return sum_of(x, n); }));
  to.push_back(call_of<T>(norm2, "loop of MulAdd", [](T const* x, size_t n) { return std::sqrt(dot_of(x, x, n)); }));
  to.push_back(call_of_two<T>(dot, "loop of MulAdd", [](T const* x, T const* y, size_t n) { return dot_of(x, y, n); }));
}
template <class T>
row brought() {
  return call_of_two<T>(quantity::dot, "Dot::Compute", [](T const* x, T const* y, size_t n) {
    return hn::Dot::Compute < hn::Dot::kAtLeastOneVector | hn::Dot::kMultipleOfVector > (hn::ScalableTag<T>(), x, y, n);
  });
}

std::vector<row> rows() {
  std::vector<row> all;
  add_calls<hwy::float16_t>(all);
  add_calls<hwy::bfloat16_t>(all);
  add_calls<float>(all);
  add_calls<double>(all);
  all.push_back(brought<hwy::bfloat16_t>());
  all.push_back(brought<float>());
  all.push_back(brought<double>());
  return all;
}

std::string version() {
  return std::to_string(HWY_MAJOR) + "." + std::to_string(HWY_MINOR) + "." + std::to_string(HWY_PATCH) + " (" +
         hwy::TargetName(HWY_TARGET) + ")";
}
add_peer const added({"Highway", version(), rows()});

}  // namespace
}  // namespace bench
