// SPDX-License-Identifier: MIT
// bench/compare/synthetic.cpp - distributions, and data with a given condition number.
#include "compare/synthetic.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <numeric>

namespace accrue_compare {
namespace {

/// A hash of i and the seed (splitmix64).
std::uint64_t hash(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t w = (i + 1) * 0x9e3779b97f4a7c15u ^ seed * 0xd1342543de82ef95u;
  w = (w ^ w >> 30) * 0xbf58476d1ce4e5b9u;
  w = (w ^ w >> 27) * 0x94d049bb133111ebu;
  return w ^ w >> 31;
}
/// In [0, 1).
double uniform(std::uint64_t seed, std::uint64_t i) { return static_cast<double>(hash(seed, i) >> 11) * 0x1p-53; }
/// Source: Box and Muller (1958).
double normal(std::uint64_t seed, std::uint64_t i) {
  double const radius = std::sqrt(-2 * std::log1p(-uniform(seed, 2 * i)));
  return radius * std::cos(2 * std::numbers::pi * uniform(seed, 2 * i + 1));
}
double lognormal(std::uint64_t seed, std::uint64_t i) { return std::exp(normal(seed, i)); }
double cauchy(std::uint64_t seed, std::uint64_t i) { return std::tan(std::numbers::pi * (uniform(seed, i) - 0.5)); }

struct distribution {
  char const* name;
  double (*value)(std::uint64_t seed, std::uint64_t i);
};
constexpr distribution distributions[] = {
    {"uniform", uniform}, {"normal", normal}, {"lognormal", lognormal}, {"cauchy", cauchy}};

/// Eleven binades, so that a sum keeps losing low bits.
double of_many_sizes(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t const h = hash(seed, i);
  double const magnitude = std::ldexp(1 + static_cast<double>(h >> 12) * 0x1p-52, static_cast<int>(h % 11) - 5);
  return (h >> 11 & 1) != 0 ? -magnitude : magnitude;
}

/// `pairs` numbers, the opposite of each far away, and a rest that is the sum.
template <class T>
void cancel(recipe const& r, T* x) {
  if (r.n == 0) return;
  std::size_t const pairs = (r.n - 1) / 2, rest = r.n - 2 * pairs;
  // The opposites in steps of the golden ratio, which shares no divisor with their number.
  std::size_t step = static_cast<std::size_t>(static_cast<double>(pairs) * 0.618) | 1;
  while (std::gcd(step, pairs) > 1) step += 2;
  double magnitudes = 0;
  for (std::size_t i = 0, k = 0; i != pairs; ++i, k = (k + step) % pairs) {
    x[i] = static_cast<T>(of_many_sizes(r.seed, i));
    x[pairs + k] = -x[i];
    magnitudes += 2 * std::fabs(static_cast<double>(x[i]));
  }
  double const sum = r.condition > 1 ? magnitudes / (r.condition - 1) : 0;
  T const last = static_cast<T>(pairs == 0 ? 1.0 : sum / static_cast<double>(rest));
  bool const held = std::isfinite(static_cast<double>(last)) && static_cast<double>(last) != 0;
  if (!held && r.condition > 1)
    throw misuse(fmt::format("{} elements of {} cannot have the condition number {:g}: their sum would be {:.3g}", r.n,
                             name_of(r.stored), r.condition, sum));
  for (std::size_t i = 2 * pairs; i != r.n; ++i) x[i] = last;
  if (r.condition > 1) return;
  for (std::size_t i = 0; i != r.n; ++i) x[i] = static_cast<T>(std::fabs(static_cast<double>(x[i])));
}

template <class T>
void fill(recipe const& r, T* x) {
  if (r.distribution == "cancelling") return cancel(r, x);
  for (distribution const& d : distributions)
    if (r.distribution == d.name)
      for (std::size_t i = 0; i != r.n; ++i) x[i] = static_cast<T>(d.value(r.seed, i));
}

bool is_known(std::string const& name) {
  for (distribution const& d : distributions)
    if (name == d.name) return true;
  return name == "cancelling";
}

}  // namespace

input make(recipe const& r) {
  if (!is_known(r.distribution))
    throw misuse(fmt::format("--data {}: write uniform, normal, lognormal, cauchy or cancelling", r.distribution));
  if (!(r.condition >= 1)) throw misuse(fmt::format("--condition {:g}: no condition number is below 1", r.condition));
  std::string name = r.distribution;
  if (name == "cancelling") name += fmt::format(", condition {:g}", r.condition);
  if (r.seed != 0) name += fmt::format(", seed {}", r.seed);
  input in{array(r.stored, r.n), {name, name_of(r.stored), fmt::format("({},)", r.n), ""}, {r.n}};
  with_type(r.stored, [&]<class T>(std::type_identity<T>) { fill(r, in.x.as<T>()); });
  return in;
}

}  // namespace accrue_compare
