// SPDX-License-Identifier: MIT
// tests/exec/threads_test.cpp - accrue::threads: the bits of one thread, from anywhere, whatever happens.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <list>
#include <stdexcept>
#include <string>

#include "exec/places.hpp"
#include "support/environment.hpp"

using accrue::threads;
using namespace places;
using namespace environments;

#if defined(__SANITIZE_THREAD__)
#define ACCRUE_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ACCRUE_TSAN 1
#endif
#endif

namespace {

/// n elements at any place in runs of `elements`, beside one thread.
template <class Reduction, class M, class E, class T>
void same_in_runs(E const& place, std::size_t elements, std::vector<T> const& x) {
  using P = accrue::plan_t<Reduction, M, T>;
  using R = accrue::result_t<void, M, T>;
  std::size_t const n = x.size(), runs = (n + elements - 1) / elements;
  if (runs > accrue::tree::most_runs<P>) return;
  auto const view = accrue::tree::contiguous_view<T>{x.data()};
  R const r = accrue::detail::reduce_in_runs<P, R>(place, {3, runs, elements}, accrue::detail::no_numbers{}, n, view);
  CHECK(kernel::word(r) == kernel::word(accrue::reduce<Reduction, M>(x)));
}

struct thrown_by_a_term {};
/// x, unless it is 3.
struct hesitant {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 1;
  template <class V>
  static V value(V x) {
    bool found = false;
    accrue::for_each_lane(x, [&](auto v) { found = found || v == 3; });
    if (found) throw thrown_by_a_term{};
    return x;
  }
};
struct sum_of_others : accrue::additive<hesitant> {};
struct mean_of_others : accrue::additive<hesitant, accrue::over_count> {};

/// Does it throw, and is the control word as it was?
template <class Reduction, class M, class E, class S>
void throws(E const& place, S const& x) {
  for (environment const& e : environments::all) {
    if (e.traps) continue;
    caller const c(e);
    std::uint64_t const before = control_word() & ~flags;
    bool caught = false;
    try {
      (void)accrue::reduce<Reduction, M>(place, x);
    } catch (thrown_by_a_term) {
      caught = true;
    }
    std::uint64_t const after = control_word() & ~flags;
    CHECK(caught);
    CHECK(after == before);
  }
}

}  // namespace

TEST_CASE("threads give the bits of one thread, in every kind of plan") {
  for (std::size_t t : {1u, 2u, 3u, 8u}) same_in_every_plan(threads(t));
}

TEST_CASE("the bits do not depend on the length of the runs") {
  using namespace accrue;
  inputs::splitmix64 next{7};
  for (int round = 0; round != 40; ++round) {
    std::size_t const n = 1 + next() % 70000, elements = tree::block << next() % 5,
                      any = tree::block * (1 + next() % 9);
    auto const k = static_cast<inputs::kind>(next() % inputs::kinds);
    auto const f = data<float>(n, k, next());
    auto const d = data<double>(n, k, next());
    threads const place(1 + next() % 8);
    same_in_runs<reductions::sum, pairwise<>>(place, elements, f);
    same_in_runs<reductions::sum, compensated<>>(place, elements, d);
    same_in_runs<reductions::norm2, kahan<>>(place, elements, d);
    same_in_runs<reductions::mean, pairwise<>>(place, elements, d);
    same_in_runs<reductions::sum, exact>(place, any, d);
    same_in_runs<reductions::norm_inf, pairwise<>>(place, any, f);
  }
}

TEST_CASE("random lengths about the threshold, on 1, 2, 3 and 8 threads") {
  inputs::splitmix64 next{1};
  for (std::size_t t : {1u, 2u, 3u, 8u})
    for (int round = 0; round != 6; ++round) {
      auto const d = data<double>(1 + next() % (2 * enough), inputs::ordinary, next());
      same<accrue::reductions::sum, accrue::pairwise<>>(threads(t), d);
      same<accrue::reductions::sum, accrue::compensated<>>(threads(t), d);
    }
}

TEST_CASE("threads(0) is as many as the hardware runs") {
  CHECK(threads(0).width() >= 1);
  CHECK(threads().width() == threads(0).width());
  CHECK(threads(1000).width() == 1000);
  same<accrue::reductions::sum, accrue::compensated<>>(threads(), data<double>(enough, inputs::ordinary, 1));
  same<accrue::reductions::sum, accrue::compensated<>>(threads(60), data<double>(enough, inputs::ordinary, 1));
}

TEST_CASE("executors of a user's own give these bits, too") {
  same_in_every_plan(backwards{});
  same_in_every_plan(thread_each{});
}

TEST_CASE("ranges that can only be walked through have the same bits at every place") {
  auto const v = data<float>(5000, inputs::wide, 1);
  std::list<float> const l(v.begin(), v.end());
  same<accrue::reductions::sum, accrue::pairwise<>>(threads(8), l);
  same<accrue::reductions::sum, accrue::exact>(threads(8), l);
}

TEST_CASE("parallel_for does every job once, few of them or many") {
  for (std::size_t t : {1u, 2u, 5u})
    for (std::size_t n : {0u, 1u, 2u, 3u, 64u, 65u, 1000u, 100003u}) {
      std::vector<std::atomic<int>> done(n);
      threads(t).parallel_for(n, [&](std::size_t i) { ++done[i]; });
      std::size_t once = 0;
      for (auto const& d : done) once += d == 1;
      CHECK(once == n);
    }
}

TEST_CASE("an environment of the caller's or of a worker's reaches no result, and none is lost") {
  auto const d = data<double>(enough, inputs::subnormal, 1);
  auto const f = data<float>(enough, inputs::ordinary, 2);
  auto const expected = kernel::word(accrue::sum(d)), of_floats = kernel::word(accrue::sum<accrue::kahan<>>(f));
  for (environment const& e : environments::all) {
    caller const c(e);
    // Workers that are started here inherit what the caller has.
    threads(2 + static_cast<std::size_t>(&e - environments::all)).parallel_for(1000, [](std::size_t) {});
    std::uint64_t const before = control_word() & ~flags;
    auto const r = kernel::word(accrue::sum(threads(12), d));
    auto const s = kernel::word(accrue::sum<accrue::kahan<>>(threads(12), f));
    CHECK(before == (control_word() & ~flags));
    CHECK(r == expected);
    CHECK(s == of_floats);
  }
}

TEST_CASE("reductions inside jobs, inside terms' threads and at once from many threads finish") {
  auto const d = data<double>(enough, inputs::ordinary, 1);
  auto const expected = kernel::word(accrue::sum<accrue::compensated<>>(d));
  std::atomic<int> right{0};
  auto const check = [&](std::size_t) {
    if (kernel::word(accrue::sum<accrue::compensated<>>(threads(4), d)) == expected) ++right;
  };
  threads(4).parallel_for(9, check);
  CHECK(right == 9);
  thread_each{}.parallel_for(6, check);
  CHECK(right == 15);
  thread_each{}.parallel_for(
      2, [&](std::size_t) { threads(3).parallel_for(3, [&](std::size_t) { threads(3).parallel_for(3, check); }); });
  CHECK(right == 33);
}

TEST_CASE("what a term throws reaches the caller, at every place, with the control word put back") {
  std::vector<double> x(2 * enough, 1.0);
  for (std::size_t at : {std::size_t{0}, std::size_t{70}, enough + 4321, 2 * enough - 1}) {
    x[at] = 3;
    throws<sum_of_others, accrue::pairwise<>>(accrue::serial, x);
    throws<sum_of_others, accrue::sequential<>>(accrue::serial, x);
    throws<mean_of_others, accrue::kahan<>>(threads(3), x);
    throws<sum_of_others, accrue::compensated<>>(threads(8), x);
    throws<sum_of_others, accrue::pairwise<>>(backwards{}, x);
    throws<mean_of_others, accrue::pairwise<>>(threads(2), accrue::strided<double>(x.data() + at, 1, 2));
    x[at] = 1;
  }
  std::list<double> const l{1, 2, 3, 4};
  throws<sum_of_others, accrue::pairwise<>>(threads(2), l);
  same<sum_of_others, accrue::pairwise<>>(threads(3), x);
}

TEST_CASE("what a range's iterator throws reaches the caller") {
  struct iterator {
    std::size_t i;
    double operator*() const { return i == 4321 ? throw thrown_by_a_term{} : 1.0; }
    iterator& operator++() { return ++i, *this; }
    bool operator!=(iterator const& o) const { return i != o.i; }
  };
  struct range {
    iterator begin() const { return {0}; }
    iterator end() const { return {10000}; }
  };
  throws<accrue::reductions::sum, accrue::pairwise<>>(threads(2), range{});
  throws<accrue::reductions::sum, accrue::exact>(accrue::serial, range{});
}

TEST_CASE("what a job throws reaches the caller of parallel_for, and the pool lives on") {
  for (std::size_t t : {1u, 2u, 4u})
    for (std::size_t n : {1u, 2u, 1000u}) {
      CHECK_THROWS_AS(
          threads(t).parallel_for(n, [&](std::size_t i) { i == n - 1 ? throw std::runtime_error("last") : void(); }),
          std::runtime_error);
      CHECK_THROWS_AS(threads(t).parallel_for(n, [&](std::size_t) { throw std::runtime_error("all"); }),
                      std::runtime_error);
      std::atomic<std::size_t> done{0};
      threads(t).parallel_for(n, [&](std::size_t) { ++done; });
      CHECK(done == n);
    }
}

#ifndef ACCRUE_TSAN  // which refuses threads in the child of a fork
TEST_CASE("the child of a fork has threads of its own") {
  auto const d = data<double>(enough, inputs::ordinary, 1);
  auto const expected = kernel::word(accrue::sum<accrue::exact>(threads(3), d));
  std::atomic<bool> stop{false};
  // Forks while the pool's lock is taken and left by others.
  std::thread busy([&] {
    while (!stop) threads(3).parallel_for(64, [](std::size_t) {});
  });
  for (int i = 0; i != 50; ++i) {
    pid_t const child = fork();
    if (child == 0) {
      alarm(60);
      bool right = kernel::word(accrue::sum<accrue::exact>(threads(3), d)) == expected;
      std::atomic<std::size_t> done{0};
      threads(4).parallel_for(1000, [&](std::size_t) { ++done; });
      right = right && done == 1000;
      _exit(right ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  stop = true;
  busy.join();
}
#endif

TEST_CASE("places are ignored in constant expressions") {
  static constexpr float x[] = {1, 2, 4};
  static_assert(accrue::sum(threads(8), x) == 7);
  static_assert(accrue::sum<accrue::exact>(threads(8), x) == 7);
}
