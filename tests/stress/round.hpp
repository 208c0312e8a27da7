// SPDX-License-Identifier: MIT
// tests/stress/round.hpp - one set of numbers, asked about in many ways.
#pragma once

#include "stress/memory.hpp"
#include "stress/tally.hpp"
#include "support/environment.hpp"

namespace stress {

/// What the caller may have done to the processor.
inline constexpr environments::environment callers[] = {{"nearest", FE_TONEAREST, false, false},
                                                        {"up", FE_UPWARD, false, false},
                                                        {"down", FE_DOWNWARD, false, false},
                                                        {"zero", FE_TOWARDZERO, false, false},
                                                        {"nearest, FTZ DAZ", FE_TONEAREST, true, false},
                                                        {"up, FTZ DAZ", FE_UPWARD, true, false},
                                                        {"down, FTZ DAZ", FE_DOWNWARD, true, false},
                                                        {"zero, FTZ DAZ", FE_TOWARDZERO, true, false}};

/// What a run is limited to.
struct limits {
  std::string only;  // a storage type or a reduction, or everything
  bool allows(std::size_t storage) const { return is_no_type() || only == oracle::formats[storage]->name; }
  bool allows(reduction r) const { return !is_no_type() || only.empty() || only == name_of(r); }

 private:
  bool is_no_type() const {
    return std::none_of(std::begin(oracle::formats), std::end(oracle::formats),
                        [&](auto f) { return only == f->name; });
  }
};

class round {
 public:
  round(std::uint64_t seed, std::uint64_t number, limits const& l, tally& t)
      : limits_(l),
        tally_(t),
        storage_(static_cast<std::size_t>(number % types)),
        f_(*oracle::formats[storage_]),
        next_(f_, inputs::splitmix64{seed + 0x632be59bd9b4e019u * number}()),
        number_(number) {}

  void run() {
    if (!limits_.allows(storage_)) return;
    kind const k = kind_ = static_cast<kind>(next_.below(kinds));
    std::size_t const n = length();
    x_ = next_.of(k, n);
    target_ = next_.target();
    y_ = next_.one_in(4) ? x_ : next_.of(next_.one_in(2) ? static_cast<kind>(next_.below(kinds)) : k, n);
    y_.resize(x_.size(), 0);
    tally_.begin(number_, name_of(k));
    ddof_ = next_.one_in(2) ? 0 : next_.one_in(4) ? next_.below(x_.size() + 2) : 1;
    oracle::facts facts(f_, x_, y_);
    check_calls(facts);
    check_states(facts);
  }

 private:
  std::size_t length() {
    std::size_t const edges[] = {64, 128, 256, 512, 1024, 2048, 4096, 8192};
    if (next_.one_in(8000)) return 300'000 + next_.below(700'000);
    if (next_.one_in(1000)) return 10'000 + next_.below(150'000);
    switch (next_.below(16)) {
      case 0:
      case 1:
      case 2: return next_.below(5);
      case 3: return edges[next_.below(std::size(edges))] - 1 + next_.below(3);
      case 4: return next_.below(10'000);
      case 5: return next_.below(3000);
      case 6:
      case 7:
      case 8: return next_.below(700);
      default: return next_.below(70);
    }
  }
  /// Where ties are meant for a result and a reduction, every other question is that.
  std::size_t any_type() { return kind_ >= kind::tie && next_.one_in(2) ? target_ : next_.below(types); }
  reduction any_reduction() {
    auto const any = static_cast<reduction>(next_.below(reductions));
    if (next_.one_in(2)) return any;
    switch (kind_) {
      case kind::tie:
      case kind::boundary: return reduction::sum;
      case kind::mean_tie: return reduction::mean;
      case kind::norm_tie: return reduction::norm2;
      case kind::deviation_tie: return reduction::standard_deviation;
      default: return any;
    }
  }
  direction any_direction() { return static_cast<direction>(next_.below(directions)); }
  memory placed(words const& x, layout how) {
    int const step = next_.between(1, 5);
    return {f_, x, how, next_.one_in(2) ? step : -step, next_.below(16)};
  }
  std::uint64_t expected(oracle::facts& facts, question const& q) {
    oracle::format const& r = *oracle::formats[q.result];
    oracle::answer const a = oracle::answer_of(facts, q.what, q.ddof, r);
    if (a.bits) return *a.bits;
    std::uint64_t const bits = oracle::rounded(r, a.exactly, q.rounding);
    if (next_.one_in(8))
      if (auto const again = oracle::by_mpfr(r, a.exactly, q.rounding))
        tally_.confirm(*again == bits, q, oracle::hardness_of(r, a.exactly));
    return bits;
  }
  void check(oracle::facts& facts, question const& q, std::uint64_t got) {
    tally_.check(q, got, expected(facts, q), x_, y_);
  }

  // ---- free functions: every reduction, each in a result type, layout and environment of its own

  void check_calls(oracle::facts& facts) {
    for (std::size_t r = 0; r != reductions; ++r)
      if (limits_.allows(static_cast<reduction>(r))) check_call(facts, static_cast<reduction>(r));
  }
  void check_call(oracle::facts& facts, reduction what) {
    layout const how = static_cast<layout>(next_.below(layouts));
    memory const x = placed(x_, how), y = placed(y_, how == layout::streamed ? layout::contiguous : how);
    environments::environment const& e = callers[next_.below(std::size(callers))];
    call const c{what, any_type(), ddof_};
    std::uint64_t got = 0;
    {
      environments::caller const caller(e);
      got = libraries()[storage_].reduce(c, x_.size(), x.from(0), y.from(0));
    }
    char const* const ways[] = {"contiguous", "strided", "streamed"};
    check(facts,
          {"call", storage_, c.result, what, direction::to_nearest_even, ddof_, e.name,
           ways[static_cast<std::size_t>(how)]},
          got);
  }

  // ---- states

  using state_pointer = std::unique_ptr<state>;

  void check_states(oracle::facts& facts) {
    reduction const what = any_reduction();
    if (what == reduction::norm_inf || !limits_.allows(what)) return;
    state_pointer const whole = libraries()[storage_].make(what), none = whole->empty();
    memory const x = placed(x_, layout::contiguous), y = placed(y_, layout::contiguous);
    whole->add(x_.size(), x.from(0), y.from(0));
    auto pieces = split(*none);
    question q{"state", storage_, 0, what, direction::to_nearest_even, ddof_, "as it is", ""};
    state_pointer const all = joined(std::move(pieces), *none, q.way);
    check_same(*whole, *all, q);
    for (int i = 0; i != 4; ++i) {
      q.result = any_type();
      q.rounding = any_direction();
      environments::environment const& e = callers[next_.below(std::size(callers))];
      q.environment = e.name;
      std::uint64_t got = 0;
      {
        environments::caller const caller(e);
        got = all->result(q.result, q.rounding, ddof_);
      }
      check(facts, q, got);
    }
    if (next_.one_in(4) && (what == reduction::sum || what == reduction::dot)) peel(facts, *all, q);
  }
  /// The numbers in another order, in pieces, each filled in a way of its own.
  std::vector<state_pointer> split(state const& none) {
    std::vector<std::size_t> order(x_.size());
    for (std::size_t i = 0; i != order.size(); ++i) order[i] = i;
    next_.shuffle(order);
    std::vector<state_pointer> pieces;
    std::size_t const sizes[] = {2, 60, 2500, x_.size() + 1};
    std::size_t const most = x_.size() > 20'000 ? x_.size() / 3 : sizes[next_.below(4)];
    for (std::size_t i = 0; i != order.size() || pieces.empty();) {
      std::size_t const k = std::min(order.size() - i, next_.below(most + 1));
      words x, y;
      for (std::size_t j = i; j != i + k; ++j) x.push_back(x_[order[j]]), y.push_back(y_[order[j]]);
      pieces.push_back(none.empty());
      fill(*pieces.back(), x, y);
      i += k;
    }
    return pieces;
  }
  void fill(state& s, words const& x, words const& y) {
    layout const how = static_cast<layout>(next_.below(layouts));
    memory const a = placed(x, how), b = placed(y, how == layout::streamed ? layout::contiguous : how);
    environments::caller const caller(callers[next_.below(std::size(callers))]);
    bool const one_by_one = next_.one_in(3) && x.size() < 5000;
    for (std::size_t i = 0; i != x.size();) {
      std::size_t const left = x.size() - i, k = one_by_one ? 1 : next_.one_in(2) ? left : 1 + next_.below(left);
      if (one_by_one)
        s.add_one(a.at(i), b.at(i));
      else
        s.add(k, a.from(i), b.from(i));
      i += k;
    }
  }
  /// All of them, merged in one of the ways there are.
  state_pointer joined(std::vector<state_pointer> pieces, state const& none, std::string& way) {
    next_.shuffle(pieces);
    switch (next_.below(3)) {
      case 0: way = "split, words added"; return joined_by_words(pieces, none);
      case 1:
        way = "split, saved, loaded and merged";
        for (auto& p : pieces) p = none.load(p->save());
        break;
      default: way = "split and merged";
    }
    while (pieces.size() > 1) {  // any tree
      std::size_t const to = next_.below(pieces.size() - 1);
      pieces[to]->merge(*pieces.back());
      pieces.pop_back();
    }
    return std::move(pieces[0]);
  }
  static state_pointer joined_by_words(std::vector<state_pointer> const& pieces, state const& none) {
    state_pointer all = none.empty();
    std::span<std::int64_t> const into = all->words();
    for (auto const& p : pieces) {
      std::span<std::int64_t> const from = p->words();
      for (std::size_t w = 0; w != into.size(); ++w) into[w] += from[w];
    }
    return all;
  }
  /// The same bytes, which are those of the words and the count.
  void check_same(state const& whole, state const& all, question q) {
    q.about = "bytes of a state";
    tally_.check(q, whole.save() == all.save(), 1, x_, y_);
    q.about = "count";
    tally_.check(q, all.count(), x_.size(), x_, y_);
  }
  /// Takes the result, rounded toward zero, off the sum until nothing is left: every digit counts.
  void peel(oracle::facts& facts, state& s, question q) {
    oracle::total t = q.what == reduction::sum ? facts.sum() : facts.products();
    if (t.nan || t.plus || t.minus) return;
    q.about = "peel", q.result = storage_, q.rounding = direction::toward_zero;
    mpz_class scratch;
    for (int i = 0; i != 60 && t.units != 0; ++i) {
      std::uint64_t const r = oracle::rounded(f_, {t.units, 1, t.unit, false}, direction::toward_zero);
      tally_.check(q, s.result(storage_, direction::toward_zero, 0), r, x_, y_);
      if ((r & (oracle::sign_of(f_) - 1)) == 0) return;
      words const off{r ^ oracle::sign_of(f_)}, by{one_of(f_)};
      memory const a(f_, off, layout::contiguous, 1, 0), b(f_, by, layout::contiguous, 1, 0);
      s.add_one(a.at(0), b.at(0));
      t.add(oracle::unpack(f_, off[0]), oracle::one, scratch);
    }
    if (t.units == 0 && !t.only_minus_zeros) tally_.check(q, s.result(storage_, direction::downward, 0), 0, x_, y_);
  }
  static std::uint64_t one_of(oracle::format const& f) {
    return static_cast<std::uint64_t>(1 - f.least_normal()) << (f.digits - 1);
  }

  limits const& limits_;
  tally& tally_;
  std::size_t storage_, target_ = 0;
  kind kind_ = kind::ordinary;
  oracle::format const& f_;
  numbers next_;
  std::uint64_t number_, ddof_ = 0;
  words x_, y_;
};

}  // namespace stress
