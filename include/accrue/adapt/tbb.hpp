// SPDX-License-Identifier: MIT
// accrue/adapt/tbb.hpp - a place: the threads of oneTBB, of the current arena or of one that is given. Opt-in.
#pragma once

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include "accrue/exec/serial.hpp"

namespace accrue {

/// onetbb(): the arena that the call is made in. onetbb(arena): that one, which must live as long as the place.
class onetbb {
 public:
  onetbb() = default;
  explicit onetbb(tbb::task_arena& arena) noexcept : arena_(&arena) {}

  std::size_t width() const {
    int const n = arena_ != nullptr ? arena_->max_concurrency() : tbb::this_task_arena::max_concurrency();
    return n > 0 ? static_cast<std::size_t>(n) : 1;
  }
  template <class F>
  void parallel_for(std::size_t n, F const& f) const {
    // Isolated: while this thread waits, it takes no task from outside, which might want a lock that it holds.
    auto const all = [&] {
      tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, n, [&](std::size_t i) { f(i); }); });
    };
    if (arena_ != nullptr)
      arena_->execute(all);
    else
      all();
  }

 private:
  tbb::task_arena* arena_ = nullptr;
};

}  // namespace accrue
