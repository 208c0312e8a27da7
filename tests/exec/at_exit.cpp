// SPDX-License-Identifier: MIT
// tests/exec/at_exit.cpp - small inputs start no thread; reductions work while static objects are constructed and
// destroyed, and the end of a program does not wait for threads that sleep. Exit status 0, or the number of the fault.
#include <accrue/accrue.hpp>

#include <dirent.h>
#include <unistd.h>

#include <cstdio>
#include <vector>

namespace {

std::vector<double>& data() {
  static auto* const x = new std::vector<double>(1 << 20, 0.1);
  return *x;
}
bool is_right() {
  return accrue::sum<accrue::compensated<>>(accrue::threads(3), data()) == accrue::sum<accrue::compensated<>>(data());
}
/// As the system counts them; 0 where it does not.
int threads_of_this_process() {
  int n = 0;
  if (DIR* const tasks = opendir("/proc/self/task")) {
    while (dirent const* const task = readdir(tasks)) n += task->d_name[0] != '.';
    closedir(tasks);
  }
  return n;
}
void must(bool right, int fault, char const* what) {
  if (right) return;
  std::fprintf(stderr, "FAIL: %s\n", what);
  _exit(fault);
}

struct before_and_after_main {
  before_and_after_main() {
    std::vector<float> const small(1000, 1.0f);
    int const before = threads_of_this_process();
    must(accrue::sum(accrue::threads(8), small) == 1000, 1, "the sum of 1000 ones");
    must(accrue::sum<accrue::exact>(accrue::threads(8), small) == 1000, 1, "the exact sum of 1000 ones");
    must(threads_of_this_process() == before, 2, "threads were started for 1000 elements");
    must(is_right(), 3, "a reduction before main");
    must(before == 0 || threads_of_this_process() == before + 2, 4, "threads(3) did not start two threads");
  }
  ~before_and_after_main() { must(is_right(), 5, "a reduction while static objects are destroyed"); }
} const object;

}  // namespace

int main() {
  must(is_right(), 6, "a reduction in main");
  std::puts("right before, in and after main");
}
