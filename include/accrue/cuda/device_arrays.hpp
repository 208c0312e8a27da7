// SPDX-License-Identifier: MIT
// accrue/cuda/device_arrays.hpp - a list of arrays on a device, whose norm is asked again and again: gradients.
#pragma once

#include <vector>

#include "accrue/cuda/device_span.hpp"
#include "accrue/cuda/place.hpp"

namespace accrue {

namespace device {

/// Which CTAs each of the arrays has: first_cta[i] to first_cta[i + 1] - 1, with shares of 2^k.
struct array_shares {
  std::vector<unsigned> first_cta;
  unsigned k = 0;
};
/// Shares are as small as they can be with at most so many CTAs, or as many as there are arrays.
template <class P, class T>
array_shares shares_of(std::vector<std::uint64_t> const& sizes) {
  auto const ctas_of = [](std::uint64_t n, unsigned k) { return ctas_of_array<P, T, schedule_for<P, T>>(n, k); };
  array_shares r;
  for (;; ++r.k) {
    std::uint64_t ctas = 0;
    bool one_each = true;
    for (std::uint64_t n : sizes) {
      std::uint64_t const its = ctas_of(n, r.k);
      ctas += its;
      one_each = one_each && its == 1;
    }
    if (ctas <= most_ctas || one_each) break;
  }
  r.first_cta.push_back(0);
  for (std::uint64_t n : sizes) r.first_cta.push_back(r.first_cta.back() + static_cast<unsigned>(ctas_of(n, r.k)));
  return r;
}

}  // namespace device

/// Arrays F on a device, for norms by method M of all their elements: global_norm(place, list, out). It keeps where
/// they are, not what is in them, and the memory that a call needs; so calls allocate nothing and may be captured.
/// Calls that may run at the same time need a list each.
template <class F, class M = pairwise<>>
class device_arrays {
 public:
  using element_type = storage_t<F>;
  using method = M;
  using plan = device::plan_on_device<plan_t<reductions::norm2, M, element_type>, element_type>;

  /// `arrays`: a range of device_span<F> or device_span<F const>, in the order that they are joined in; empty ones are
  /// left out. Copies a table to the device, and waits until it is there. Throws cuda_error.
  template <class Arrays>
  device_arrays(cuda const& place, Arrays const& arrays) : place_(place) {
    std::vector<element_type const*> data;
    std::vector<std::uint64_t> sizes;
    for (device_span<F const> const a : arrays) {
      if (a.size() == 0) continue;
      if (a.data() == nullptr || reinterpret_cast<std::uintptr_t>(a.data()) % alignof(element_type) != 0)
        detail::fail_cuda(cudaErrorInvalidValue, "an array of a list is null, or not aligned for its type");
      data.push_back(reinterpret_cast<element_type const*>(a.data()));
      sizes.push_back(a.size());
      elements_ += a.size();
      aligned_ = aligned_ && reinterpret_cast<std::uintptr_t>(a.data()) % 16 == 0;
    }
    arrays_ = static_cast<unsigned>(data.size());
    if (arrays_ == 0) return;
    auto const shares = device::shares_of<plan, element_type>(sizes);
    k_ = shares.k;
    ctas_ = shares.first_cta.back();
    // States first, which want the largest alignment; pointers and sizes want 8 bytes, of whatever size a state is.
    std::size_t const states = (ctas_ * sizeof(typename plan::state) + 7) / 8 * 8,
                      pointers = data.size() * sizeof data[0], counts = sizes.size() * sizeof sizes[0],
                      ctas = shares.first_cta.size() * sizeof ctas_;
    bytes_ = states + pointers + counts + ctas;
    void* p = nullptr;
    if (cudaError_t const s = place_.allocate(bytes_, &p); s != cudaSuccess)
      detail::fail_cuda(s, "there is no memory for a list of arrays");
    memory_ = static_cast<char*>(p);
    at_ = {memory_ + states, memory_ + states + pointers, memory_ + states + pointers + counts};
    copy(at_.data, data.data(), pointers);
    copy(at_.sizes, sizes.data(), counts);
    copy(at_.first_cta, shares.first_cta.data(), ctas);
    if (cudaError_t const s = cudaStreamSynchronize(place_.stream()); s != cudaSuccess)
      give_back_and_fail(s, "something on the stream has failed");
  }
  device_arrays(device_arrays const&) = delete;
  device_arrays& operator=(device_arrays const&) = delete;
  ~device_arrays() {
    if (memory_ != nullptr) static_cast<void>(place_.deallocate(memory_, bytes_));
  }

  /// Elements in all arrays.
  std::uint64_t size() const noexcept { return elements_; }

  /// For what launches kernels.
  device::array_task<plan, element_type> task() const noexcept {
    return {{reinterpret_cast<element_type const* const*>(at_.data), reinterpret_cast<std::uint64_t const*>(at_.sizes),
             reinterpret_cast<unsigned const*>(at_.first_cta), arrays_, aligned_},
            reinterpret_cast<typename plan::state*>(memory_),
            ctas_,
            k_,
            elements_};
  }

 private:
  void copy(char* to, void const* from, std::size_t bytes) const {
    if (cudaError_t const s = cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, place_.stream());
        s != cudaSuccess)
      give_back_and_fail(s, "a list of arrays cannot be copied to the device");
  }
  /// (Of what no constructor has made there is no destructor.)
  void give_back_and_fail(cudaError_t s, char const* what) const {
    static_cast<void>(place_.deallocate(memory_, bytes_));
    detail::fail_cuda(s, what);
  }
  cuda place_;
  char* memory_ = nullptr;
  std::size_t bytes_ = 0;
  struct {
    char *data, *sizes, *first_cta;
  } at_{};
  std::uint64_t elements_ = 0;
  unsigned arrays_ = 0, ctas_ = 0, k_ = 0;
  bool aligned_ = true;
};

}  // namespace accrue
