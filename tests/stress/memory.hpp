// SPDX-License-Identifier: MIT
// tests/stress/memory.hpp - elements in memory: misaligned, a stride apart, backwards.
#pragma once

#include <cstring>

#include "stress/library.hpp"
#include "stress/numbers.hpp"

namespace stress {

class memory {
 public:
  memory(oracle::format const& f, std::span<std::uint64_t const> x, layout how, std::ptrdiff_t step, std::size_t offset)
      : size_(static_cast<std::size_t>(f.bits) / 8), how_(how), step_(how == layout::contiguous ? 1 : step) {
    std::size_t const n = x.size(), gap = static_cast<std::size_t>(step_ < 0 ? -step_ : step_);
    bytes_.resize(size_ * (offset + (n == 0 ? 0 : (n - 1) * gap + 1)) + 1, 0xff);
    first_ = offset + (step_ < 0 && n != 0 ? (n - 1) * gap : 0);
    for (std::size_t i = 0; i != n; ++i) put(at(i), x[i]);
  }
  source from(std::size_t i) const { return {how_, at(i), step_}; }
  unsigned char const* at(std::size_t i) const {
    return bytes_.data() + static_cast<std::ptrdiff_t>(size_) *
                               (static_cast<std::ptrdiff_t>(first_) + static_cast<std::ptrdiff_t>(i) * step_);
  }

 private:
  void put(unsigned char const* p, std::uint64_t w) {
    unsigned char* const to = bytes_.data() + (p - bytes_.data());
    if (size_ == 2) {
      auto const v = static_cast<std::uint16_t>(w);
      std::memcpy(to, &v, 2);
    } else if (size_ == 4) {
      auto const v = static_cast<std::uint32_t>(w);
      std::memcpy(to, &v, 4);
    } else {
      std::memcpy(to, &w, 8);
    }
  }

  std::size_t size_, first_ = 0;
  layout how_;
  std::ptrdiff_t step_;
  std::vector<unsigned char> bytes_;
};

}  // namespace stress
