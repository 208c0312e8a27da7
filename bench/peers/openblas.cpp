// SPDX-License-Identifier: MIT
// bench/peers/openblas.cpp - OpenBLAS on one thread. It chooses its kernels by the CPU that it finds.
#include <cblas.h>

#include <cmath>

#include "peers/peer.hpp"

namespace bench {
namespace {

using std::size_t;

blasint length(size_t n) { return static_cast<blasint>(n); }

std::vector<row> rows() {
  using enum quantity;
  openblas_set_num_threads(1);
  using S = float;
  using D = double;
  return {
      call_of<S>(sum, "ssum", [](S const* x, size_t n) { return cblas_ssum(length(n), x, 1); }),
      call_of<D>(sum, "dsum", [](D const* x, size_t n) { return cblas_dsum(length(n), x, 1); }),
      call_of<S>(norm1, "sasum", [](S const* x, size_t n) { return cblas_sasum(length(n), x, 1); }),
      call_of<D>(norm1, "dasum", [](D const* x, size_t n) { return cblas_dasum(length(n), x, 1); }),
      call_of<S>(norm2, "snrm2", [](S const* x, size_t n) { return cblas_snrm2(length(n), x, 1); }),
      call_of<D>(norm2, "dnrm2", [](D const* x, size_t n) { return cblas_dnrm2(length(n), x, 1); }),
      call_of<S>(norm_inf, "isamax", [](S const* x, size_t n) { return std::fabs(x[cblas_isamax(length(n), x, 1)]); }),
      call_of<D>(norm_inf, "idamax", [](D const* x, size_t n) { return std::fabs(x[cblas_idamax(length(n), x, 1)]); }),
      call_of_two<S>(dot, "sdot", [](S const* x, S const* y, size_t n) { return cblas_sdot(length(n), x, 1, y, 1); }),
      call_of_two<S>(dot, "dsdot", [](S const* x, S const* y, size_t n) { return cblas_dsdot(length(n), x, 1, y, 1); }),
      call_of_two<D>(dot, "ddot", [](D const* x, D const* y, size_t n) { return cblas_ddot(length(n), x, 1, y, 1); }),
  };
}

/// "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ...": the version, and the kernels that it chose.
std::string version() {
  std::string const all = openblas_get_config(), from = all.substr(all.find(' ') + 1);
  return from.substr(0, from.find(' ')) + " (kernels for " + openblas_get_corename() + ")";
}
add_peer const added({"OpenBLAS", version(), rows()});

}  // namespace
}  // namespace bench
