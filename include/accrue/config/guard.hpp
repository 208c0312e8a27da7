// SPDX-License-Identifier: MIT
// accrue/config/guard.hpp - the floating-point control word: nearest, subnormals, no traps, per call.
//
// A caller may run with FTZ and DAZ (linking -ffast-math sets them for the whole process), with
// another rounding mode or with unmasked exceptions. None may reach a result, and none may be lost.
//
// Why nothing can move out of the guarded stretch: the data pointer and n pass through volatile asm
// behind the switch, with a memory clobber, so every load, and all arithmetic on it, comes later; the
// result passes through volatile asm before the switch back, so all arithmetic it needs comes earlier.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "accrue/config/compiler.hpp"

#if !defined(__SSE2__) && !defined(__aarch64__)
#include <cfenv>
#endif

namespace accrue {

class guard {
 public:
  ACCRUE_INLINE guard() noexcept : word_(read()) {
    if (!is_default(word_)) [[unlikely]]
      write(default_word);
  }
  guard(guard const&) = delete;
  guard& operator=(guard const&) = delete;
  /// Puts the caller's word back, sticky flags as they were. (In an ordinary environment nothing is
  /// written, and flags that the reduction raises are added to the caller's.)
  ACCRUE_INLINE void leave() const noexcept {
    if (!is_default(word_)) [[unlikely]]
      write(word_);
    word_ = default_word;
  }
  /// The same where a term of the user's has thrown. Behind leave(), nothing.
  ACCRUE_INLINE ~guard() { leave(); }

  /// Orders all use of what `p` points to, and of `n`, behind what was executed before.
  template <class P>
  ACCRUE_INLINE static void enter_with(P const*& p) noexcept {
    asm volatile("" : "+r"(p) : : "memory");
  }
  ACCRUE_INLINE static void enter_with(std::size_t& n) noexcept { asm volatile("" : "+r"(n) : : "memory"); }
  /// Orders the computation of `r` before what is executed after.
  template <class R>
  ACCRUE_INLINE static void leave_with(R& r) noexcept {
    if constexpr (std::is_floating_point_v<R>)
      asm volatile("" : ACCRUE_REGISTER(r) : : "memory");
    else if constexpr (std::is_integral_v<R>)
      asm volatile("" : "+r"(r) : : "memory");
    else if constexpr (requires { r.bits; })
      asm volatile("" : "+r"(r.bits) : : "memory");
    else
      asm volatile("" : "+m"(r) : : "memory");
  }

  /// One sticky flag, as it is. For a stretch whose arithmetic raises it only if digits were lost.
  ACCRUE_INLINE static bool is_raised(std::uint64_t flag) noexcept {
    return (read_flags() & static_cast<word>(flag)) != 0;
  }
  ACCRUE_INLINE static void forget(std::uint64_t flag) noexcept {
    write_flags(static_cast<word>(read_flags() & ~static_cast<word>(flag)));
  }
  ACCRUE_INLINE static void recall(std::uint64_t flag) noexcept {
    write_flags(static_cast<word>(read_flags() | static_cast<word>(flag)));
  }
#if defined(__SSE2__)
  static constexpr std::uint64_t underflow = 0x10, inexact = 0x20;
#elif defined(__aarch64__)
  static constexpr std::uint64_t underflow = 0x8, inexact = 0x10;
#else
  static constexpr std::uint64_t underflow = FE_UNDERFLOW, inexact = FE_INEXACT;
#endif

 private:
#if defined(__SSE2__)
  using word = std::uint32_t;
  static constexpr word default_word = 0x1f80;  // all masked, to nearest, no FTZ, no DAZ
  ACCRUE_INLINE static word read() noexcept {
    word w;
    asm volatile("stmxcsr %0" : "=m"(w));
    return w;
  }
  ACCRUE_INLINE static void write(word w) noexcept { asm volatile("ldmxcsr %0" : : "m"(w) : "memory"); }
  ACCRUE_INLINE static bool is_default(word w) noexcept { return (w & 0xffc0u) == default_word; }
  ACCRUE_INLINE static word read_flags() noexcept { return read(); }
  ACCRUE_INLINE static void write_flags(word w) noexcept { write(w); }
#elif defined(__aarch64__)
  using word = std::uint64_t;
  static constexpr word default_word = 0;
  ACCRUE_INLINE static word read() noexcept {
    word w;
    asm volatile("mrs %0, fpcr" : "=r"(w));
    return w;
  }
  ACCRUE_INLINE static void write(word w) noexcept { asm volatile("msr fpcr, %0" : : "r"(w) : "memory"); }
  ACCRUE_INLINE static bool is_default(word w) noexcept { return w == default_word; }
  ACCRUE_INLINE static word read_flags() noexcept {
    word w;
    asm volatile("mrs %0, fpsr" : "=r"(w));
    return w;
  }
  ACCRUE_INLINE static void write_flags(word w) noexcept { asm volatile("msr fpsr, %0" : : "r"(w) : "memory"); }
#else
  using word = int;
  static constexpr word default_word = FE_TONEAREST;
  static word read() noexcept { return std::fegetround(); }
  static void write(word w) noexcept { std::fesetround(w); }
  static bool is_default(word w) noexcept { return w == default_word; }
  static word read_flags() noexcept { return std::fetestexcept(FE_ALL_EXCEPT); }
  static void write_flags(word w) noexcept {
    std::feclearexcept(FE_ALL_EXCEPT & ~w);
    std::feraiseexcept(w & ~read_flags());
  }
#endif
  mutable word word_;
};

}  // namespace accrue
