// SPDX-License-Identifier: MIT
// accrue/tensor.hpp - elements with up to 8 axes, at any strides: `matrix` and `tensor`.
//
//   accrue::matrix(p, rows, columns)                            row-major
//   accrue::matrix(p, rows, columns, accrue::column_major)      as Fortran and Eigen have it
//   accrue::tensor(p, {2, 3, 4})                                C order
//   accrue::tensor(p, {2, 3, 4}, {12, -4, 1})                   strides in elements, of any sign, 0 repeats
//
// As a source it is all its elements, in C order of their indices whatever the strides.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "accrue/config/error.hpp"
#include "accrue/stream.hpp"

namespace accrue {

/// How many axes a tensor may have.
inline constexpr std::size_t most_axes = 8;

namespace detail {

/// An integer of any type, in a list of them.
struct axis_number {
  std::ptrdiff_t value;
  template <std::integral I>
  constexpr axis_number(I i) noexcept : value(static_cast<std::ptrdiff_t>(i)) {}
};

ACCRUE_COLD inline void fail_rank(std::size_t n) {
  char text[160];
  std::snprintf(text, sizeof text, "there are %zu axes, the most are 8. Join some of them.", n);
  fail(error("extents", text));
}
ACCRUE_COLD inline void fail_extents() {
  fail(error("extents", "an extent is negative. Pass the number of elements along each axis."));
}
ACCRUE_COLD inline void fail_count() {
  fail(
      error("extents", "there are more elements than a std::ptrdiff_t can count. Pass the extents that the data has."));
}
ACCRUE_COLD inline void fail_strides(std::size_t extents, std::size_t strides) {
  char text[160];
  std::snprintf(text, sizeof text, "there are %zu extents and %zu strides. Pass one of each for every axis.", extents,
                strides);
  fail(error("extents", text));
}

}  // namespace detail

/// A number for every axis: extents, or strides in elements. Of a list in braces, or a contiguous range of integers.
class per_axis {
 public:
  constexpr per_axis() noexcept = default;
  constexpr per_axis(std::initializer_list<detail::axis_number> list) {
    for (detail::axis_number i : list) push_back(i.value);
  }
  template <detail::contiguous_source S>
    requires std::integral<element_t<S>>
  constexpr per_axis(S const& list) {
    for (auto i : std::span(list)) push_back(static_cast<std::ptrdiff_t>(i));
  }
  constexpr void push_back(std::ptrdiff_t value) {
    if (size_ == most_axes) detail::fail_rank(size_ + 1);
    at_[size_++] = value;
  }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr std::ptrdiff_t operator[](std::size_t axis) const noexcept { return at_[axis]; }
  constexpr std::ptrdiff_t* begin() noexcept { return at_; }
  constexpr std::ptrdiff_t* end() noexcept { return at_ + size_; }
  constexpr std::ptrdiff_t const* begin() const noexcept { return at_; }
  constexpr std::ptrdiff_t const* end() const noexcept { return at_ + size_; }
  friend constexpr bool operator==(per_axis const& a, per_axis const& b) noexcept {
    bool same = a.size_ == b.size_;
    for (std::size_t i = 0; same && i != a.size_; ++i) same = a.at_[i] == b.at_[i];
    return same;
  }

 private:
  std::size_t size_ = 0;
  std::ptrdiff_t at_[most_axes]{};
};

/// The spelling of Fortran's order: the first axis is the one of neighbours.
struct column_major_t {
  explicit column_major_t() = default;
};
inline constexpr column_major_t column_major{};

namespace detail {

/// Axes, the outermost first, as a walk sees them.
struct axes_walked {
  std::size_t rank = 0;
  std::size_t extent[most_axes]{};
  std::ptrdiff_t stride[most_axes]{};

  /// Appends an axis: one of a single element is none, and one that goes on where the last one steps is the same.
  constexpr void append(std::size_t n, std::ptrdiff_t step) noexcept {
    if (n == 1) return;
    if (rank != 0 && static_cast<std::size_t>(stride[rank - 1]) == static_cast<std::size_t>(step) * n) {
      extent[rank - 1] *= n;
      stride[rank - 1] = step;
    } else {
      extent[rank] = n;
      stride[rank++] = step;
    }
  }
  /// All elements lie in one line, which steps by this.
  constexpr bool is_a_line() const noexcept { return rank <= 1; }
  constexpr std::ptrdiff_t step() const noexcept { return rank == 0 ? 1 : stride[rank - 1]; }
  constexpr std::size_t size() const noexcept {
    std::size_t n = 1;
    for (std::size_t a = 0; a != rank; ++a) n *= extent[a];
    return n;
  }
  /// Where element i is, in C order.
  constexpr std::ptrdiff_t offset_of(std::size_t i) const noexcept {
    if (rank <= 1) return static_cast<std::ptrdiff_t>(i) * step();
    std::ptrdiff_t at = 0;
    for (std::size_t a = rank; a-- != 0; i /= extent[a]) at += static_cast<std::ptrdiff_t>(i % extent[a]) * stride[a];
    return at;
  }
};

/// What stands for a tensor: specialise it with `static tensor<F> of(X const&)`, as adapt/ does.
template <class X>
struct as_tensor {};
template <class X>
concept adopted = requires(X const& x) { as_tensor<std::remove_cv_t<X>>::of(x); };

}  // namespace detail

/// Elements F at `data`, those of axis a a stride of strides[a] elements apart.
template <class F>
class tensor {
 public:
  using element_type = F;

  /// In C order. Throws accrue::error `extents`, if one is negative, there are more than 8, or more elements than a
  /// std::ptrdiff_t counts.
  constexpr tensor(F const* data, per_axis const& extents) : data_(data), extents_(extents), strides_(extents) {
    check();
    std::ptrdiff_t step = 1;
    for (std::size_t a = extents.size(); a-- != 0; step *= extents[a]) strides_.begin()[a] = step;
  }
  /// In Fortran's order.
  constexpr tensor(F const* data, per_axis const& extents, column_major_t)
      : data_(data), extents_(extents), strides_(extents) {
    check();
    std::ptrdiff_t step = 1;
    for (std::size_t a = 0; a != extents.size(); step *= extents[a++]) strides_.begin()[a] = step;
  }
  /// Throws the same, also if the numbers of both differ.
  constexpr tensor(F const* data, per_axis const& extents, per_axis const& strides)
      : data_(data), extents_(extents), strides_(strides) {
    if (extents.size() != strides.size()) detail::fail_strides(extents.size(), strides.size());
    check();
  }
  template <detail::adopted X>
  constexpr tensor(X const& x) : tensor(detail::as_tensor<X>::of(x)) {}

  constexpr F const* data() const noexcept { return data_; }
  constexpr std::size_t rank() const noexcept { return extents_.size(); }
  constexpr per_axis const& extents() const noexcept { return extents_; }
  constexpr per_axis const& strides() const noexcept { return strides_; }
  constexpr std::size_t extent(std::size_t axis) const noexcept { return static_cast<std::size_t>(extents_[axis]); }
  constexpr std::ptrdiff_t stride(std::size_t axis) const noexcept { return strides_[axis]; }
  /// The number of elements.
  constexpr std::size_t size() const noexcept {
    std::size_t n = 1;
    for (auto e : extents_) n *= static_cast<std::size_t>(e);
    return n;
  }
  /// The same elements in C order by as few axes as there can be.
  constexpr detail::axes_walked walked() const noexcept {
    detail::axes_walked w;
    for (std::size_t a = 0; a != rank(); ++a) w.append(extent(a), stride(a));
    return w;
  }

  /// All elements, in C order.
  class iterator {
   public:
    constexpr F const& operator*() const noexcept { return data_[axes_.offset_of(i_)]; }
    constexpr iterator& operator++() noexcept { return ++i_, *this; }
    friend constexpr bool operator!=(iterator const& a, iterator const& b) noexcept { return a.i_ != b.i_; }
    friend constexpr bool operator==(iterator const& a, iterator const& b) noexcept { return a.i_ == b.i_; }

   private:
    friend tensor;
    constexpr iterator(F const* data, detail::axes_walked const& axes, std::size_t i) noexcept
        : data_(data), axes_(axes), i_(i) {}
    F const* data_;
    detail::axes_walked axes_;
    std::size_t i_;
  };
  constexpr iterator begin() const noexcept { return {data_, walked(), 0}; }
  constexpr iterator end() const noexcept { return {data_, walked(), size()}; }

 private:
  /// (Extents of 0 are left out, so that strides can be counted.)
  constexpr void check() const {
    std::size_t count = 1;
    for (auto e : extents_) {
      if (e < 0) detail::fail_extents();
      auto const n = static_cast<std::size_t>(e);
      if (n != 0 && count > static_cast<std::size_t>(PTRDIFF_MAX) / n) detail::fail_count();
      count *= n == 0 ? 1 : n;
    }
  }
  F const* data_;
  per_axis extents_, strides_;
};
template <detail::adopted X>
tensor(X const&) -> tensor<typename decltype(detail::as_tensor<X>::of(std::declval<X const&>()))::element_type>;

/// A matrix, row by row: element (i, j) is p[i * columns + j].
template <class F>
[[nodiscard]] constexpr tensor<F> matrix(F const* p, std::size_t rows, std::size_t columns) {
  return {p, {rows, columns}};
}
/// A matrix, column by column: element (i, j) is p[j * rows + i].
template <class F>
[[nodiscard]] constexpr tensor<F> matrix(F const* p, std::size_t rows, std::size_t columns, column_major_t order) {
  return {p, {rows, columns}, order};
}

namespace detail {

template <class S>
inline constexpr bool is_tensor = false;
template <class F>
inline constexpr bool is_tensor<tensor<F>> = true;
template <class F>
inline constexpr bool is_tensor<tensor<F> const> = true;

/// Hands out a tensor in blocks: where it lies in one run, in place, else copied out.
template <class S>
  requires is_tensor<S>
class block_reader<S> {
  using F = element_t<S>;
  using T = storage_t<F>;

 public:
  explicit constexpr block_reader(S& s) : data_(s.data()), axes_(s.walked()), left_(s.size()) {}

  constexpr std::size_t fetch() noexcept {
    std::size_t const n = left_ < tree::block ? left_ : tree::block;
    for (std::size_t i = 0; i != n;) {
      // The rest of a line.
      std::size_t const line = axes_.rank == 0 ? 1 : axes_.extent[axes_.rank - 1], rest = line - at_ % line;
      std::size_t const k = rest < n - i ? rest : n - i;
      std::ptrdiff_t p = axes_.offset_of(at_);
      for (std::size_t j = 0; j != k; ++j, p += axes_.step()) buffer_[i + j] = std::bit_cast<T>(data_[p]);
      i += k;
      at_ += k;
    }
    left_ -= n;
    return n;
  }
  constexpr auto view() const noexcept { return tree::contiguous_view<T>{buffer_}; }

 private:
  F const* data_;
  axes_walked axes_;
  std::size_t left_, at_ = 0;
  T buffer_[tree::block];
};

}  // namespace detail

}  // namespace accrue
