// SPDX-License-Identifier: MIT
// tests/cases_test.cpp - faults that other libraries had: every kernel that answers the question gives the right bits.
//
// A left fold must give exactly what a plain loop gives. Tree methods with accumulators of float or wider
// must give the exact value rounded once where the case says so, and else lie within their bound of it.
#include "support/cases.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "kernels/kernels.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/exact.hpp"

namespace {

using cases::exact_under;
using cases::row;
using kernels::entry;

row const& find(std::string const& id) {
  for (row const& c : cases::all())
    if (c.id == id) return c;
  FAIL("there is no case " << id);
  return cases::all().front();
}
reference::format const& storage_of(row const& c) {
  for (reference::format const* f : {&reference::f16, &reference::bf16, &reference::f32})
    if (f->name == std::string(c.storage)) return *f;
  return reference::f64;
}

// ---- how a kernel answers

/// The source of a case in memory. What is one element very often stays one element, with stride 0.
class source {
 public:
  source(row const& c, recipes::recipe const& r) : n_(r.n), columns_(c.shape[1]) {
    bool const repeated = c.count != 0 || (r.what == recipes::recipe::repeated && r.n > (1u << 25));
    if (c.count != 0) n_ = c.count;
    if (columns_ != 0) n_ = c.shape[0];
    step_ = repeated ? 0 : columns_ != 0 ? static_cast<std::ptrdiff_t>(columns_) : 1;
    std::size_t const size = static_cast<std::size_t>(storage_of(c).bits) / 8;
    bytes_.reserve(repeated ? size : r.n * size);
    recipes::recipe const one = recipes::constant(r.seed, 1);
    recipes::each(storage_of(c), r.what == recipes::recipe::repeated && repeated ? one : r, [&](std::uint64_t w) {
      unsigned char element[8];
      std::memcpy(element, &w, 8);
      bytes_.insert(bytes_.end(), element, element + size);
    });
    element_ = size;
  }
  bool answered_by(entry const& k) const { return step_ == 1 || k.strided != nullptr; }
  /// The results: of each column, or the one.
  std::vector<std::uint64_t> results(entry const& k, source const& y) const {
    std::vector<std::uint64_t> r;
    if (step_ == 1) return {k.contiguous(bytes_.data(), y.bytes_.data(), n_)};
    for (std::size_t c = 0; c != std::max<std::size_t>(columns_, 1); ++c)
      r.push_back(k.strided(bytes_.data() + c * element_, bytes_.data() + c * element_, n_, step_));
    return r;
  }
  std::size_t size() const { return n_; }

 private:
  std::size_t n_, columns_, element_ = 0;
  std::ptrdiff_t step_ = 1;
  std::vector<unsigned char> bytes_;
};

// ---- what is right

bool must_be_exact(row const& c, entry const& k) {
  bool const in_double = k.accumulator->digits == 53, carries = k.carries();
  // A square was rounded to the accumulator; the root in a wider format shows that.
  if (k.is("norm2") && !k.by("compensated") && k.result->digits > k.accumulator->digits) return false;
  switch (c.rule) {
    case exact_under::every: return true;
    case exact_under::half_result: return k.result->digits == 11;
    case exact_under::double_accumulator: return in_double;
    case exact_under::double_or_compensated: return in_double || carries;
    case exact_under::compensated: return carries;
    case exact_under::none: return false;
  }
  return false;
}

/// The sum of |term|: for the cases that are sums, dots or means of few elements, or of one value.
exact::number condition(row const& c, std::size_t n) {
  auto const magnitude = [&](std::uint64_t w) { return std::fabs(reference::decode(storage_of(c), w)); };
  if (c.x.what == recipes::recipe::repeated) return exact::product(magnitude(c.x.seed), static_cast<double>(n));
  exact::number sum;
  recipes::each(storage_of(c), c.x, [&](std::uint64_t w) { sum += magnitude(w); });
  return sum;
}
bool within_bound(row const& c, entry const& k, std::size_t n, double got, double expected) {
  if (!std::isfinite(expected)) return reference::encode(*k.result, got) == reference::encode(*k.result, expected);
  bool const norm = k.is("norm2");
  exact::number error = exact::difference(exact::number(got), exact::number(expected)),
                allowed = norm ? exact::number(expected) : condition(c, n);
  allowed *= k.bound(n);
  // For a mean everything times n; half an ulp as the expected value was rounded, and another for a stated result type.
  double const m = k.is("mean") ? static_cast<double>(n) : 1;
  int const unit =
      expected == 0 ? k.result->least : std::max(std::ilogb(expected) - k.result->digits + 1, k.result->least);
  exact::number halves(k.question.result != nullptr ? 1 : 0.5);
  halves *= m;
  allowed += halves.times_power_of_two(unit);
  error *= m;
  return error.absolute() <= allowed;
}

/// The expected bits of the kernel's result type.
std::optional<std::uint64_t> expected_of(row const& c, entry const& k) {
  for (cases::expectation const& e : c.expected)
    if (e.type == std::string(k.result->name))
      return e.nan ? reference::encode(*k.result, std::numeric_limits<double>::quiet_NaN()) : e.bits;
  return {};
}
/// The bits of the plain loop in the kernel's accumulator.
std::optional<std::uint64_t> loop_of(row const& c, entry const& k) {
  for (cases::loop const& l : c.loops)
    if (l.accumulator == std::string(k.accumulator->name) && l.out == std::string(k.result->name)) return l.bits;
  return {};
}

void answer(row const& c, entry const& k, source const& x, source const& y, std::size_t& folds, std::size_t& trees) {
  INFO(k.name);
  if (k.by("sequential") || k.by("narrow_sequential")) {
    auto const expected = loop_of(c, k);
    if (!expected || !x.answered_by(k)) return;
    ++folds;
    for (std::uint64_t r : x.results(k, y)) CHECK(r == *expected);
  } else if (!k.raw()) {
    auto const expected = expected_of(c, k);
    if (!expected || !x.answered_by(k)) return;
    // In a float accumulator the product of C07 underflows: no bound there.
    if (c.id == std::string("C07") && !must_be_exact(c, k)) return;
    ++trees;
    for (std::uint64_t r : x.results(k, y)) {
      if (must_be_exact(c, k))
        CHECK(r == *expected);
      else
        CHECK(within_bound(c, k, x.size(), reference::decode(*k.result, r), reference::decode(*k.result, *expected)));
    }
  }
}

void check(char const* id) {
  row const& c = find(id);
  if (c.fnv1a64 != 0) REQUIRE(recipes::fnv1a64(storage_of(c), c.x) == c.fnv1a64);
  source const x(c, c.x), y(c, c.y.n != 0 ? c.y : c.x);
  std::size_t folds = 0, trees = 0;
  for (bool flushed : {false, true}) {
    if (flushed && !c.flushed) continue;
    for (entry const& k : kernels::all()) {
      if (!k.is(c.reduction) || k.storage().name != std::string(c.storage)) continue;
      std::optional<environments::caller> caller;
      if (flushed) caller.emplace(environments::all[0]);
      answer(c, k, x, y, folds, trees);
    }
  }
  // Nothing is skipped unseen: every listed loop was run, and trees were asked.
  CHECK(folds >= c.loops.size());
  CHECK(trees >= 1);
}

}  // namespace

#define ACCRUE_CASE(id, what) \
  TEST_CASE(#id ": " what) { check(#id); }
ACCRUE_CASES(ACCRUE_CASE)

TEST_CASE("A08: mean of a constant image is the constant") {
  for (entry const& k : kernels::all())
    if (k.is("mean") && k.storage().digits == 24 && !k.raw()) {
      INFO(k.name);
      CHECK(kernels::value(k, kernels::words(1'000'000, 0x42DE0000u)) == 111);
    }
}
