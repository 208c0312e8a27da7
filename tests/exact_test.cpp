// SPDX-License-Identifier: MIT
// tests/exact_test.cpp - exact sums, dots, norms, means and variances against MPFR, and their states.
//
// Numbers that no other test asks for: of every exponent, cancelling, at both ends of the range, ties with
// a far tail. Each result type, order, split and rounding gets its share of a fixed seed.
#include <accrue/accumulator.hpp>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <limits>
#include <list>
#include <ranges>

#include "support/catch.hpp"
#include "support/exact.hpp"
#include "support/inputs.hpp"
#include "support/kernel.hpp"

namespace {

using kernel::format_of;
using kernel::word;

template <class T>
class source_of_numbers {
 public:
  explicit source_of_numbers(std::uint64_t seed) : next_{seed} {}
  std::size_t below(std::size_t n) { return next_() % n; }
  int between(int low, int high) { return low + static_cast<int>(below(static_cast<std::size_t>(high - low + 1))); }
  T any() {
    T v;
    do v = kernel::value_of<T>(next_() >> (64 - 8 * sizeof(T)));
    while (!std::isfinite(static_cast<double>(v)));
    return v;
  }
  T about(int e) {
    double const m = std::ldexp(static_cast<double>(next_() >> 11 | std::uint64_t{1} << 52), -52);
    return T(std::ldexp((next_() & 1) != 0 ? m : -m, e));
  }

  /// n numbers of one of the kinds.
  static constexpr std::size_t kinds = 12;
  std::vector<T> some(std::size_t n, std::size_t kind) {
    reference::format const& f = *format_of<T>();
    int const low = f.least, high = f.greatest(), center = between(low, high);
    std::vector<T> x(n);
    for (std::size_t i = 0; i != n; ++i) x[i] = one(kind, i, n, x, f, low, high, center);
    return x;
  }

 private:
  T one(std::size_t kind, std::size_t i, std::size_t n, std::vector<T> const& x, reference::format const& f, int low,
        int high, int center) {
    double const infinity = std::numeric_limits<double>::infinity();
    switch (kind) {
      case 0: return about(between(-3, 0));
      case 1: return any();
      case 2: return i % 2 == 1 ? -x[i - 1] : any();
      case 3: return about(std::min(high - 1, between(center, center + 30)));
      case 4: return about(std::min(high - 1, between(center, center + 90)));
      case 5: return T(std::ldexp(between(-1, 1), between(low, high)));
      case 6: return about(between(high - 1, high - 1));
      case 7: return about(between(low, low + 12));
      case 8: return T(below(2) == 0 ? 0.0f : -0.0f);
      case 9: return below(97) == 0 ? about(std::max(low, -between(0, 900))) : about(0);
      case 10:  // a tie of the result's last digit, and something far below
        return i % 5 == 1 ? about(-f.digits) : i + 1 == n ? about(std::max(low, -1000)) : T(1.0f);
      default:
        return below(2048) == 0 ? T(below(8) == 0 ? std::nan("") : below(2) == 0 ? infinity : -infinity) : about(0);
    }
  }
  inputs::splitmix64 next_;
};

/// The sum of x y, or of x: a number, or none.
struct sum_of_terms {
  exact::number value{0, 4600};
  bool nan = false, plus = false, minus = false, only_minus_zeros = true;
  void add(double a, double b) {
    bool const zero = a == 0 || b == 0, negative = std::signbit(a) != std::signbit(b);
    only_minus_zeros = only_minus_zeros && zero && negative;
    if (std::isfinite(a) && std::isfinite(b)) {
      exact::number term(a, 4600);
      value += term *= b;
    } else {
      (std::isnan(a) || std::isnan(b) || zero ? nan : negative ? minus : plus) = true;
    }
  }
  bool special() const { return nan || plus || minus; }
  double when_special() const {
    if (nan || (plus && minus)) return std::numeric_limits<double>::quiet_NaN();
    return plus ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  }
  double zero() const { return only_minus_zeros ? -0.0 : 0.0; }
  bool is_zero() const { return mpfr_zero_p(value.get()) != 0; }
};
template <class T>
sum_of_terms sum_of(std::vector<T> const& x, std::vector<T> const* y = nullptr) {
  sum_of_terms s;
  for (std::size_t i = 0; i != x.size(); ++i)
    s.add(static_cast<double>(x[i]), y != nullptr ? static_cast<double>((*y)[i]) : 1);
  return s;
}
enum class last { nothing, quotient, root };
template <class R>
std::uint64_t expected(sum_of_terms const& s, last step, std::size_t n) {
  reference::format const& f = *format_of<R>();
  if (s.special()) return reference::encode(f, s.when_special());
  if (n == 0) return reference::encode(f, step == last::quotient ? std::nan("") : 0.0);
  if (s.is_zero()) return reference::encode(f, step == last::root ? 0.0 : s.zero());
  if (step == last::quotient) return exact::bits(f, exact::quotient(s.value, n));
  return exact::bits(f, step == last::root ? exact::root(s.value) : s.value);
}

/// One set of numbers under every reduction, at result type R.
template <class R, class T>
std::size_t wrong_results(std::vector<T> const& x, std::vector<T> const& y) {
  using M = accrue::exact;
  std::size_t const n = x.size();
  sum_of_terms const s = sum_of(x), p = sum_of(x, &y), q = sum_of(x, &x);
  std::size_t wrong = 0;
  wrong += word(accrue::sum<M, R>(x)) != expected<R>(s, last::nothing, n);
  wrong += word(accrue::mean<M, R>(x)) != expected<R>(s, last::quotient, n);
  wrong += word(accrue::dot<M, R>(x, y)) != expected<R>(p, last::nothing, n);
  wrong += word(accrue::sum_of_squares<M, R>(x)) != expected<R>(q, last::nothing, n);
  wrong += word(accrue::norm2<M, R>(x)) != expected<R>(q, last::root, n);
  std::vector<T> apart(3 * n + 1);
  for (std::size_t i = 0; i != n; ++i) apart[3 * i] = x[n - 1 - i];
  wrong += word(accrue::sum<M, R>(accrue::strided(apart.data(), n, 3))) != expected<R>(s, last::nothing, n);
  return wrong;
}
template <class T>
void check_results(std::uint64_t seed, std::size_t rounds) {
  source_of_numbers<T> next(seed);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i != rounds; ++i) {
    std::size_t const kind = i % next.kinds;
    std::size_t const lengths[] = {next.below(5), next.below(70), next.below(700), 1000 + next.below(1200),
                                   next.below(9000)};
    std::size_t const n = lengths[i % 16 == 0 ? 4 : i % 7 == 0 ? 3 : i % 3];
    std::vector<T> const x = next.some(n, kind),
                         y = i % 4 == 0 ? x : next.some(n, i % 5 == 0 ? next.below(next.kinds) : kind);
    switch (i % 4) {
      case 0: wrong += wrong_results<accrue::half>(x, y); break;
      case 1: wrong += wrong_results<accrue::bfloat16>(x, y); break;
      case 2: wrong += wrong_results<float>(x, y); break;
      default: wrong += wrong_results<double>(x, y);
    }
  }
  INFO(format_of<T>()->name);
  CHECK(wrong == 0);
}

// ---- variances

/// (n sum x^2 - (sum x)^2) / (n (n - ddof)).
template <class T>
exact::number variance_of(std::vector<T> const& x, std::uint64_t ddof) {
  exact::number s(0, 9000), q(0, 9000);
  for (T v : x) {
    exact::number square(static_cast<double>(v), 9000);
    s += static_cast<double>(v);
    q += square *= static_cast<double>(v);
  }
  mpfr_sqr(s.get(), s.get(), MPFR_RNDN);
  mpfr_mul_ui(q.get(), q.get(), x.size(), MPFR_RNDN);
  return exact::quotient(exact::quotient(q -= s, x.size()), x.size() - ddof);
}
template <class R, class T>
std::size_t wrong_variances(std::vector<T> const& x, std::uint64_t ddof) {
  reference::format const& f = *format_of<R>();
  exact::number const v = variance_of(x, ddof);
  std::size_t wrong = word(accrue::variance<accrue::exact, R>(x, accrue::ddof(ddof))) != exact::bits(f, v);
  wrong += word(accrue::standard_deviation<accrue::exact, R>(x, accrue::ddof(ddof))) !=
           (mpfr_zero_p(v.get()) != 0 ? 0 : exact::bits(f, exact::root(v)));
  return wrong;
}
template <class T>
void check_variances(std::uint64_t seed) {
  source_of_numbers<T> next(seed);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i != 600; ++i) {
    std::vector<T> const x = next.some(2 + next.below(i % 20 == 0 ? 3000 : 60), i % 11);  // no infinities
    std::uint64_t const ddof = i % 3 == 0 ? 0 : 1;
    wrong += i % 2 == 0   ? wrong_variances<double>(x, ddof)
             : i % 3 == 0 ? wrong_variances<accrue::half>(x, ddof)
                          : wrong_variances<float>(x, ddof);
  }
  INFO(format_of<T>()->name);
  CHECK(wrong == 0);
}

template <class T>
using sum_state = accrue::accumulator<accrue::reductions::sum, accrue::exact, T>;
template <class State>
std::vector<std::int64_t> words_of(State s) {
  return {s.words().begin(), s.words().end()};
}

/// However a set is split, ordered and merged, the words are the same.
template <class T>
void check_splits(std::uint64_t seed) {
  source_of_numbers<T> next(seed);
  for (std::size_t i = 0; i != 60; ++i) {
    std::vector<T> x = next.some(1 + next.below(6000), i % next.kinds);
    sum_state<T> whole;
    whole.add(x);
    for (std::size_t j = x.size() - 1; j != 0; --j) std::swap(x[j], x[next.below(j + 1)]);
    sum_state<T> merged, by_words;
    for (std::size_t at = 0; at != x.size();) {
      std::size_t const k = std::min(x.size() - at, 1 + next.below(2500));
      sum_state<T> part;
      if (k == 1)
        part.add(x[at]);
      else
        part.add(std::span(x).subspan(at, k));
      merged.merge(part);
      auto const from = words_of(part);
      for (std::size_t w = 0; w != from.size(); ++w) by_words.words()[w] += from[w];
      at += k;
    }
    CHECK(words_of(merged) == words_of(whole));
    CHECK(words_of(by_words) == words_of(whole));
    CHECK(merged.count() == x.size());
  }
}

template <class R, accrue::rounding Mode>
std::size_t wrong_directions(sum_state<double> const& s, exact::number const& value, mpfr_rnd_t mode) {
  reference::format const& f = *format_of<R>();
  mpfr_exp_t const low = mpfr_get_emin(), high = mpfr_get_emax();
  mpfr_t z;
  mpfr_init2(z, f.digits);
  int t = mpfr_set(z, value.get(), mode);
  mpfr_set_emin(f.least + 1);
  mpfr_set_emax(f.greatest() + 1);
  t = mpfr_check_range(z, t, mode);
  mpfr_subnormalize(z, t, mode);
  double const r = mpfr_get_d(z, MPFR_RNDN);
  mpfr_set_emin(low);
  mpfr_set_emax(high);
  mpfr_clear(z);
  return word(s.result<R, Mode>()) != reference::encode(f, r);
}
template <class R>
std::size_t wrong_in_any_direction(sum_state<double> const& s, exact::number const& value) {
  return wrong_directions<R, accrue::rounding::to_nearest_even>(s, value, MPFR_RNDN) +
         wrong_directions<R, accrue::rounding::toward_zero>(s, value, MPFR_RNDZ) +
         wrong_directions<R, accrue::rounding::upward>(s, value, MPFR_RNDU) +
         wrong_directions<R, accrue::rounding::downward>(s, value, MPFR_RNDD);
}

std::string code_of(void (*misuse)()) {
  try {
    misuse();
  } catch (accrue::error const& e) {
    return e.code();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("exact results of half are those of MPFR") { check_results<accrue::half>(1, 1200); }
TEST_CASE("exact results of bfloat16 are those of MPFR") { check_results<accrue::bfloat16>(2, 1200); }
TEST_CASE("exact results of float are those of MPFR") { check_results<float>(3, 1200); }
TEST_CASE("exact results of double are those of MPFR") { check_results<double>(4, 1200); }

TEST_CASE("exact variances and standard deviations are those of MPFR") {
  check_variances<accrue::half>(5);
  check_variances<accrue::bfloat16>(6);
  check_variances<float>(7);
  check_variances<double>(8);
}

TEST_CASE("reduce has the variances too") {
  namespace r = accrue::reductions;
  using accrue::exact;
  for (std::size_t n : {0u, 1u, 2u, 100u, 2048u, 5000u, 40000u}) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i != n; ++i) x[i] = 1e9 + std::ldexp(static_cast<double>(i * i % 1013), -20);
    std::list<double> const list(x.begin(), x.end());
    INFO("n = " << n);
    auto const variance = word(accrue::variance<exact>(x));
    CHECK(word(accrue::reduce<r::variance, exact>(x)) == variance);
    CHECK(word(accrue::reduce<r::variance, exact>(list)) == variance);
    CHECK(word(accrue::reduce<r::variance, exact>(accrue::serial, accrue::strided(x.data(), n, 1))) == variance);
    CHECK(word(accrue::reduce<r::variance, exact, float>(x)) == word(accrue::variance<exact, float>(x)));
    CHECK(word(accrue::reduce<r::standard_deviation, exact>(x)) == word(accrue::standard_deviation<exact>(x)));
  }
}

TEST_CASE("variances and states take ranges that are walked through once") {
  namespace r = accrue::reductions;
  using accrue::exact;
  std::vector<float> x(5000);
  for (std::size_t i = 0; i != x.size(); ++i) x[i] = static_cast<float>(i * 7919 % 1000) / 7;
  auto const odd = [](float v) { return static_cast<int>(v) % 2 != 0; };
  std::vector<float> copy;
  for (float v : x)
    if (odd(v)) copy.push_back(v);
  auto filtered = std::views::filter(x, odd);
  CHECK(word(accrue::variance<exact>(filtered)) == word(accrue::variance<exact>(copy)));
  CHECK(word(accrue::variance<exact>(std::views::filter(x, odd), accrue::ddof(1))) ==
        word(accrue::variance<exact>(copy, accrue::ddof(1))));
  CHECK(word(accrue::standard_deviation<exact>(accrue::serial, filtered)) ==
        word(accrue::standard_deviation<exact>(copy)));
  CHECK(word(accrue::reduce<r::variance, exact>(filtered)) == word(accrue::variance<exact>(copy)));
  accrue::accumulator<r::sum, exact, float> sum;
  sum.add(filtered), sum.add(std::views::filter(x, odd)), sum.add(copy[0]), sum.add(1);
  CHECK(sum.count() == 2 * copy.size() + 2);
  std::vector<float> all = copy;
  all.insert(all.end(), copy.begin(), copy.end()), all.insert(all.end(), {copy[0], 1});
  CHECK(word(sum.result()) == word(accrue::sum<exact>(all)));
  accrue::accumulator<r::dot, exact, float> dot;
  dot.add(filtered, copy);
  CHECK(word(dot.result()) == word(accrue::dot<exact>(copy, copy)));
}

TEST_CASE("a variance is NaN unless ddof is below the count, and from what is not finite") {
  std::vector<double> const none, one{3}, two{3, std::numeric_limits<double>::infinity()};
  auto const is_nan = [](double v) { return word(v) == reference::encode(reference::f64, std::nan("")); };
  CHECK(is_nan(accrue::variance<accrue::exact>(none)));
  CHECK(accrue::variance<accrue::exact>(one) == 0);
  CHECK(is_nan(accrue::variance<accrue::exact>(one, accrue::ddof(1))));
  CHECK(is_nan(accrue::standard_deviation<accrue::exact>(two)));
}

TEST_CASE("every pattern of half and bfloat16 is its own exact sum, and squares exactly") {
  std::size_t wrong = 0;
  for (std::uint64_t w = 0; w != 65536; ++w) {
    auto const h = kernel::value_of<accrue::half>(w);
    auto const b = kernel::value_of<accrue::bfloat16>(w);
    double const vh = reference::decode(reference::f16, w), vb = reference::decode(reference::bf16, w);
    auto const bits = [](double v) { return reference::encode(reference::f64, v); };
    wrong += word(accrue::sum<accrue::exact, double>(std::span(&h, 1))) != bits(vh);
    wrong += word(accrue::sum<accrue::exact, double>(std::span(&b, 1))) != bits(vb);
    wrong += word(accrue::sum_of_squares<accrue::exact, double>(std::span(&h, 1))) != bits(vh * vh);
    wrong += word(accrue::sum_of_squares<accrue::exact, double>(std::span(&b, 1))) != bits(vb * vb);
  }
  CHECK(wrong == 0);
}

TEST_CASE("states have the same words however numbers are split, ordered and merged") {
  check_splits<accrue::half>(9);
  check_splits<accrue::bfloat16>(10);
  check_splits<float>(11);
  check_splits<double>(12);
}

TEST_CASE("two million merges stay exact") {
  sum_state<double> one, all;
  one.add(0x1.fffffffffffffp1023), one.add(-0x1p-1074), one.add(0.1);
  auto const part = words_of(one);
  auto const into = all.words();
  constexpr std::uint64_t merges = 2'000'000;
  for (std::uint64_t i = 0; i != merges; ++i)
    for (std::size_t w = 0; w != part.size(); ++w) into[w] += part[w];
  exact::number value(0x1.fffffffffffffp1023, 4600);
  value += -0x1p-1074, value += 0.1, value *= static_cast<double>(merges);
  CHECK(all.count() == 3 * merges);
  CHECK(all.result() == std::numeric_limits<double>::infinity());
  sum_state<double> minus;
  for (std::uint64_t i = 0; i != 3; ++i) minus.add(-0x1.fffffffffffffp1023);
  for (std::size_t w = 0; w != part.size(); ++w) minus.words()[w] += part[w];
  all.merge(minus);
  CHECK(all.result() == std::numeric_limits<double>::infinity());
  // What is left when as many of the largest are taken away.
  sum_state<double> large;
  large.add(-0x1.fffffffffffffp1023);
  auto const taken = words_of(large);
  for (std::uint64_t i = 0; i != merges - 2; ++i)
    for (std::size_t w = 0; w != taken.size(); ++w) all.words().data()[w] += taken[w];
  exact::number left(0.1, 4600);
  left += -0x1p-1074, left *= static_cast<double>(merges + 1);
  CHECK(word(all.result()) == exact::bits(reference::f64, left));
}

TEST_CASE("a sum is rounded in any of the directions") {
  source_of_numbers<double> next(13);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i != 2000; ++i) {
    std::vector<double> const x = next.some(1 + next.below(40), i % 11);
    sum_of_terms const s = sum_of(x);
    if (s.is_zero()) continue;
    sum_state<double> a;
    a.add(x);
    wrong += wrong_in_any_direction<double>(a, s.value) + wrong_in_any_direction<float>(a, s.value) +
             wrong_in_any_direction<accrue::half>(a, s.value) + wrong_in_any_direction<accrue::bfloat16>(a, s.value);
  }
  CHECK(wrong == 0);
  sum_state<double> tie;
  tie.add(1), tie.add(0x1p-53);
  CHECK(tie.result<double>() == 1);
  CHECK(tie.result<double, accrue::rounding::to_nearest_away>() == 1 + 0x1p-52);
  CHECK(tie.result<double, accrue::rounding::downward>() == 1);
}

TEST_CASE("a saved state comes back, and no other bytes do") {
  sum_state<float> a;
  std::vector<float> const x(5000, 0.1f);
  a.add(x);
  auto bytes = a.save();
  CHECK(words_of(sum_state<float>::load(bytes)) == words_of(a));
  for (std::size_t i = 0; i != bytes.size(); ++i) {
    auto damaged = bytes;
    damaged[i] = static_cast<unsigned char>(damaged[i] ^ 0x10);
    CHECK_THROWS_AS(sum_state<float>::load(damaged), accrue::error);
    CHECK_THROWS_AS(sum_state<float>::load(std::span(bytes).first(i)), accrue::error);
  }
  CHECK_THROWS_AS(sum_state<double>::load(bytes), accrue::error);
  using dot_state = accrue::accumulator<accrue::reductions::dot, accrue::exact, float>;
  CHECK_THROWS_AS(dot_state::load(bytes), accrue::error);
  CHECK(code_of([] { (void)sum_state<float>::load({}); }) == "state");
  // A published state: 1 and -0.5 of half, little endian, in three limbs from 2^-32.
  sum_state<accrue::half> h;
  h.add(accrue::half(1.0f)), h.add(accrue::half(-0.5f));
  auto const saved = h.save();
  std::vector<unsigned char> published{'a', 'c', 'c', 'r', 1, 11, 1, 0};
  for (std::uint64_t w : {0x80000000u, 0u, 0u, 0u, 0u, 0u, 1u, 2u})
    for (int i = 0; i != 8; ++i) published.push_back(static_cast<unsigned char>(w >> 8 * i));
  CHECK(std::vector<unsigned char>(saved.begin(), saved.end() - 8) == published);
}

TEST_CASE("the caller's sticky flag of underflow stays, and no older one is taken for a product's") {
  std::vector<double> const x{1, 3}, tiny{0x1p-600, 1}, y{0x1p-600, 3};
  std::feclearexcept(FE_ALL_EXCEPT);
  std::feraiseexcept(FE_UNDERFLOW);
  CHECK(accrue::dot<accrue::exact>(x, x) == 10);
  CHECK(accrue::dot<accrue::exact>(tiny, y) == 3);
  CHECK(std::fetestexcept(FE_UNDERFLOW) != 0);
  std::feclearexcept(FE_ALL_EXCEPT);
}

TEST_CASE("an infinity times a number is an infinity, however small the number and long the dot") {
  double const infinity = std::numeric_limits<double>::infinity();
  std::size_t wrong = 0;
  for (std::size_t n : {1u, 100u, 3000u, 9000u, 70'000u})
    for (int e : {-1074, -1000, -100, -30, 0, 900}) {
      std::vector<double> x(n, 1.0), y(n, 0x1p-700);
      x[n / 2] = -infinity;
      y[n / 2] = std::ldexp(1.0, e);
      wrong += accrue::dot<accrue::exact>(x, y) != -infinity;
      wrong += accrue::dot<accrue::exact>(y, x) != -infinity;
      y[n / 2] = 0;
      wrong += word(accrue::dot<accrue::exact>(x, y)) != word(accrue::canonical_nan<double>());
    }
  CHECK(wrong == 0);
}

TEST_CASE("an accumulator of nothing, of pairs, and of sources that differ in length") {
  accrue::accumulator<accrue::reductions::mean, accrue::exact, double> mean;
  CHECK(word(mean.result()) == word(accrue::canonical_nan<double>()));
  accrue::accumulator<accrue::reductions::dot, accrue::exact, float> dot;
  CHECK(dot.result() == 0);
  std::vector<float> const x{1, 2, 3}, y{4, 5, 6}, z{1, 2};
  dot.add(x, y), dot.add(2.0f, 0.25f);
  CHECK(dot.result() == 32.5f);
  CHECK_THROWS_AS(dot.add(x, z), accrue::error);
  CHECK(dot.count() == 4);
}

static_assert(accrue::sum<accrue::exact>(std::array{1e100, 1.0, -1e100}) == 1);
static_assert(accrue::norm2<accrue::exact>(std::array{0x3p600, 0x4p600}) == 0x5p600);
static_assert(accrue::mean<accrue::exact>(std::array{1.7e308, 1.7e308, 1.7e308}) == 1.7e308);
static_assert(accrue::variance<accrue::exact>(std::array{1.0, 2.0, 3.0, 4.0}, accrue::ddof(1)) == 5.0 / 3);
static_assert(accrue::reduce<accrue::reductions::variance, accrue::exact>(std::array{1.0, 2.0, 3.0, 4.0}) == 1.25);
static_assert(accrue::dot<accrue::exact>(std::array{1e-200, 1.0}, std::array{1e-200, 0.0}) == 0);
