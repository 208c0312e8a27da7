// SPDX-License-Identifier: MIT
// accrue/exec/openmp.hpp - a place: the threads of OpenMP, where the program is compiled with it.
#pragma once

#include "accrue/exec/thrown.hpp"
#if ACCRUE_OPENMP
#include <omp.h>
#endif

#include <cstddef>

namespace accrue {

namespace detail {
/// (The parameter keeps units compiled with OpenMP and without apart.)
template <bool Compiled>
struct openmp_place {
  static constexpr std::size_t width() noexcept { return 2; }
  template <class F>
  static void parallel_for(std::size_t, F const&) {
    static_assert(Compiled && sizeof(F) != 0,
                  "accrue[openmp]: this program is compiled without OpenMP. "
                  "Compile with -fopenmp, or write accrue::threads(n).");
  }
};
#if ACCRUE_OPENMP
template <>
struct openmp_place<true> {
  /// As many as a parallel region here would have.
  static std::size_t width() noexcept {
    return omp_get_active_level() < omp_get_max_active_levels() ? static_cast<std::size_t>(omp_get_max_threads()) : 1;
  }
  template <class F>
  static void parallel_for(std::size_t n, F const& f) {
    thrown<> caught;
    std::size_t const batch = n / (16 * width()) + 1;
#pragma omp parallel for schedule(dynamic, batch) default(shared)
    for (std::size_t i = 0; i < n; ++i) caught.run([&] { f(i); });
    caught.rethrow();
  }
};
#endif
}  // namespace detail

using openmp_executor = detail::openmp_place<ACCRUE_OPENMP != 0>;
/// As many threads as OpenMP takes for a parallel region where the call stands.
inline constexpr openmp_executor openmp{};

}  // namespace accrue
