// SPDX-License-Identifier: MIT
// tests/stress/library.hpp - accrue behind words and enumerations: what the stress program asks, without templates.
//
// Kernels take minutes to compile: each storage type has a unit of its own (calls.cpp), and who asks
// needs none of the headers. Only public names of accrue stand behind this.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace stress {

enum class reduction { sum, abs_sum, norm1, mean, dot, sum_of_squares, norm2, norm_inf, variance, standard_deviation };
inline constexpr std::size_t reductions = 10;
inline constexpr char const* name_of(reduction r) {
  constexpr char const* names[] = {"sum",      "abs_sum",           "norm1", "mean",
                                   "dot",      "sum_of_squares",    "norm2", "norm_inf",
                                   "variance", "standard_deviation"};
  return names[static_cast<std::size_t>(r)];
}

enum class direction { to_nearest_even, to_nearest_away, toward_zero, upward, downward };
inline constexpr std::size_t directions = 5;
inline constexpr char const* name_of(direction d) {
  constexpr char const* names[] = {"to_nearest_even", "to_nearest_away", "toward_zero", "upward", "downward"};
  return names[static_cast<std::size_t>(d)];
}

/// Storage and result types, as indices: half, bfloat16, float, double.
inline constexpr std::size_t types = 4;

/// How elements lie: in a row, `step` elements apart, or behind iterators that only go forward.
enum class layout { contiguous, strided, streamed };
inline constexpr std::size_t layouts = 3;
struct source {
  layout how;
  void const* first;
  std::ptrdiff_t step;
};

/// A call of a free function: everything but the data.
struct call {
  reduction what;
  std::size_t result;
  std::uint64_t ddof;
};

/// An accumulator of any reduction and storage type.
class state {
 public:
  virtual ~state() = default;
  virtual std::unique_ptr<state> empty() const = 0;
  /// n elements, or pairs with y's, whose layout is x's (contiguous where x is streamed).
  virtual void add(std::size_t n, source const& x, source const& y) = 0;
  /// The element at x, or the pair with that at y.
  virtual void add_one(void const* x, void const* y) = 0;
  virtual void merge(state const& other) = 0;
  virtual std::uint64_t count() const = 0;
  virtual std::span<std::int64_t> words() = 0;
  virtual std::vector<unsigned char> save() const = 0;
  virtual std::unique_ptr<state> load(std::span<unsigned char const> bytes) const = 0;
  /// The bits of the result.
  virtual std::uint64_t result(std::size_t type, direction d, std::uint64_t ddof) const = 0;
};

/// One storage type's part of accrue.
struct library {
  /// The bits of the result.
  std::uint64_t (*reduce)(call const& c, std::size_t n, source const& x, source const& y);
  /// An empty state. There is none of norm_inf.
  std::unique_ptr<state> (*make)(reduction what);
};
library library_of_f16();
library library_of_bf16();
library library_of_f32();
library library_of_f64();
inline std::array<library, types> const& libraries() {
  static std::array<library, types> const all{library_of_f16(), library_of_bf16(), library_of_f32(), library_of_f64()};
  return all;
}

}  // namespace stress
