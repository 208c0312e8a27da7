// SPDX-License-Identifier: MIT
// accrue/exec/threads.hpp - a place: this thread and others of the library's own pool.
//
//   accrue::sum<accrue::exact>(accrue::threads(8), x)     up to 8 threads, the same bits
#pragma once

#include "accrue/exec/pool.hpp"
#include "accrue/exec/thrown.hpp"

namespace accrue {

/// Up to n threads, the calling one among them; 0: as many as the hardware runs. More than that are allowed, and
/// share it. Threads are started when first needed and kept. Safe to use from several threads at once, inside
/// itself, after a fork, and while static objects are destroyed.
class threads {
 public:
  constexpr explicit threads(std::size_t n = 0) noexcept : asked_(n) {}

  /// How many threads take part at most.
  std::size_t width() const noexcept { return asked_ != 0 ? asked_ : of_hardware(); }

  /// f(0) .. f(n - 1), each once, in any order, in batches of neighbours that get smaller than n / (16 width()).
  /// Returns when all are done; after an exception the others may be left out, and it is thrown here.
  template <class F>
  void parallel_for(std::size_t n, F const& f) const {
    std::size_t const wide = width() < n ? width() : n;
    detail::pool* const pool = wide > 1 ? detail::pool::get() : nullptr;
    if (pool == nullptr) {
      for (std::size_t i = 0; i != n; ++i) f(i);
      return;
    }
    loop_of<F> loop(f);
    loop.count = n;
    loop.batch = n / (16 * wide) + 1;
    loop.wanted = wide - 1;
    pool->run(loop);
    loop.caught.rethrow();
  }

 private:
  template <class F, class Thrown = detail::thrown<>>
  struct loop_of : detail::shared_loop {
    F const& f;
    Thrown caught;

    explicit loop_of(F const& g) noexcept : f(g) { run = run_batch; }
    static void run_batch(detail::shared_loop& l, std::size_t from, std::size_t to) noexcept {
      auto& me = static_cast<loop_of&>(l);
      me.caught.run([&] {
        for (std::size_t i = from; i != to; ++i) me.f(i);
      });
    }
  };
  static std::size_t of_hardware() noexcept {
    static std::atomic<std::size_t> known{0};
    std::size_t n = known.load(std::memory_order_relaxed);
    if (n == 0) {
      long const online = sysconf(_SC_NPROCESSORS_ONLN);
      known.store(n = online > 0 ? static_cast<std::size_t>(online) : 1, std::memory_order_relaxed);
    }
    return n;
  }

  std::size_t asked_;
};

}  // namespace accrue
