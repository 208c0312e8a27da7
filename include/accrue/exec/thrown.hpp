// SPDX-License-Identifier: MIT
// accrue/exec/thrown.hpp - what a job throws on another thread, kept for the caller.
#pragma once

#include <atomic>
#include <exception>

#include "accrue/config/compiler.hpp"

namespace accrue::detail {

/// Runs jobs on any threads; the first exception is kept, and jobs after it may be left out. (The parameter keeps units
/// compiled with exceptions and without apart.)
template <bool Throws = ACCRUE_EXCEPTIONS != 0>
class thrown {
 public:
  template <class Job>
  void run(Job const& job) noexcept {
#if ACCRUE_EXCEPTIONS
    if (happened_.load(std::memory_order_relaxed)) return;
    try {
      job();
    } catch (...) {
      if (!happened_.exchange(true)) exception_ = std::current_exception();
    }
#else
    job();
#endif
  }
  /// For the caller, once all threads are done.
  void rethrow() const {
#if ACCRUE_EXCEPTIONS
    if (exception_) std::rethrow_exception(exception_);
#endif
  }

#if ACCRUE_EXCEPTIONS
 private:
  std::atomic<bool> happened_{false};
  std::exception_ptr exception_;
#endif
};

}  // namespace accrue::detail
