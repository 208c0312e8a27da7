// SPDX-License-Identifier: MIT
// tests/support/ways.hpp - one reduction of the same elements in every way there is: one set of bits.
#pragma once

#include <accrue/accrue.hpp>

#include <cstring>
#include <list>
#include <string>
#include <tuple>
#include <vector>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace ways {

using inputs::splitmix64;

template <class R>
std::vector<unsigned char> bytes(R const& r) {
  std::vector<unsigned char> b(sizeof r);
  std::memcpy(b.data(), &r, sizeof r);
  return b;
}

/// The elements of one source or two: numbers of all sizes, or integers.
template <class T>
std::vector<T> elements(std::size_t n, inputs::kind k, std::uint64_t seed) {
  std::vector<T> x(n);
  splitmix64 next{seed};
  if constexpr (std::is_integral_v<T>)
    for (T& v : x) v = static_cast<T>(static_cast<std::int64_t>(next()) >> 56);
  else
    for (T& v : x) v = kernel::value_of<T>(inputs::draw(next, kernel::layout_of<T>(), k));
  return x;
}

/// Elements 3 apart, first to last, or 2 apart from the last to the first.
template <class T>
struct apart {
  explicit apart(std::vector<T> const& x, std::ptrdiff_t step) : step_(step), n_(x.size()) {
    auto const gap = static_cast<std::size_t>(step < 0 ? -step : step);
    room_.resize(n_ * gap + 1);
    for (std::size_t i = 0; i != n_; ++i) room_[(step < 0 ? n_ - 1 - i : i) * gap] = x[i];
  }
  accrue::strided<T> source() const {
    auto const gap = static_cast<std::size_t>(step_ < 0 ? -step_ : step_);
    return {room_.data() + (step_ < 0 && n_ != 0 ? (n_ - 1) * gap : 0), n_, step_};
  }

 private:
  std::ptrdiff_t step_;
  std::size_t n_;
  std::vector<T> room_;
};

/// Columns of a row-major matrix, or rows: `which` of them is x, the others are noise.
template <class T>
struct slice {
  static constexpr std::size_t others = 19;
  slice(std::vector<T> const& x, std::size_t which, bool column) : n_(x.size()), column_(column) {
    room_ = elements<T>(n_ * others, inputs::specials, which + 1);
    for (std::size_t i = 0; i != n_; ++i) room_[column ? i * others + which : which * n_ + i] = x[i];
  }
  accrue::tensor<T> source() const {
    return column_ ? accrue::matrix(room_.data(), n_, others) : accrue::matrix(room_.data(), others, n_);
  }
  accrue::axes reduced() const { return accrue::axis(column_ ? 0 : 1); }

 private:
  std::size_t n_;
  bool column_;
  std::vector<T> room_;
};

/// One reduction by one method, of arity 1 or 2.
template <class Reduction, class M, class T>
class all_ways {
  static constexpr bool two = Reduction::arity == 2;
  using result = accrue::result_of_t<Reduction, void, M, T>;  // vector<bool> holds something else
  static constexpr bool is_fold = accrue::plan_t<Reduction, M, T>::left_fold;

 public:
  void check(std::size_t n, inputs::kind k, std::uint64_t seed) {
    CAPTURE(n, static_cast<int>(k), seed);
    x_ = elements<T>(n, k, seed);
    y_ = elements<T>(n, k, ~seed);
    expected_ = bytes(call(x_, y_));
    near();
    if (n < 20000) divided();
    in_pieces(seed);
    at_places();
    fused();
  }

 private:
  template <class S>
  static auto call(S const& x, S const& y) {
    if constexpr (two)
      return accrue::reduce<Reduction, M>(x, y);
    else
      return (void)y, accrue::reduce<Reduction, M>(x);
  }
  void near() {
    for (std::ptrdiff_t step : {3, -2}) {
      INFO("stride " << step);
      apart<T> const x(x_, step), y(y_, step);
      CHECK(bytes(call(x.source(), y.source())) == expected_);
    }
    INFO("walked through");
    CHECK(bytes(call(std::list<T>(x_.begin(), x_.end()), std::list<T>(y_.begin(), y_.end()))) == expected_);
  }
  /// Along axes, and as a segment between others.
  void divided() {
    for (bool column : {false, true}) {
      std::size_t const which = x_.size() % slice<T>::others;
      INFO((column ? "column " : "row ") << which);
      slice<T> const x(x_, which, column), y(y_, which, column);
      if constexpr (two)
        CHECK(bytes(result(accrue::reduce<Reduction, M>(x.source(), y.source(), x.reduced())[which])) == expected_);
      else
        CHECK(bytes(result(accrue::reduce<Reduction, M>(x.source(), x.reduced())[which])) == expected_);
    }
    if constexpr (!two) {
      INFO("a segment");
      std::vector<T> all = elements<T>(77, inputs::ordinary, 7);
      all.insert(all.end(), x_.begin(), x_.end());
      all.push_back(T{});
      std::vector<std::size_t> const offsets{0, 77, 77 + x_.size(), 78 + x_.size()};
      CHECK(bytes(result(accrue::reduce<Reduction, M>(all, accrue::segments(offsets))[1])) == expected_);
    }
  }
  void in_pieces(std::uint64_t seed) {
    INFO("in pieces");
    using accumulator = accrue::accumulator<Reduction, M, T>;
    splitmix64 next{seed};
    accumulator whole;
    std::vector<accumulator> runs;
    for (std::size_t i = 0; i != x_.size();) {
      std::size_t const k = std::min<std::size_t>(1 + next() % 3000, x_.size() - i);
      add(whole, i, k);
      i += k;
    }
    CHECK(bytes(whole.result()) == expected_);
    if constexpr (!is_fold) {
      for (std::size_t i = 0; i < x_.size();) {
        std::size_t const k = std::min<std::size_t>((1 + next() % 4) * 2048, x_.size() - i);
        runs.push_back(accumulator(accrue::starting_at(i)));
        add(runs.back(), i, k);
        i += k;
      }
      while (runs.size() > 1) {
        std::size_t const at = next() % (runs.size() - 1);
        runs[at].merge(runs[at + 1]);
        runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      }
      CHECK(bytes(runs[0].result()) == expected_);
    }
  }
  template <class A>
  void add(A& to, std::size_t i, std::size_t k) {
    std::span<T const> const x(x_.data() + i, k), y(y_.data() + i, k);
    if constexpr (two)
      to.add(x, y);
    else
      to.add(x);
  }
  void at_places() {
    if constexpr (!is_fold) {
      for (std::size_t n : {1u, 2u, 3u, 8u}) {
        INFO(n << " threads");
        if constexpr (two)
          CHECK(bytes(accrue::reduce<Reduction, M>(accrue::threads(n), x_, y_)) == expected_);
        else
          CHECK(bytes(accrue::reduce<Reduction, M>(accrue::threads(n), x_)) == expected_);
      }
    }
  }
  void fused() {
    INFO("fused");
    using other = std::conditional_t<two, accrue::reductions::dot, accrue::reductions::norm_inf>;
    if constexpr (two)
      CHECK(bytes(std::get<0>(accrue::fused<M, Reduction, other>(x_, y_))) == expected_);
    else
      CHECK(bytes(std::get<1>(accrue::fused<M, other, Reduction>(x_))) == expected_);
  }

  std::vector<T> x_, y_;
  std::vector<unsigned char> expected_;
};

/// Random shapes, of all kinds of elements; the last are long enough for threads to take part.
template <class Reduction, class M, class T>
void one_set_of_bits(std::uint64_t seed = 1) {
  all_ways<Reduction, M, T> ways;
  splitmix64 next{seed};
  for (std::size_t const top : {3u, 70u, 300u, 3000u, 12000u})
    for (int i = 0; i != 3; ++i)
      ways.check(1 + next() % top, static_cast<inputs::kind>(next() % inputs::nothing_but_nan), next());
  ways.check((std::size_t{5} << 20) / sizeof(T) + next() % 5000, inputs::ordinary, next());
}

}  // namespace ways
