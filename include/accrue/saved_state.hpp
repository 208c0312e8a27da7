// SPDX-License-Identifier: MIT
// accrue/saved_state.hpp - states as bytes: the same on every machine, and checked when they come back.
//
//   4 bytes  "accr"
//   1        the version of this form, 1
//   1        digits of the elements (of integers: bits)
//   1        what follows: 1 to 5 the words of a state of `exact`, 6 a name and a run
//   1        0, or how long the name is; then the name, where the first element lies and how many there are (8 bytes
//            each), the states of the largest whole subtrees from left to right, and the elements behind them
//   8        FNV-1a of all of it
//
// Numbers are in little endian, floats as their bits.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "accrue/reduce.hpp"
#include "accrue/tree/exact_moments.hpp"

namespace accrue::detail {

// ---- what a state says it is

/// Of states of words: their terms, for which they are interchangeable. Others have a name.
template <class P>
inline constexpr unsigned char kind_of_state = 6;
template <class T, class Term, class Finish>
inline constexpr unsigned char kind_of_state<exact_plan<T, Term, Finish>> = Term::arity == 2               ? 3
                                                                            : Term::degree == 2            ? 4
                                                                            : std::same_as<Term, absolute> ? 2
                                                                                                           : 1;
template <class T, bool Root>
inline constexpr unsigned char kind_of_state<exact_moments_plan<T, Root>> = 5;
/// Is a state made of integers that anybody may add up?
template <class P>
inline constexpr bool has_words = kind_of_state<P> != 6;

template <class V>
inline constexpr int digits_of = 8 * sizeof(V);
template <floating V>
inline constexpr int digits_of<V> = format<V>::digits;

/// text(piece) for the pieces of a state's name: of its plan, term, method, accumulator and elements.
template <class P, class T, class F>
constexpr void describe(F text) {
  auto const type = [&]<class V>(std::type_identity<V>) {
    char const name[]{floating<V>                 ? 'f'
                      : std::same_as<V, bool>     ? 'b'
                      : std::unsigned_integral<V> ? 'u'
                      : std::integral<V>          ? 'i'
                                                  : 'x',
                      static_cast<char>('0' + digits_of<V> / 10 % 10), static_cast<char>('0' + digits_of<V> % 10), 0};
    text(name);
  };
  text(P::kind);
  if constexpr (requires { typename P::inner_plan; }) return describe<typename P::inner_plan, T>(text);
  if constexpr (requires { typename P::term; }) text(" of "), text(P::term::kind);
  text(" by ");
  if constexpr (requires { P::method::kind; }) text(P::method::kind), text(" in ");
  type(std::type_identity<typename P::lane>{});
  text(" of ");
  type(std::type_identity<T>{});
}
template <class P>
consteval bool is_named() {
  if constexpr (requires { typename P::inner_plan; }) return is_named<typename P::inner_plan>();
  constexpr bool term = [] {
    if constexpr (requires { typename P::term; })
      return requires { P::term::kind; };
    else
      return true;
  }();
  return has_words<P> ||
         (term && requires { P::kind; } && (std::same_as<typename P::method, exact> || requires { P::method::kind; }));
}
template <class P>
consteval bool check_named() {
  constexpr bool right = is_named<P>();
  static_assert(right,
                "accrue[state]: a term or method of yours has no name to be saved by. "
                "Give it a static constexpr char kind[], which says what it is.");
  return right;
}

// ---- bytes

class byte_writer {
 public:
  explicit constexpr byte_writer(unsigned char* to) noexcept : at_(to) {}
  constexpr void text(char const* t) noexcept {
    for (; *t != 0; ++t) *at_++ = static_cast<unsigned char>(*t);
  }
  template <class V>
  constexpr void put(V v) noexcept {
    std::uint64_t w = 0;
    if constexpr (floating<V>)
      w = bits_of(v);
    else
      w = static_cast<std::uint64_t>(v);
    for (std::size_t i = 0; i != sizeof(V); ++i) *at_++ = static_cast<unsigned char>(w >> 8 * i);
  }

 private:
  unsigned char* at_;
};
class byte_reader {
 public:
  explicit constexpr byte_reader(unsigned char const* from) noexcept : at_(from) {}
  template <class V>
  constexpr V get() noexcept {
    std::uint64_t w = 0;
    for (std::size_t i = 0; i != sizeof(V); ++i) w |= std::uint64_t{*at_++} << 8 * i;
    if constexpr (std::same_as<V, bool>) right_ = right_ && w <= 1;
    if constexpr (floating<V>)
      return std::bit_cast<V>(static_cast<std::make_unsigned_t<word_of<V>>>(w));
    else
      return static_cast<V>(w);
  }
  /// Was everything a value of its type?
  constexpr bool is_right() const noexcept { return right_; }

 private:
  unsigned char const* at_;
  bool right_ = true;
};
constexpr std::uint64_t fnv_1a(unsigned char const* p, std::size_t n) noexcept {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i != n; ++i) h = (h ^ p[i]) * 0x100000001b3u;
  return h;
}
/// Which NaN an operation returns depends on the machine: a saved state has the one.
template <class V>
constexpr V settled_number(V v) noexcept {
  if constexpr (floating<V>) return is_nan(v) ? canonical_nan<V>() : v;
  return v;
}
/// The bytes of one state of P.
template <class P>
constexpr std::size_t bytes_of_state() {
  std::size_t n = 0;
  typename P::state s{};
  P::members(s, [&](auto& member) { n += sizeof member; });
  return n;
}
template <class P>
constexpr bool is_valid(typename P::state const& s) noexcept {
  if constexpr (requires { P::is_valid(s); }) return P::is_valid(s);
  return true;
}

/// The first bytes of states of P, up to the end of their name.
template <class P, class T>
constexpr std::size_t prefix_size() {
  std::size_t n = 8;
  if constexpr (!has_words<P>)
    describe<P, T>([&](char const* t) {
      for (; *t != 0; ++t) ++n;
    });
  return n;
}
template <class P, class T>
constexpr std::array<unsigned char, prefix_size<P, T>()> prefix() noexcept {
  constexpr std::size_t size = prefix_size<P, T>();
  static_assert(size <= 8 + 255);
  std::array<unsigned char, size> r{};
  byte_writer w(r.data());
  w.text("accr");
  for (int const part : {1, digits_of<T>, int{kind_of_state<P>}, static_cast<int>(size) - 8})
    w.put(static_cast<unsigned char>(part));
  if constexpr (!has_words<P>) describe<P, T>([&](char const* t) { w.text(t); });
  return r;
}

// ---- what is wrong with bytes

/// Do bytes begin as those of P do? (What is cut off before that is looked at later.)
template <std::size_t N>
void check_prefix(std::span<unsigned char const> bytes, std::array<unsigned char, N> const& mine) {
  for (std::size_t i = 0; i != N && i != bytes.size(); ++i) {
    if (bytes[i] == mine[i]) continue;
    if (i < 4)
      fail(error("state", "these bytes are no saved accumulator. Pass what save() returned, from its first byte on."));
    if (i == 4) fail(error("state", "the state was saved by a later version. Load it with that version of accrue."));
    fail(
        error("state", "the state is another accumulator's. Load it by the reduction and element type that saved it."));
  }
}
inline void check_size(std::span<unsigned char const> bytes, std::size_t size) {
  if (bytes.size() == size) return;
  char text[160];
  std::snprintf(text, sizeof text, "a state of this kind has %zu bytes, there are %zu. Pass all that save() returned.",
                size, bytes.size());
  fail(error("state", text));
}
inline void check_sum(std::span<unsigned char const> bytes) {
  std::size_t const n = bytes.size() - 8;
  if (byte_reader(bytes.data() + n).get<std::uint64_t>() != fnv_1a(bytes.data(), n))
    fail(error("state", "the bytes were damaged: their check does not match. Save and send the state again."));
}
[[noreturn]] ACCRUE_COLD inline void fail_form() {
  fail(error("state", "the state is not in the form that save() writes. Save it again."));
}

}  // namespace accrue::detail
