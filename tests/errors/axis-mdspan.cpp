// SPDX-License-Identifier: MIT
// tests/errors/axis-mdspan.cpp
// accrue[axis]: this mdspan has more than 8 axes. Join some of them.
#include <accrue/accrue.hpp>
#include <accrue/adapt/mdspan.hpp>

template <std::size_t Rank>
struct a_mdspan {
  using element_type = float;
  using rank_type = std::size_t;
  static constexpr std::size_t rank() { return Rank; }
  std::size_t extent(std::size_t) const { return 1; }
  std::size_t stride(std::size_t) const { return 1; }
  float* data_handle() const { return nullptr; }
};

#if WRONG == 1
float f(a_mdspan<9> const& x) { return accrue::sum(x); }
#else
float f(a_mdspan<8> const& x) { return accrue::sum(x); }
#endif
