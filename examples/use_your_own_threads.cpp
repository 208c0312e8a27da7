// SPDX-License-Identifier: MIT
// examples/use_your_own_threads.cpp - an executor of your own is a place like those of the library.
#include <accrue/accrue.hpp>

#include <cstdio>
#include <exception>
#include <future>
#include <vector>

// [executor]
class tasks {  // what your program has: here, std::async
 public:
  explicit tasks(std::size_t n) : width_(n) {}

  std::size_t width() const { return width_; }

  template <class F>
  void parallel_for(std::size_t n, F const& f) const {
    std::vector<std::future<void>> running;
    std::size_t const batch = n / width_ + 1;
    for (std::size_t from = 0; from < n; from += batch)
      running.push_back(std::async(std::launch::async, [&f, from, to = from + batch < n ? from + batch : n] {
        for (std::size_t i = from; i != to; ++i) f(i);
      }));
    for (auto& task : running) task.wait();  // all, before one of them throws: they use f
    for (auto& task : running) task.get();
  }

 private:
  std::size_t width_;
};
static_assert(accrue::executor<tasks>);
// [executor]

int main() {
  std::vector<double> x(2'000'000);
  for (std::size_t i = 0; i != x.size(); ++i) x[i] = 1.0 / static_cast<double>(i + 1);
  // [use]
  double const here = accrue::sum<accrue::compensated<>>(x);
  double const there = accrue::sum<accrue::compensated<>>(tasks(4), x);
  double const by_pool = accrue::sum<accrue::compensated<>>(accrue::threads(8), x);
  // [use]
  std::printf("%.17g\n%.17g\n%.17g\n", here, there, by_pool);
}
