// SPDX-License-Identifier: MIT
// tests/environment_test.cpp - the caller's floating-point environment reaches no result, and none of it is lost.
#include <accrue/accrue.hpp>

#include <span>

#include "kernels/kernels.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/kernel.hpp"

namespace {

using kernels::entry;

using namespace environments;

// ---- results

std::vector<inputs::job> jobs() {
  std::vector<inputs::job> all;
  std::uint64_t seed = 1;
  for (std::size_t n : {0u, 1u, 2u, 3u, 63u, 64u, 65u, 200u, 2048u, 2100u, 4500u})
    for (int k = 0; k != inputs::kinds; ++k) all.push_back({n, static_cast<inputs::kind>(k), seed++});
  return all;
}

// ---- a caller that computes before and after, in registers

/// The compiler knows nothing of the value, and has it where it is asked for.
template <class T>
T opaque(T v) {
  asm volatile("" : "+m"(v) : : "memory");
  return v;
}
template <class T>
[[gnu::noinline]] T quotient(T a, T b) {
  return opaque(opaque(a) / opaque(b));
}
template <class T>
struct three {
  T before, between, after;
};
/// Nothing here is volatile: the compiler may move the divisions as it likes.
template <class Reduction, class T>
[[gnu::noinline]] three<T> around_a_reduction(T a, T b, T c, T d, std::span<T const> x) {
  T const before = a / b;
  T const between = static_cast<T>(accrue::reduce<Reduction>(x));
  T const after = c / d;
  return {before, between, after};
}
/// The divisions depend on the reduction, or it on them.
template <class Reduction, class T>
[[gnu::noinline]] three<T> through_a_reduction(T a, T b, T d, std::span<T> x) {
  T const before = a / b;
  x[0] = before;
  T const between = static_cast<T>(accrue::reduce<Reduction>(x));
  return {before, between, between / d};
}
template <class Reduction, class T>
void leaves_the_callers_arithmetic_alone() {
  std::vector<T> x(1000);
  for (std::size_t i = 0; i != x.size(); ++i) x[i] = static_cast<T>(i % 17) / 16;
  T const one = opaque(T(1)), minus_two = opaque(T(-2)), b = opaque(T(3)), d = opaque(T(7));
  for (environment const& e : all) {
    if (e.traps) continue;
    three<T> around, through;
    T first, second, third, of_first;
    T const plain = static_cast<T>(accrue::reduce<Reduction>(std::span<T const>(x)));
    std::vector<T> y = x;
    {
      caller const c(e);
      first = quotient(one, b), second = quotient(minus_two, d);
      around = around_a_reduction<Reduction, T>(one, b, minus_two, d, x);
      through = through_a_reduction<Reduction, T>(one, b, d, y);
      third = quotient(through.between, d);
    }
    x[0] = first;
    of_first = static_cast<T>(accrue::reduce<Reduction>(std::span<T const>(x)));
    x[0] = 0;
    INFO(e.name);
    CHECK(around.before == first);
    CHECK(around.between == plain);
    CHECK(around.after == second);
    CHECK(through.before == first);
    CHECK(through.between == of_first);
    CHECK(through.after == third);
  }
}

}  // namespace

TEST_CASE("flushing, directed rounding and traps reach no result") {
  auto const inputs_of_all = jobs();
  for (entry const& k : kernels::all()) {
    std::vector<kernels::memory> x, y;
    std::vector<std::uint64_t> plain, got;
    for (inputs::job const& j : inputs_of_all) {
      x.emplace_back(k, inputs::data(j.n, k.layout(), j.k, j.seed));
      y.emplace_back(k, inputs::data(j.n, k.layout(), j.k, ~j.seed));
      plain.push_back(bits(k, x.back(), y.back()));
    }
    for (environment const& e : all) {
      got.assign(plain.size(), 0);
      {
        caller const c(e);
        for (std::size_t i = 0; i != plain.size(); ++i) got[i] = bits(k, x[i], y[i]);
      }
      INFO(k.name << ": " << e.name);
      CHECK(got == plain);
    }
  }
}

TEST_CASE("the environment does flush, round and trap what is not guarded") {
  float flushed;
  {
    caller const c(all[0]);
    flushed = opaque(opaque(0x1p-149f) * opaque(1.0f));
  }
#if defined(__SSE2__) || defined(__aarch64__)
  CHECK(flushed == 0);
#endif
  double up, down;
  {
    caller const c(all[1]);
    up = quotient(1.0, 3.0);
  }
  {
    caller const c(all[2]);
    down = quotient(1.0, 3.0);
  }
  CHECK(down < up);
}

TEST_CASE("after a call the control word and the caller's sticky flags are what they were") {
  for (entry const& k : kernels::all()) {
    // With overflow, invalid and inexact operations inside.
    kernels::memory const x(k, inputs::data(3000, k.layout(), inputs::near_overflow, 3)),
        nan(k, inputs::data(70, k.layout(), inputs::nothing_but_nan, 3));
    for (environment const& e : all) {
      std::uint64_t before = 0, after = 0;
      int flags_before = 0, flags_after = 0;
      {
        caller const c(e);
        // Raising a flag traps; setting it in the word does not.
        if (e.traps || flags != 0)
          set_control_word(control_word() | (flags & 0x28));
        else
          feraiseexcept(FE_INEXACT | FE_OVERFLOW);
        before = control_word(), flags_before = fetestexcept(FE_ALL_EXCEPT);
        bits(k, x, x), bits(k, nan, nan);
        after = control_word(), flags_after = fetestexcept(FE_ALL_EXCEPT);
      }
      INFO(k.name << ": " << e.name);
      CHECK(after == before);
      CHECK((flags_after & flags_before) == flags_before);
      if (flags != 0) CHECK(flags_before == (FE_INEXACT | FE_OVERFLOW));
    }
  }
}

TEST_CASE("in the default environment no control bit changes and no sticky flag is lost") {
  constexpr environment plain = {"default", FE_TONEAREST, false, false};
  for (entry const& k : kernels::all()) {
    kernels::memory const x(k, inputs::data(3000, k.layout(), inputs::near_overflow, 3));
    for (int raised : {FE_INEXACT, FE_OVERFLOW, FE_UNDERFLOW, FE_INVALID, FE_DIVBYZERO}) {
      std::uint64_t before, after;
      int flags_after;
      {
        caller const c(plain);
        feraiseexcept(raised);
        before = control_word();
        bits(k, x, x);
        after = control_word(), flags_after = fetestexcept(FE_ALL_EXCEPT);
      }
      INFO(k.name);
      CHECK((after & ~flags) == (before & ~flags));
      CHECK((flags_after & raised) == raised);
    }
  }
}

TEST_CASE("divisions before and after a sum are done in the caller's rounding mode") {
  leaves_the_callers_arithmetic_alone<accrue::reductions::sum, float>();
}
TEST_CASE("divisions before and after a mean are done in the caller's rounding mode") {
  leaves_the_callers_arithmetic_alone<accrue::reductions::mean, double>();
}
TEST_CASE("divisions before and after a norm are done in the caller's rounding mode") {
  leaves_the_callers_arithmetic_alone<accrue::reductions::norm2, double>();
}
