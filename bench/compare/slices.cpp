// SPDX-License-Identifier: MIT
// bench/compare/slices.cpp - measures rows along an axis, and looks for the slice that each is furthest off in.
#include "compare/slices.hpp"

#include <fmt/format.h>

#include "compare/timing.hpp"

namespace accrue_compare {
namespace {

constexpr std::size_t most_axes = 8;  // of accrue::tensor

/// Slice i of an array in C order, by itself.
array copy_of(array const& x, slices_along const& s, std::size_t i) {
  std::size_t inner = 1;  // from one element of a slice to the next
  for (std::size_t a = s.axis + 1; a != s.shape.size(); ++a) inner *= static_cast<std::size_t>(s.shape[a]);
  std::size_t const first = i / inner * inner * s.length() + i % inner;
  array slice(x.stored(), s.length());
  with_type(x.stored(), [&]<class T>(std::type_identity<T>) {
    for (std::size_t j = 0; j != s.length(); ++j) slice.as<T>()[j] = x.as<T>()[first + j * inner];
  });
  return slice;
}

/// What one row made of all slices.
struct made {
  double seconds;
  std::vector<double> results;
};
made run(row const& r, array const& x, slices_along const& s, asked const& how, effort const& e) {
  std::size_t const n = s.count(), threads = e.threads == 0 ? 1 : e.threads;
  std::vector<std::uint64_t> out(n);
  made m{};
  m.seconds = least_seconds(
      e.seconds, [&] { r.run_slices(how.of(x, x.size()), s, threads, out.data()); },
      e.threads == 0 ? thread_seconds : wall_seconds);
  for (std::size_t i = 0; i != n; ++i) m.results.push_back(r.result_at(out.data(), i));
  return m;
}

}  // namespace

slices_along slices_of(input const& in, long axis) {
  auto const rank = static_cast<long>(in.shape.size());
  if (rank == 0) throw misuse(fmt::format("--axis {}: one number has no axes", axis));
  if (rank > static_cast<long>(most_axes))
    throw misuse(fmt::format("--axis: {} axes are more than {}", rank, most_axes));
  if (axis < -rank || axis >= rank)
    throw misuse(fmt::format("--axis {}: there is no such axis, the shape is {}", axis, in.from.shape));
  slices_along s{in.shape, static_cast<std::size_t>(axis < 0 ? axis + rank : axis)};
  if (s.count() == 0) throw misuse(fmt::format("--axis {}: there are no slices, the shape is {}", axis, in.from.shape));
  return s;
}

exact_value exact_of_slice(reduction const& r, array const& x, slices_along const& s, std::size_t slice,
                           asked const& how) {
  return {r, copy_of(x, s, slice), s.length(), how};
}

void measure_slices(comparison& c, array const& x, slices_along const& s, std::vector<row const*> const& rows,
                    asked const& how, effort const& e, announce const& tell) {
  std::vector<made> all;
  for (row const* r : rows) {
    tell(spelled(*r));
    all.push_back(run(*r, x, s, how, e));
    c.rows.push_back({r, 0, {-1, -1}, 0, all.back().seconds});
  }
  tell("every slice");
  for (std::size_t i = 0; i != s.count(); ++i) {
    exact_value const exact = exact_of_slice(*c.of, x, s, i, how);
    for (std::size_t k = 0; k != rows.size(); ++k) {
      measured& m = c.rows[k];
      double const result = all[k].results[i];
      error const off = exact.error_of(result, m.by->result);
      if (!(off.relative > m.off.relative)) continue;
      m = {m.by, result, off, m.by->bound(s.length(), exact.factor()), m.seconds, i, exact.text(20), exact.condition()};
      if (m.by->is_default) c.exact = exact;
    }
  }
}

}  // namespace accrue_compare
