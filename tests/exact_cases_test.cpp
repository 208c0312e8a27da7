// SPDX-License-Identifier: MIT
// tests/exact_cases_test.cpp - faults that other libraries had, by `exact`: every case of an operation it has, in every
// listed type, by free functions and by states; spreads and merged pieces too, which no other method has yet.
#include "support/cases.hpp"

#include <algorithm>

#include "stress/memory.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"

namespace {

using stress::reduction;

std::size_t type_of(std::string const& name) {
  std::size_t t = 0;
  while (oracle::formats[t]->name != name) ++t;
  return t;
}
reduction reduction_of(std::string const& name) {
  for (std::size_t r = 0; r != stress::reductions; ++r)
    if (name == stress::name_of(static_cast<reduction>(r))) return static_cast<reduction>(r);
  FAIL("there is no reduction " << name);
  return {};
}
std::uint64_t bits_of(cases::expectation const& e) {
  return e.nan ? oracle::nan_of(*oracle::formats[type_of(e.type)]) : e.bits;
}

/// What lies in memory: an element very often is one, by stride 0; columns are a stride apart.
struct data {
  stress::memory in;
  std::size_t n, columns;
  std::ptrdiff_t step;
  stress::source column(std::size_t c) const {
    return {step == 1 ? stress::layout::contiguous : stress::layout::strided, in.at(c), step};
  }
};
data placed(reference::format const& f, recipes::recipe const& r, cases::row const* c = nullptr) {
  std::size_t const count = c != nullptr && c->count != 0 ? c->count : r.n;
  bool const in_columns = c != nullptr && c->shape[1] != 0,
             repeated = count != r.n || (!in_columns && r.what == recipes::recipe::repeated && r.n > (1u << 20));
  stress::words const w =
      recipes::words_of(f, repeated ? recipes::constant(r.what == recipes::recipe::words ? r.given[0] : r.seed, 1) : r);
  stress::memory m(f, w, stress::layout::contiguous, 1, 0);
  if (repeated) return {m, count, 1, 0};
  if (in_columns) return {m, c->shape[0], c->shape[1], static_cast<std::ptrdiff_t>(c->shape[1])};
  return {m, r.n, 1, 1};
}

void check(cases::row const& c) {
  std::size_t const storage = type_of(c.storage);
  reference::format const& f = *oracle::formats[storage];
  reduction const what = reduction_of(c.reduction);
  data const x = placed(f, c.x, &c), y = placed(f, c.y.n != 0 ? c.y : c.x, &c);
  for (bool flushed : {false, true}) {
    if (flushed && !c.flushed) continue;
    for (std::size_t i = 0; i != x.columns; ++i) {
      environments::caller const caller({"", FE_TONEAREST, flushed, false});
      auto const s = stress::libraries()[storage].make(what);
      if (s) s->add(x.n, x.column(i), y.column(i));
      for (cases::expectation const& e : c.expected) {
        std::size_t const to = type_of(e.type);
        INFO("column " << i << " to " << e.type);
        if (s) CHECK(s->result(to, {}, 0) == bits_of(e));
        if (x.n < (1u << 30))
          CHECK(stress::libraries()[storage].reduce({what, to, 0}, x.n, x.column(i), y.column(i)) == bits_of(e));
      }
    }
  }
}

void check_case(std::string const& id) {
  for (cases::row const& c : cases::all())
    if (c.id == id) return check(c);
  FAIL("there is no case " << id);
}

// ---- the cases that cases.hpp leaves out: spreads, and pieces that are merged

struct spread {
  char const *id, *reduction, *storage;
  recipes::recipe x;
  std::uint64_t ddof;
  std::vector<cases::expectation> expected;
};
std::vector<spread> spreads() {
  using namespace recipes;
  recipe alternating = bits({});
  for (int i = 0; i != 512; ++i) alternating.given.insert(alternating.given.end(), {0x15F79688, 0x95F79688});
  alternating.n = 1024;
  return {
      {"B10", "variance", "f32", constant(0x7F61B1E6, 3), 1, {{"f32", false, 0}, {"f64", false, 0}}},
      {"B13",
       "standard_deviation",
       "f32",
       bits({0x7EE1B1E6, 0xFC9071DB, 0x7CF0BDC2, 0x7EBC1440, 0xFE52A60A}),
       1,
       {{"f32", false, 0x7E8B958E}, {"f64", false, 0x47D172B1B488EBCC}}},
      {"C05",
       "standard_deviation",
       "f32",
       alternating,
       0,
       {{"f32", false, 0x15F79688}, {"f64", false, 0x3ABEF2D100000000}}},
      {"F01",
       "variance",
       "f64",
       bits({0x4197D78410000000, 0x4197D7841C000000, 0x4197D78434000000, 0x4197D78440000000}),
       1,
       {{"f64", false, 0x403E000000000000}}},
      {"F02",
       "variance",
       "f64",
       bits({0x41CDCD6502000000, 0x41CDCD6503800000, 0x41CDCD6506800000, 0x41CDCD6508000000}),
       1,
       {{"f64", false, 0x403E000000000000}}},
      {"F03",
       "variance",
       "f32",
       bits({0x450E9800, 0x450E9400}),
       1,
       {{"f32", false, 0x3D000000}, {"f64", false, 0x3FA0000000000000}}},
      {"F05", "variance", "f64", constant(0x4197D7840342A152, 10000), 0, {{"f64", false, 0}}},
      {"F07",
       "variance",
       "f64",
       bits({0x41CDCD6500800000, 0x41CDCD6501000000, 0x41CDCD6501800000}),
       1,
       {{"f64", false, 0x3FF0000000000000}}},
      {"F08",
       "variance",
       "f16",
       concat({constant(0x63D0, 512), constant(0x63D2, 512)}),
       0,
       {{"f16", false, 0x3400}, {"f32", false, 0x3E800000}}},
      {"F10", "standard_deviation", "f64", constant(0x7FE1CCF385EBC8A0, 2), 0, {{"f64", false, 0}}},
  };
}
struct merge {
  char const *id, *reduction;
  std::vector<std::vector<std::uint64_t>> pieces;
  std::uint64_t ddof, expected;
};
std::vector<merge> merges() {
  std::uint64_t const one = 0x3FF0000000000000, two = 0x4000000000000000, three = 0x4008000000000000;
  return {{"O01", "variance", {{one, two, three}, {0x4014000000000000, 0x4018000000000000}}, 1, 0x4011333333333333},
          {"O03", "sum", {{0x4340000000000000}, {one}, {one}, {0xC340000000000000}}, 0, two},
          {"O06", "mean", {{}, {one, two, three}, {}}, 0, two}};
}
/// In this order of the pieces, left to right and right to left.
void check_order(merge const& m, std::vector<std::size_t> const& order) {
  stress::library const& f64 = stress::libraries()[3];
  std::vector<std::unique_ptr<stress::state>> s;
  for (std::size_t i : order) {
    stress::memory const x(reference::f64, m.pieces[i], stress::layout::contiguous, 1, 0);
    s.push_back(f64.make(reduction_of(m.reduction)));
    s.back()->add(m.pieces[i].size(), x.from(0), x.from(0));
  }
  auto const left = f64.make(reduction_of(m.reduction)), right = f64.make(reduction_of(m.reduction));
  for (auto const& p : s) left->merge(*p);
  for (std::size_t i = s.size() - 1; i != 0; --i) s[i - 1]->merge(*s[i]);
  right->merge(*s[0]);
  CHECK(left->result(3, {}, m.ddof) == m.expected);
  CHECK(right->result(3, {}, m.ddof) == m.expected);
}

}  // namespace

#define ACCRUE_CASE(id, what) \
  TEST_CASE(#id ": " what ", exactly") { check_case(#id); }
ACCRUE_CASES(ACCRUE_CASE)

TEST_CASE("B10 B13 C05 F01 F02 F03 F05 F07 F08 F10: variances and standard deviations") {
  for (spread const& c : spreads()) {
    std::size_t const storage = type_of(c.storage);
    data const x = placed(*oracle::formats[storage], c.x);
    auto const s = stress::libraries()[storage].make(reduction_of(c.reduction));
    s->add(x.n, x.column(0), x.column(0));
    for (cases::expectation const& e : c.expected) {
      INFO(c.id << " to " << e.type);
      stress::call const call{reduction_of(c.reduction), type_of(e.type), c.ddof};
      CHECK(stress::libraries()[storage].reduce(call, x.n, x.column(0), x.column(0)) == bits_of(e));
      CHECK(s->result(type_of(e.type), {}, c.ddof) == bits_of(e));
    }
  }
}
TEST_CASE("O01 O03 O06: pieces merged in every order") {
  for (merge const& m : merges()) {
    std::vector<std::size_t> order(m.pieces.size());
    for (std::size_t i = 0; i != order.size(); ++i) order[i] = i;
    INFO(m.id);
    do check_order(m, order);
    while (std::next_permutation(order.begin(), order.end()));
  }
}
