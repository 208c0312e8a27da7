// SPDX-License-Identifier: MIT
// tests/exec/race.cpp - everything that threads do at once, small enough to be compiled for a thread sanitizer.
#include <accrue/accrue.hpp>

#include <cstdio>
#include <cstring>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include "../support/environment.hpp"

namespace {

using accrue::threads;

struct never_three {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 1;
  template <class V>
  static V value(V x) {
    bool found = false;
    accrue::for_each_lane(x, [&](auto v) { found = found || v == 3; });
    if (found) throw std::runtime_error("three");
    return x;
  }
};
struct sum_without_three : accrue::additive<never_three> {};

int faults = 0;
void must(bool right, char const* what) {
  if (!right) std::printf("FAIL: %s\n", what), ++faults;
}
template <class R>
bool same(R a, R b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

std::vector<double> const& data() {
  static std::vector<double> const x = [] {
    std::vector<double> v(1000001);
    std::uint64_t r = 1;
    for (double& e : v) e = static_cast<double>((r = r * 6364136223846793005u + 1442695040888963407u) >> 11) * 0x1p-40;
    return v;
  }();
  return x;
}
bool sums_are_right(std::size_t t) {
  for (std::size_t n = data().size(); n > 500000; n -= 62345)
    if (std::span const x(data().data(), n); !same(accrue::sum(threads(t), x), accrue::sum(x))) return false;
  return same(accrue::sum<accrue::compensated<>>(threads(t), data()), accrue::sum<accrue::compensated<>>(data())) &&
         same(accrue::sum<accrue::exact>(threads(t), data()), accrue::sum<accrue::exact>(data())) &&
         same(accrue::norm2(threads(t), data()), accrue::norm2(data()));
}
bool a_throw_arrives(std::size_t t) {
  auto x = data();
  x[x.size() / 2] = 3;
  bool arrived = false;
  environments::caller const c({"upward, flush to zero", FE_UPWARD, true, false});
  std::uint64_t const before = environments::control_word();
  try {
    (void)accrue::reduce<sum_without_three, accrue::compensated<>>(threads(t), x);
  } catch (std::runtime_error const&) {
    arrived = ((environments::control_word() ^ before) & ~environments::flags) == 0;
  }
  return arrived;
}

}  // namespace

int main() {
  for (std::size_t t : {1u, 2u, 3u, 8u}) must(sums_are_right(t), "other bits than those of one thread");
  for (std::size_t t : {1u, 2u, 5u})
    must(a_throw_arrives(t), "what a term has thrown does not arrive, or the control word is not put back");

  bool right[2][12]{};
  std::thread callers[2];
  for (int c = 0; c != 2; ++c)
    callers[c] = std::thread(
        [&, c] { threads(3).parallel_for(12, [&, c](std::size_t i) { right[c][i] = sums_are_right(3); }); });
  for (auto& c : callers) c.join();
  for (auto const& row : right)
    for (bool r : row) must(r, "other bits inside of jobs");

  std::vector<int> done(100000);
  for (int round = 0; round != 20; ++round) threads(4).parallel_for(done.size(), [&](std::size_t i) { ++done[i]; });
  for (int d : done)
    if (d != 20) must(false, "a job was not done once");
  std::puts(faults == 0 ? "no fault" : "faults");
  return faults != 0;
}
