// SPDX-License-Identifier: MIT
// accrue/cuda/elements.hpp - stored elements into registers: some neighbours by one instruction, or one.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>

#include "accrue/cuda/number.hpp"
#include "accrue/cuda/threads.hpp"

namespace accrue::device {

/// An index that is a constant wherever it goes.
template <unsigned K>
struct constant {
  ACCRUE_KERNEL_TEXT constexpr operator unsigned() const { return K; }
};

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
  if (reinterpret_cast<std::uintptr_t>(p) % sizeof r != 0) __builtin_trap();  // as a device would
  std::memcpy(&r, p, sizeof r);
  return r;
#endif
}

/// The same as words of 32 bits: from elements of 8 bits a compiler would put them together.
template <unsigned N, class T>
  requires(N * sizeof(T) % 4 == 0)
ACCRUE_KERNEL_TEXT auto load_words(T const* p) {
  using words = neighbours<std::uint32_t, N * sizeof(T) / 4>;
#if defined(__CUDA_ARCH__)
  return *reinterpret_cast<words const*>(p);
#else
  return bit_cast<words>(load<N>(p));
#endif
}

/// Of N elements the first few, by the words that they are in.
template <class T, unsigned N>
class mask_of {
  static constexpr unsigned words = N * sizeof(T) / 4, each = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
  static_assert(N * sizeof(T) % 4 == 0);
  struct of_words {
    std::uint32_t of[words];
  };

 public:
  ACCRUE_KERNEL_TEXT explicit mask_of(unsigned first) {
    ACCRUE_STRAIGHT
    for (unsigned i = 0; i != words; ++i) {
      mask_.of[i] = first > i * 4 / sizeof(T) ? ~0u : 0u;
      ACCRUE_STRAIGHT
      for (unsigned j = 1; j < each; ++j)
        if (first == i * each + j) mask_.of[i] = first_of_word(j);
    }
  }
  /// b's first elements, and a's others.
  ACCRUE_KERNEL_TEXT neighbours<T, N> choose(neighbours<T, N> const& a, neighbours<T, N> const& b) const {
    auto r = bit_cast<of_words>(a);
    auto const other = bit_cast<of_words>(b);
    ACCRUE_STRAIGHT
    for (unsigned i = 0; i != words; ++i) r.of[i] = (r.of[i] & ~mask_.of[i]) | (other.of[i] & mask_.of[i]);
    return bit_cast<neighbours<T, N>>(r);
  }

 private:
  ACCRUE_HD static constexpr std::uint32_t first_of_word(unsigned elements) {
    unsigned const bits = elements * 8 * static_cast<unsigned>(sizeof(T)) % 32;
    if constexpr (std::endian::native == std::endian::little)
      return (1u << bits) - 1;
    else
      return ~(~0u >> bits);
  }
  of_words mask_;
};

/// The v-th of neighbours, for who makes a number of it. A bfloat16 stays in its word: there, one instruction makes it
/// a float; from its 16 bits it takes two.
struct bfloat16_in_word {
  std::uint32_t word;
  bool upper;
  ACCRUE_KERNEL_TEXT operator bfloat16() const {
    return bfloat16::from_bits(static_cast<std::uint16_t>(upper ? word >> 16 : word));
  }
};
template <floating A>
ACCRUE_KERNEL_TEXT number<A> number_of(bfloat16_in_word x) {
  return number_of<A>(bit_cast<float>(x.upper ? x.word & 0xffff0000u : x.word << 16));
}
template <class T, unsigned N>
ACCRUE_KERNEL_TEXT auto element(neighbours<T, N> const& w, unsigned v) {
  if constexpr (std::same_as<T, bfloat16> && N % 2 == 0) {
    struct words {
      std::uint32_t of[N / 2];
    };
    return bfloat16_in_word{bit_cast<words>(w).of[v / 2], v % 2 != 0};
  } else {
    return w.of[v];
  }
}

/// The arrays that a reduction reads, one or two, from some element on.
template <class T, unsigned Streams>
struct streams {
  T const* data[Streams];

  ACCRUE_KERNEL_TEXT T get(unsigned s, unsigned i) const { return data[s][i]; }
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
