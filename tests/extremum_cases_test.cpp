// SPDX-License-Identifier: MIT
// tests/extremum_cases_test.cpp - faults that other libraries had with extrema: the right bits, or the right index.
#include <accrue/extremum.hpp>

#include <optional>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/kernel.hpp"
#include "support/recipes.hpp"

namespace {

using namespace kernel;

constexpr std::uint64_t nan_of(reference::format const& f) {
  return (std::uint64_t{1} << (f.bits - 1)) - (std::uint64_t{1} << (f.digits - 2));
}
enum class how { as_it_is, every_place, every_length_last, every_length_and_place };
struct row {
  char const *id, *reduction;
  reference::format const* storage;
  recipes::recipe x;
  std::uint64_t fnv1a64;
  how swept;
  std::vector<std::pair<reference::format const*, std::uint64_t>> values;  // none: the index counts, or it is refused
  std::optional<std::uint64_t> index;
};

std::vector<row> const& rows() {
  using namespace recipes;
  using reference::bf16, reference::f16, reference::f32, reference::f64;
  auto const nan = [](auto const&... f) {
    return std::vector<std::pair<reference::format const*, std::uint64_t>>{{&f, nan_of(f)}...};
  };
  // clang-format off
  static std::vector<row> const all = {
    {"H01", "max", &f32, bits({0x7FC00000, 0x3F800000}), 0xB9DB81935EC85275, how::as_it_is, nan(f32, f64), {}},
    {"H02", "min", &f32, bits({0x7F800000, 0x7FC00000}), 0x37BFE38D83A84935, how::as_it_is, nan(f32, f64), {}},
    {"H03", "min", &f32, set(constant(0x41200000, 67), {{0, 0x7FC00000}}), 0x5E52777E6C2116C8, how::every_place, nan(f32, f64), {}},
    {"H06", "max", &f32, bits({0x7F800001, 0x3F800000}), 0x5AAB76CA90AD2994, how::as_it_is, nan(bf16, f16, f32), {}},
    {"H11", "max", &f16, set(constant(0xC200, 33), {{32, 0x7E00}}), 0x2ED1FED2C263F493, how::every_length_last, nan(f16, f32), {}},
    {"I01", "argmax", &f32, bits({0x3F800000, 0x40A00000, 0x40A00000, 0x40400000}), 0xE41E3BB1E21E5D98, how::as_it_is, {}, 1},
    {"I02", "argmax", &f32, bits({0x3F800000, 0x7FC00000, 0x40400000, 0x7FC00000}), 0xBA4F441F20123E78, how::as_it_is, {}, 1},
    {"I05", "argmin", &f32, set(constant(0x40000000, 100000), {{4097, 0x3F800000}, {65536, 0x3F800000}, {99999, 0x3F800000}}), 0x0A861863A3C859D8, how::as_it_is, {}, 4097},
    {"I06", "argmin", &f32, constant(0x7F800000, 10), 0x562B6A0028951EB5, how::as_it_is, {}, 0},
    {"J02", "max", &f32, bits({0x80000000, 0x00000000, 0x80000000}), 0x9F3D820FCF963495, how::as_it_is, {{&f32, 0}, {&f64, 0}}, {}},
    {"J03", "min", &f32, set(constant(0, 8), {{7, 0x80000000}}), 0x0C8290784D8BCF25, how::every_length_and_place, {{&f32, 0x80000000}, {&f64, 0x8000000000000000}}, {}},
    {"K01", "max", &f32, constant(0xFF800000, 5), 0x2338BB0AB78CEF38, how::as_it_is, {{&f32, 0xFF800000}, {&f64, 0xFFF0000000000000}}, {}},
    {"K03", "max", &f32, bits({}), 0xCBF29CE484222325, how::as_it_is, {}, {}},
    {"K09", "max", &f16, constant(0xFBFF, 37), 0xE4A45E26CE2477C7, how::as_it_is, {{&f16, 0xFBFF}, {&f32, 0xC77FE000}}, {}},
    {"P04", "max", &bf16, bits({0x0001, 0x0000}), 0xAD2ACA7747985764, how::as_it_is, {{&bf16, 0x0001}, {&f32, 0x00010000}}, {}},
  };
  // clang-format on
  return all;
}

/// The result of a row in a format, or its index: by every layout and method the same.
template <class Reduction, class T, class R>
void check_result(std::vector<std::uint64_t> const& words, std::uint64_t expected) {
  std::vector<T> const x = values_of<T>(words), backwards(x.rbegin(), x.rend());
  CHECK(word(accrue::reduce<Reduction, pairwise<void>, R>(x)) == expected);
  CHECK(word(accrue::reduce<Reduction, accrue::exact, R>(accrue::serial, x)) == expected);
  auto const strided = accrue::strided(&backwards.back(), x.size(), -1);
  CHECK(word(accrue::reduce<Reduction, sequential<void>, R>(strided)) == expected);
}
template <class Reduction, class T>
void check_words(row const& c, std::vector<std::uint64_t> const& words) {
  if constexpr (accrue::detail::answers<Reduction>) {
    check_result<Reduction, T, void>(words, *c.index);
  } else {
    for (auto const& [format, expected] : c.values) {
      if (format->bits == 64) check_result<Reduction, T, f64>(words, expected);
      if (format->bits == 32) check_result<Reduction, T, f32>(words, expected);
      if (format == &reference::f16) check_result<Reduction, T, f16>(words, expected);
      if (format == &reference::bf16) check_result<Reduction, T, bf16>(words, expected);
    }
    if (c.values.empty()) {
      REQUIRE(words.empty());
      CHECK_THROWS_AS(accrue::reduce<Reduction>(std::vector<T>()), accrue::error);
    }
  }
}
/// The row as it is, and swept as it says.
template <class Reduction, class T>
void check_swept(row const& c) {
  std::vector<std::uint64_t> words;
  recipes::each(*c.storage, c.x, [&](std::uint64_t w) { words.push_back(w); });
  check_words<Reduction, T>(c, words);
  std::size_t const special = c.swept == how::every_place ? 0 : words.size() - 1;
  bool const lengths = c.swept == how::every_length_last || c.swept == how::every_length_and_place;
  if (c.swept == how::as_it_is) return;
  for (std::size_t n = lengths ? 1 : words.size(); n <= (lengths ? 130 : words.size()); ++n)
    for (std::size_t at = c.swept == how::every_length_last ? n - 1 : 0; at != n; ++at) {
      std::vector<std::uint64_t> moved(n, words[special == 0 ? 1 : 0]);
      moved[at] = words[special];
      check_words<Reduction, T>(c, moved);
    }
}
template <class T>
void check_reduction(row const& c) {
  std::string const reduction = c.reduction;
  if (reduction == "min") check_swept<reductions::min, T>(c);
  if (reduction == "max") check_swept<reductions::max, T>(c);
  if (reduction == "argmin") check_swept<reductions::argmin, T>(c);
  if (reduction == "argmax") check_swept<reductions::argmax, T>(c);
}
void check(char const* id) {
  for (row const& c : rows()) {
    if (c.id != std::string(id)) continue;
    REQUIRE(recipes::fnv1a64(*c.storage, c.x) == c.fnv1a64);
    for (bool flushed : {false, true}) {
      std::optional<environments::caller> caller;
      if (flushed) caller.emplace(environments::all[0]);
      if (c.storage == &reference::f32) check_reduction<f32>(c);
      if (c.storage == &reference::f16) check_reduction<f16>(c);
      if (c.storage == &reference::bf16) check_reduction<bf16>(c);
    }
    return;
  }
  FAIL("there is no case " << id);
}

}  // namespace

#define ACCRUE_CASE(id, what) \
  TEST_CASE(#id ": " what) { check(#id); }
ACCRUE_CASE(H01, "a NaN is the maximum")
ACCRUE_CASE(H02, "a NaN is the minimum, beside an infinity")
ACCRUE_CASE(H03, "a NaN is the minimum at every place")
ACCRUE_CASE(H06, "a signalling NaN stays one in a narrower result")
ACCRUE_CASE(H11, "a NaN at the end is the maximum, at every length")
ACCRUE_CASE(I01, "of two maxima, the first has the index")
ACCRUE_CASE(I02, "of two NaNs, the first has the index")
ACCRUE_CASE(I05, "of minima in different blocks, the first has the index")
ACCRUE_CASE(I06, "infinities alone have an index")
ACCRUE_CASE(J02, "the maximum of zeros is +0")
ACCRUE_CASE(J03, "the minimum of zeros is -0, at every length and place")
ACCRUE_CASE(K01, "the maximum of -inf is -inf")
ACCRUE_CASE(K03, "the maximum of nothing is refused")
ACCRUE_CASE(K09, "the maximum of the lowest halves is the lowest half")
ACCRUE_CASE(P04, "the maximum is a subnormal, flushed or not")
