// SPDX-License-Identifier: MIT
// accrue/cuda/elements.hpp - stored elements into registers: some neighbours by one instruction, or one.
#pragma once

#include <cstddef>
#include <cstring>

#include "accrue/cuda/number.hpp"
#include "accrue/cuda/threads.hpp"

namespace accrue::device {

template <class T, unsigned N>
struct alignas(N * sizeof(T)) neighbours {
  T of[N];
};

/// N elements, which lie at a multiple of their size.
template <unsigned N, class T>
ACCRUE_KERNEL_TEXT neighbours<T, N> load(T const* p) {
#if defined(__CUDA_ARCH__)
  return *reinterpret_cast<neighbours<T, N> const*>(p);
#else
  neighbours<T, N> r;
  std::memcpy(&r, p, sizeof r);
  return r;
#endif
}

/// The arrays that a reduction reads, one or two, from some element on.
template <class T, unsigned Streams>
struct streams {
  T const* data[Streams];

  ACCRUE_KERNEL_TEXT streams from(std::uint64_t i) const {
    streams r = *this;
    ACCRUE_STRAIGHT
    for (unsigned s = 0; s != Streams; ++s) r.data[s] += i;
    return r;
  }
  /// Do all of them begin at a multiple of so many bytes?
  ACCRUE_KERNEL_TEXT bool are_aligned_to(unsigned bytes) const {
    bool r = true;
    ACCRUE_STRAIGHT
    for (unsigned s = 0; s != Streams; ++s) r = r && reinterpret_cast<std::uintptr_t>(data[s]) % bytes == 0;
    return r;
  }
};

}  // namespace accrue::device
