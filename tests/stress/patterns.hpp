// SPDX-License-Identifier: MIT
// tests/stress/patterns.hpp - every 16-bit pattern: alone, with a partner, as a factor; and one element very often.
#pragma once

#include "stress/memory.hpp"
#include "stress/round.hpp"

namespace stress {

/// Some elements in each reduction's state, at some result types and directions.
class pattern_checks {
 public:
  pattern_checks(std::uint64_t seed, limits const& l, tally& t) : limits_(l), tally_(t), next_{seed} {}

  /// Of each pattern: all result types and directions, or one of them.
  void every_pattern(std::size_t storage, bool all) {
    if (!limits_.allows(storage)) return;
    tally_.begin(0, "patterns");
    for (std::uint64_t w = 0; w != 65536; ++w) {
      std::uint64_t const partner = next_() & 0xffff;
      one_of(storage, {w}, {}, reduction::sum, all);
      one_of(storage, {w, partner}, {}, reduction::sum, all);
      one_of(storage, {w}, {partner}, reduction::dot, all);
      one_of(storage, {w, partner}, {}, one_more(), all);
      if (tally_.is_enough()) return;
    }
  }
  /// One element n times, by stride 0: more than the limbs take without carrying.
  void often(std::size_t storage, std::size_t n) {
    if (!limits_.allows(storage)) return;
    tally_.begin(0, "one element very often");
    oracle::format const& f = *oracle::formats[storage];
    for (reduction what : {reduction::sum, reduction::dot, reduction::standard_deviation}) {
      if (!limits_.allows(what)) continue;
      words const x{numbers(f, next_()).any_finite()};
      memory const m(f, x, layout::contiguous, 1, 0);
      source const s{layout::strided, m.at(0), 0};
      auto const a = libraries()[storage].make(what);
      a->add(n, s, s);
      oracle::facts one(f, x, x);
      oracle::answer answer = oracle::answer_of(one, what == reduction::dot ? what : reduction::sum, 0, f);
      answer.exactly.numerator *= mpz_class(n);
      if (what == reduction::standard_deviation) answer.bits = 0;
      check(*a, {"state", storage, 0, what, {}, 0, "as it is", "strided"}, true, x, [&](question const& q) {
        return answer.bits ? *answer.bits : oracle::rounded(*oracle::formats[q.result], answer.exactly, q.rounding);
      });
    }
  }

 private:
  reduction one_more() {
    reduction const r[] = {reduction::norm2,    reduction::mean,
                           reduction::variance, reduction::standard_deviation,
                           reduction::abs_sum,  reduction::sum_of_squares};
    return r[next_() % std::size(r)];
  }
  void one_of(std::size_t storage, words const& x, words const& y, reduction what, bool all) {
    if (!limits_.allows(what)) return;
    oracle::format const& f = *oracle::formats[storage];
    memory const a(f, x, layout::contiguous, 1, 0), b(f, y, layout::contiguous, 1, 0);
    auto const s = libraries()[storage].make(what);
    for (std::size_t i = 0; i != x.size(); ++i) s->add_one(a.at(i), b.at(y.empty() ? 0 : i));
    oracle::facts facts(f, x, y);
    check(*s, {"pattern", storage, 0, what, {}, 0, "as it is", "one by one"}, all, x, [&](question const& q) {
      oracle::format const& r = *oracle::formats[q.result];
      oracle::answer const v = oracle::answer_of(facts, what, 0, r);
      return v.bits ? *v.bits : oracle::rounded(r, v.exactly, q.rounding);
    });
  }
  template <class F>
  void check(state const& s, question q, bool all, words const& x, F expected) {
    std::uint64_t const pick = next_() % (types * directions);
    for (std::uint64_t i = 0; i != types * directions; ++i) {
      if (!all && i != pick) continue;
      q.result = i % types;
      q.rounding = static_cast<direction>(i / types);
      tally_.check(q, s.result(q.result, q.rounding, 0), expected(q), x, x);
    }
  }

  limits const& limits_;
  tally& tally_;
  inputs::splitmix64 next_;
};

}  // namespace stress
