// SPDX-License-Identifier: MIT
// bench/compare/tests/npy_test.cpp - what an .npy file holds, and what is refused with which words.
#include "compare/npy.hpp"

#include <cmath>

#include "npy_file.hpp"
#include "support/catch.hpp"

namespace {

using namespace npy_file;
using accrue_compare::input;
using accrue_compare::storage;
using Catch::Matchers::Contains;

folder const here;

input read(std::string const& bytes, bool as_bfloat16 = false) {
  return accrue_compare::read_npy(here.write("x.npy", bytes), as_bfloat16);
}
/// The message of the refusal, or "" if there is none.
std::string refusal(std::string const& bytes, bool as_bfloat16 = false) {
  try {
    read(bytes, as_bfloat16);
    return "";
  } catch (accrue_compare::misuse const& e) {
    return e.what();
  }
}
std::string refused_header(std::string const& header) { return refusal(file(header, std::string(16, '\0'))); }

std::vector<double> values(input const& in) {
  return accrue_compare::with_type(in.x.stored(), [&]<class T>(std::type_identity<T>) {
    std::vector<double> v;
    for (std::size_t i = 0; i != in.x.size(); ++i) v.push_back(static_cast<double>(in.x.as<T>()[i]));
    return v;
  });
}
using doubles = std::vector<double>;

}  // namespace

TEST_CASE("every version holds the same numbers") {
  for (int const version : {1, 2, 3}) {
    input const in = read(file(dictionary("<f8", "(2, 2)"), of_doubles({1, -2, 0.5, 1e300}), version));
    CHECK(in.x.stored() == storage::double_precision);
    CHECK(values(in) == doubles{1, -2, 0.5, 1e300});
    CHECK(in.from.shape == "(2, 2)");
  }
}

TEST_CASE("floats of every width and byte order are read to the bit") {
  CHECK(values(read(file(dictionary("<f2", "(2,)"), little_endian(0xbc003c00, 4)))) == doubles{1, -1});
  CHECK(values(read(file(dictionary(">f2", "(1,)"), std::string("\x3c\x00", 2)))) == doubles{1});
  CHECK(values(read(file(dictionary("<f4", "(1,)"), little_endian(0x3fc00000, 4)))) == doubles{1.5});
  CHECK(values(read(file(dictionary(">f4", "(1,)"), std::string("\x3f\xc0\x00\x00", 4)))) == doubles{1.5});
  CHECK(read(file(dictionary("<f4", "(1,)"), little_endian(0x7fa00001, 4))).x.as<std::uint32_t>()[0] == 0x7fa00001);
}

TEST_CASE("bfloat16 is read where the flag says so") {
  for (char const* descr : {"<u2", "|V2", "<V2"}) {
    input const in = read(file(dictionary(descr, "(1,)"), little_endian(0x3fc0, 2)), true);
    CHECK(in.x.stored() == storage::bfloat16);
    CHECK(values(in) == doubles{1.5});
  }
  CHECK_THAT(refusal(file(dictionary("|V2", "(1,)"), "ab")), Contains("add --bfloat16"));
  CHECK_THAT(refusal(file(dictionary("<f2", "(1,)"), "ab"), true), Contains("bfloat16 is stored as"));
}

TEST_CASE("integers become doubles, if they can exactly") {
  CHECK(values(read(file(dictionary("|i1", "(2,)"), "\x80\x7f"))) == doubles{-128, 127});
  CHECK(values(read(file(dictionary("|u1", "(1,)"), "\xff"))) == doubles{255});
  CHECK(values(read(file(dictionary(">i2", "(1,)"), std::string("\xff\xfe", 2)))) == doubles{-2});
  CHECK(values(read(file(dictionary("<u4", "(1,)"), little_endian(0xffffffff, 4)))) == doubles{4294967295.0});
  CHECK(values(read(file(dictionary("<i8", "(1,)"), little_endian(std::uint64_t{1} << 63, 8)))) == doubles{-0x1p63});
  CHECK(values(read(file(dictionary("<u8", "(1,)"), little_endian(std::uint64_t{1} << 63, 8)))) == doubles{0x1p63});
  input const in = read(file(dictionary("<i8", "(1,)"), little_endian((std::uint64_t{1} << 53) + 2, 8)));
  CHECK(values(in) == doubles{0x1p53 + 2});
  CHECK_THAT(in.from.conversion, Contains("int64"));
  CHECK_THAT(refusal(file(dictionary("<i8", "(1,)"), little_endian((std::uint64_t{1} << 53) + 1, 8))),
             Contains("9007199254740993 as element 0, which no double equals"));
}

TEST_CASE("a file may hold one number, or none") {
  CHECK(values(read(file(dictionary("<f8", "()"), of_doubles({3})))) == doubles{3});
  CHECK(values(read(file(dictionary("<f8", "(0,)"), ""))).empty());
  CHECK(values(read(file(dictionary("<f8", "(9223372036854775807, 9223372036854775807, 0)"), ""))).empty());
}

TEST_CASE("a file that is cut anywhere is refused") {
  std::string const whole = file(dictionary("<f8", "(2,)"), of_doubles({1, 2}));
  for (std::size_t n = 0; n != whole.size(); ++n) CHECK(refusal(whole.substr(0, n)) != "");
  CHECK_THAT(refusal(whole.substr(0, whole.size() - 1)), Contains("ends inside its data: 2 elements of 8 bytes"));
  CHECK_THAT(refusal(whole.substr(0, 40)), Contains("ends inside its header"));
  CHECK_THAT(refusal(whole + "x"), Contains("holds 1 bytes after its 2 elements"));
}

TEST_CASE("a size that no file has is refused before there is memory for it") {
  CHECK_THAT(refused_header(dictionary("<f8", "(4611686018427387904,)")), Contains("ends inside its data"));
  CHECK_THAT(refused_header(dictionary("<f8", "(4294967296, 4294967296)")), Contains("64 bits"));
  CHECK_THAT(refused_header(dictionary("<f8", "(99999999999999999999,)")), Contains("64 bits"));
}

TEST_CASE("other orders, types and versions are refused by name") {
  CHECK_THAT(refused_header(dictionary("<f8", "(2,)", "True")), Contains("Fortran order"));
  for (char const* descr : {"<c8", "|S1", "<U4", "|b1", "<f16", "=f8", "|f8", "f8", "<f3", "<i0", "<M8", "|O", ""})
    CHECK_THAT(refused_header(dictionary(descr, "(2,)")), Contains("has the dtype '" + std::string(descr) + "'"));
  CHECK_THAT(refused_header("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,), }"),
             Contains("structured dtype"));
  CHECK_THAT(refusal(file(dictionary("<f8", "(2,)"), of_doubles({1, 2}), 4)), Contains("version 4.0"));
  CHECK_THAT(refusal("PK\x03\x04 and so on, for long enough"), Contains("is no .npy file"));
}

TEST_CASE("a header is a dictionary with three keys, and nothing else") {
  for (char const* header :
       {"", "{", "{}", "{'descr': '<f8'}", "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), 'more': 1}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2,)} 1",
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (2,)}", "{'descr': '<f8', 'fortran_order': False, 'shape': (2)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-2,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2,}",
        "{'descr': '<f8\", 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<f8' 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<f8',, 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<f8', 'fortran_order': Falsehood, 'shape': (2,)}"})
    CHECK_THAT(refused_header(header), Contains("has a header"));
  CHECK(refused_header("{\"shape\":(2),\"fortran_order\":False,\"descr\":\"<f8\"}") != "");
  CHECK(refused_header("{\"shape\":(2,),\"fortran_order\":False,\"descr\":\"<f8\"}") == "");
  std::string many = "(1";
  for (int i = 0; i != 64; ++i) many += ", 1";
  CHECK_THAT(refused_header(dictionary("<f8", many + ")")), Contains("64 dimensions"));
}

TEST_CASE("what is no regular file is refused, and never waited for") {
  auto const message = [](std::string const& path) -> std::string {
    try {
      accrue_compare::read_npy(path);
      return "";
    } catch (accrue_compare::misuse const& e) {
      return e.what();
    }
  };
  CHECK_THAT(message(here / "absent.npy"), Contains("cannot be opened"));
  CHECK_THAT(message("/"), Contains("is no regular file"));
  CHECK_THAT(message("/dev/zero"), Contains("is no regular file"));
}
