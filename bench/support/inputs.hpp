// SPDX-License-Identifier: MIT
// bench/support/inputs.hpp - the numbers that all rows reduce: ordinary ones, evenly spread over -0.5 to 1.5.
#pragma once

#include <accrue/accrue.hpp>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <new>

#include "support/row.hpp"

namespace bench {

constexpr std::size_t bytes_of(storage s) {
  return s == storage::double_precision ? 8 : s == storage::single_precision ? 4 : 2;
}

/// Two sources of one storage type, as long as asked for, on pages of their own.
class source_pair {
 public:
  source_pair(storage s, std::size_t bytes) : x_(filled(s, bytes, 0)), y_(filled(s, bytes, 1)) {}
  void const* x() const { return x_.get(); }
  void const* y() const { return y_.get(); }

 private:
  struct freed {
    void operator()(void* p) const { std::free(p); }
  };
  using memory = std::unique_ptr<void, freed>;

  /// Element i: a hash of i (splitmix64), so that short inputs are the beginnings of long ones.
  static double value(std::uint64_t source, std::uint64_t i) {
    std::uint64_t w = (2 * i + source + 1) * 0x9e3779b97f4a7c15u;
    w = (w ^ w >> 30) * 0xbf58476d1ce4e5b9u;
    w = (w ^ w >> 27) * 0x94d049bb133111ebu;
    return static_cast<double>((w ^ w >> 31) >> 11) * 0x1p-52 - 0.5;
  }
  template <class T>
  static void fill(void* p, std::size_t bytes, std::uint64_t source) {
    for (std::size_t i = 0; i != bytes / sizeof(T); ++i) static_cast<T*>(p)[i] = static_cast<T>(value(source, i));
  }
  static memory filled(storage s, std::size_t bytes, std::uint64_t source) {
    memory m(std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096));
    if (!m) throw std::bad_alloc();
    if (s == storage::half) fill<accrue::half>(m.get(), bytes, source);
    if (s == storage::bfloat16) fill<accrue::bfloat16>(m.get(), bytes, source);
    if (s == storage::single_precision) fill<float>(m.get(), bytes, source);
    if (s == storage::double_precision) fill<double>(m.get(), bytes, source);
    return m;
  }

  memory x_, y_;
};

/// Element i of a source, exactly.
inline double element(storage s, void const* p, std::size_t i) {
  switch (s) {
    case storage::half: return static_cast<double>(static_cast<accrue::half const*>(p)[i]);
    case storage::bfloat16: return static_cast<double>(static_cast<accrue::bfloat16 const*>(p)[i]);
    case storage::single_precision: return static_cast<double>(static_cast<float const*>(p)[i]);
    default: return static_cast<double const*>(p)[i];
  }
}

}  // namespace bench
