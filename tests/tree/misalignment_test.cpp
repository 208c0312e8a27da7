// SPDX-License-Identifier: MIT
// tests/tree/misalignment_test.cpp - lengths x misalignments: where data lies moves no bit, and nothing around it is
// read.
#include <sys/mman.h>
#include <unistd.h>

#include "kernels/kernels.hpp"
#include "support/catch.hpp"

namespace {

using kernels::entry;

constexpr std::size_t lengths[] = {0,    1,    2,    3,    4,    5,    7,    8,    9,    15,   16,  17,
                                   23,   31,   32,   33,   47,   48,   49,   63,   64,   65,   79,  96,
                                   127,  128,  129,  191,  192,  193,  255,  257,  383,  511,  512, 640,
                                   1023, 1025, 1599, 1984, 2047, 2048, 2049, 2111, 2113, 4095, 4200};
constexpr std::size_t offsets = 64;

/// Pages that can be read, between two that cannot.
class fenced {
 public:
  fenced() : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))), bytes_((65536 / page_ + 1) * page_) {
    void* const p = mmap(nullptr, bytes_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(p != MAP_FAILED);
    all_ = static_cast<unsigned char*>(p);
    REQUIRE(mprotect(all_ + page_, bytes_, PROT_READ | PROT_WRITE) == 0);
  }
  fenced(fenced const&) = delete;
  fenced& operator=(fenced const&) = delete;
  ~fenced() { munmap(all_, bytes_ + 2 * page_); }

  /// A copy that ends where memory ends, or begins where it begins.
  void const* at_the_end(kernels::memory const& x, std::size_t bytes) {
    return copied(x, bytes, page_ + bytes_ - bytes);
  }
  void const* at_the_beginning(kernels::memory const& x, std::size_t bytes) { return copied(x, bytes, page_); }

 private:
  void const* copied(kernels::memory const& x, std::size_t bytes, std::size_t to) {
    if (bytes != 0) std::memcpy(all_ + to, x.data(), bytes);
    return all_ + to;
  }
  std::size_t page_, bytes_;
  unsigned char* all_;
};

}  // namespace

TEST_CASE("misalignment moves no bit, of one source or two") {
  for (entry const& k : kernels::all()) {
    std::size_t different = 0;
    for (std::size_t n : lengths) {
      auto const x = inputs::data(n, k.layout(), inputs::wide, n), y = inputs::data(n, k.layout(), inputs::wide, ~n);
      std::uint64_t const expected = bits(k, x, y);
      // The second source lies otherwise than the first.
      for (std::size_t o = 0; o != offsets; ++o)
        different += bits(k, kernels::memory(k, x, 1, o), kernels::memory(k, y, 1, (7 * o + 3) % offsets)) != expected;
    }
    INFO(k.name);
    CHECK(different == 0);
  }
}

// A read beyond the fence ends the program.
TEST_CASE("nothing before and behind the data is read") {
  fenced one, two;
  for (entry const& k : kernels::all()) {
    std::size_t different = 0;
    for (std::size_t n : lengths) {
      auto const x = inputs::data(n, k.layout(), inputs::ordinary, n),
                 y = inputs::data(n, k.layout(), inputs::ordinary, ~n);
      kernels::memory const u(k, x), v(k, y);
      std::uint64_t const expected = bits(k, u, v);
      std::size_t const bytes = n * k.element_size();
      different += k.contiguous(one.at_the_end(u, bytes), two.at_the_end(v, bytes), n) != expected;
      different += k.contiguous(one.at_the_beginning(u, bytes), two.at_the_beginning(v, bytes), n) != expected;
    }
    INFO(k.name);
    CHECK(different == 0);
  }
}
