// SPDX-License-Identifier: MIT
// bench/peers/peer.hpp - another library's rows: one call of it, as its users write it, a row.
//
// A peer is one file, which CMake compiles where the library is found; it adds itself to the list. Only
// what the user of a peer would include reaches it: this header knows nothing of accrue.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "support/row.hpp"

namespace bench {

struct peer {
  std::string name, version;
  std::vector<row> rows;
};
/// All that are in this program.
std::vector<peer>& peers();

/// The storage type that a peer's element type stands for; its 16-bit types say it in its file.
template <class T>
constexpr storage stored_as = storage::double_precision;
template <>
inline constexpr storage stored_as<float> = storage::single_precision;

constexpr char const* storage_name(storage s) {
  constexpr char const* names[] = {"half", "bfloat16", "float", "double"};
  return names[static_cast<int>(s)];
}

inline row peer_row(storage s, quantity what, char const* call, unsigned char sources, decltype(row::run) run) {
  return {what, call, storage_name(s), "", s, s == storage::double_precision, sources, run};
}
/// The row of f(x, n): `call` is what the peer's user reads in a table.
template <class T, class F>
row call_of(quantity what, char const* call, F) {
  return peer_row(stored_as<T>, what, call, 1, [](void const* x, void const*, std::size_t n, std::ptrdiff_t) {
    return static_cast<double>(F{}(static_cast<T const*>(x), n));
  });
}
/// The row of f(x, y, n).
template <class T, class F>
row call_of_two(quantity what, char const* call, F) {
  return peer_row(stored_as<T>, what, call, 2, [](void const* x, void const* y, std::size_t n, std::ptrdiff_t) {
    return static_cast<double>(F{}(static_cast<T const*>(x), static_cast<T const*>(y), n));
  });
}

/// A variable of this type puts a peer on the list before main() begins.
struct add_peer {
  add_peer(peer added) { peers().push_back(std::move(added)); }
};

}  // namespace bench
