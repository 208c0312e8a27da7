// SPDX-License-Identifier: MIT
// bench/layouts/modified.cpp - sums without NaN beside sums of all, several reductions at once beside each alone, and
// sums of integers beside reading them.
#include <type_traits>

#include "layouts/reads.hpp"
#include "support/accrue_row.hpp"

namespace bench {
namespace {

constexpr std::size_t kib = 1024, mib = kib * kib, l2 = 256 * kib, dram = 64 * mib;
namespace all = accrue::reductions;

template <class T>
T const* elements(memory const& m) {
  if constexpr (std::is_same_v<T, float>)
    return m.floats;
  else if constexpr (std::is_same_v<T, double>)
    return m.doubles;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return m.integers;
  else
    return m.bytes;
}
template <class Reduction, class M, class T, std::size_t Bytes>
double alone(memory const& m) {
  return static_cast<double>(accrue::reduce<Reduction, M>(std::span(elements<T>(m), Bytes / sizeof(T))));
}
template <std::size_t Bytes>
double without_gaps(memory const& m) {
  return static_cast<double>(accrue::sum<accrue::omit_nan<>>(std::span(m.gaps, Bytes / sizeof(float))));
}
template <class T, std::size_t Bytes>
double at_once(memory const& m) {
  auto const [sum, norm2, norm_inf] =
      accrue::fused<pairwise<>, all::sum, all::norm2, all::norm_inf>(std::span(elements<T>(m), Bytes / sizeof(T)));
  return static_cast<double>(sum + norm2 + norm_inf);
}

}  // namespace
}  // namespace bench

#define OMIT(name, type, bytes)                                                          \
  {"omit-nan/" name, "all", false, &alone<all::sum, pairwise<>, type, bytes>}, {         \
    "omit-nan/" name, "accrue", false, &alone<all::sum, accrue::omit_nan<>, type, bytes> \
  }
#define GAPS(name, bytes)                                                         \
  {"omit-nan/" name, "all", false, &alone<all::sum, pairwise<>, float, bytes>}, { \
    "omit-nan/" name, "accrue", false, &without_gaps<bytes>                       \
  }
#define FUSED(name, type, bytes)                                                                    \
  {"fused-3/" name, "alone-sum", false, &alone<all::sum, pairwise<>, type, bytes>},                 \
      {"fused-3/" name, "alone-norm2", false, &alone<all::norm2, pairwise<>, type, bytes>},         \
      {"fused-3/" name, "alone-norm_inf", false, &alone<all::norm_inf, pairwise<>, type, bytes>}, { \
    "fused-3/" name, "accrue", false, &at_once<type, bytes>                                         \
  }
#define INTEGERS(name, type, bytes)                                              \
  LAYOUTS_READS("integers/" name, bytes), {                                      \
    "integers/" name, "accrue", false, &alone<all::sum, pairwise<>, type, bytes> \
  }

LAYOUTS_TABLE(modified, OMIT("float/L2", float, l2), OMIT("float/DRAM", float, dram), OMIT("double/L2", double, l2),
              OMIT("double/DRAM", double, dram), GAPS("float-1-in-10/L2", l2), GAPS("float-1-in-10/DRAM", dram),
              FUSED("float/L2", float, l2), FUSED("float/DRAM", float, dram), FUSED("double/L2", double, l2),
              FUSED("double/DRAM", double, dram), INTEGERS("int32/L2", std::int32_t, l2),
              INTEGERS("int32/DRAM", std::int32_t, dram), INTEGERS("uint8/L2", std::uint8_t, l2),
              INTEGERS("uint8/DRAM", std::uint8_t, dram))
