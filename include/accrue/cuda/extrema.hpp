// SPDX-License-Identifier: MIT
// accrue/cuda/extrema.hpp - extrema on devices: the keys of tree/extremum_key.hpp, the largest of which is sought.
//
// Where an extremum is, a thread does not ask until the end: it keeps its best key and the tile in which it met that
// first, and looks into that tile once more.
#pragma once

#include "accrue/cuda/kept.hpp"
#include "accrue/cuda/packed.hpp"
#include "accrue/tree/arg_extremum.hpp"
#include "accrue/tree/largest.hpp"

namespace accrue::device {

/// Keys of T in registers.
template <class T>
using wide_key = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
template <class T, class Order>
ACCRUE_KERNEL_TEXT wide_key<T> key_of_element(T x) {
  return Order::template key<T>(tree::word_from<T>(x));
}
/// Of a NaN the greatest key there is, whatever its payload.
template <class T, class Order>
ACCRUE_KERNEL_TEXT wide_key<T> told_apart(wide_key<T> key) {
  using W = tree::key_of<T>;
  return tree::is_nan_key<Order, T>(static_cast<W>(key)) ? tree::highest_key<W> : key;
}

/// The largest key by Order, of elements that come one by one; of small ones, by words too.
template <class T, class Order>
class top_of {
 public:
  ACCRUE_KERNEL_TEXT void add_one(T x) { top_ = larger(top_, key_of_element<T, Order>(x)); }
  ACCRUE_KERNEL_TEXT wide_key<T> key() const { return top_; }

 private:
  wide_key<T> top_ = tree::lowest_key<tree::key_of<T>>;
};
template <class T, class Order>
  requires(sizeof(T) <= 2)
class top_of<T, Order> : public packed_top<T, Order> {
 public:
  ACCRUE_KERNEL_TEXT void add_one(T x) { this->add(word_of_one(x)); }
};
template <class T, class... Orders>
struct tops_of : top_of<T, Orders>... {
  ACCRUE_KERNEL_TEXT void add(std::uint32_t w)
    requires(sizeof(T) <= 2)
  {
    (top_of<T, Orders>::add(w), ...);
  }
};

/// Keys by some orders.
template <class Self, class T, class... Orders>
struct keys_by_threads
    : kept_by_threads<Self, largest_words<wide_key<T>, static_cast<unsigned>(sizeof...(Orders))>, T> {
  using keys = largest_words<wide_key<T>, static_cast<unsigned>(sizeof...(Orders))>;
  using part = tops_of<T, Orders...>;
  using state = keys;
  using node = keys;
  ACCRUE_KERNEL_TEXT static state state_of(keys const& k, std::uint64_t) { return k; }
  ACCRUE_KERNEL_TEXT static state merge(state const& a, state const& b) { return joined(a, b); }
  ACCRUE_KERNEL_TEXT static keys nothing() {
    keys k;
    ACCRUE_STRAIGHT
    for (auto& w : k.word) w = tree::lowest_key<tree::key_of<T>>;
    return k;
  }
  ACCRUE_KERNEL_TEXT static part begin() { return {}; }
  ACCRUE_KERNEL_TEXT static void add(part& p, T x) { (static_cast<top_of<T, Orders>&>(p).add_one(x), ...); }
  ACCRUE_KERNEL_TEXT static keys joined(keys a, keys const& b) {
    ACCRUE_STRAIGHT
    for (unsigned i = 0; i != sizeof...(Orders); ++i) a.add(i, b.word[i]);
    return a;
  }
  ACCRUE_KERNEL_TEXT static void put_away(keys& to, part const& p) {
    unsigned i = 0;
    (to.add(i++, static_cast<top_of<T, Orders> const&>(p).key()), ...);
  }
};

/// The element of a key as the result R by way of A; floats are device numbers. (As detail::element_of_key has it.)
template <class R, class A, class T, class Order>
ACCRUE_KERNEL_TEXT R element_of(wide_key<T> key) {
  T const x = tree::element_from<T>(Order::template word<T>(static_cast<tree::key_of<T>>(told_apart<T, Order>(key))));
  if constexpr (floating<T>)
    return round_to<R>(round_to<A>(x));
  else if constexpr (!floating<R>)
    return static_cast<R>(x);
  else if constexpr (floating<A>)
    return round_to<R>(accrue::detail::rounded_integer<A>(x));
  else
    return accrue::detail::rounded_integer<R>(x);
}

/// What is written where there are no elements, which a host refuses: what every element is beyond.
template <class R, class T, bool Least>
constexpr R extremum_of_nothing() noexcept {
  if constexpr (floating<T>)
    return infinite<R>(!Least);
  else if constexpr (floating<R>)
    return accrue::detail::rounded_integer<R>(extremum_of_nothing<T, T, Least>());
  else
    return static_cast<R>(Least ? accrue::detail::greatest_integer<T> : accrue::detail::least_integer<T>);
}

template <class M, class A, class T, class Order>
struct plan_on_device<extremum_plan<M, A, T, Order>, T>
    : keys_by_threads<plan_on_device<extremum_plan<M, A, T, Order>, T>, T, Order> {
  using base = keys_by_threads<plan_on_device, T, Order>;
  using typename base::state;
  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state const& s, std::uint64_t) {
    return element_of<R, device_result<A>, T, Order>(s.word[0]);
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    return extremum_of_nothing<R, T, std::same_as<Order, tree::downwards>>();
  }
};
template <class M, class A, class T>
struct plan_on_device<extrema_plan<M, A, T>, T>
    : keys_by_threads<plan_on_device<extrema_plan<M, A, T>, T>, T, tree::downwards, tree::upwards> {
  using base = keys_by_threads<plan_on_device, T, tree::downwards, tree::upwards>;
  using typename base::state;
  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state const& s, std::uint64_t) {
    using value = typename R::value_type;
    using number = device_result<value>;
    using via = device_result<A>;
    return {bit_cast<value>(element_of<number, via, T, tree::downwards>(s.word[0])),
            bit_cast<value>(element_of<number, via, T, tree::upwards>(s.word[1]))};
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    using value = typename R::value_type;
    return {extremum_of_nothing<value, T, true>(), extremum_of_nothing<value, T, false>()};
  }
};
template <class M, class A, class T>
struct plan_on_device<largest_magnitude_plan<M, A, T>, T>
    : keys_by_threads<plan_on_device<largest_magnitude_plan<M, A, T>, T>, T, tree::outwards> {
  using base = keys_by_threads<plan_on_device, T, tree::outwards>;
  using typename base::state;
  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state const& s, std::uint64_t) {
    return round_to<R>(round_to<number<A>>(from_bits<T>(static_cast<word_of<T>>(s.word[0]))));
  }
};

/// A key, and where it is.
template <class T>
struct key_at {
  std::uint64_t at;
  wide_key<T> key;
  /// Is it better than b: by its key, or of one key before it?
  ACCRUE_KERNEL_TEXT bool beats(key_at const& b) const { return key > b.key || (key == b.key && at < b.at); }
};

template <class M, class T, class Order>
struct plan_on_device<arg_extremum_plan<M, T, Order>, T> {
  static constexpr bool order_free = true, folds_rows = false;
  static constexpr unsigned arity = 1;
  using lane = T;
  using state = key_at<T>;
  using node = state;
  using room = state;
  struct common {};
  using elements = streams<T, 1>;
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  /// The best key of a thread, and where the tile begins that has it; or the granule, of so many elements.
  struct met {
    state first;
    unsigned granule_size;
  };
  struct parked {
    met of[warp_threads];
  };

  ACCRUE_KERNEL_TEXT static state merge(state const& a, state const& b) { return b.beats(a) ? b : a; }
  // As kept_by_threads has them.
  using kept = state;
  ACCRUE_KERNEL_TEXT static kept joined(kept const& a, kept const& b) { return merge(a, b); }
  ACCRUE_KERNEL_TEXT static state state_of(kept const& k, std::uint64_t) { return k; }
  /// Element 0 of x is element `from` of what is looked through.
  template <class Elements>
  ACCRUE_KERNEL_TEXT static kept every(Elements const& x, unsigned first, unsigned step, unsigned n,
                                       std::uint64_t from) {
    constexpr unsigned together = 8;
    state best{nowhere, tree::lowest_key<tree::key_of<T>>};
    ACCRUE_LOOP
    for (unsigned i = first; i < n; i += together * step) {
      T w[together];
      ACCRUE_STRAIGHT
      for (unsigned r = 0; r != together; ++r) w[r] = x.get(0, i + r * step < n ? i + r * step : i);
      ACCRUE_STRAIGHT
      for (unsigned r = 0; r != together; ++r) {
        state const here{from + i + r * step, told_apart<T, Order>(key_of_element<T, Order>(w[r]))};
        if (i + r * step < n && here.beats(best)) best = here;
      }
    }
    return best;
  }
  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state const& s, std::uint64_t) {
    return static_cast<R>(s.at);
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    return static_cast<R>(nowhere);
  }

  template <class Warp, class, class Schedule>
  class walker {
    static constexpr unsigned is_tile = 0;

   public:
    ACCRUE_KERNEL_TEXT walker(Warp const& warp, elements const& x, room& shared) : x_(x), shared_(shared) {
      warp.each([&](unsigned t) { warp.at(best_, t) = {{nowhere, tree::lowest_key<tree::key_of<T>>}, 0}; });
    }
    ACCRUE_KERNEL_TEXT walker(Warp const& warp, elements const& x, room& shared, parked const& p)
        : x_(x), shared_(shared) {
      warp.each([&](unsigned t) { warp.at(best_, t) = p.of[t]; });
    }
    ACCRUE_KERNEL_TEXT void park(Warp const& warp, parked& p) {
      warp.each([&](unsigned t) { p.of[t] = warp.at(best_, t); });
    }
    ACCRUE_KERNEL_TEXT bool take(Warp const& warp, std::uint64_t i, elements const& x) {
      return look(warp, i, is_tile, [&](unsigned t, top_of<T, Order>& top) {
        if constexpr (tile_of<T, Schedule>::has_words)
          tile_of<T, Schedule>::each_word(x, t, [&](std::uint32_t w) { top.add(w); });
        else
          tile_of<T, Schedule>::each(x, t, [&](unsigned, T v) { top.add_one(v); });
        return true;
      });
    }
    ACCRUE_KERNEL_TEXT bool take_some(Warp const& warp, std::uint64_t i, unsigned m, elements const& x) {
      return look(warp, i, m, [&](unsigned t, top_of<T, Order>& top) {
        each_of_some(x, m, t, [&](unsigned, T v) { top.add_one(v); });
        return t < m;
      });
    }
    ACCRUE_KERNEL_TEXT void close(Warp const& warp) {
      state const all = joined_by<state>(
          warp, [&](unsigned t) { return found(warp.at(best_, t), t); },
          [](state const& a, state const& b) { return merge(a, b); });
      warp.each([&](unsigned t) {
        if (t == 0) shared_ = all;
      });
    }

   private:
    /// add_all(t, top) of the elements of thread t: are there any?
    template <class AddAll>
    ACCRUE_KERNEL_TEXT bool look(Warp const& warp, std::uint64_t i, unsigned size, AddAll add_all) {
      warp.each([&](unsigned t) {
        top_of<T, Order> top;
        bool const any = add_all(t, top);
        state const here{i, told_apart<T, Order>(top.key())};
        if (any && here.beats(warp.at(best_, t).first)) warp.at(best_, t) = {here, size};
      });
      return true;
    }
    /// The first element of thread t that has its best key.
    ACCRUE_KERNEL_TEXT state found(met const& best, unsigned t) const {
      state s = best.first;
      if (s.at == nowhere) return s;
      std::uint64_t at = nowhere;
      auto const put = [&](unsigned where, auto x) {
        if (told_apart<T, Order>(key_of_element<T, Order>(x)) == s.key) at = at < s.at + where ? at : s.at + where;
      };
      elements const x = x_.from(s.at);
      if (best.granule_size == is_tile) {
        ACCRUE_LOOP
        for (unsigned r = 0; r != Schedule::rows; ++r)
          for (unsigned v = 0; v != tile_of<T, Schedule>::own; ++v) {
            unsigned const where = r * tile_of<T, Schedule>::row + t * tile_of<T, Schedule>::own + v;
            put(where, x.data[0][where]);
          }
      } else {
        ACCRUE_LOOP
        for (unsigned where = t; where < best.granule_size; where += warp_threads) put(where, x.data[0][where]);
      }
      s.at = at;
      return s;
    }

    elements x_;
    room& shared_;
    typename Warp::template own<met> best_;
  };

  template <class Cta, class Use>
  ACCRUE_KERNEL_TEXT static void join(Cta const& cta, std::uint64_t, room const* of_warp, common&, Use use) {
    cta.each([&](unsigned t) {
      if (t != 0) return;
      state all = of_warp[0];
      ACCRUE_LOOP
      for (unsigned w = 1; w != warps; ++w) all = merge(all, of_warp[w]);
      use(all);
    });
  }
};

}  // namespace accrue::device
