// SPDX-License-Identifier: MIT
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
  static std::vector<row> const rows = {
    {"A01", "norm2", "f16", sm64_int(0x1427, 262144, -1448, 1448, -15), bits({}), 0xC459088EB90D93EA, exact_under::half_result, {0, 0}, 0, false,
     {{"f16", false, 0x4A87}, {"f32", false, 0x4150D504}},
     {{"f16", "f16", 0x4000}, {"f32", "f16", 0x4A87}, {"f64", "f16", 0x4A87}}},
    {"A11", "norm2", "f16", sm64_ih4(0x5eed, 262144, -20), bits({}), 0x01672E3DE3B3F317, exact_under::half_result, {0, 0}, 0, false,
     {{"f16", false, 0x4C9D}, {"f32", false, 0x4193A8E3}},
     {{"f16", "f16", 0x45A8}, {"f32", "f16", 0x4C9D}, {"f64", "f16", 0x4C9D}}},
    {"A04", "sum", "bf16", constant(0x3F80, 70000), bits({}), 0x7C3564DCA3839AE5, exact_under::none, {0, 0}, 0, false,
     {{"bf16", false, 0x4789}, {"f32", false, 0x4788B800}},
     {{"bf16", "bf16", 0x4380}, {"f32", "bf16", 0x4789}, {"f64", "bf16", 0x4789}}},
    {"A05", "mean", "bf16", constant(0x3F80, 70000), bits({}), 0x7C3564DCA3839AE5, exact_under::every, {0, 0}, 0, false,
     {{"bf16", false, 0x3F80}, {"f32", false, 0x3F800000}},
     {}},
    {"A06", "sum", "f32", constant(0x3F800000, 20000000), bits({}), 0, exact_under::every, {0, 0}, 0, false,
     {{"f32", false, 0x4B989680}, {"f64", false, 0x417312D000000000}},
     {{"f32", "f32", 0x4B800000}, {"f64", "f32", 0x4B989680}}},
    {"A08", "sum", "f32", constant(0x42DE0000, 1000000), bits({}), 0xCAB991BE4E414B25, exact_under::every, {0, 0}, 0, false,
     {{"f32", false, 0x4CD3B738}, {"f64", false, 0x419A76E700000000}},
     {{"f32", "f32", 0x4CD555B2}, {"f64", "f32", 0x4CD3B738}}},
    {"A09", "sum", "f16", constant(0x3B33, 3000), bits({}), 0xC3398BF4F8425875, exact_under::none, {0, 0}, 0, false,
     {{"f16", false, 0x6946}, {"f32", false, 0x4528BB50}},
     {{"f16", "f16", 0x6800}, {"f32", "f16", 0x6946}, {"f64", "f16", 0x6946}}},
    {"A10", "sum", "f16", constant(0x3C00, 20000), bits({}), 0x7A014C4AB6149525, exact_under::every, {0, 0}, 0, false,
     {{"f16", false, 0x74E2}, {"f32", false, 0x469C4000}},
     {{"f16", "f16", 0x6800}, {"f32", "f16", 0x74E2}, {"f64", "f16", 0x74E2}}},
    {"B01", "mean", "f16", bits({0x7B53, 0x7B53}), bits({}), 0xF2D6CB252D27B379, exact_under::every, {0, 0}, 0, false,
     {{"f16", false, 0x7B53}, {"f32", false, 0x476A6000}},
     {}},
    {"B02", "sum", "f16", constant(0x3C00, 65519), bits({}), 0xD7DB679AE5EB9799, exact_under::every, {0, 0}, 0, false,
     {{"f16", false, 0x7BFF}, {"f32", false, 0x477FEF00}},
     {{"f16", "f16", 0x6800}, {"f32", "f16", 0x7BFF}, {"f64", "f16", 0x7BFF}}},
    {"B03", "sum", "f16", constant(0x3C00, 65520), bits({}), 0x93697F85E9599A25, exact_under::every, {0, 0}, 0, false,
     {{"f16", false, 0x7C00}, {"f32", false, 0x477FF000}},
     {{"f16", "f16", 0x6800}, {"f32", "f16", 0x7C00}, {"f64", "f16", 0x7C00}}},
    {"B04", "sum", "f16", concat({constant(0x77D0, 4), constant(0xF7D0, 4)}), bits({}), 0xCF4E92AD36ACDB45, exact_under::every, {0, 0}, 0, false,
     {{"f16", false, 0x0000}, {"f32", false, 0x00000000}},
     {{"f16", "f16", 0x7C00}, {"f32", "f16", 0x0000}, {"f64", "f16", 0x0000}}},
    {"B05", "norm2", "f16", bits({0x63D0}), bits({}), 0x0AF54507B743C5C4, exact_under::every, {0, 0}, 0, false,
     {{"f16", false, 0x63D0}, {"f32", false, 0x447A0000}},
     {{"f16", "f16", 0x7C00}, {"f32", "f16", 0x63D0}, {"f64", "f16", 0x63D0}}},
    {"B07", "norm2", "f32", bits({0x612D78EC}), bits({}), 0x4E1846D8D6102637, exact_under::every, {0, 0}, 0, false,
     {{"f32", false, 0x612D78EC}, {"f64", false, 0x4425AF1D80000000}},
     {{"f32", "f32", 0x7F800000}, {"f64", "f32", 0x612D78EC}}},
    {"B09", "mean", "f32", bits({0x7F61B1E6, 0x7F61B1E6, 0x7F61B1E6}), bits({}), 0xDCE715BC4C8C82B8, exact_under::double_accumulator, {0, 0}, 0, false,
     {{"f32", false, 0x7F61B1E6}, {"f64", false, 0x47EC363CC0000000}},
     {}},
    {"B15", "mean", "f16", constant(0x4000, 131072), bits({}), 0x3A80001AB2722325, exact_under::every, {0, 0}, 0, false,
     {{"f16", false, 0x4000}, {"f32", false, 0x40000000}},
     {}},
    {"C01", "norm2", "f32", bits({0x117D87B6}), bits({}), 0xE2DFA6124EA859AC, exact_under::every, {0, 0}, 0, false,
     {{"f32", false, 0x117D87B6}, {"f64", false, 0x3A2FB0F6C0000000}},
     {{"f32", "f32", 0x00000000}, {"f64", "f32", 0x117D87B6}}},
    {"C03", "norm2", "f64", bits({0x0000000000000000, 0x1A90991A9BFA58C8}), bits({}), 0xD76F837EBFB5E8B1, exact_under::every, {0, 0}, 0, false,
     {{"f64", false, 0x1A90991A9BFA58C8}},
     {{"f64", "f64", 0x0000000000000000}}},
    {"C04", "norm2", "f16", constant(0x08EA, 16), bits({}), 0x6F907808A422BCA5, exact_under::none, {0, 0}, 0, false,
     {{"f16", false, 0x10EA}, {"f32", false, 0x3A1D4000}},
     {{"f16", "f16", 0x0000}, {"f32", "f16", 0x10EA}, {"f64", "f16", 0x10EA}}},
    {"C07", "dot", "f32", bits({0x1A000000, 0x1A000000}), bits({0x1A000000, 0x1A000000}), 0x29F3028942FFEC85, exact_under::double_accumulator, {0, 0}, 0, false,
     {{"f32", false, 0x00000001}, {"f64", false, 0x36A0000000000000}},
     {}},
    {"D01", "norm2", "f16", constant(0x5640, 9), bits({}), 0x1FFB0D300B6B360B, exact_under::every, {0, 0}, 0, false,
     {{"f16", false, 0x5CB0}, {"f32", false, 0x43960000}},
     {{"f16", "f16", 0x7C00}, {"f32", "f16", 0x5CB0}, {"f64", "f16", 0x5CB0}}},
    {"D02", "sum", "f16", bits({0x3C00, 0x1000, 0x0001}), bits({}), 0x800573A3D0584CF0, exact_under::double_or_compensated, {0, 0}, 0, false,
     {{"f16", false, 0x3C01}, {"f32", false, 0x3F801000}},
     {{"f16", "f16", 0x3C00}, {"f32", "f16", 0x3C00}, {"f64", "f16", 0x3C01}}},
    {"D04", "sum", "bf16", bits({0x3F80, 0x3BC0}), bits({}), 0x55B170AABFBEB161, exact_under::every, {0, 0}, 0, false,
     {{"bf16", false, 0x3F81}, {"f32", false, 0x3F80C000}},
     {{"bf16", "bf16", 0x3F81}, {"f32", "bf16", 0x3F81}, {"f64", "bf16", 0x3F81}}},
    {"D05", "sum", "f16", bits({0x6800, 0x3C00}), bits({}), 0xF2AA627ED98E8669, exact_under::every, {0, 0}, 0, false,
     {{"f16", false, 0x6800}, {"f32", false, 0x45001000}},
     {{"f16", "f16", 0x6800}, {"f32", "f16", 0x6800}, {"f64", "f16", 0x6800}}},
    {"D08", "sum", "f32", bits({0x7F7F8000}), bits({}), 0xF733077D28C88BEB, exact_under::every, {0, 0}, 0, false,
     {{"bf16", false, 0x7F80}, {"f32", false, 0x7F7F8000}},
     {{"f32", "f32", 0x7F7F8000}, {"f64", "f32", 0x7F7F8000}}},
    {"D11", "sum", "f32", bits({0x33000001}), bits({}), 0xAD2AFD774798AE0D, exact_under::every, {0, 0}, 0, false,
     {{"f16", false, 0x0001}, {"f32", false, 0x33000001}},
     {{"f32", "f32", 0x33000001}, {"f64", "f32", 0x33000001}}},
    {"D12", "sum", "f32", bits({0x387FE000}), bits({}), 0xE48FAC7C8DF2444A, exact_under::every, {0, 0}, 0, false,
     {{"f16", false, 0x0400}, {"f32", false, 0x387FE000}},
     {{"f32", "f32", 0x387FE000}, {"f64", "f32", 0x387FE000}}},
    {"E01", "sum", "f64", bits({0x4340000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x0000000000000000}), bits({}), 0xC8D1343813F0424C, exact_under::compensated, {0, 0}, 0, false,
     {{"f64", false, 0x4340000000000001}},
     {{"f64", "f64", 0x4340000000000000}}},
    {"E02", "mean", "f64", bits({0x4340000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x0000000000000000}), bits({}), 0xC8D1343813F0424C, exact_under::compensated, {0, 0}, 0, false,
     {{"f64", false, 0x4320000000000001}},
     {}},
    {"E03", "sum", "f64", bits({0x3FF0000000000000, 0x54B249AD2594C37D, 0x3FF0000000000000, 0xD4B249AD2594C37D}), bits({}), 0x68EAEAE2567F3BDD, exact_under::compensated, {0, 0}, 0, false,
     {{"f64", false, 0x4000000000000000}},
     {{"f64", "f64", 0x0000000000000000}}},
    {"E04", "sum", "f64", bits({0x3FF0000000000000, 0x3C30000000000000, 0xBFF0000000000000}), bits({}), 0x0ABBBC997E157131, exact_under::compensated, {0, 0}, 0, false,
     {{"f64", false, 0x3C30000000000000}},
     {{"f64", "f64", 0x0000000000000000}}},
    {"E06", "sum", "f64", bits({0x3FF0000000000000, 0x3CA0000000000000, 0x3950000000000000}), bits({}), 0xAB8858C29AC90D67, exact_under::none, {0, 0}, 0, false,
     {{"f64", false, 0x3FF0000000000001}},
     {{"f64", "f64", 0x3FF0000000000000}}},
    {"G01", "sum", "f64", bits({0x7FF0000000000000, 0x0000000000000000}), bits({}), 0x547D0584F59F7FF8, exact_under::every, {0, 0}, 0, false,
     {{"f64", false, 0x7FF0000000000000}},
     {}},
    {"G02", "sum", "f32", bits({0x3F800000, 0x7F800000, 0xBF800000}), bits({}), 0xBE0A8CCD7C4EF188, exact_under::every, {0, 0}, 0, false,
     {{"f32", false, 0x7F800000}, {"f64", false, 0x7FF0000000000000}},
     {}},
    {"G04", "sum", "f64", bits({0x7FEE42D130773B76, 0x7FEE42D130773B76, 0x3FF0000000000000}), bits({}), 0x52FDE4C3857A0F98, exact_under::every, {0, 0}, 0, false,
     {{"f64", false, 0x7FF0000000000000}},
     {{"f64", "f64", 0x7FF0000000000000}}},
    {"G05", "sum", "f64", bits({0xFFF0000000000000, 0x7FF0000000000000}), bits({}), 0x082AE34F41D6D445, exact_under::every, {0, 0}, 0, false,
     {{"f64", true, 0}},
     {}},
    {"G06", "norm2", "f64", set(constant(0x0000000000000000, 100), {{0, 0xFFF0000000000000}}), bits({}), 0x39992AE5D6F9C778, exact_under::every, {0, 0}, 0, false,
     {{"f64", false, 0x7FF0000000000000}},
     {}},
    {"H05", "norm_inf", "f32", bits({0x3F800000, 0x7FC00000, 0x40400000}), bits({}), 0x4026B9D3576FEDC5, exact_under::every, {0, 0}, 0, false,
     {{"f32", true, 0}, {"f64", true, 0}},
     {}},
    {"J01", "sum", "f64", bits({0x8000000000000000, 0x8000000000000000}), bits({}), 0xD2F5F0EF13853465, exact_under::every, {0, 0}, 0, false,
     {{"f64", false, 0x8000000000000000}},
     {{"f64", "f64", 0x8000000000000000}}},
    {"J04", "sum", "f32", bits({0x3F800000, 0xBF800000}), bits({}), 0x0B2DD8EE2F1552F5, exact_under::every, {0, 0}, 0, false,
     {{"f32", false, 0x00000000}, {"f64", false, 0x0000000000000000}},
     {{"f32", "f32", 0x00000000}, {"f64", "f32", 0x00000000}}},
    {"K04", "mean", "f32", bits({}), bits({}), 0xCBF29CE484222325, exact_under::every, {0, 0}, 0, false,
     {{"f32", true, 0}, {"f64", true, 0}},
     {}},
    {"K10", "sum", "f32", bits({}), bits({}), 0xCBF29CE484222325, exact_under::every, {0, 0}, 0, false,
     {{"f32", false, 0x00000000}, {"f64", false, 0x0000000000000000}},
     {}},
    {"M01", "mean", "f16", constant(0x00A8, 1048576), bits({}), 0x09E51F78D1222325, exact_under::every, {0, 0}, 0, false,
     {{"f16", false, 0x00A8}, {"f32", false, 0x37280000}},
     {}},
    {"M03", "sum", "f16", constant(0x3C00, 2147483653), bits({}), 0, exact_under::double_accumulator, {0, 0}, 0, false,
     {{"f16", false, 0x7C00}, {"f32", false, 0x4F000000}, {"f64", false, 0x41E0000000A00000}},
     {}},
    {"M05", "sum", "f32", constant(0x3F800000, 300000000), bits({}), 0, exact_under::every, {0, 0}, 0, false,
     {{"f32", false, 0x4D8F0D18}, {"f64", false, 0x41B1E1A300000000}},
     {}},
    {"M07", "sum", "f32", constant(0x3F800000, 16777217), bits({}), 0, exact_under::double_or_compensated, {0, 0}, 0, false,
     {{"f32", false, 0x4B800000}, {"f64", false, 0x4170000010000000}},
     {{"f32", "f32", 0x4B800000}, {"f64", "f32", 0x4B800000}}},
    {"N01", "sum", "f64", constant(0x3FB999999999999A, 250000), bits({}), 0x20F86E3F0FEA33C5, exact_under::none, {0, 0}, 0, false,
     {{"f64", false, 0x40D86A0000000000}},
     {{"f64", "f64", 0x40D869FFFFFFA68D}}},
    {"N03", "sum", "f32", sm64_u01(0x17, 99999), bits({}), 0x4DF9EB2B6960ED9E, exact_under::none, {0, 0}, 0, false,
     {{"f32", false, 0x47434AF2}, {"f64", false, 0x40E8695E35F4C8AF}},
     {{"f32", "f32", 0x47434B66}, {"f64", "f32", 0x47434AF2}}},
    {"N05", "sum", "f64", sm64_ih4(0x55, 100003, -40), bits({}), 0x82EC5B5A48396AED, exact_under::none, {0, 0}, 0, false,
     {{"f64", false, 0x3EEBE07C20000000}},
     {{"f64", "f64", 0x3EEBE07C20000000}}},
    {"P01", "sum", "f32", constant(0x00000001, 8388608), bits({}), 0, exact_under::every, {0, 0}, 0, true,
     {{"f32", false, 0x00800000}, {"f64", false, 0x3810000000000000}},
     {{"f32", "f32", 0x00800000}, {"f64", "f32", 0x00800000}}},
    {"P02", "sum", "f16", constant(0x0001, 1024), bits({}), 0xCD2F9820A4767325, exact_under::every, {0, 0}, 0, true,
     {{"f16", false, 0x0400}, {"f32", false, 0x38800000}},
     {{"f16", "f16", 0x0400}, {"f32", "f16", 0x0400}, {"f64", "f16", 0x0400}}},
    {"Q01", "sum", "f32", concat({bits({0x3F800000}), constant(0x33000000, 65536)}), bits({}), 0x36EA99961B642F98, exact_under::compensated, {0, 0}, 0, false,
     {{"f32", false, 0x3F804000}, {"f64", false, 0x3FF0080000000000}},
     {{"f32", "f32", 0x3F800000}, {"f64", "f32", 0x3F804000}}},
    {"Q02", "sum", "f64", concat({bits({0x3FF0000000000000}), constant(0x3C90000000000000, 1048576)}), bits({}), 0x8E32E44BBABA1DB8, exact_under::compensated, {0, 0}, 0, false,
     {{"f64", false, 0x3FF0000000040000}},
     {{"f64", "f64", 0x3FF0000000000000}}},
    {"Q03", "dot", "f32", bits({0x3EAAAAAB, 0x3E124925}), bits({0x3E124925, 0xBEAAAAAB}), 0xA5524007553BDB2A, exact_under::every, {0, 0}, 0, false,
     {{"f32", false, 0x00000000}, {"f64", false, 0x0000000000000000}},
     {}},
    {"Q05", "sum", "f16", bits({0x6800, 0x3C00, 0x3C00}), bits({}), 0x1466B65745D47FD5, exact_under::every, {0, 0}, 0, false,
     {{"f16", false, 0x6801}, {"f32", false, 0x45002000}},
     {{"f16", "f16", 0x6800}, {"f32", "f16", 0x6801}, {"f64", "f16", 0x6801}}},
    {"R01", "sum", "f64", bits({0x3FF8000000000000, 0x4000000000000000, 0x400C000000000000}), bits({}), 0x7507869AAB4E33EC, exact_under::every, {0, 0}, 0, false,
     {{"f64", false, 0x401C000000000000}},
     {{"f64", "f64", 0x401C000000000000}}},
    {"R02", "sum", "f64", constant(0x426D1A94A2000000, 3), bits({}), 0x423412DD697930F6, exact_under::every, {0, 0}, 0, false,
     {{"f64", false, 0x4285D3EF79800000}},
     {{"f64", "f64", 0x4285D3EF79800000}}},
    {"S02", "sum", "f16", constant(0x3C00, 48000), bits({}), 0x68E4E097BA959B25, exact_under::every, {3000, 16}, 0, false,
     {{"f16", false, 0x69DC}, {"f32", false, 0x453B8000}},
     {}},
    {"S03", "sum", "f32", constant(0x35800000, 8388608), bits({}), 0, exact_under::every, {4194304, 2}, 0, false,
     {{"f32", false, 0x40800000}, {"f64", false, 0x4010000000000000}},
     {}},
    {"S06", "norm2", "f64", bits({0x4008000000000000}), bits({}), 0xA8AD083228038D3D, exact_under::every, {0, 0}, 4, false,
     {{"f64", false, 0x4018000000000000}},
     {}},
  };
  return rows;
}

#define ACCRUE_CASES(X) \
  X(A01, "norm2 of f16") \
  X(A11, "norm2 of f16") \
  X(A04, "sum of bf16") \
  X(A05, "mean of bf16") \
  X(A06, "sum of f32") \
  X(A08, "sum of f32") \
  X(A09, "sum of f16") \
  X(A10, "sum of f16") \
  X(B01, "mean of f16") \
  X(B02, "sum of f16") \
  X(B03, "sum of f16") \
  X(B04, "sum of f16") \
  X(B05, "norm2 of f16") \
  X(B07, "norm2 of f32") \
  X(B09, "mean of f32") \
  X(B15, "mean of f16") \
  X(C01, "norm2 of f32") \
  X(C03, "norm2 of f64") \
  X(C04, "norm2 of f16") \
  X(C07, "dot of f32") \
  X(D01, "norm2 of f16") \
  X(D02, "sum of f16") \
  X(D04, "sum of bf16") \
  X(D05, "sum of f16") \
  X(D08, "sum of f32") \
  X(D11, "sum of f32") \
  X(D12, "sum of f32") \
  X(E01, "sum of f64") \
  X(E02, "mean of f64") \
  X(E03, "sum of f64") \
  X(E04, "sum of f64") \
  X(E06, "sum of f64") \
  X(G01, "sum of f64") \
  X(G02, "sum of f32") \
  X(G04, "sum of f64") \
  X(G05, "sum of f64") \
  X(G06, "norm2 of f64") \
  X(H05, "norminf of f32") \
  X(J01, "sum of f64") \
  X(J04, "sum of f32") \
  X(K04, "mean of f32") \
  X(K10, "sum of f32") \
  X(M01, "mean of f16") \
  X(M03, "sum of f16") \
  X(M05, "sum of f32") \
  X(M07, "sum of f32") \
  X(N01, "sum of f64") \
  X(N03, "sum of f32") \
  X(N05, "sum of f64") \
  X(P01, "sum of f32") \
  X(P02, "sum of f16") \
  X(Q01, "sum of f32") \
  X(Q02, "sum of f64") \
  X(Q03, "dot of f32") \
  X(Q05, "sum of f16") \
  X(R01, "sum of f64") \
  X(R02, "sum of f64") \
  X(S02, "sum of f16") \
  X(S03, "sum of f32") \
  X(S06, "norm2 of f64")
// clang-format on

}  // namespace cases
