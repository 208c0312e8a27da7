// SPDX-License-Identifier: MIT
// accrue/reduce_slices.hpp - many slices at once: each has the bits of its copy, reduced by itself.
//
// Three ways, by how slices lie in memory: runs go to the kernel of vectors one after the other; of neighbours that
// a plan can put into the lanes of a register, a panel is walked at once (tree/columns.hpp); all others are copied out,
// a bundle of neighbours at a time.
#pragma once

#include "accrue/config/vector.hpp"
#include "accrue/slices.hpp"
#include "accrue/tree/columns.hpp"

namespace accrue::detail {

/// Can columns of T be reduced side by side?
template <class P, class T>
concept takes_columns = requires(typename P::algebra::template node<typename P::lane> a, tree::contiguous_view<T> x) {
  { P::of_node(arch::native{}, a, std::size_t{}, x) } -> std::same_as<typename P::state>;
};

/// What slices of elements T are reduced by.
template <class P, class R, class T, class F, class Numbers>
class slice_kernels {
 public:
  slice_kernels(Numbers numbers, F const* data, slices const& s, R* out) noexcept
      : numbers_(numbers), data_(data), s_(s), out_(out) {}

  template <class E>
  void run(E const& place) const {
    if (s_.are_runs()) return run_runs(place);
    bundles const b(s_);
    if constexpr (takes_columns<P, T>)
      if (b.stride == 1 && b.size >= least_columns) return run_columns(place, b);
    run_copies(place, b);
  }

 private:
  using view = tree::contiguous_view<T, F>;
  static constexpr std::size_t panel_bytes = 65536, least_columns = 2;

  // ---- runs

  template <class E>
  void run_runs(E const& place) const {
    tree::walk const walk = tree::walk_for(s_.count * s_.length * sizeof(F));
    in_ranges(place, s_.count, 1, [&](std::size_t first, std::size_t last) {
      guarded const g;
      for (std::size_t i = first; i != last; ++i)
        out_[i] = of_run(walk, s_.length, view{data_ + s_.apart.offset_of(i)});
    });
  }

 public:
  /// The result of a run, walked as far data is where there are many of them. Under the caller's guard.
  template <class View>
  ACCRUE_INLINE static R of_run(tree::walk walk, Numbers numbers, std::size_t n, View elements) {
    auto const x = seen_by<P>(elements, numbers);
    if constexpr (!requires { P::order_free; } && !requires { P::grows; } && !P::left_fold)
      return finished<P, R>(state_of<P>(arch::native{}, walk, n, x), n, numbers);
    else
      return detail::result_of<P, R>(arch::native{}, numbers, n, x);
  }

 private:
  ACCRUE_INLINE R of_run(tree::walk walk, std::size_t n, view x) const { return of_run(walk, numbers_, n, x); }

  // ---- columns

  struct rows {
    F const* data;
    axes_walked const* axes;
    ACCRUE_INLINE F const* operator()(std::size_t i) const noexcept { return data + axes->offset_of(i); }
  };
  template <class E>
  void run_columns(E const& place, bundles const& b) const {
    using kernel = tree::columns<typename P::algebra, typename P::lane, arch::native, T, F, rows>;
    // As wide as its vectors stay near, and no wider than gives every thread some.
    std::size_t const line = 64 / sizeof(F) < kernel::width ? kernel::width : 64 / sizeof(F),
                      share = (b.size * b.count + place.width() - 1) / place.width();
    std::size_t panel = panel_bytes / sizeof(typename P::lane);
    if (share < panel) panel = (share + line - 1) / line * line;
    if (b.size < panel) panel = b.size;
    std::size_t const panels = (b.size + panel - 1) / panel, blocks = (s_.length + tree::block - 1) / tree::block;
    in_ranges(place, b.count * panels, 1, [&](std::size_t first, std::size_t last) {
      std::vector<typename kernel::vector> room(kernel::depth * kernel::vectors_of(panel));
      std::vector<typename P::state> states(blocks == 1 ? 0 : panel * static_cast<std::size_t>(std::bit_width(blocks)));
      guarded const g;
      for (std::size_t i = first; i != last; ++i) {
        std::size_t const from = i % panels * panel, n = b.size - from < panel ? b.size - from : panel;
        auto const at = static_cast<std::ptrdiff_t>(from);
        kernel k(rows{data_ + (b.offset_of(i / panels) + at), &s_.within}, n, room.data());
        reduce_columns(k, n, states.data(), out_ + (b.result_of(i / panels) + at * b.result), b.result);
      }
    });
  }
  /// The tree above the blocks of each column: a binary counter for all.
  template <class Kernel>
  void reduce_columns(Kernel& k, std::size_t columns, typename P::state* states, R* out, std::ptrdiff_t apart) const {
    std::size_t top = 0;
    for (std::size_t first = 0, b = 0; first != s_.length; ++b) {
      std::size_t const n = s_.length - first < tree::block ? s_.length - first : tree::block;
      bool const last = first + n == s_.length;
      k.walk_block(first, n);
      std::size_t joins = 0;
      for (std::size_t i = b; (i & 1) != 0; i /= 2) ++joins;
      if (last) joins = top;
      for (std::size_t c = 0; c != columns; ++c) {
        typename P::state s = P::of_node(arch::native{}, k.node(c), n, k.column(first, c));
        for (std::size_t q = 1; q <= joins; ++q) s = P::merge(states[(top - q) * columns + c], s);
        if (last)
          out[static_cast<std::ptrdiff_t>(c) * apart] = finished<P, R>(s, s_.length, numbers_);
        else
          states[(top - joins) * columns + c] = s;
      }
      top += 1 - joins;
      first += n;
    }
  }

  // ---- copies

  /// Of a block of each, half a MiB: lines of some neighbours are read at once, and copies stay near.
  static constexpr std::size_t most_copies = 256 / sizeof(T);
  /// Lines from a stride away come from pages of their own, which no hardware reads ahead.
  static constexpr std::ptrdiff_t rows_ahead = 8;
  static constexpr std::size_t room_of(std::size_t n) noexcept {
    return (n < tree::block ? n : tree::block) + 64 / sizeof(T);  // not a power of two: lines must not share a set
  }
  template <class E>
  void run_copies(E const& place, bundles const& b) const {
    std::size_t const wide = b.size < most_copies ? b.size : most_copies, panels = (b.size + wide - 1) / wide;
    in_ranges(place, b.count * panels, 1, [&](std::size_t first, std::size_t last) {
      std::vector<T> copies(wide * room_of(s_.length));
      for (std::size_t i = first; i != last; ++i) {
        std::size_t const from = i % panels * wide, n = b.size - from < wide ? b.size - from : wide;
        auto const at = static_cast<std::ptrdiff_t>(from);
        reduce_copies(data_ + (b.offset_of(i / panels) + at * b.stride), b.stride, n, copies.data(),
                      out_ + (b.result_of(i / panels) + at * b.result), b.result);
      }
    });
  }
  void reduce_copies(F const* data, std::ptrdiff_t stride, std::size_t columns, T* copies, R* out,
                     std::ptrdiff_t apart) const {
    std::size_t const room = room_of(s_.length);
    auto const copy = [&](std::size_t c) { return tree::contiguous_view<T>{copies + c * room}; };
    auto const result = [&](std::size_t c) -> R& { return out[static_cast<std::ptrdiff_t>(c) * apart]; };
    if (s_.length <= tree::block) {
      copy_out(data, stride, columns, 0, s_.length, copies, room);
      guarded const g;
      for (std::size_t c = 0; c != columns; ++c)
        result(c) = detail::result_of<P, R>(arch::native{}, numbers_, s_.length, seen_by<P>(copy(c), numbers_));
      return;
    }
    std::vector<tree::growing<P>> states(columns);
    for (std::size_t first = 0; first < s_.length; first += tree::block) {
      std::size_t const n = s_.length - first < tree::block ? s_.length - first : tree::block;
      copy_out(data, stride, columns, first, n, copies, room);
      for (std::size_t c = 0; c != columns; ++c) take_guarded(states[c], n, seen_by<P>(copy(c), numbers_));
    }
    for (std::size_t c = 0; c != columns; ++c) result(c) = result_guarded<P, R>(states[c], s_.length, numbers_);
  }
  /// Elements first .. first + n of so many slices, line by line of the axis within that steps least.
  void copy_out(F const* data, std::ptrdiff_t stride, std::size_t columns, std::size_t first, std::size_t n, T* to,
                std::size_t room) const noexcept {
    axes_walked const& w = s_.within;
    std::ptrdiff_t const step = w.step();
    std::size_t const line = w.extent[w.rank - 1];
    bool const by_rows = (step < 0 ? -step : step) > stride;
    for (std::size_t i = 0; i != n;) {
      std::size_t const rest = line - (first + i) % line, k = rest < n - i ? rest : n - i;
      F const* const from = data + w.offset_of(first + i);
      if (by_rows) {
        std::ptrdiff_t const ahead = rows_ahead * step * static_cast<std::ptrdiff_t>(sizeof(F));
        for (std::size_t r = 0; r != k; ++r) {
          F const* const row = from + static_cast<std::ptrdiff_t>(r) * step;
          if (stride == 1)
            for (std::size_t b = 0; b < columns * sizeof(F); b += 64)
              tree::prefetch(row, b + static_cast<std::size_t>(ahead));
          for (std::size_t c = 0; c != columns; ++c)
            to[c * room + i + r] = std::bit_cast<T>(row[static_cast<std::ptrdiff_t>(c) * stride]);
        }
      } else {
        for (std::size_t c = 0; c != columns; ++c)
          for (std::size_t r = 0; r != k; ++r)
            to[c * room + i + r] =
                std::bit_cast<T>(from[static_cast<std::ptrdiff_t>(r) * step + static_cast<std::ptrdiff_t>(c) * stride]);
      }
      i += k;
    }
  }

  Numbers numbers_;
  F const* data_;
  slices const& s_;
  R* out_;
};

}  // namespace accrue::detail
