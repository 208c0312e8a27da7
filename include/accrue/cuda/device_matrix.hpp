// SPDX-License-Identifier: MIT
// accrue/cuda/device_matrix.hpp - a matrix in memory that a device reads, row by row: device_span with two axes.
#pragma once

#include "accrue/cuda/device_span.hpp"

namespace accrue {

/// Element (i, j) of `rows` times `columns` is data[i * pitch + j]. Nothing is looked at on the host.
template <class F>
class device_matrix {
 public:
  using element_type = F;
  /// (No source of the host's: see detail::elsewhere.)
  using lies_on_a_device = void;

  constexpr device_matrix() noexcept = default;
  constexpr device_matrix(F* data, std::uint64_t rows, std::uint64_t columns, std::uint64_t pitch) noexcept
      : data_(data), rows_(rows), columns_(columns), pitch_(pitch) {}
  /// Of elements that may be written, one of elements that may not.
  template <class G>
    requires std::is_same_v<G const, F>
  constexpr device_matrix(device_matrix<G> const& x) noexcept
      : device_matrix(x.data(), x.rows(), x.columns(), x.pitch()) {}

  constexpr F* data() const noexcept { return data_; }
  constexpr std::uint64_t rows() const noexcept { return rows_; }
  constexpr std::uint64_t columns() const noexcept { return columns_; }
  /// Elements from one row to the next.
  constexpr std::uint64_t pitch() const noexcept { return pitch_; }

 private:
  F* data_ = nullptr;
  std::uint64_t rows_ = 0, columns_ = 0, pitch_ = 0;
};

/// The matrix whose rows lie one behind the other from p on, which is an address that the device can read.
template <class F>
[[nodiscard]] constexpr device_matrix<F> on_device(F* p, std::uint64_t rows, std::uint64_t columns) noexcept {
  return {p, rows, columns, columns};
}
/// The same with `pitch` elements from one row to the next, at least as many as there are columns.
template <class F>
[[nodiscard]] constexpr device_matrix<F> on_device(F* p, std::uint64_t rows, std::uint64_t columns,
                                                   std::uint64_t pitch) noexcept {
  return {p, rows, columns, pitch};
}

namespace detail {
template <class S>
inline constexpr bool is_device_matrix = false;
template <class F>
inline constexpr bool is_device_matrix<device_matrix<F>> = true;
}  // namespace detail

}  // namespace accrue
