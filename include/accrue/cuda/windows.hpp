// SPDX-License-Identifier: MIT
// accrue/cuda/windows.hpp - exact sums of a thread's products of 16-bit elements: integers of one unit.
//
// Below 2^top an element is a multiple of the unit 2^(top - 28), an integer of 28 bits, unless it is small and no zero.
// A product then has 56 bits, and the sum of 128 of them 63: an element is widened, scaled, made an integer, multiplied
// and added up, and nothing goes from one anchor to the next. Whether all elements are such, their largest and smallest
// magnitudes know, which are found by words.
#pragma once

#include "accrue/cuda/packed.hpp"

namespace accrue::device {

/// An integer that a float is, if 32 bits hold it.
ACCRUE_KERNEL_TEXT std::int32_t integer_of(number<float> x) {
#if defined(__CUDA_ARCH__)
  int r;
  asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(r) : "f"(x.value));
  return r;
#else
  constexpr float bound = 2147483648.0f;
  return x.value > -bound && x.value < bound ? static_cast<std::int32_t>(x.value) : 0;
#endif
}

/// Is a product of elements T a matter of windows?
template <class Term, class T>
inline constexpr bool has_windows = floating<T> && sizeof(T) == 2 && Term::degree == 2;

/// Where the elements of T are that a window takes: below 2^top, and not below its digits but at 0.
template <class T>
struct window {
  static constexpr int width = 28, fraction = format<T>::digits - 1,
                       // Where every element is a multiple of the unit; or what it is scaled by is the largest float.
      lowest = format<T>::least + width > width - 127 ? format<T>::least + width : width - 127,
                       highest = greatest<T> + 1;
  int top;

  /// The magnitude of 2^k, as a word.
  ACCRUE_KERNEL_TEXT static constexpr std::uint32_t word(int k) {
    return static_cast<std::uint32_t>(k - least_normal<T> + 1) << fraction;
  }
  /// Does it take elements whose magnitudes, as words, are at most `most`, and, but for zeros, `least` + 1 at least?
  ACCRUE_KERNEL_TEXT bool takes(std::uint32_t most, std::uint32_t least) const {
    int const unit = top - width;
    return most < word(top) && (unit <= format<T>::least || least + 1 >= word(unit + fraction));
  }
  /// With room for larger ones.
  ACCRUE_KERNEL_TEXT static window about(std::uint32_t most) {
    constexpr int room_above = 1;
    int const k = static_cast<int>(most >> fraction) + least_normal<T> + room_above;
    return {k < lowest ? lowest : k > highest ? highest : k};
  }
};

/// The sum of some terms of T.
template <class Term, class T>
class windowed_terms {
 public:
  static constexpr unsigned most_terms = 128;
  static constexpr unsigned arity = Term::arity;
  /// (Without a constructor: in shared memory there are none.)
  struct windows {
    window<T> of[arity];
    ACCRUE_KERNEL_TEXT static windows lowest() {
      windows r;
      ACCRUE_STRAIGHT
      for (unsigned k = 0; k != arity; ++k) r.of[k].top = window<T>::lowest;
      return r;
    }
    /// The sum is a multiple of 2^this.
    ACCRUE_KERNEL_TEXT int exponent() const { return of[0].top + of[arity - 1].top - 2 * window<T>::width; }
  };
  /// Of two neighbours each, by source: the largest magnitude, and the smallest less 1, so that 0 is beyond all others.
  struct ends {
    std::uint32_t most[arity], least[arity];
  };

  ACCRUE_KERNEL_TEXT explicit windowed_terms(windows const& w) {
    ACCRUE_STRAIGHT
    for (unsigned s = 0; s != arity; ++s) {
      scale_[s] = power_of_two<number<float>>(window<T>::width - w.of[s].top);
      seen_.most[s] = 0, seen_.least[s] = ~0u;
    }
  }
  /// Two terms.
  template <class... Word>
  ACCRUE_KERNEL_TEXT void add_words(Word... w) {
    see(w...);
    add(element_in_word<T>(w, false)...);
    add(element_in_word<T>(w, true)...);
  }
  template <class... X>
  ACCRUE_KERNEL_TEXT void add_one(X... x) {
    see(word_of_one(static_cast<T>(x))...);
    add(x...);
  }
  /// In units of the windows, if these took all elements.
  ACCRUE_KERNEL_TEXT std::int64_t sum() const { return static_cast<std::int64_t>(sum_); }
  ACCRUE_KERNEL_TEXT ends const& seen() const { return seen_; }

 private:
  template <class... Word>
  ACCRUE_KERNEL_TEXT void see(Word... w) {
    unsigned s = 0;
    (see_one(s++, w), ...);
  }
  ACCRUE_KERNEL_TEXT void see_one(unsigned s, std::uint32_t w) {
    std::uint32_t const m = w & 0x7fff7fff;
    seen_.most[s] = larger_halves<std::uint16_t>(seen_.most[s], m);
    seen_.least[s] = smaller_halves<std::uint16_t>(seen_.least[s], added_halves(m, 0xffffffff));
  }
  template <class X>
  ACCRUE_KERNEL_TEXT void add(X x) {
    std::int64_t const a = integer_of(number_of<float>(x) * scale_[0]);
    sum_ += static_cast<std::uint64_t>(a * a);
  }
  template <class X>
  ACCRUE_KERNEL_TEXT void add(X x, X y) {
    std::int64_t const a = integer_of(number_of<float>(x) * scale_[0]), b = integer_of(number_of<float>(y) * scale_[1]);
    sum_ += static_cast<std::uint64_t>(a * b);
  }

  number<float> scale_[arity];
  std::uint64_t sum_ = 0;
  ends seen_;
};

/// The larger, and the smaller, of both halves.
ACCRUE_KERNEL_TEXT std::uint32_t larger_half(std::uint32_t w) { return larger(w & 0xffff, w >> 16); }
ACCRUE_KERNEL_TEXT std::uint32_t smaller_half(std::uint32_t w) { return 0xffff - larger_half(~w); }

}  // namespace accrue::device
