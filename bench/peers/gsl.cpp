// SPDX-License-Identifier: MIT
// bench/peers/gsl.cpp - the GNU Scientific Library's sums, means and variances. Its dots and norms are those
// of the BLAS that it is linked with.
#include <gsl/gsl_statistics.h>
#include <gsl/gsl_vector.h>
#include <gsl/gsl_version.h>

#include "peers/peer.hpp"

namespace bench {
namespace {

using std::size_t;

double sum_of(double const* x, size_t n) {
  gsl_vector_const_view const v = gsl_vector_const_view_array(x, n);
  return gsl_vector_sum(&v.vector);
}
float sum_of(float const* x, size_t n) {
  gsl_vector_float_const_view const v = gsl_vector_float_const_view_array(x, n);
  return gsl_vector_float_sum(&v.vector);
}

std::vector<row> rows() {
  using enum quantity;
  using S = float;
  using D = double;
  return {
      call_of<S>(sum, "gsl_vector_float_sum", [](S const* x, size_t n) { return sum_of(x, n); }),
      call_of<D>(sum, "gsl_vector_sum", [](D const* x, size_t n) { return sum_of(x, n); }),
      call_of<S>(mean, "gsl_stats_float_mean", [](S const* x, size_t n) { return gsl_stats_float_mean(x, 1, n); }),
      call_of<D>(mean, "gsl_stats_mean", [](D const* x, size_t n) { return gsl_stats_mean(x, 1, n); }),
      call_of<S>(variance, "gsl_stats_float_variance_with_fixed_mean",
                 [](S const* x, size_t n) {
                   return gsl_stats_float_variance_with_fixed_mean(x, 1, n, gsl_stats_float_mean(x, 1, n));
                 }),
      call_of<D>(
          variance, "gsl_stats_variance_with_fixed_mean",
          [](D const* x, size_t n) { return gsl_stats_variance_with_fixed_mean(x, 1, n, gsl_stats_mean(x, 1, n)); }),
  };
}

add_peer const added({"GSL", GSL_VERSION, rows()});

}  // namespace
}  // namespace bench
