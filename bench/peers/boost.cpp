// SPDX-License-Identifier: MIT
// bench/peers/boost.cpp - Boost.Accumulators, Kahan's sum among them, and Boost.Math's norms and statistics.
#include <math.h>  // norms.hpp of Boost 1.74 calls ::isfinite

#include <boost/accumulators/accumulators.hpp>
#include <boost/accumulators/statistics.hpp>
#include <boost/accumulators/statistics/sum_kahan.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <boost/math/tools/norms.hpp>
#include <boost/version.hpp>

#include "peers/peer.hpp"

namespace bench {
namespace {

using std::size_t;
namespace with = boost::accumulators;

template <class T, class Statistic>
auto filled(T const* x, size_t n) {
  with::accumulator_set<T, with::stats<Statistic>> set;
  for (size_t i = 0; i != n; ++i) set(x[i]);
  return set;
}

template <class T>
void add_calls(std::vector<row>& to) {
  using enum quantity;
  namespace tag = with::tag;
  namespace math = boost::math;
  to.push_back(
      call_of<T>(sum, "accumulators: sum", [](T const* x, size_t n) { return with::sum(filled<T, tag::sum>(x, n)); }));
  to.push_back(call_of<T>(sum, "accumulators: sum_kahan",
                          [](T const* x, size_t n) { return with::sum_kahan(filled<T, tag::sum_kahan>(x, n)); }));
  to.push_back(call_of<T>(mean, "accumulators: mean",
                          [](T const* x, size_t n) { return with::mean(filled<T, tag::mean>(x, n)); }));
  to.push_back(call_of<T>(variance, "accumulators: variance",
                          [](T const* x, size_t n) { return with::variance(filled<T, tag::variance>(x, n)); }));
  to.push_back(call_of<T>(mean, "math: mean", [](T const* x, size_t n) { return math::statistics::mean(x, x + n); }));
  to.push_back(call_of<T>(variance, "math: variance",
                          [](T const* x, size_t n) { return math::statistics::variance(x, x + n); }));
  to.push_back(call_of<T>(norm1, "math: l1_norm", [](T const* x, size_t n) { return math::tools::l1_norm(x, x + n); }));
  to.push_back(call_of<T>(norm2, "math: l2_norm", [](T const* x, size_t n) { return math::tools::l2_norm(x, x + n); }));
  to.push_back(
      call_of<T>(norm_inf, "math: sup_norm", [](T const* x, size_t n) { return math::tools::sup_norm(x, x + n); }));
}

std::vector<row> rows() {
  std::vector<row> all;
  add_calls<float>(all);
  add_calls<double>(all);
  return all;
}

std::string version() {
  return std::to_string(BOOST_VERSION / 100000) + "." + std::to_string(BOOST_VERSION / 100 % 1000);
}
add_peer const added({"Boost", version(), rows()});

}  // namespace
}  // namespace bench
