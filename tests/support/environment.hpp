// SPDX-License-Identifier: MIT
// tests/support/environment.hpp - floating-point environments that a caller may have.
#pragma once

#include <fenv.h>

#include <cstdint>

namespace environments {

#if defined(__SSE2__)
inline constexpr std::uint64_t flush = 0x8040, flags = 0x3f;
inline std::uint64_t control_word() { return __builtin_ia32_stmxcsr(); }
inline void set_control_word(std::uint64_t w) { __builtin_ia32_ldmxcsr(static_cast<unsigned>(w)); }
#elif defined(__aarch64__)
inline constexpr std::uint64_t flush = 1u << 24, flags = 0;  // its flags are in a register of their own
inline std::uint64_t control_word() {
  std::uint64_t w;
  asm volatile("mrs %0, fpcr" : "=r"(w));
  return w;
}
inline void set_control_word(std::uint64_t w) { asm volatile("msr fpcr, %0" : : "r"(w)); }
#else
inline constexpr std::uint64_t flush = 0, flags = 0;
inline std::uint64_t control_word() { return static_cast<std::uint64_t>(fegetround()); }
inline void set_control_word(std::uint64_t) {}
#endif

struct environment {
  char const* name;
  int rounding;
  bool flushes, traps;
};
inline constexpr environment all[] = {
    {"flush to zero", FE_TONEAREST, true, false},  {"upward", FE_UPWARD, false, false},
    {"downward", FE_DOWNWARD, false, false},       {"toward zero", FE_TOWARDZERO, false, false},
    {"traps", FE_TONEAREST, false, true},          {"upward, flush to zero", FE_UPWARD, true, false},
    {"downward, traps", FE_DOWNWARD, false, true}, {"toward zero, flush to zero, traps", FE_TOWARDZERO, true, true}};

/// The caller's environment while this lives.
class caller {
 public:
  explicit caller(environment const& e) {
    fegetenv(&before_);
    feclearexcept(FE_ALL_EXCEPT);
    fesetround(e.rounding);
    if (e.flushes) set_control_word(control_word() | flush);
    if (e.traps) feenableexcept(FE_DIVBYZERO | FE_INEXACT | FE_INVALID | FE_OVERFLOW | FE_UNDERFLOW);
  }
  caller(caller const&) = delete;
  caller& operator=(caller const&) = delete;
  ~caller() { fesetenv(&before_); }

 private:
  fenv_t before_;
};

}  // namespace environments
