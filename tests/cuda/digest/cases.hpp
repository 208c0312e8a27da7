// SPDX-License-Identifier: MIT
// tests/cuda/digest/cases.hpp - everything that devices cover, over lengths, misalignments and kinds of data: by the
// CPU's library and by a device, and where their bits differ.
//
// A backend is a device, or its simulation on a CPU:
//
//   data(x, y)                                       the arrays that calls read parts of, from now on
//   run<Reduction, M, T, R>(calls, results)          a result for each call
#pragma once

#include <accrue/dot.hpp>
#include <accrue/exec/threads.hpp>
#include <accrue/mean.hpp>
#include <accrue/norm.hpp>
#include <accrue/sum.hpp>

#include <cinttypes>
#include <cstdio>

#include "support/device_comparison.hpp"

namespace digest {

/// One reduction of n elements of the arrays, from element `from` of the first and `other` of the second.
struct call {
  std::size_t n, from, other;
};

/// What is asked of all cases.
struct options {
  int repeats = 1, streams = 1;
  bool graph = false, few = false;
};

/// FNV-1a of bytes.
class hash {
 public:
  void add(void const* p, std::size_t bytes) {
    for (std::size_t i = 0; i != bytes; ++i) h_ = (h_ ^ static_cast<unsigned char const*>(p)[i]) * 0x100000001b3;
  }
  void add(hash const& other) { add(&other.h_, sizeof h_); }
  std::uint64_t value() const { return h_; }

 private:
  std::uint64_t h_ = 0xcbf29ce484222325;
};

/// Results so far.
struct tally {
  hash host, device;
  std::uint64_t cases = 0, different = 0;

  void add(tally const& other) {
    host.add(other.host), device.add(other.device);
    cases += other.cases, different += other.different;
  }
};

template <class T>
inline constexpr char const* name_of = "double";
template <>
inline constexpr char const* name_of<float> = "float";
template <>
inline constexpr char const* name_of<accrue::half> = "half";
template <>
inline constexpr char const* name_of<accrue::bfloat16> = "bfloat16";

inline constexpr std::size_t most_elements = (std::size_t{1} << 22) + 77, slack = 16;

/// Lengths and alignments of one kind of data: no element too, all edges, and one that takes larger shares.
inline std::vector<call> calls_for(unsigned seed, bool few) {
  std::vector<call> r{{0, 0, 0}};
  unsigned turn = seed;
  for (std::size_t n : against_cpu::lengths(seed)) {
    ++turn;
    if (few && turn % 3 != 0 && n != 131'073) continue;
    std::size_t const from = turn % 3 == 0 ? 0 : turn % slack;
    r.push_back({n, from, turn % 2 == 0 ? from : (from + turn / 2) % slack});
  }
  if (!few) r.push_back({most_elements - seed % 3, seed % 2, 0});
  return r;
}

/// The arrays of one type: made once for all methods and reductions.
template <class T>
struct arrays {
  std::vector<T> x, y;
};
template <class T>
arrays<T> const& arrays_of(against_cpu::kind k) {
  static arrays<T> made;
  static int of = -1;
  if (of != static_cast<int>(k)) {
    of = static_cast<int>(k);
    auto const seed = static_cast<unsigned>(k) + 1;
    made = {against_cpu::elements<T>(k, most_elements + slack, seed),
            against_cpu::elements<T>(k, most_elements + slack, seed + 100)};
  }
  return made;
}

/// Adds a reduction's results over all calls, and says where they differ.
template <class Reduction, class M, class T, class R, class Backend>
void of_reduction(Backend& device, tally& all, char const* reduction, char const* method, against_cpu::kind k,
                  std::vector<call> const& calls, arrays<T> const& a) {
  using Result = accrue::result_of_t<Reduction, R, M, T>;
  std::vector<Result> got(calls.size());
  device.template run<Reduction, M, T, Result>(calls, got);
  for (std::size_t i = 0; i != calls.size(); ++i) {
    auto const& c = calls[i];
    std::span<T const> const x(a.x.data() + c.from, c.n), y(a.y.data() + c.other, c.n);
    Result const expected = [&] {
      accrue::threads const place;
      if constexpr (Reduction::arity == 2)
        return accrue::reduce<Reduction, M, R>(place, x, y);
      else
        return accrue::reduce<Reduction, M, R>(place, x);
    }();
    all.host.add(&expected, sizeof expected);
    all.device.add(&got[i], sizeof expected);
    ++all.cases;
    if (std::memcmp(&expected, &got[i], sizeof expected) == 0) continue;
    if (++all.different <= 20)
      std::printf("DIFFERENT: %s by %s of %s to %s, kind %d, %zu elements from %zu and %zu\n", reduction, method,
                  name_of<T>, name_of<Result>, static_cast<int>(k), c.n, c.from, c.other);
  }
}

/// Another result type than the usual one.
template <class T>
using other_result = std::conditional_t<sizeof(T) == 2, T, std::conditional_t<sizeof(T) == 4, double, float>>;

template <class M, class T, class Backend>
void of_storage(Backend& device, tally& all, char const* method, options const& how) {
  namespace reductions = accrue::reductions;
  for (auto const k : against_cpu::kinds) {
    auto const calls = calls_for(static_cast<unsigned>(k) + 1, how.few);
    auto const& a = arrays_of<T>(k);
    device.data(a.x, a.y);
    auto const add = [&]<class Reduction, class R = void>(char const* name, Reduction, std::type_identity<R> = {}) {
      of_reduction<Reduction, M, T, R>(device, all, name, method, k, calls, a);
    };
    std::type_identity<void> const usual;
    std::type_identity<other_result<T>> const other;
    add("sum", reductions::sum{}, usual);
    add("abs_sum", reductions::abs_sum{}, usual);
    add("norm1", reductions::norm1{}, other);
    add("mean", reductions::mean{}, usual);
    add("sum_of_squares", reductions::sum_of_squares{}, usual);
    add("dot", reductions::dot{}, usual);
    add("norm2", reductions::norm2{}, usual);
    add("norm2", reductions::norm2{}, other);
  }
}

/// Storage types T by M: a line of output for each.
template <class M, class... T, class Backend>
void of_method(Backend& device, tally& all, char const* method, options const& how) {
  auto const one = [&]<class X>(std::type_identity<X>) {
    tally some;
    of_storage<M, X>(device, some, method, how);
    std::printf("%-12s of %-9s %6" PRIu64 " cases, %016" PRIx64 " %s\n", method, name_of<X>, some.cases,
                some.host.value(), some.host.value() == some.device.value() ? "equal" : "DIFFERENT");
    all.add(some);
  };
  (one(std::type_identity<T>{}), ...);
}

/// The last lines, as scripts/gpu.sh reads them. Returns whether all is equal.
inline bool summary(tally const& all, char const* device) {
  std::printf("%" PRIu64 " cases, %" PRIu64 " different\n", all.cases, all.different);
  std::printf("host digest: %016" PRIx64 "\n%s digest: %016" PRIx64 "\n", all.host.value(), device, all.device.value());
  return all.cases != 0 && all.different == 0 && all.host.value() == all.device.value();
}

}  // namespace digest
