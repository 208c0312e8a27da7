// SPDX-License-Identifier: MIT
// bench/compare/npy_header.cpp - the dictionary in the header of an .npy file, and no other Python.
#include <fmt/format.h>

#include <charconv>

#include "compare/npy.hpp"

namespace accrue_compare {
namespace {

constexpr std::size_t most_dimensions = 64;  // NumPy's own limit

/// Reads a text from left to right; what does not fit is a misuse that says where.
class cursor {
 public:
  explicit cursor(std::string_view text) : text_(text) {}

  /// Is this next? Then it is read. Blanks before it do not count.
  bool take(std::string_view what) {
    skip_blanks();
    if (text_.substr(at_, what.size()) != what) return false;
    at_ += what.size();
    return true;
  }
  void expect(std::string_view what) {
    if (!take(what)) fail(fmt::format("\"{}\"", what));
  }
  std::string quoted() {
    char const quote = take("'") ? '\'' : take("\"") ? '"' : '\0';
    if (quote == '\0') fail("a string");
    std::size_t const end = text_.find_first_of("'\"\\\n", at_);
    if (end == std::string_view::npos || text_[end] != quote) fail("the end of a string");
    std::string s(text_.substr(at_, end - at_));
    at_ = end + 1;
    return s;
  }
  bool is_digit() {
    skip_blanks();
    return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9';
  }
  std::uint64_t integer() {
    std::uint64_t n = 0;
    if (!is_digit()) fail("a number");
    auto const [end, failed] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), n);
    if (failed != std::errc()) throw misuse("has a shape of more elements than 64 bits can count");
    at_ = static_cast<std::size_t>(end - text_.data());
    return n;
  }
  void expect_end() {
    skip_blanks();
    if (at_ != text_.size()) fail("the end");
  }
  [[noreturn]] void fail(std::string const& wanted) const {
    throw misuse(fmt::format("has a header that is none: at character {} there should be {}", at_, wanted));
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  std::string_view text_;
  std::size_t at_ = 0;
};

bool truth(cursor& c) {
  if (c.take("True")) return true;
  if (!c.take("False")) c.fail("True or False");
  return false;
}

/// (), (3,), (3, 4), (3, 4,)
std::vector<std::uint64_t> tuple(cursor& c) {
  std::vector<std::uint64_t> shape;
  bool comma = true;
  c.expect("(");
  while (comma && c.is_digit()) {
    if (shape.size() == most_dimensions) throw misuse(fmt::format("has more than {} dimensions", most_dimensions));
    shape.push_back(c.integer());
    comma = c.take(",");
  }
  if (shape.size() == 1 && !comma) c.fail("\",\"");
  c.expect(")");
  return shape;
}

std::string type(cursor& c) {
  if (c.take("[")) throw misuse("holds records (a structured dtype), not numbers");
  return c.quoted();
}

}  // namespace

npy_header parse_npy_header(std::string_view text) {
  npy_header h{};
  bool has_descr = false, has_order = false, has_shape = false;
  auto const first = [](bool& has, std::string const& key) {
    if (has) throw misuse(fmt::format("has a header with two '{}'", key));
    has = true;
  };
  cursor c(text);
  c.expect("{");
  for (bool more = true; more && !c.take("}");) {
    std::string const key = c.quoted();
    c.expect(":");
    if (key == "descr") {
      first(has_descr, key);
      h.descr = type(c);
    } else if (key == "fortran_order") {
      first(has_order, key);
      h.fortran_order = truth(c);
    } else if (key == "shape") {
      first(has_shape, key);
      h.shape = tuple(c);
    } else {
      throw misuse(fmt::format("has a header with an unknown key '{}'", key));
    }
    more = c.take(",");
    if (!more) c.expect("}");
  }
  c.expect_end();
  if (!has_descr || !has_order || !has_shape) throw misuse("has a header without 'descr', 'fortran_order' or 'shape'");
  return h;
}

}  // namespace accrue_compare
