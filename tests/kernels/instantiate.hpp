// SPDX-License-Identifier: MIT
// tests/kernels/instantiate.hpp - from template arguments to a row of the table.
#pragma once

#include "kernels/kernels.hpp"
#include "support/kernel.hpp"

namespace kernels {

template <class Reduction, class M, class T, class R>
std::uint64_t of_contiguous(void const* x, void const* y, std::size_t n) {
  auto const s = [n](void const* p) { return std::span<T const>(static_cast<T const*>(p), n); };
  return ::kernel::of<Reduction, M, T, R>::bits(s(x), s(y));
}
template <class Reduction, class M, class T, class R>
std::uint64_t of_strided(void const* x, void const* y, std::size_t n, std::ptrdiff_t step) {
  auto const s = [=](void const* p) { return accrue::strided<T>(static_cast<T const*>(p), n, step); };
  return ::kernel::of<Reduction, M, T, R>::bits(s(x), s(y));
}

template <class Reduction, class M, class T, class R>
entry row(char const* name) {
  using K = ::kernel::of<Reduction, M, T, R>;
  using A = accrue::accumulator_t<M, T, Reduction::degree>;
  return {name,    K::question(), ::kernel::format_of<A>(),       ::kernel::format_of<typename K::result>(),
          nullptr, nullptr,       &accrue::bound<Reduction, M, T>};
}
template <class Reduction, class M, class T, class R>
entry contiguous_row(char const* name) {
  entry k = row<Reduction, M, T, R>(name);
  k.contiguous = &of_contiguous<Reduction, M, T, R>;
  return k;
}
template <class Reduction, class M, class T, class R>
entry full_row(char const* name) {
  entry k = contiguous_row<Reduction, M, T, R>(name);
  k.strided = &of_strided<Reduction, M, T, R>;
  return k;
}

}  // namespace kernels

#define ROW(build, reduction, method, accumulator, storage, result)                                  \
  build<::kernel::reductions::reduction, ::kernel::method<::kernel::accumulator>, ::kernel::storage, \
        ::kernel::result>(#reduction " " #method "<" #accumulator "> " #storage " " #result)
/// Of contiguous elements; WITH_STRIDES: of strided ones too.
#define KERNEL(...) ROW(contiguous_row, __VA_ARGS__),
#define WITH_STRIDES(...) ROW(full_row, __VA_ARGS__),
