// SPDX-License-Identifier: MIT
// tests/cuda/digest/cases.hpp - everything that devices cover, over lengths, misalignments and kinds of data: by the
// CPU's library and by a device, and where their bits differ.
//
// A backend is a device, or its simulation on a CPU:
//
//   data(x, y)                                       the arrays that calls read parts of, from now on
//   run<Reduction, M, T, R>(calls, results)          a result for each call; R as in a call
//   several<M, T, Reductions...>(calls, results)     a tuple of results for each, of one call of `fused`
#pragma once

#include <accrue/axis.hpp>
#include <accrue/count.hpp>
#include <accrue/cuda/axes.hpp>
#include <accrue/cuda/fused_list.hpp>
#include <accrue/dot.hpp>
#include <accrue/exec/threads.hpp>
#include <accrue/extremum.hpp>
#include <accrue/global_norm.hpp>
#include <accrue/logsumexp.hpp>
#include <accrue/mean.hpp>
#include <accrue/norm.hpp>
#include <accrue/segmented.hpp>
#include <accrue/sum.hpp>
#include <accrue/variance.hpp>

#include <cinttypes>
#include <cstdio>
#include <memory>

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
inline constexpr char const* name_of = "another type";
template <>
inline constexpr char const* name_of<double> = "double";
template <>
inline constexpr char const* name_of<float> = "float";
template <>
inline constexpr char const* name_of<std::int8_t> = "int8";
template <>
inline constexpr char const* name_of<std::uint16_t> = "uint16";
template <>
inline constexpr char const* name_of<std::int32_t> = "int32";
template <>
inline constexpr char const* name_of<std::uint64_t> = "uint64";
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
    if (few && (turn % 3 != 0 || n > 140'000) && n != 131'073) continue;
    std::size_t const from = turn % 3 == 0 ? 0 : turn % slack;
    r.push_back({n, from, turn % 2 == 0 ? from : (from + turn / 2) % slack});
  }
  if (!few) r.push_back({most_elements - seed % 3, seed % 2, 0});
  return r;
}

/// Kinds of data that find most of what can be wrong.
inline bool is_among_few(against_cpu::kind k) {
  using against_cpu::kind;
  return k == kind::any_range || k == kind::some_nan || k == kind::infinities || k == kind::far_blocks;
}

template <class T>
struct arrays {
  std::vector<T> x, y;
};
/// n random elements; behind `own` of them, copies at that distance: a prime, so that no wrong address is a right one.
template <class T>
std::vector<T> many_elements(against_cpu::kind k, std::size_t n, unsigned seed) {
  constexpr std::size_t own = 499'979;
  auto x = against_cpu::elements<T>(k, n < own ? n : own, seed);
  x.resize(n);
  for (std::size_t i = own; i < n; i += own)
    std::memcpy(static_cast<void*>(x.data() + i), x.data(), std::min(own, n - i) * sizeof(T));
  return x;
}
template <class T>
arrays<T> arrays_of(against_cpu::kind k, bool few) {
  auto const seed = static_cast<unsigned>(k) + 1;
  std::size_t const n = (few ? 140'000 : most_elements) + slack;
  return {many_elements<T>(k, n, seed), many_elements<T>(k, n, seed + 100)};
}

/// Adds a reduction's results over all calls, and says where they differ.
template <class Reduction, class M, class T, class R, class Backend>
void of_reduction(Backend& device, tally& all, char const* reduction, char const* method, against_cpu::kind k,
                  std::vector<call> const& calls, arrays<T> const& a) {
  using Result = accrue::result_of_t<Reduction, R, M, T>;
  auto const got = std::make_unique<Result[]>(calls.size());  // (a vector of bool has no addresses)
  device.template run<Reduction, M, T, R>(calls, got.get());
  for (std::size_t i = 0; i != calls.size(); ++i) {
    auto const& c = calls[i];
    std::span<T const> const x(a.x.data() + c.from, c.n), y(a.y.data() + c.other, c.n);
    Result const expected = [&] {
      accrue::threads const place;
      using P = accrue::device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
      // (Of some of these the host would throw.)
      if (c.n == 0) return accrue::device::result_of_nothing<P, Reduction, Result>();
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

/// A reduction by its name, over all calls of one kind of data.
template <class M, class T, class Backend>
struct adding {
  Backend& device;
  tally& all;
  char const* method;
  against_cpu::kind k;
  std::vector<call> const& calls;
  arrays<T> const& a;

  template <class R = void, class Reduction>
  void operator()(char const* name, Reduction) const {
    of_reduction<Reduction, M, T, R>(device, all, name, method, k, calls, a);
  }
};
/// f(adding) for all kinds of data of type T.
template <class M, class T, class Backend, class F>
void of_storage(Backend& device, tally& all, char const* method, options const& how, F f) {
  tally some;
  for (auto const k : against_cpu::kinds) {
    if (how.few && !is_among_few(k)) continue;
    auto const calls = calls_for(static_cast<unsigned>(k) + 1, how.few);
    auto const a = arrays_of<T>(k, how.few);
    device.data(a.x, a.y);
    f(adding<M, T, Backend>{device, some, method, k, calls, a});
  }
  std::printf("%-12s of %-9s %6" PRIu64 " cases, %016" PRIx64 " %s\n", method, name_of<T>, some.cases,
              some.host.value(), some.host.value() == some.device.value() ? "equal" : "DIFFERENT");
  all.add(some);
}

/// Another result type than the usual one.
template <class T>
using other_result = std::conditional_t<sizeof(T) == 2, T, std::conditional_t<sizeof(T) == 4, double, float>>;

/// Sums of floats by M, of each storage type.
template <class M, class... T, class Backend>
void of_method(Backend& device, tally& all, char const* method, options const& how) {
  namespace reductions = accrue::reductions;
  auto const one = [&]<class X>(std::type_identity<X>) {
    of_storage<M, X>(device, all, method, how, [](auto const& add) {
      using other = other_result<X>;
      add("sum", reductions::sum{});
      add("abs_sum", reductions::abs_sum{});
      add.template operator()<other>("norm1", reductions::norm1{});
      add("mean", reductions::mean{});
      add("sum_of_squares", reductions::sum_of_squares{});
      add("dot", reductions::dot{});
      add("norm2", reductions::norm2{});
      add.template operator()<other>("norm2", reductions::norm2{});
    });
  };
  (one(std::type_identity<T>{}), ...);
}
/// Extrema, their places, and counts.
template <class... T, class Backend>
void of_extrema(Backend& device, tally& all, options const& how) {
  namespace reductions = accrue::reductions;
  auto const one = [&]<class X>(std::type_identity<X>) {
    of_storage<accrue::pairwise<>, X>(device, all, "extrema", how, [](auto const& add) {
      add("min", reductions::min{});
      add("max", reductions::max{});
      add("minmax", reductions::minmax{});
      add("norm_inf", reductions::norm_inf{});
      add("argmin", reductions::argmin{});
      add("argmax", reductions::argmax{});
      add("argmax_abs", reductions::argmax_abs{});
      add("count_nonzero", reductions::count_nonzero{});
      add("any", reductions::any{});
      add("all", reductions::all{});
    });
  };
  (one(std::type_identity<T>{}), ...);
}
/// Sums of integers, which may overflow.
template <class... T, class Backend>
void of_integers(Backend& device, tally& all, options const& how) {
  namespace reductions = accrue::reductions;
  auto const one = [&]<class X>(std::type_identity<X>) {
    of_storage<accrue::wrapping<accrue::pairwise<>>, X>(device, all, "wrapping", how, [](auto const& add) {
      add("sum", reductions::sum{});
      add("dot", reductions::dot{});
    });
    of_storage<accrue::saturating<accrue::pairwise<>>, X>(device, all, "saturating", how, [](auto const& add) {
      add("abs_sum", reductions::abs_sum{});
      add("sum_of_squares", reductions::sum_of_squares{});
    });
    of_storage<accrue::exact, X>(device, all, "exact", how, [](auto const& add) {
      add("mean", reductions::mean{});
      add("norm2", reductions::norm2{});
    });
  };
  (one(std::type_identity<T>{}), ...);
}

/// Variances of floats, of each storage type.
template <class... T, class Backend>
void of_variances(Backend& device, tally& all, options const& how) {
  namespace reductions = accrue::reductions;
  auto const one = [&]<class X>(std::type_identity<X>) {
    of_storage<accrue::pairwise<>, X>(device, all, "variances", how, [](auto const& add) {
      add("variance", reductions::variance{});
      add("standard_deviation", reductions::standard_deviation{});
    });
  };
  (one(std::type_identity<T>{}), ...);
}

/// Logarithms of sums of exponentials, of each storage type.
template <class... T, class Backend>
void of_exponentials(Backend& device, tally& all, options const& how) {
  namespace reductions = accrue::reductions;
  auto const one = [&]<class X>(std::type_identity<X>) {
    of_storage<accrue::pairwise<>, X>(device, all, "exponentials", how, [](auto const& add) {
      using other = other_result<X>;
      add("logsumexp", reductions::logsumexp{});
      add.template operator()<other>("logsumexp", reductions::logsumexp{});
    });
    of_storage<accrue::kahan<>, X>(device, all, "exponentials", how,
                                   [](auto const& add) { add("logsumexp", reductions::logsumexp{}); });
  };
  (one(std::type_identity<T>{}), ...);
}
/// The results that the host has of each of several reductions alone.
template <class M, class T, class... Reductions>
auto each_alone(std::span<T const> x) {
  accrue::threads const place;
  if (!x.empty()) return std::tuple(accrue::reduce<Reductions, M>(place, x)...);
  return std::tuple(
      accrue::device::result_of_nothing<accrue::device::plan_on_device<accrue::plan_t<Reductions, M, T>, T>, Reductions,
                                        accrue::result_of_t<Reductions, void, M, T>>()...);
}
/// Several reductions at once, over all calls of all kinds of data.
template <class M, class T, class... Reductions, class Backend>
void of_list(Backend& device, tally& all, char const* method, options const& how) {
  using results = std::tuple<accrue::result_of_t<Reductions, void, M, T>...>;
  tally some;
  for (auto const k : against_cpu::kinds) {
    if (how.few && !is_among_few(k)) continue;
    auto const calls = calls_for(static_cast<unsigned>(k) + 1, how.few);
    auto const a = arrays_of<T>(k, how.few);
    device.data(a.x, a.y);
    std::vector<results> got(calls.size());
    device.template several<M, T, Reductions...>(calls, got);
    for (std::size_t i = 0; i != calls.size(); ++i) {
      results const expected =
          each_alone<M, T, Reductions...>(std::span<T const>(a.x.data() + calls[i].from, calls[i].n));
      auto const compare = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
        auto const &here = std::get<I>(expected), &there = std::get<I>(got[i]);
        some.host.add(&here, sizeof here), some.device.add(&there, sizeof here);
        ++some.cases;
        if (std::memcmp(&here, &there, sizeof here) != 0 && ++some.different <= 20)
          std::printf("DIFFERENT: reduction %zu of several by %s of %s, kind %d, %zu elements from %zu\n", I, method,
                      name_of<T>, static_cast<int>(k), calls[i].n, calls[i].from);
      };
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        (compare(std::integral_constant<std::size_t, I>{}), ...);
      }(std::index_sequence_for<Reductions...>{});
    }
  }
  std::printf("%-12s of %-9s %6" PRIu64 " cases, %016" PRIx64 " %s, of several at once\n", method, name_of<T>,
              some.cases, some.host.value(), some.host.value() == some.device.value() ? "equal" : "DIFFERENT");
  all.add(some);
}
template <class Backend>
void of_lists(Backend& device, tally& all, options const& how) {
  namespace r = accrue::reductions;
  using accrue::half, accrue::pairwise, accrue::compensated, accrue::exact;
  of_list<pairwise<>, half, r::mean, r::norm2, r::minmax, r::count_nonzero>(device, all, "pairwise", how);
  of_list<compensated<>, double, r::sum, r::standard_deviation, r::argmax_abs>(device, all, "compensated", how);
  of_list<exact, float, r::sum, r::norm2, r::argmin>(device, all, "exact", how);
}

/// Adds results that are one array on both sides.
template <class R>
void add_results(tally& all, char const* what, std::vector<R> const& expected, std::vector<R> const& got) {
  std::size_t const bytes = expected.size() * sizeof(R);
  all.host.add(expected.data(), bytes);
  all.device.add(got.data(), bytes);
  all.cases += expected.size();
  if (got.size() == expected.size() && std::memcmp(expected.data(), got.data(), bytes) == 0) return;
  ++all.different;
  std::printf("DIFFERENT: %s\n", what);
}
/// Parts of arrays, and lists of them: rows, segments by their offsets, norms of arrays and what to clip them by. The
/// backend has rows<Reduction, M, T>(n, size, results), offsets<..>(n, offsets, results) and
/// norm<M, T>(sizes, most, norm, factor), whose arrays lie one behind the other.
template <class M, class... T, class Backend>
void of_parts(Backend& device, tally& all, char const* method, options const& how) {
  using accrue::reductions::norm2, accrue::reductions::sum;
  auto const one = [&]<class X>(std::type_identity<X>) {
    tally some;
    for (auto const k : against_cpu::kinds) {
      if (how.few && !is_among_few(k)) continue;
      auto const a = arrays_of<X>(k, true);
      std::size_t const n = a.x.size();
      device.data(a.x, a.y);
      for (std::size_t const size : {33u, 1000u, 9000u}) {
        auto const expected = accrue::sum<M>(a.x, accrue::segments_of(size));
        auto got = expected;
        device.template rows<sum, M, X>(n, size, got);
        add_results(some, "rows", expected, got);
      }
      std::vector<std::uint64_t> offsets{0, 0, 1, 64, 3000};
      while (offsets.back() < 130'000) offsets.push_back(offsets.back() + offsets.size() * 7919 % 5000);
      auto const expected = accrue::norm2<M>(a.x, accrue::segments(offsets));
      auto got = expected;
      device.template offsets<norm2, M, X>(n, offsets, got);
      add_results(some, "segments", expected, got);
      std::vector<std::span<X const>> list;
      for (std::size_t i = 1; i != offsets.size(); ++i)
        list.emplace_back(a.x.data() + offsets[i - 1], static_cast<std::size_t>(offsets[i] - offsets[i - 1]));
      auto const norm = accrue::global_norm<M>(list);
      using R = std::remove_const_t<decltype(norm)>;
      std::vector<R> norms(2);
      device.template norm<M, X>(list, R(3), norms[0], norms[1]);
      add_results(some, "the norm of a list", {norm, accrue::clip_factor(norm, R(3))}, norms);
    }
    std::printf("%-12s of %-9s %6" PRIu64 " cases, %016" PRIx64 " %s, of parts\n", method, name_of<X>, some.cases,
                some.host.value(), some.host.value() == some.device.value() ? "equal" : "DIFFERENT");
    all.add(some);
  };
  (one(std::type_identity<T>{}), ...);
}

/// A matrix of the first array along an axis, and where there are two sources the same of the second.
struct matrix_call {
  std::size_t rows, columns, pitch;
  unsigned axis;
};
/// Every way that slices go: few and many, short and long, neighbours and strided, with blocks and lanes that are not
/// whole. Within 1.2 million elements, and as many of both.
inline std::vector<matrix_call> matrices(bool few) {
  struct shape {
    std::size_t rows, columns, gap;
  };
  std::vector<shape> shapes{{1, 70, 0}, {33, 257, 3}, {2049, 31, 0}, {5000, 17, 7}, {8, 15'000, 1}, {70'000, 1, 0}};
  if (!few)
    shapes.insert(shapes.end(), {{0, 5, 0},
                                 {5, 0, 0},
                                 {31, 33, 0},
                                 {64, 300, 5},
                                 {2048, 255, 1},
                                 {300'000, 3, 1},
                                 {3, 300'000, 5},
                                 {30, 33'000, 5},
                                 {40'000, 16, 0},
                                 {1'000'000, 1, 0},
                                 {500'000, 1, 1}});
  std::vector<matrix_call> r;
  for (auto const& s : shapes)
    for (unsigned axis : {0u, 1u}) r.push_back({s.rows, s.columns, s.columns + s.gap, axis});
  return r;
}
/// One reduction over all matrices. The backend has axis<Reduction, M, T>(call, asked.., results), asked a ddof.
template <class Reduction, class M, class T, class Backend, class... Asked>
void along_axes(Backend& device, tally& all, char const* what, std::vector<matrix_call> const& calls,
                arrays<T> const& a, Asked... asked) {
  using R = accrue::result_of_t<Reduction, void, M, T>;
  for (auto const& c : calls) {
    auto const matrix = [&](std::vector<T> const& x) {
      return accrue::tensor<T>(x.data(), {c.rows, c.columns}, {c.pitch, std::size_t{1}});
    };
    std::vector<R> expected(c.axis == 0 ? c.columns : c.rows);
    bool const empty = (c.axis == 0 ? c.rows : c.columns) == 0;
    accrue::threads const place;
    if constexpr (requires {
                    accrue::device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>::template of_nothing<R>();
                  })
      if (empty) continue;  // the host would throw
    if constexpr (Reduction::arity == 2)
      accrue::reduce<Reduction, M>(place, matrix(a.x), matrix(a.y), accrue::axis(static_cast<int>(c.axis)), expected);
    else
      accrue::reduce<Reduction, M>(place, matrix(a.x), accrue::axis(static_cast<int>(c.axis)), asked..., expected);
    auto got = expected;
    if (!got.empty()) std::memset(static_cast<void*>(got.data()), 0xa5, got.size() * sizeof(R));
    device.template axis<Reduction, M, T>(c, got, asked...);
    add_results(all, what, expected, got);
  }
}
template <class... T, class Backend>
void of_matrices(Backend& device, tally& all, options const& how) {
  namespace reductions = accrue::reductions;
  auto const one = [&]<class X>(std::type_identity<X>) {
    tally some;
    for (auto const k : against_cpu::kinds) {
      if (how.few && !is_among_few(k)) continue;
      auto const a = arrays_of<X>(k, how.few);
      auto const calls = matrices(how.few);
      device.data(a.x, a.y);
      along_axes<reductions::sum, accrue::pairwise<>>(device, some, "sums along an axis", calls, a);
      along_axes<reductions::norm2, accrue::compensated<>>(device, some, "norms along an axis", calls, a);
      along_axes<reductions::dot, accrue::pairwise<>>(device, some, "dots along an axis", calls, a);
      along_axes<reductions::variance, accrue::pairwise<>>(device, some, "variances along an axis", calls, a,
                                                           accrue::ddof(1));
      along_axes<reductions::argmax, accrue::pairwise<>>(device, some, "places along an axis", calls, a);
      along_axes<reductions::sum, accrue::exact>(device, some, "exact sums along an axis", calls, a);
    }
    std::printf("%-12s of %-9s %6" PRIu64 " cases, %016" PRIx64 " %s\n", "matrices", name_of<X>, some.cases,
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
