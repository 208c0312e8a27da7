// SPDX-License-Identifier: MIT
// bench/cuda/numbers.cuh - the numbers that are summed, in [0.5, 1) and of random bits, and their exact sum.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/replay.hpp"

namespace bench {

/// What a number of [0.5, 1) looks like: its least bits are random, the others those of 0.5; significand() 2^-digits is
/// it.
struct half_bits {
  using word = std::uint16_t;
  static constexpr int digits = 11;
  static constexpr word one_half = 0x3800;
};
struct bfloat16_bits {
  using word = std::uint16_t;
  static constexpr int digits = 8;
  static constexpr word one_half = 0x3f00;
};
struct float_bits {
  using word = std::uint32_t;
  static constexpr int digits = 24;
  static constexpr word one_half = 0x3f000000;
};
struct double_bits {
  using word = std::uint64_t;
  static constexpr int digits = 53;
  static constexpr word one_half = 0x3fe0000000000000;
};

namespace detail {

__device__ inline std::uint64_t mixed(std::uint64_t i) {
  i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9u;
  i = (i ^ (i >> 27)) * 0x94d049bb133111ebu;
  return i ^ (i >> 31);
}

template <class Bits>
__global__ void fill(typename Bits::word* x, std::size_t n) {
  using word = typename Bits::word;
  constexpr auto random = static_cast<word>((word(1) << (Bits::digits - 1)) - 1);
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < n;
       i += std::size_t(gridDim.x) * blockDim.x)
    x[i] = static_cast<word>(Bits::one_half | (mixed(i) & random));
}

/// Significands, their least 26 bits apart from the others: 2^37 of either fit.
template <class Bits>
__global__ void add(typename Bits::word const* x, std::size_t n, unsigned long long* sums) {
  unsigned long long low = 0, high = 0;
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < n;
       i += std::size_t(gridDim.x) * blockDim.x) {
    std::uint64_t const random = x[i] ^ Bits::one_half, significand = random | std::uint64_t(1) << (Bits::digits - 1);
    low += significand & 0x3ffffff;
    high += significand >> 26;
  }
  atomicAdd(sums, low);
  atomicAdd(sums + 1, high);
}

}  // namespace detail

template <class Bits>
void fill(cudaStream_t stream, void* x, std::size_t bytes) {
  auto* const words = static_cast<typename Bits::word*>(x);
  detail::fill<Bits><<<1024, 256, 0, stream>>>(words, bytes / sizeof(*words));
  check(cudaGetLastError(), "numbers");
}

/// Returns the exact sum of what fill() wrote, rounded to long double. `sums`: two words on the device.
template <class Bits>
long double exact_sum(cudaStream_t stream, void const* x, std::size_t bytes, unsigned long long* sums) {
  auto const* const words = static_cast<typename Bits::word const*>(x);
  unsigned long long parts[2];
  check(cudaMemsetAsync(sums, 0, sizeof parts, stream), "a sum");
  detail::add<Bits><<<1024, 256, 0, stream>>>(words, bytes / sizeof(*words), sums);
  check(cudaMemcpyAsync(parts, sums, sizeof parts, cudaMemcpyDeviceToHost, stream), "a sum");
  check(cudaStreamSynchronize(stream), "a sum");
  auto const units = static_cast<long double>(parts[1]) * 0x1p26L + static_cast<long double>(parts[0]);
  return units / static_cast<long double>(std::uint64_t(1) << Bits::digits);
}

}  // namespace bench
