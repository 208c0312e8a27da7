// SPDX-License-Identifier: MIT
// accrue/exec/pool.hpp - the threads behind accrue::threads: one pool in a process, for all callers.
//
// It is made when it is first needed, grows as wider loops come, and is never destroyed: its threads sleep through
// static destruction and the end of the process. After a fork the child, which has none of its threads, makes a pool of
// its own. Callers work, too, and wait only for helpers that are inside their loop, so loops may be nested and
// may come from several threads at once.
#pragma once

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <new>

#include "accrue/config/compiler.hpp"

namespace accrue::detail {

/// Lets the other thread of a core go on while this one waits.
ACCRUE_INLINE void pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}
/// How often a thread looks before it sleeps: some 20 us. A sleeper wakes up in 30 to 60.
inline constexpr int looks_before_sleep = 1000;
template <class Condition>
void spin_until(Condition const& is_met) noexcept {
  for (int i = 0; i != looks_before_sleep && !is_met(); ++i) pause();
}

class lock {
 public:
  explicit lock(pthread_mutex_t& m) noexcept : mutex_(m) { pthread_mutex_lock(&mutex_); }
  lock(lock const&) = delete;
  lock& operator=(lock const&) = delete;
  ~lock() { pthread_mutex_unlock(&mutex_); }

 private:
  pthread_mutex_t& mutex_;
};

/// A loop whose indices several threads take, a batch at a time. It lives on its caller's stack.
struct shared_loop {
  void (*run)(shared_loop&, std::size_t from, std::size_t to);  // throws nothing
  std::size_t count, batch;
  std::size_t wanted;                   // so many more helpers
  std::atomic<std::size_t> helpers{0};  // are inside
  shared_loop* behind = nullptr;
  alignas(64) std::atomic<std::size_t> taken{0};

  void take_part() noexcept {
    for (std::size_t i; (i = taken.fetch_add(batch, std::memory_order_relaxed)) < count;)
      run(*this, i, count - i < batch ? count : i + batch);
  }
};

class pool {
 public:
  /// The pool of this process; null if there is no memory for one.
  static pool* get() noexcept {
    pid_t const process = getpid();
    pool* p = current.load(std::memory_order_acquire);
    while (p == nullptr || p->process_ != process) {
      pool* const made = new (std::nothrow) pool(process, p);
      if (made == nullptr) return nullptr;
      if (current.compare_exchange_strong(p, made, std::memory_order_acq_rel, std::memory_order_acquire)) return made;
      delete made;
    }
    return p;
  }
  /// Runs a loop, on this thread and on helpers.
  void run(shared_loop& l) noexcept {
    begin(l);
    l.take_part();
    end(l);
  }
  /// How many threads were started.
  std::size_t size() noexcept {
    lock const held(mutex_);
    return threads_;
  }

 private:
  pool(pid_t process, pool* parents) noexcept : process_(process), parents_(parents) {}

  void begin(shared_loop& l) noexcept {
    std::size_t to_wake = 0;
    {
      lock const held(mutex_);
      while (threads_ < l.wanted && start()) ++threads_;
      l.behind = first_.load(std::memory_order_relaxed);
      first_.store(&l, std::memory_order_release);
      to_wake = l.wanted < sleeping_ ? l.wanted : sleeping_;
    }
    for (; to_wake != 0; --to_wake) pthread_cond_signal(&work_);
  }
  void end(shared_loop& l) noexcept {
    auto const is_left = [&] { return l.helpers.load(std::memory_order_acquire) == 0; };
    {
      lock const held(mutex_);
      unlink(l);
    }
    spin_until(is_left);
    if (is_left()) return;
    lock const held(mutex_);
    ++waiting_;
    while (!is_left()) pthread_cond_wait(&left_, &mutex_);
    --waiting_;
  }
  /// Helps with one loop after another, for ever.
  void help() noexcept {
    for (;;) {
      spin_until([&] { return first_.load(std::memory_order_relaxed) != nullptr; });
      shared_loop& l = join();
      l.take_part();
      lock const held(mutex_);
      unlink(l);  // nothing is left to take
      // From here on its caller may return.
      if (l.helpers.fetch_sub(1, std::memory_order_release) == 1 && waiting_ != 0) pthread_cond_broadcast(&left_);
    }
  }
  shared_loop& join() noexcept {
    lock const held(mutex_);
    ++sleeping_;
    while (first_.load(std::memory_order_relaxed) == nullptr) pthread_cond_wait(&work_, &mutex_);
    --sleeping_;
    shared_loop& l = *first_.load(std::memory_order_relaxed);
    l.helpers.fetch_add(1, std::memory_order_relaxed);
    if (--l.wanted == 0) unlink(l);
    return l;
  }
  void unlink(shared_loop& l) noexcept {
    shared_loop* at = first_.load(std::memory_order_relaxed);
    if (at == &l) return first_.store(l.behind, std::memory_order_relaxed);
    for (; at != nullptr; at = at->behind)
      if (at->behind == &l) at->behind = l.behind;
  }
  bool start() noexcept {
    pthread_t t;
    auto const main = [](void* p) -> void* {
      static_cast<pool*>(p)->help();
      return nullptr;
    };
    return pthread_create(&t, nullptr, main, this) == 0 && pthread_detach(t) == 0;
  }

  static inline std::atomic<pool*> current{nullptr};

  pid_t const process_;
  [[maybe_unused]] pool* const parents_;  // what the child of a fork cannot use is kept in reach of leak checkers
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t work_ = PTHREAD_COND_INITIALIZER, left_ = PTHREAD_COND_INITIALIZER;
  std::size_t threads_ = 0, sleeping_ = 0, waiting_ = 0;
  std::atomic<shared_loop*> first_{nullptr};  // of those that want helpers, the newest
};

}  // namespace accrue::detail
