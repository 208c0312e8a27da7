// SPDX-License-Identifier: MIT
// bench/compare/npy_element.cpp - dtypes, and bytes that become numbers.
#include "compare/npy_element.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstring>

namespace accrue_compare {
namespace {

constexpr char const* known_types =
    "f2, f4, f8, i1 to i8 and u1 to u8 are known, and with --bfloat16 u2 and V2 as bfloat16";

[[noreturn]] void refuse(std::string const& descr, std::string const& why) {
  throw misuse(fmt::format("has the dtype '{}': {}", descr, why));
}

/// The bits of an element in the low end of a word.
std::uint64_t word_at(unsigned char const* p, npy_element const& e) {
  std::uint64_t w = 0;
  for (std::size_t i = 0; i != e.bytes; ++i) w = w << 8 | p[e.big_endian ? i : e.bytes - 1 - i];
  return w;
}

double integer_value(std::uint64_t w, npy_element const& e, std::size_t index) {
  // Below 2^53 every integer is a double; above, one whose last bits are zero.
  bool const is_signed = e.kind == npy_kind::signed_integer;
  std::size_t const unused = 64 - 8 * e.bytes;
  auto const value = static_cast<std::int64_t>(w << unused) >> unused;
  bool const negative = is_signed && value < 0;
  std::uint64_t const magnitude = negative ? 0 - static_cast<std::uint64_t>(value) : w;
  if (magnitude != 0 && std::countl_zero(magnitude) + std::countr_zero(magnitude) < 64 - 53)
    throw misuse(fmt::format("has {}{} as element {}, which no double equals; integers are compared as doubles",
                             negative ? "-" : "", magnitude, index));
  double const x = static_cast<double>(magnitude);
  return negative ? -x : x;
}

}  // namespace

npy_element npy_element_of(std::string const& descr, bool as_bfloat16) {
  bool const formed = descr.size() == 3 && std::strchr("<>|", descr[0]) != nullptr && descr[0] != '\0';
  char const kind = formed ? descr[1] : '\0';
  std::size_t const bytes = formed && descr[2] >= '1' && descr[2] <= '8' ? static_cast<std::size_t>(descr[2] - '0') : 0;
  // An order is needed where there is more than one byte, but for V2, of which NumPy knows none.
  if (!formed || !std::has_single_bit(bytes) || (descr[0] == '|' && bytes != 1 && descr != "|V2"))
    refuse(descr, known_types);
  npy_element e{npy_kind::floating, bytes, descr[0] == '>', storage::double_precision};
  if (as_bfloat16) {
    if (bytes != 2 || (kind != 'u' && kind != 'V')) refuse(descr, "bfloat16 is stored as '<u2' or 'V2'");
    e.stored = storage::bfloat16;
  } else if (kind == 'i' || kind == 'u') {
    e.kind = kind == 'i' ? npy_kind::signed_integer : npy_kind::unsigned_integer;
  } else if (kind == 'f' && bytes != 1) {
    e.stored = bytes == 2 ? storage::half : bytes == 4 ? storage::single_precision : storage::double_precision;
  } else {
    refuse(descr, kind == 'V' && bytes == 2 ? "if its elements are bfloat16, add --bfloat16" : known_types);
  }
  return e;
}

std::string integer_name(npy_element const& e) {
  return fmt::format("{}int{}", e.kind == npy_kind::unsigned_integer ? "u" : "", 8 * e.bytes);
}

void decode(npy_element const& e, unsigned char const* bytes, std::size_t n, std::size_t first, array& x) {
  if (e.kind != npy_kind::floating) {
    for (std::size_t i = 0; i != n; ++i)
      x.as<double>()[first + i] = integer_value(word_at(bytes + i * e.bytes, e), e, first + i);
    return;
  }
  unsigned char* const to = x.as<unsigned char>() + first * e.bytes;
  std::memcpy(to, bytes, n * e.bytes);
  if (e.big_endian != (std::endian::native == std::endian::big))
    for (std::size_t i = 0; i != n; ++i)
      for (std::size_t k = 0; k != e.bytes / 2; ++k) std::swap(to[i * e.bytes + k], to[(i + 1) * e.bytes - 1 - k]);
}

}  // namespace accrue_compare
