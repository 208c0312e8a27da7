// SPDX-License-Identifier: MIT
// accrue/tree/copied_block.hpp - one block copied out, with a mask for each element: what is there, and what is
// missing.
#pragma once

#include "accrue/tree/masked_view.hpp"
#include "accrue/tree/missing.hpp"

namespace accrue::tree {

/// The elements of one block of `Sources` views as A, and which of them are there in all views.
template <class A, std::size_t Sources>
class copied_block {
  using W = word_of<A>;

 public:
  template <bool Nan, class Arch, class... Views>
  constexpr void fill(Arch, std::size_t n, Views const&... x) noexcept {
    length_ = n;
    std::size_t i = 0;
    using V = typename detail::registers<A, Arch>::type;
    if constexpr ((std::same_as<lanes_t<A, Arch, base_view<Views>>, V> && ...) && packed<V> &&
                  requires { typename V::batch; })
      if (!std::is_constant_evaluated() && (mask_lies_together(x) && ...))
        for (; i + lane_count<V> <= n; i += lane_count<V>) copy_register<Nan, V>(i, x...);
    for (; i != n; ++i) {
      bool const there = (is_there<Nan>(x, i) && ...);
      W const mask = static_cast<W>(there ? -1 : 0);
      std::size_t v = 0;
      ((element_[v++][i] = select(mask, base_of(x).template get<A>(i), A{})), ...);
      mask_[i] = from_bits<A>(mask);
      count_ += there ? 1u : 0u;
    }
    for (; i != padded(n); ++i) {
      for (auto& element : element_) element[i] = A{};
      mask_[i] = A{};
    }
  }
  constexpr std::size_t count() const noexcept { return count_; }
  constexpr contiguous_view<A> whole(std::size_t v) const noexcept { return {element_[v]}; }
  constexpr omitting_view<A> some(std::size_t v) const noexcept { return {element_[v], mask_, length_, count_}; }

 private:
  template <class View>
  static constexpr bool mask_lies_together(View const& x) noexcept {
    if constexpr (has_mask<View>) return x.mask.step == 1;
    return true;
  }
  template <bool Nan, class V, class... Views>
  ACCRUE_INLINE void copy_register(std::size_t i, Views const&... x) noexcept {
    using words = decltype(bits(std::declval<V>()));
    auto there = broadcast<words>(static_cast<W>(-1));
    std::size_t v = 0;
    ((there = there & copied<Nan, V, words>(element_[v++] + i, i, x)), ...);
    std::memcpy(mask_ + i, &there, sizeof there);
    for_each_lane(there, [&](W w) { count_ += static_cast<std::size_t>(-w); });
  }
  /// Copies a register; returns which of its elements are there. What is not becomes 0, which raises no flags.
  template <bool Nan, class V, class words, class View>
  ACCRUE_INLINE static words copied(A* to, std::size_t i, View const& x) noexcept {
    V const some = base_of(x).template get<V>(i);
    auto there = broadcast<words>(static_cast<W>(-1));
    if constexpr (Nan) there = greater(broadcast<words>(static_cast<W>(infinity_bits<A> + 1)), magnitude_word(some));
    if constexpr (has_mask<View>) there = there & expanded<words, lane_count<V>>(x.mask.data + x.mask.first + i);
    V const kept = from_bits<V>(bits(some) & there);
    std::memcpy(to, &kept, sizeof kept);
    return there;
  }

  /// All ones for each of N bytes that is not 0. (Of few bytes by words of 32 bits first: g++ would take doubles'
  /// apart.)
  template <class words, std::size_t N>
  ACCRUE_INLINE static words expanded(void const* p) noexcept {
    // (Of types that depend on N in name, too: else g++ takes such a vector for one element.)
    using byte = std::conditional_t<(N != 0), unsigned char, W>;
    using word = std::conditional_t<(N != 0), std::int32_t, W>;
    typedef byte bytes __attribute__((vector_size(N)));
    typedef word narrower __attribute__((vector_size(N * 4)));
    typedef W many __attribute__((vector_size(N * sizeof(W))));
    bytes b;
    std::memcpy(&b, p, N);
    narrower set = __builtin_convertvector(b, narrower);
    set = set != 0;
    many const mask = __builtin_convertvector(set, many);
    words w;
    std::memcpy(&w, &mask, sizeof w);
    return w;
  }

  alignas(64) A element_[Sources][block];
  alignas(64) A mask_[block];
  std::size_t length_ = 0, count_ = 0;
};

}  // namespace accrue::tree
