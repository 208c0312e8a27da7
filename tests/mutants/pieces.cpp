// SPDX-License-Identifier: MIT
// tests/mutants/pieces.cpp - what comes in pieces and parts, or with others: exit status 1 if an answer is wrong.
#include <accrue/accumulator.hpp>
#include <accrue/fused.hpp>

namespace {

using accrue::starting_at;
namespace reductions = accrue::reductions;
using state = accrue::accumulator<reductions::sum, accrue::pairwise<>, float>;

int wrong = 0;
void expect(char const* what, bool right) {
  if (right) return;
  std::puts(what);
  ++wrong;
}
template <class F>
bool refuses(F f) {
  try {
    f();
  } catch (accrue::error const&) {
    return true;
  }
  return false;
}

/// Sums of numbers like these depend on every pair that meets.
std::vector<float> numbers(std::size_t n) {
  std::vector<float> x(n);
  for (std::size_t i = 0; i != n; ++i) x[i] = 1 / static_cast<float>(i * 7919 % 1009 + 1);
  return x;
}
state run(std::vector<float> const& x, std::size_t first, std::size_t end) {
  state s(starting_at{first});
  s.add(std::span(x).subspan(first, end - first));
  return s;
}

void check_runs() {
  auto const x = numbers(13 * 2048 + 700);
  for (std::size_t a = 0; a <= 13; ++a)
    for (std::size_t b = a; b <= 13; ++b) {
      state left = run(x, 0, a * 2048), middle = run(x, a * 2048, b * 2048), right = run(x, b * 2048, x.size());
      middle.merge(right);
      left.merge(middle);
      expect("three runs", left.result() == accrue::sum(x) && left.count() == x.size());
    }
  state gap = run(x, 0, 2048);
  expect("a gap between runs", refuses([&] { gap.merge(run(x, 4096, 6144)); }));
}
void check_saved() {
  auto const x = numbers(5000);
  auto bytes = run(x, 0, x.size()).save();
  expect("a saved run", state::load(bytes).result() == accrue::sum(x));
  bytes[bytes.size() - 100] ^= 1;
  expect("a changed element", refuses([&] { (void)state::load(bytes); }));
}
void check_fused() {
  auto const x = numbers(400000);
  auto const [sum, norm] = accrue::fused<accrue::pairwise<>, reductions::sum, reductions::norm2>(x);
  expect("fused sum", sum == accrue::sum(x));
  expect("fused norm", norm == accrue::norm2(x));
}

}  // namespace

int main() {
  check_runs();
  check_saved();
  check_fused();
  return wrong == 0 ? 0 : 1;
}
