// SPDX-License-Identifier: MIT
// accrue/config/compiler.hpp - the version, and every question about compiler and target.
#pragma once

#define ACCRUE_VERSION_MAJOR 0
#define ACCRUE_VERSION_MINOR 1
#define ACCRUE_VERSION_PATCH 0

#if !defined(__GNUC__)
#error "accrue[compiler]: g++ or clang is needed, for the inline assembly that pins every rounding."
#endif
#if defined(__i386__) && !defined(__SSE2_MATH__)
#error "accrue[x87]: x87 arithmetic rounds to other precisions. Compile with -msse2 -mfpmath=sse."
#endif

// Kernels are built from small texts; one call left standing among them costs up to half their speed.
#define ACCRUE_INLINE inline __attribute__((always_inline))
// Text that runs on CUDA devices, too. (A call of what is not marked so compiles into nothing there.)
// What such text is handed to call is checked where it is handed over: before its template stands ACCRUE_CALLS.
#if defined(__CUDACC__)
#define ACCRUE_HD __host__ __device__
#define ACCRUE_CALLS _Pragma("nv_exec_check_disable")
#else
#define ACCRUE_HD
#define ACCRUE_CALLS
#endif
#define ACCRUE_INLINE_HD ACCRUE_HD ACCRUE_INLINE
#define ACCRUE_INLINE_LAMBDA __attribute__((always_inline))
#define ACCRUE_OUTLINE __attribute__((noinline))
#define ACCRUE_COLD __attribute__((noinline, cold))
// (A call on a device would put what it passes into memory.)
#if defined(__CUDA_ARCH__)
#define ACCRUE_COLD_HD ACCRUE_HD ACCRUE_INLINE
#else
#define ACCRUE_COLD_HD ACCRUE_HD ACCRUE_COLD
#endif

#if defined(__CUDACC__)
#define ACCRUE_UNROLLED _Pragma("unroll")
#define ACCRUE_UNROLLED_BY_4 _Pragma("unroll 4")
#define ACCRUE_ROLLED _Pragma("unroll 1")
#elif defined(__clang__)
#define ACCRUE_UNROLLED _Pragma("unroll 64")
#define ACCRUE_UNROLLED_BY_4 _Pragma("unroll 4")
#define ACCRUE_ROLLED _Pragma("nounroll")
#else
#define ACCRUE_UNROLLED _Pragma("GCC unroll 64")
#define ACCRUE_UNROLLED_BY_4 _Pragma("GCC unroll 4")
#define ACCRUE_ROLLED _Pragma("GCC unroll 1")
#endif

// The operand constraint of a floating-point register, of any width.
#if defined(__AVX512F__)
#define ACCRUE_REGISTER "+v"
#elif defined(__x86_64__) || defined(__i386__)
#define ACCRUE_REGISTER "+x"
#elif defined(__aarch64__) || defined(__arm__)
#define ACCRUE_REGISTER "+w"
#elif defined(__riscv) || defined(__s390__)
#define ACCRUE_REGISTER "+f"
#else
#define ACCRUE_REGISTER "+m"
#endif

#if defined(__cpp_exceptions)
#define ACCRUE_EXCEPTIONS 1
#else
#define ACCRUE_EXCEPTIONS 0
#endif

// Whether the unit is compiled with OpenMP. (Of clang it is a package of its own.)
#if defined(_OPENMP) && __has_include(<omp.h>)
#define ACCRUE_OPENMP 1
#else
#define ACCRUE_OPENMP 0
#endif

// Whether a fused multiply-add is one instruction.
#if defined(__FMA__) || defined(__aarch64__)
#define ACCRUE_FMA 1
#else
#define ACCRUE_FMA 0
#endif

// Whether the compiler has _Float16 in C++. (g++ 12 for Arm defines its limits, but not the type.)
#if defined(__FLT16_MANT_DIG__) && (defined(__clang__) || defined(__x86_64__) || defined(__i386__) || __GNUC__ >= 13)
#define ACCRUE_FLOAT16 1
#else
#define ACCRUE_FLOAT16 0
#endif
