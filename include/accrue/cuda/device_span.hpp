// SPDX-License-Identifier: MIT
// accrue/cuda/device_span.hpp - elements in memory that a device reads: a type of their own, so that no host array is
// passed for one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace accrue {

/// n elements from `data` on, in memory that the device can read: its own, managed or pinned. They are not looked at on
/// the host. Aligned as F is, no more.
template <class F>
class device_span {
 public:
  using element_type = F;
  /// (No source of the host's: see detail::elsewhere.)
  using lies_on_a_device = void;

  constexpr device_span() noexcept = default;
  constexpr device_span(F* data, std::size_t n) noexcept : data_(data), size_(n) {}
  /// Of elements that may be written, one of elements that may not.
  template <class G>
    requires std::is_same_v<G const, F>
  constexpr device_span(device_span<G> const& x) noexcept : data_(x.data()), size_(x.size()) {}

  constexpr F* data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr device_span subspan(std::size_t from, std::size_t n) const noexcept { return {data_ + from, n}; }

 private:
  F* data_ = nullptr;
  std::size_t size_ = 0;
};

/// The n elements from p on, which is an address that the device can read.
template <class F>
[[nodiscard]] constexpr device_span<F> on_device(F* p, std::size_t n) noexcept {
  return {p, n};
}

/// Segments of an array on a device by where they begin: n + 1 ascending offsets of n segments, in elements and in
/// memory that the device can read. Nobody looks whether they ascend and stay within the array.
class device_segments {
 public:
  constexpr explicit device_segments(device_span<std::uint64_t const> offsets) noexcept : offsets_(offsets) {}
  constexpr device_span<std::uint64_t const> offsets() const noexcept { return offsets_; }

 private:
  device_span<std::uint64_t const> offsets_;
};

namespace detail {
template <class S>
inline constexpr bool is_device_span = false;
template <class F>
inline constexpr bool is_device_span<device_span<F>> = true;
}  // namespace detail

}  // namespace accrue
