// SPDX-License-Identifier: MIT
// accrue/accumulator.hpp - a reduction in pieces: states that grow, merge, travel and come back.
//
//   accrue::accumulator<accrue::reductions::sum, accrue::pairwise<>, float> a;
//   a.add(x);                     // a value, a range, strided
//   a.merge(b);                   // the run behind it; of exact any other state, in any order
//   a.result()                    // the bits of sum of everything at once
#pragma once

#include "accrue/accumulator_checks.hpp"
#include "accrue/dot.hpp"
#include "accrue/mean.hpp"
#include "accrue/norm.hpp"
#include "accrue/saved_state.hpp"
#include "accrue/sum.hpp"
#include "accrue/variance.hpp"
#include "accrue/waiting.hpp"

namespace accrue {

/// Where a run begins: at this element of the whole, a multiple of 2048.
struct starting_at {
  std::uint64_t element;
  constexpr explicit starting_at(std::uint64_t e) noexcept : element(e) {}
};

namespace detail {

ACCRUE_COLD inline void fail_asked(double mine, double other) {
  char text[160];
  std::snprintf(text, sizeof text, "this state is of order %g, the other of order %g. Merge states of one order.", mine,
                other);
  fail(error("merge", text));
}
template <class P, class T, class Numbers>
inline constexpr bool asks_first = requires(tree::contiguous_view<T> x, Numbers d) { P::seen(x, d.value); };

/// saved_size is there where states have one.
template <class P, bool = has_words<P>>
struct saved_form {
  using saved_state = std::vector<unsigned char>;
};
template <class P>
struct saved_form<P, true> {
  /// The bytes of a saved state, the same on every machine.
  static constexpr std::size_t saved_size = 8 + sizeof(typename P::state) + 8;
  using saved_state = std::array<unsigned char, saved_size>;
};

}  // namespace detail

template <class Reduction, class M, class T, bool = detail::check_accumulator_kind<Reduction, M, T>()>
class accumulator : public detail::saved_form<plan_t<Reduction, M, T>> {
  using plan = plan_t<Reduction, M, T>;
  using form = detail::saved_form<plan>;
  using numbers = numbers_t<Reduction>;
  static constexpr bool is_tree = tree::is_tree<plan>, has_words = detail::has_words<plan>;
  /// Do its elements see a number, the p of norm_p? Then it is asked before they come.
  static constexpr bool asks_first = detail::asks_first<plan, T, numbers>;

 public:
  using element_type = T;
  using typename form::saved_state;

  accumulator()
    requires(!asks_first)
  = default;
  /// Of norm_p: p, as exponent(3). Throws accrue::error `p` unless p > 0, and for orders that have a norm of their own.
  explicit accumulator(numbers asked)
    requires asks_first
      : asked_(asked) {
    Reduction::template check<M, T>(asked);
  }
  /// A run that begins there: a part of a whole, to be merged to what lies before. Throws accrue::error `run` if that
  /// is no multiple of 2048. (What merges with anything begins anywhere.)
  explicit accumulator(starting_at first) : first_(is_tree ? first.element : 0), grown_(first_) {
    if constexpr (detail::check_mergeable<plan>())
      if (first_ % tree::block != 0) detail::fail_start(first_);
  }

  /// Adds one element.
  void add(T x) noexcept(!is_tree) {
    if constexpr (detail::check_arity<Reduction, 1>()) add_one(x);
  }
  /// Adds one element of each source.
  void add(T x, T y) noexcept(!is_tree) {
    if constexpr (detail::check_arity<Reduction, 2>()) add_one(x, y);
  }
  /// Adds all elements of a source, or of two in step. Throws accrue::error `lengths` if they differ in length (of
  /// streamed ranges `ends`, when all before has been added).
  template <class... S>
    requires(!detail::are_values<T, S...>)
  void add(S&&... x) {
    if constexpr (check_sources<std::remove_reference_t<S>...>()) add_sources(x...);
  }
  /// Adds everything that another state has seen. A tree takes the run that begins where this one ends, on a multiple
  /// of 2048, and throws accrue::error `merge` of any other; `exact`, extrema and integers take everything, in any
  /// order.
  void merge(accumulator const& other) noexcept(!is_tree) {
    if constexpr (detail::check_mergeable<plan>()) {
      if constexpr (is_tree)
        append(other);
      else
        merge_state(other);
    }
  }

  /// Which element of the whole its first one is.
  std::uint64_t first() const noexcept { return first_; }
  /// How many elements were added.
  std::uint64_t count() const noexcept {
    if constexpr (has_words)
      return static_cast<std::uint64_t>(grown_.all().count()) + waiting_.size();
    else
      return count_;
  }
  /// The reduction of them all, rounded once; by `exact` in any of IEEE 754's directions, where a sum that is 0 is +0
  /// in all of them, unless there was nothing but -0. d: the reduction's own numbers, as ddof(1). Throws accrue::error
  /// `run` of a run that does not begin at element 0.
  template <class R = void, rounding Mode = rounding::to_nearest_even, class D = numbers_t<Reduction>>
  auto result(D d = {}) const {
    if constexpr (asks_first && std::same_as<D, numbers>) d = asked_;
    if constexpr (!detail::check_result<R>()) {
      return detail::refused{};
    } else if constexpr (!detail::check_numbers<Reduction, D>()) {
      return detail::refused{};
    } else if constexpr (!detail::check_rounding<M, Mode>()) {
      return detail::refused{};
    } else {
      using Result = result_of_t<Reduction, R, M, T>;
      if (first_ != 0) detail::fail_result(first_);
      if (count() == 0) return Reduction::template of_nothing<Result>();
      accumulator all = *this;
      all.take_waiting();
      if constexpr (has_words)
        return rounded_result<Result, Mode>(all.grown_.its_state(), d);
      else
        return detail::result_of_all<plan, Result>(all.grown_, count(), d);
    }
  }

  /// The state itself: limbs, flags and the count, canonical. Word by word the sum of up to 2^31 - 1 such
  /// states is the state of all their elements; write it here, and this is the merged accumulator.
  std::span<std::int64_t> words() noexcept
    requires has_words
  {
    take_waiting();
    waiting_.close();  // what is added from now on goes straight into the words
    return its_words();
  }

  /// A portable copy, in the form of accrue/saved_state.hpp.
  saved_state save() const {
    saved_state r{};
    if constexpr (has_words) {
      accumulator copy = *this;
      copy.take_waiting();
      detail::byte_writer w = begin(r);
      for (std::int64_t const word : copy.its_words()) w.put(word);
      w.put(detail::fnv_1a(r.data(), r.size() - 8));
    } else if constexpr (detail::check_named<plan>()) {
      if constexpr (!is_tree) {
        accumulator copy = *this;
        copy.take_waiting();
        copy.save_run(r);
      } else {
        save_run(r);
      }
    }
    return r;
  }
  /// The accumulator that was saved. Throws accrue::error `state`, saying what is wrong, if the bytes are
  /// cut off, of another kind, of a later version or damaged.
  static accumulator load(std::span<unsigned char const> bytes) {
    accumulator a{unasked{}};
    if constexpr (detail::check_named<plan>()) {
      auto const mine = detail::prefix<plan, T>();
      detail::check_prefix(bytes, mine);
      if constexpr (has_words)
        a.load_words(bytes);
      else
        a.load_run(bytes);
    }
    return a;
  }

 private:
  struct unasked {};
  explicit accumulator(unasked) noexcept {}

  template <class... S>
  static consteval bool check_sources() {
    if constexpr (!detail::check_arity<Reduction, sizeof...(S)>()) {
      return false;
    } else if constexpr (!detail::check_sources<S...>()) {
      return false;
    } else {
      constexpr bool alike = (std::same_as<storage_t<element_t<S>>, T> && ...);
      static_assert(
          alike, "accrue[types]: the source's elements are not the accumulator's. Convert them, or name their type.");
      constexpr bool whole = !alike || !(detail::is_masked<S> || ...);
      static_assert(whole,
                    "accrue[mask]: accumulators take elements without a mask. "
                    "Write NaN for those that are missing, and accrue::omit_nan<...> around the method.");
      return alike && whole;
    }
  }
  template <class... X>
  ACCRUE_INLINE void add_one(X... x) noexcept(!is_tree) {
    waiting_.put(x...);
    ++count_;
    if (waiting_.is_full()) [[unlikely]]
      take_waiting();
  }
  template <class S, class... More>
  void add_sources(S& x, More&... more) {
    if constexpr (detail::is_streamed<S> || (detail::is_streamed<More> || ...)) {
      detail::in_blocks([&](std::size_t n, auto... v) { add_views(n, v...); }, detail::block_reader<S>(x),
                        detail::block_reader<More>(more)...);
    } else {
      std::size_t const n = detail::size_of(x);
      ((detail::size_of(more) == n ? void() : detail::fail_lengths(n, detail::size_of(more))), ...);
      if (n != 0) add_views(n, detail::view_of(x), detail::view_of(more)...);
    }
  }
  /// Whole blocks go straight from where they are, what is left of a tree's waits.
  template <class... Views>
  void add_views(std::size_t n, Views... x) {
    count_ += n;
    if constexpr (is_tree) {
      if (waiting_.size() != 0) {
        std::size_t const missing = tree::block - waiting_.size(), k = n < missing ? n : missing;
        waiting_.put_all(k, x...);
        if (waiting_.is_full()) take_waiting();
        n -= k;
        (void(x = x.from(k)), ...);
      }
      std::size_t const rest = n % tree::block, whole = n - rest;
      if (whole != 0) detail::take_all_guarded(grown_, whole, detail::seen_by<plan>(x, asked_)...);
      waiting_.put_all(rest, x.from(whole)...);
    } else {
      take_waiting();
      detail::take_all_guarded(grown_, n, detail::seen_by<plan>(x, asked_)...);
    }
  }
  /// The elements that wait are a tree's last block, if they are not a whole one.
  void take_waiting() noexcept {
    if (waiting_.size() == 0) return;
    waiting_.views(
        [&](auto... x) { detail::take_guarded(grown_, waiting_.size(), detail::seen_by<plan>(x, asked_)...); });
    waiting_.clear();
  }

  std::span<std::int64_t> its_words() noexcept {
    auto& s = grown_.its_state();
    s.normalise();
    return {reinterpret_cast<std::int64_t*>(&s), sizeof s / sizeof(std::int64_t)};
  }

  void append(accumulator const& other) {
    std::uint64_t const end = first_ + count_;
    if (other.count_ == 0) return;
    if (end != other.first_) detail::fail_merge(end, other.first_);
    if constexpr (asks_first)
      if (bits(asked_.value) != bits(other.asked_.value)) detail::fail_asked(asked_.value, other.asked_.value);
    waiting_ = other.waiting_;
    grown_.append(other.grown_);
    count_ += other.count_;
  }
  void merge_state(accumulator const& other) noexcept {
    accumulator o = other;
    o.take_waiting();
    take_waiting();
    if constexpr (has_words) grown_.its_state().normalise(), o.grown_.its_state().normalise();
    grown_.append(o.grown_);
    count_ += o.count_;
  }
  template <class Result, rounding Mode, class D>
  static Result rounded_result(typename plan::state& s, D d) noexcept {
    s.normalise();
    if constexpr (std::is_empty_v<D>)
      return plan::template finish<Result, Mode>(s);
    else
      return plan::template finish<Result, Mode>(s, d.value);
  }

  // ---- bytes

  static detail::byte_writer begin(saved_state& r) noexcept {
    detail::byte_writer w(r.data());
    for (unsigned char const b : detail::prefix<plan, T>()) w.put(b);
    return w;
  }
  static constexpr std::size_t size_of_run(std::uint64_t first, std::uint64_t count) noexcept {
    std::size_t const waiting = is_tree ? count % tree::block : 0;
    return detail::prefix_size<plan, T>() + 16 + (asks_first ? 8 : 0) +
           decltype(grown_)::parts(first, count) * detail::bytes_of_state<plan>() +
           waiting * Reduction::arity * sizeof(T) + 8;
  }
  void save_run(saved_state& r) const {
    r.resize(size_of_run(first_, count_));
    detail::byte_writer w = begin(r);
    w.put(first_);
    w.put(count_);
    if constexpr (asks_first) w.put(asked_.value);
    grown_.each([&](auto const& s) {
      auto copy = s;
      plan::members(copy, [&](auto member) { w.put(detail::settled_number(member)); });
    });
    waiting_.each([&](T x) { w.put(x); });
    w.put(detail::fnv_1a(r.data(), r.size() - 8));
  }
  void load_words(std::span<unsigned char const> bytes) {
    detail::check_size(bytes, form::saved_size);
    detail::check_sum(bytes);
    detail::byte_reader r(bytes.data() + detail::prefix_size<plan, T>());
    for (std::int64_t& w : its_words()) w = r.get<std::int64_t>();
    saved_state const again = save();  // which makes it canonical
    for (std::size_t i = 0; i != bytes.size(); ++i)
      if (again[i] != bytes[i]) detail::fail_form();
  }
  void load_run(std::span<unsigned char const> bytes) {
    constexpr std::size_t prefix = detail::prefix_size<plan, T>();
    if (bytes.size() < prefix + 24 + (asks_first ? 8 : 0)) detail::check_size(bytes, size_of_run(0, 0));
    detail::byte_reader r(bytes.data() + prefix);
    first_ = r.get<std::uint64_t>();
    count_ = r.get<std::uint64_t>();
    if constexpr (asks_first) asked_.value = r.get<double>();
    // A run that reached behind 2^64 could have any size.
    bool const fits = first_ % (is_tree ? tree::block : 1) == 0 && (is_tree || first_ == 0) && count_ <= ~first_;
    if (fits) detail::check_size(bytes, size_of_run(first_, count_));
    detail::check_sum(bytes);
    if (!fits) detail::fail_form();
    if constexpr (asks_first)
      if (!Reduction::template takes<M, T>(asked_)) detail::fail_form();
    bool valid = true;
    grown_.restore(first_, count_, [&](auto& s) {
      plan::members(s, [&](auto& member) { member = r.get<std::remove_reference_t<decltype(member)>>(); });
      valid = valid && detail::is_valid<plan>(s);
    });
    waiting_.fill(is_tree ? count_ % tree::block : 0, [&] { return r.get<T>(); });
    if (!valid || !r.is_right()) detail::fail_form();
  }

  [[no_unique_address]] std::conditional_t<asks_first, numbers, detail::no_numbers> asked_{};
  std::uint64_t first_ = 0, count_ = 0;
  tree::growing<plan> grown_;
  detail::waiting<T, Reduction::arity, is_tree ? tree::block : 64> waiting_;
};

/// What a refused accumulator is: nothing that could be wrong once more.
template <class Reduction, class M, class T>
class accumulator<Reduction, M, T, false> {};

}  // namespace accrue
