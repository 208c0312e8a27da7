// SPDX-License-Identifier: MIT
// tests/tree/order_test.cpp - every kernel has the bits of order v1, strided or not.
//
// Against the scalar recursion of support/reference.hpp, which knows nothing of registers, rows and
// walks, over every kind of data: specials, ends of the range, blocks of mixed scales.
#include "kernels/kernels.hpp"
#include "support/catch.hpp"

namespace {

using kernels::entry;

/// Every length about a lane, a row and a few rows; then the edges of rows, blocks and powers of two.
std::vector<inputs::job> jobs() {
  std::vector<inputs::job> all;
  std::uint64_t seed = 1000;
  auto const some = [&](std::size_t n, int every) {
    for (int k = 0; k != inputs::kinds; ++k)
      if ((n + static_cast<std::size_t>(k)) % static_cast<std::size_t>(every) == 0)
        all.push_back({n, static_cast<inputs::kind>(k), seed++});
  };
  for (std::size_t n = 0; n <= 300; ++n) some(n, n <= 131 ? 2 : 3);
  for (std::size_t n :
       {511u,  512u,  513u,  1023u, 1024u, 1025u, 1983u, 1984u, 1985u, 2047u, 2048u, 2049u,  2111u, 2112u,
        2113u, 3071u, 4095u, 4096u, 4097u, 6143u, 6144u, 6145u, 8191u, 8192u, 8193u, 10000u, 14337u})
    some(n, 3);
  for (inputs::kind k : {inputs::ordinary, inputs::wide, inputs::square_ends}) all.push_back({20481, k, seed++});
  return all;
}

/// The first job whose bits are not the reference's, in words.
std::string first_difference(entry const& k, std::vector<std::ptrdiff_t> const& steps) {
  for (inputs::job const& j : jobs()) {
    auto x = inputs::data(j.n, k.layout(), j.k, j.seed), y = inputs::data(j.n, k.layout(), j.k, ~j.seed);
    std::uint64_t const expected = k.expected(x, y);
    for (std::ptrdiff_t step : steps) {
      std::uint64_t const got = bits(k, kernels::memory(k, x, step, j.n % 5), kernels::memory(k, y, step));
      if (got == expected) continue;
      char text[160];
      std::snprintf(text, sizeof text, "n = %zu, kind %d, seed %llu, step %td: %llx is not %llx", j.n,
                    static_cast<int>(j.k), static_cast<unsigned long long>(j.seed), step,
                    static_cast<unsigned long long>(got), static_cast<unsigned long long>(expected));
      return text;
    }
  }
  return "";
}

void check(char const* reduction) {
  for (entry const& k : kernels::all()) {
    if (!k.is(reduction)) continue;
    INFO(k.name);
    CHECK(first_difference(k, {1}) == "");
  }
}

}  // namespace

TEST_CASE("sum has the bits of order v1") { check("sum"); }
TEST_CASE("abs_sum has the bits of order v1") { check("abs_sum"); }
TEST_CASE("sum_of_squares has the bits of order v1") { check("sum_of_squares"); }
TEST_CASE("dot has the bits of order v1") { check("dot"); }
TEST_CASE("norm1 has the bits of order v1") { check("norm1"); }
TEST_CASE("norm2 has the bits of order v1") { check("norm2"); }
TEST_CASE("norm_inf has the bits of order v1") { check("norm_inf"); }
TEST_CASE("mean has the bits of order v1") { check("mean"); }

TEST_CASE("strided elements have the bits of those elements copied out") {
  std::size_t count = 0;
  for (entry const& k : kernels::all()) {
    if (k.strided == nullptr) continue;
    ++count;
    INFO(k.name);
    CHECK(first_difference(k, {2, -1, 7, -5}) == "");
  }
  CHECK(count >= 16);
}

TEST_CASE("stride 0 is one element many times over") {
  for (entry const& k : kernels::all()) {
    if (k.strided == nullptr) continue;
    INFO(k.name);
    std::size_t different = 0;
    for (inputs::job const& j : jobs()) {
      if (j.n == 0) continue;
      kernels::words const x(j.n, inputs::data(1, k.layout(), j.k, j.seed)[0]),
          y(j.n, inputs::data(1, k.layout(), j.k, ~j.seed)[0]);
      different += bits(k, kernels::memory(k, x, 0), kernels::memory(k, y, 0)) != k.expected(x, y);
    }
    CHECK(different == 0);
  }
}
