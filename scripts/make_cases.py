#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_cases.py CASES.json > tests/support/cases.hpp - the handed fault cases as a table of the project.

Which kernels must give the listed bits is read off each case's policy, by hand: see EXACT. What is not
listed there must lie within accrue::bound of them.
"""
import json
import sys

OPERATIONS = {"sum": "sum", "mean": "mean", "norm2": "norm2", "dot": "dot", "norminf": "norm_inf"}

# Who must give the listed bits, of the tree methods with accumulators of float or wider.
EXACT = {
    "every": "A05 A06 A08 A10 B01 B02 B03 B04 B05 B07 B15 C01 C03 D01 D04 D05 D08 D11 D12 G01 G02 G04 G05 G06 H05 J01 J04 K04"
    " K10 M01 M05 P01 P02 Q03 Q05 R01 R02 S02 S03 S06",
    "half_result": "A01 A11",
    "double_accumulator": "B09 C07 M03",
    "double_or_compensated": "D02 M07",
    "compensated": "E01 E02 E03 E04 Q01 Q02",
}


def recipe(r):
    kind = r["kind"]
    if kind == "bits":
        return "bits({%s})" % ", ".join(r["bits"])
    if kind == "const":
        return "constant(%s, %d)" % (r["bits"], r["n"])
    if kind == "concat":
        return "concat({%s})" % ", ".join(recipe(p) for p in r["parts"])
    if kind == "set":
        return "set(%s, {%s})" % (recipe(r["base"]), ", ".join("{%d, %s}" % (i, w) for i, w in r["at"]))
    if kind == "sm64_int":
        return "sm64_int(%s, %d, %d, %d, %d)" % (r["seed"], r["n"], r["lo"], r["hi"], r["e"])
    if kind == "sm64_ih4":
        return "sm64_ih4(%s, %d, %d)" % (r["seed"], r["n"], r["e"])
    if kind == "sm64_u01":
        return "sm64_u01(%s, %d)" % (r["seed"], r["n"])
    sys.exit("make_cases.py: no recipe kind " + kind)


def rule(identifier):
    for name, ids in EXACT.items():
        if identifier in ids.split():
            return name
    return "none"


def row(c):
    shape = c.get("shape", [0, 0])
    if shape != [0, 0] and c["axis"] != 0:
        sys.exit("make_cases.py: %s reduces another axis" % c["id"])
    expected = ", ".join(
        '{"%s", %s, %s}' % (e["type"], "true" if e["kind"] == "nan" else "false", e.get("bits", "0")) for e in c["expected"])
    loops = ", ".join('{"%s", "%s", %s}' % (p["acc"], p["out"], p["bits"]) for p in c.get("plain_loop", []))
    return '    {"%s", "%s", "%s", %s, %s, %s, exact_under::%s, {%d, %d}, %d, %s,\n     {%s},\n     {%s}},' % (
        c["id"], OPERATIONS[c["op"]], c["storage"], recipe(c["recipe"]),
        recipe(c["recipe_b"]) if "recipe_b" in c else "bits({})", c.get("fnv1a64", "0"), rule(c["id"]), shape[0], shape[1],
        c.get("count", 0), "true" if "env" in c else "false", expected, loops)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = [c for c in json.load(file)["cases"] if c["op"] in OPERATIONS]
    known = {c["id"] for c in cases}
    for ids in EXACT.values():
        if not known.issuperset(ids.split()):
            sys.exit("make_cases.py: EXACT names a case that is not there")
    print("""// SPDX-License-Identifier: MIT
// tests/support/cases.hpp - faults that other libraries had: inputs as recipes, and the right bits.
//
// Printed by scripts/make_cases.py, which says how. Do not edit.
#pragma once

#include "support/recipes.hpp"

namespace cases {

/// Which kernels must give the listed bits; the others stay within their bound of them.
enum class exact_under { every, half_result, double_accumulator, double_or_compensated, compensated, none };

struct expectation {
  char const* type;
  bool nan;
  std::uint64_t bits;
};
/// What a left fold in this accumulator gives, rounded to `out` at the end.
struct loop {
  char const *accumulator, *out;
  std::uint64_t bits;
};
struct row {
  char const *id, *reduction, *storage;
  recipes::recipe x, y;
  std::uint64_t fnv1a64;  // of the elements of x, or 0
  exact_under rule;
  std::size_t shape[2];  // rows and columns of a matrix whose columns are reduced, or 0
  std::size_t count;     // the one element so many times over, by stride 0; or 0
  bool flushed;          // with FTZ and DAZ set by the caller, too
  std::vector<expectation> expected;
  std::vector<loop> loops;
};

// clang-format off
inline std::vector<row> const& all() {
  using namespace recipes;
  static std::vector<row> const rows = {""")
    for c in cases:
        print(row(c))
    print("""  };
  return rows;
}

#define ACCRUE_CASES(X) \\""")
    print(" \\\n".join('  X(%s, "%s of %s")' % (c["id"], c["op"], c["storage"]) for c in cases))
    print("""// clang-format on

}  // namespace cases""")


main()
