// SPDX-License-Identifier: MIT
// tests/accumulator_test.cpp - what was added in pieces, by parts and over the wire has the bits of one call.
#include <accrue/accrue.hpp>

#include <algorithm>
#include <list>
#include <optional>
#include <tuple>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;
using accrue::accumulator;
using accrue::starting_at;

constexpr std::uint64_t block = 2048;

/// Up to 9 blocks, with whole ones more often than chance has them.
std::size_t length(inputs::splitmix64& next) {
  std::size_t const n = next() % (9 * block);
  return next() % 3 == 0 ? n - n % block : n;
}

template <class Reduction, class M, class T>
struct question {
  using state = accumulator<Reduction, M, T>;
  static constexpr bool two = Reduction::arity == 2;
  static constexpr bool exact_state = requires(state s) { s.words(); };
  std::vector<T> x, y;

  question(std::size_t n, inputs::kind k, std::uint64_t seed)
      : x(values_of<T>(inputs::data(n, layout_of<T>(), k, seed))),
        y(values_of<T>(inputs::data(n, layout_of<T>(), k, ~seed))) {}
  std::span<T const> first(std::size_t i, std::size_t n) const { return std::span(x).subspan(i, n); }
  std::span<T const> second(std::size_t i, std::size_t n) const { return std::span(y).subspan(i, n); }

  template <class S>
  static void add(state& to, S const& a, S const& b) {
    if constexpr (two)
      to.add(a, b);
    else
      to.add(a);
  }
  template <class R>
  std::uint64_t at_once() const {
    if constexpr (two)
      return word(accrue::reduce<Reduction, M, R>(x, y));
    else
      return word(accrue::reduce<Reduction, M, R>(x));
  }
  /// Adds the elements from i to end in pieces of any size and form.
  void fill(state& s, std::size_t i, std::size_t end, inputs::splitmix64& next) const {
    while (i != end) {
      std::size_t const most[] = {3, 130, 3000, 20000};
      std::size_t n = std::min<std::size_t>(end - i, next() % most[next() % 4]);
      auto const a = first(i, n), b = second(i, n);
      switch (next() % 4) {
        case 0:
          for (std::size_t j = 0; j != n; ++j) add(s, a[j], b[j]);
          break;
        case 1: add(s, accrue::strided(a.data(), n, 1), accrue::strided(b.data(), n, 1)); break;
        case 2: add(s, std::list<T>(a.begin(), a.end()), std::list<T>(b.begin(), b.end())); break;
        default: add(s, a, b);
      }
      i += n;
      if (next() % 8 == 0) (void)ask(s);
      if (next() % 8 == 0) s = state::load(s.save());
    }
  }
  static std::optional<std::uint64_t> ask(state const& s) {
    if (s.first() != 0) return {};
    return word(s.template result<double>());
  }
  void check(state const& s) const {
    CHECK(s.count() == x.size());
    CHECK(word(s.template result<double>()) == at_once<double>());
    CHECK(word(s.template result<f16>()) == at_once<f16>());
    CHECK(word(s.result()) == at_once<void>());
    CHECK(word(state::load(s.save()).result()) == at_once<void>());
  }
};

/// f(question, next) for lengths and kinds of data.
template <class Q, class F>
void for_data(F f) {
  inputs::splitmix64 next{1};
  for (int round = 0; round != 40; ++round) {
    auto const kind = static_cast<inputs::kind>(next() % inputs::kinds);
    std::size_t const n = length(next);
    INFO("round " << round << ", n = " << n << ", kind " << kind);
    f(Q(n, kind, next()), next);
  }
}
template <class Q>
void pieces_have_the_bits_of_one_call() {
  for_data<Q>([](Q const& q, inputs::splitmix64& next) {
    typename Q::state s;
    q.fill(s, 0, q.x.size(), next);
    q.check(s);
    typename Q::state at_once;
    Q::add(at_once, q.x, q.y);
    CHECK(s.save() == at_once.save());
  });
}
/// Cuts into parts, fills them, and merges neighbours in any sequence.
template <class Q>
void parts_have_the_bits_of_one_call() {
  for_data<Q>([](Q const& q, inputs::splitmix64& next) {
    std::size_t const n = q.x.size();
    std::vector<typename Q::state> parts;
    for (std::size_t i = 0;;) {
      std::size_t k = next() % (4 * block);
      if constexpr (!Q::state_merges_anywhere()) k -= k % block;
      k = std::min(k, n - i);
      parts.emplace_back(starting_at(Q::state_merges_anywhere() ? 0 : i));
      q.fill(parts.back(), i, i + k, next);
      i += k;
      if (i == n) break;
    }
    while (parts.size() > 1) {
      std::size_t const at = next() % (parts.size() - 1);
      if (next() % 4 == 0) parts[at + 1] = Q::state::load(parts[at + 1].save());
      parts[at].merge(parts[at + 1]);
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
    q.check(parts[0]);
    typename Q::state at_once;
    Q::add(at_once, q.x, q.y);
    CHECK(parts[0].save() == at_once.save());
  });
}
template <class Reduction, class M, class T>
struct tree_question : question<Reduction, M, T> {
  using question<Reduction, M, T>::question;
  static constexpr bool state_merges_anywhere() { return false; }
};
template <class Reduction, class M, class T>
struct free_question : question<Reduction, M, T> {
  using question<Reduction, M, T>::question;
  static constexpr bool state_merges_anywhere() { return true; }
};

using trees = std::tuple<
    tree_question<reductions::sum, pairwise<void>, f32>, tree_question<reductions::sum, pairwise<void>, f16>,
    tree_question<reductions::sum, kahan<void>, bf16>, tree_question<reductions::sum, compensated<void>, f64>,
    tree_question<reductions::abs_sum, pairwise<f64>, f32>,
    tree_question<reductions::sum_of_squares, narrow_pairwise<f16>, f16>,
    tree_question<reductions::dot, pairwise<void>, f32>, tree_question<reductions::dot, compensated<void>, f64>,
    tree_question<reductions::norm2, pairwise<void>, f64>, tree_question<reductions::norm2, kahan<f32>, f32>,
    tree_question<reductions::mean, pairwise<void>, f64>, tree_question<reductions::mean, compensated<void>, f32>>;
using folds =
    std::tuple<question<reductions::sum, sequential<void>, f32>, question<reductions::dot, sequential<void>, f64>,
               question<reductions::norm2, narrow_sequential<f16>, f16>>;
using free =
    std::tuple<free_question<reductions::norm_inf, pairwise<void>, bf16>,
               free_question<reductions::norm_inf, pairwise<void>, f64>,
               free_question<reductions::sum, exact<void>, f32>, free_question<reductions::dot, exact<void>, f64>,
               free_question<reductions::variance, exact<void>, f32>>;

template <class F>
std::string refusal(F f) {
  try {
    f();
  } catch (accrue::error const& e) {
    CHECK(std::string(e.what()).find(std::string("accrue[") + e.code() + "]: ") == 0);
    return e.what();
  }
  return "nothing";
}
template <class F>
std::string code_of(F f) {
  try {
    f();
  } catch (accrue::error const& e) {
    return e.code();
  }
  return "nothing";
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a tree's elements may come in pieces of any size", "", trees) {
  pieces_have_the_bits_of_one_call<TestType>();
}
TEMPLATE_LIST_TEST_CASE("a tree may be cut at any blocks into runs, and they merge in any grouping", "", trees) {
  parts_have_the_bits_of_one_call<TestType>();
}
TEMPLATE_LIST_TEST_CASE("a left fold's elements may come in pieces of any size", "", folds) {
  pieces_have_the_bits_of_one_call<TestType>();
}
TEMPLATE_LIST_TEST_CASE("what is free of order may come in any pieces", "", free) {
  pieces_have_the_bits_of_one_call<TestType>();
}
TEMPLATE_LIST_TEST_CASE("what is free of order may be cut anywhere", "", free) {
  parts_have_the_bits_of_one_call<TestType>();
}

TEST_CASE("a run that begins far away merges with its neighbour") {
  // Blocks 2^50 + 1 to 2^50 + 12, cut everywhere: the largest aligned subtrees are what is kept.
  using state = accumulator<reductions::sum, pairwise<void>, f32>;
  std::uint64_t const from = ((std::uint64_t{1} << 50) + 1) * block;
  auto const x = values_of<f32>(inputs::data(12 * block + 77, layout_of<f32>(), inputs::ordinary, 5));
  state at_once{starting_at(from)};
  at_once.add(x);
  for (std::size_t cut = 0; cut <= 12; ++cut) {
    state a{starting_at(from)}, b{starting_at(from + cut * block)};
    a.add(std::span(x).first(cut * block));
    b.add(std::span(x).subspan(cut * block));
    a.merge(b);
    CHECK(a.save() == at_once.save());
    CHECK(a.first() == from);
    CHECK(state::load(a.save()).save() == a.save());
  }
}

TEST_CASE("only the adjoining run merges, and a refused one changes nothing") {
  using state = accumulator<reductions::norm2, pairwise<void>, f64>;
  std::vector<f64> const x(3 * block, 1.5);
  state a, whole{starting_at(3 * block)}, later{starting_at(4 * block)}, first;
  a.add(x), whole.add(x), later.add(x), first.add(x);
  auto const before = a.save();
  CHECK(refusal([&] { a.merge(later); }) ==
        "accrue[merge]: this run ends before element 6144, the other begins at 8192. "
        "Merge neighbours, cut at multiples of 2048.");
  CHECK(code_of([&] { a.merge(first); }) == "merge");
  CHECK(code_of([&] { a.merge(a); }) == "merge");
  CHECK(a.save() == before);
  a.merge(whole);
  CHECK(a.count() == 6 * block);
  a.add(1.0);
  CHECK(refusal([&] { a.merge(state(starting_at(6 * block + block))); }) == "nothing");  // it holds nothing
  state next{starting_at(7 * block)};
  next.add(2.0);
  CHECK(refusal([&] { a.merge(next); }).find("ends before element 12289, the other begins at 14336") !=
        std::string::npos);
  CHECK(a.count() == 6 * block + 1);
}

TEST_CASE("a run begins at a multiple of 2048, and has no result of its own unless that is 0") {
  using state = accumulator<reductions::sum, pairwise<void>, f32>;
  CHECK(refusal([] { (void)state(starting_at(2049)); }) ==
        "accrue[run]: a run cannot begin at element 2049: it is no multiple of 2048. "
        "Cut the whole at multiples of 2048.");
  CHECK(code_of([] { (void)state(starting_at(64)); }) == "run");
  state const s{starting_at(4096)};
  CHECK(refusal([&] { (void)s.result(); }) ==
        "accrue[run]: the run begins at element 4096: only one from element 0 has a result. "
        "Merge it to what lies before.");
  CHECK(accumulator<reductions::sum, exact<void>, f32>(starting_at(7)).result() == 0);
}

TEST_CASE("an accumulator of nothing has the result of nothing") {
  CHECK(word(accumulator<reductions::sum, pairwise<void>, f32>().result()) == word(0.0f));
  CHECK(word(accumulator<reductions::mean, kahan<void>, f64>().result()) == word(accrue::canonical_nan<f64>()));
  CHECK(word(accumulator<reductions::norm_inf, pairwise<void>, f16>().result()) == word(0.0f));
  accumulator<reductions::dot, pairwise<void>, f32> dot;
  dot.add(std::vector<f32>{}, std::vector<f32>{});
  CHECK(dot.count() == 0);
  CHECK_THROWS_AS(dot.add(std::vector<f32>(2), std::vector<f32>(3)), accrue::error);
}

TEST_CASE("words that were handed out see what is added later") {
  accumulator<reductions::sum, exact<void>, f32> a;
  auto const words = a.words();
  a.add(3.0f);
  a.add(std::vector<f32>{4});
  CHECK(words.back() == 2);
  CHECK(a.result() == 7);
}

// ---- saved states

TEMPLATE_LIST_TEST_CASE("a saved state that was cut off, changed or is another's is refused", "", trees) {
  using state = typename TestType::state;
  TestType const q(3 * block + 100, inputs::ordinary, 3);
  state s;
  TestType::add(s, q.x, q.y);
  auto const bytes = s.save();
  auto const says = [](std::vector<unsigned char> const& b, char const* text) {
    CHECK(refusal([&] { (void)state::load(b); }).find(text) != std::string::npos);
  };
  for (std::size_t n = 0; n < bytes.size(); n += n < 100 ? 1 : 97)
    says({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n)}, "bytes");
  auto changed = bytes;
  changed.push_back(0), says(changed, "bytes, there are");
  changed = bytes, changed[2] = 'x', says(changed, "no saved accumulator");
  changed = bytes, changed[4] = 2, says(changed, "later version");
  changed = bytes, changed[9] ^= 1, says(changed, "another accumulator's");
  changed = bytes, changed[changed.size() / 2] ^= 1, says(changed, "damaged");
  says(accumulator<reductions::norm1, pairwise<void>, f64>().save(), "another accumulator's");
}
TEST_CASE("a sum's state is a mean's where it is the same") {
  using sum = accumulator<reductions::sum, pairwise<void>, f16>;
  sum s;
  s.add(std::vector<f16>(3000, f16(1.5f)));
  CHECK(accumulator<reductions::mean, pairwise<void>, f16>::load(s.save()).result() == 1.5f);
}

namespace {
void set_check(std::vector<unsigned char>& b) {
  inputs::hash h;
  std::uint64_t v = h.value;
  for (std::size_t i = 0; i + 8 < b.size(); ++i) v = (v ^ b[i]) * 0x100000001b3u;
  for (std::size_t i = 0; i != 8; ++i) b[b.size() - 8 + i] = static_cast<unsigned char>(v >> 8 * i);
}
/// Loads mutants of a state: whatever they are, they are refused or are states that work.
template <bool AddsMore = true, class State>
void survives(State const& s, std::size_t rounds, std::uint64_t seed) {
  inputs::splitmix64 next{seed};
  auto const bytes = s.save();
  std::size_t loaded = 0, refused = 0;
  for (std::size_t round = 0; round != rounds; ++round) {
    std::vector<unsigned char> b(bytes.begin(), bytes.end());
    for (std::uint64_t changes = 1 + next() % 3; changes != 0; --changes) {
      std::size_t const at = next() % b.size(), head = 8 + b[7] + 8 * (next() % 2);
      switch (next() % 6) {
        case 0: b[at] = static_cast<unsigned char>(next()); break;
        case 1: b[at] ^= static_cast<unsigned char>(1 << next() % 8); break;
        case 2: b.resize(1 + next() % b.size()); break;
        case 3: b.insert(b.end(), next() % 40, 0); break;
        default:  // first and count
          for (std::size_t i = 0; i != 8; ++i)
            if (head + i < b.size() && next() % 3 != 0)
              b[head + i] = next() % 2 == 0 ? 0xff : static_cast<unsigned char>(next() % 9);
      }
    }
    if (b.size() > 8 && next() % 4 != 0) set_check(b);
    try {
      State t = State::load(b);
      ++loaded;
      (void)State::load(t.save());
      if (t.first() == 0) (void)t.result();
      if constexpr (AddsMore) {
        t.add(std::vector<typename State::element_type>(3 * block, typename State::element_type(1.5f)));
        if (t.first() == 0) (void)t.result();
      }
    } catch (accrue::error const& e) {
      ++refused;
      if (std::string(e.code()) != "state") FAIL(e.what());
    }
  }
  CHECK(loaded + refused == rounds);
  CHECK(loaded > rounds / 100);
  CHECK(refused > rounds / 4);
}
}  // namespace

TEST_CASE("a hundred thousand forged states are refused or work") {
  std::vector<f32> const x(block + 5, 1.25f);
  std::vector<f64> const y(3 * block + 2, 1e200);
  accumulator<reductions::sum, pairwise<void>, f32> sum{starting_at(3 * block)};
  sum.add(x);
  survives(sum, 30000, 1);
  accumulator<reductions::norm2, pairwise<void>, f64> norm;
  norm.add(y);
  survives(norm, 30000, 2);
  accumulator<reductions::mean, pairwise<void>, f64> mean;
  mean.add(y);
  survives(mean, 10000, 3);
  accumulator<reductions::dot, sequential<void>, f32> fold;
  fold.add(x, x);
  survives<false>(fold, 10000, 4);
  accumulator<reductions::norm_inf, pairwise<void>, f16> largest;
  largest.add(f16(3.0f));
  survives(largest, 10000, 5);
  accumulator<reductions::dot, pairwise<void>, f32> dot;
  dot.add(x, x);
  survives<false>(dot, 10000, 6);
}
TEST_CASE("forged exponents are refused, or add up to something") {
  std::vector<f64> const y(4 * block, 3.5);
  accumulator<reductions::variance, pairwise<void>, f64> variance;
  variance.add(y);
  survives(variance, 10000, 7);
  accumulator<reductions::sum, accrue::omit_nan<pairwise<void>>, f64> omitting;
  omitting.add(y);
  survives(omitting, 10000, 8);
  accumulator<reductions::product, pairwise<void>, f64> product;
  product.add(y);
  survives(product, 10000, 9);
  accumulator<reductions::norm_p, pairwise<void>, f64> power(accrue::exponent(3));
  power.add(y);
  survives(power, 10000, 10);
  accumulator<reductions::logsumexp, pairwise<void>, f64> logarithm;
  logarithm.add(y);
  survives(logarithm, 10000, 11);
}
TEST_CASE("a state of elements some of which were missing is saved") {
  f64 const nan = std::numeric_limits<f64>::quiet_NaN();
  std::vector<f64> x(block + 100, 1.25);
  for (std::size_t i = 0; i < x.size(); i += 7) x[i] = nan;
  auto const same = [&]<class Reduction, class M>(std::type_identity<std::pair<Reduction, M>>) {
    accumulator<Reduction, accrue::omit_nan<M>, f64> a;
    a.add(x);
    auto const saved = a.save();
    CHECK(std::bit_cast<std::uint64_t>(decltype(a)::load(saved).result()) == std::bit_cast<std::uint64_t>(a.result()));
    // The plan alone has another name.
    accumulator<Reduction, M, f64> plain;
    plain.add(x);
    CHECK_THROWS_AS(decltype(a)::load(plain.save()), accrue::error);
    CHECK_THROWS_AS(decltype(plain)::load(saved), accrue::error);
  };
  same(std::type_identity<std::pair<reductions::sum, accrue::pairwise<>>>{});
  same(std::type_identity<std::pair<reductions::mean, accrue::kahan<>>>{});
  same(std::type_identity<std::pair<reductions::norm2, accrue::compensated<>>>{});
  same(std::type_identity<std::pair<reductions::variance, accrue::pairwise<>>>{});
  same(std::type_identity<std::pair<reductions::kurtosis, accrue::pairwise<>>>{});
  same(std::type_identity<std::pair<reductions::logsumexp, accrue::pairwise<>>>{});
  same(std::type_identity<std::pair<reductions::product, accrue::pairwise<>>>{});
  same(std::type_identity<std::pair<reductions::max, accrue::pairwise<>>>{});
}

// ---- faults that other libraries had

TEST_CASE("O01: merge_var of f64 knows how far apart the means are") {
  using state = accumulator<reductions::variance, exact<void>, f64>;
  state a, b;
  a.add(std::vector<f64>{1, 2, 3}), b.add(std::vector<f64>{5, 6});
  a.merge(b);
  CHECK(word(a.result(accrue::ddof(1))) == 0x4011333333333333);
}
TEST_CASE("O03: merge_sum of f64 is 2 in every order of ranks, by every tree of merges") {
  using state = accumulator<reductions::sum, exact<void>, f64>;
  f64 const ranks[] = {0x1p53, 1, 1, -0x1p53};
  std::size_t order[] = {0, 1, 2, 3}, orders = 0;
  do {
    ++orders;
    for (int tree = 0; tree != 5; ++tree) {
      state s[4];
      for (std::size_t i = 0; i != 4; ++i) s[i].add(ranks[order[i]]);
      // ((a b) c) d, (a b)(c d), (a (b c)) d, a ((b c) d), a (b (c d))
      std::size_t const merges[5][3][2] = {{{0, 1}, {0, 2}, {0, 3}},
                                           {{0, 1}, {2, 3}, {0, 2}},
                                           {{1, 2}, {0, 1}, {0, 3}},
                                           {{1, 2}, {1, 3}, {0, 1}},
                                           {{2, 3}, {1, 2}, {0, 1}}};
      for (auto const& m : merges[tree]) s[m[0]].merge(s[m[1]]);
      CHECK(word(s[0].result()) == 0x4000000000000000);
    }
  } while (std::next_permutation(order, order + 4));
  CHECK(orders == 24);
}
TEMPLATE_TEST_CASE("O06: merge_mean of f64 takes states of nothing", "", pairwise<void>, kahan<void>, compensated<void>,
                   exact<void>) {
  accumulator<reductions::mean, TestType, f64> a, b, c;
  b.add(std::vector<f64>{1, 2, 3});
  a.merge(b);
  a.merge(c);
  CHECK(word(a.result()) == 0x4000000000000000);
}
