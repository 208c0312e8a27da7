// SPDX-License-Identifier: MIT
// tests/golden_test.cpp - the bits of every kernel are those that were published: golden/golden.def.
//
// The hashes were made by golden/reference_golden.cpp, the scalar recursion, not by accrue. When one
// differs, results differ: either the kernel is wrong, or this is a new order. Order v1 freezes at 1.0;
// before, a change needs an entry in CHANGELOG.md and docs/reference/tree.md.
#include <map>
#include <set>

#include "golden/inputs.hpp"
#include "kernels/kernels.hpp"
#include "support/catch.hpp"

namespace {

std::map<std::string, std::uint64_t> const& published() {
  static std::map<std::string, std::uint64_t> const hashes = {
#define G(hash, reduction, method, accumulator, storage, result) \
  {#reduction " " #method "<" #accumulator "> " #storage " " #result, hash},
#include "golden/golden.def"
#undef G
  };
  return hashes;
}

void has_published_bits(char const* reduction) {
  for (kernels::entry const& k : kernels::all()) {
    if (!k.is(reduction)) continue;
    INFO(k.name << ": see the head of this file");
    REQUIRE(published().count(k.name) == 1);
    CHECK(golden::hash_of(k.layout(), k.takes_two(), [&](auto const& x, auto const& y) { return bits(k, x, y); }) ==
          published().at(k.name));
  }
}

}  // namespace

TEST_CASE("sum has its published bits") { has_published_bits("sum"); }
TEST_CASE("abs_sum has its published bits") { has_published_bits("abs_sum"); }
TEST_CASE("sum_of_squares has its published bits") { has_published_bits("sum_of_squares"); }
TEST_CASE("dot has its published bits") { has_published_bits("dot"); }
TEST_CASE("norm1 has its published bits") { has_published_bits("norm1"); }
TEST_CASE("norm2 has its published bits") { has_published_bits("norm2"); }
TEST_CASE("norm_inf has its published bits") { has_published_bits("norm_inf"); }
TEST_CASE("mean has its published bits") { has_published_bits("mean"); }

TEST_CASE("golden hashes are of 64 inputs or more, of every reduction, method and storage type") {
  CHECK(golden::jobs().size() >= 64);
  std::set<std::string> missing;
  for (char const* reduction : {"sum", "abs_sum", "sum_of_squares", "dot", "norm1", "norm2", "norm_inf", "mean"})
    for (char const* method : {"pairwise", "kahan", "compensated", "sequential", "exact"})
      for (char const* storage : {"f16", "bf16", "f32", "f64"})
        missing.insert(std::string(reduction) + " " + method + "<none> " + storage + " none");
  for (kernels::entry const& k : kernels::all()) missing.erase(k.name);
  CHECK(missing.empty());
}
