// SPDX-License-Identifier: MIT
// tests/tree/misalignment_test.cpp - lengths x misalignments: where data lies moves no bit, and nothing around it is
// read.
#include <sys/mman.h>
#include <unistd.h>

#include <span>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;

constexpr std::size_t lengths[] = {0,    1,    2,    3,    4,    5,    7,    8,    9,    15,   16,   17,   23,
                                   31,   32,   33,   47,   48,   49,   63,   64,   65,   79,   96,   127,  128,
                                   129,  191,  192,  193,  255,  257,  383,  511,  512,  513,  640,  1023, 1024,
                                   1025, 1599, 1984, 2047, 2048, 2049, 2111, 2113, 4095, 4096, 4097, 4200};
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
  template <class T>
  std::span<T const> at_the_end(std::vector<T> const& x) {
    return copied(x, all_ + page_ + bytes_ - x.size() * sizeof(T));
  }
  template <class T>
  std::span<T const> at_the_beginning(std::vector<T> const& x) {
    return copied(x, all_ + page_);
  }

 private:
  template <class T>
  static std::span<T const> copied(std::vector<T> const& x, unsigned char* to) {
    if (!x.empty()) std::memcpy(to, x.data(), x.size() * sizeof(T));
    return {reinterpret_cast<T const*>(to), x.size()};
  }
  std::size_t page_, bytes_;
  unsigned char* all_;
};

template <class K>
void misalignment_moves_no_bit() {
  using T = typename K::storage;
  for (std::size_t n : lengths) {
    auto const x = inputs::data(n, layout_of<T>(), inputs::wide, n),
               y = inputs::data(n, layout_of<T>(), inputs::wide, ~n);
    std::uint64_t const expected = K::expected(x, y);
    std::vector<T> const a = values_of<T>(x), b = values_of<T>(y);
    std::size_t different = 0;
    for (std::size_t o = 0; o != offsets; ++o) {
      // The second source lies otherwise than the first.
      std::size_t const other = (7 * o + 3) % offsets;
      std::vector<T> u(o + n), v(other + n);
      std::copy(a.begin(), a.end(), u.begin() + static_cast<std::ptrdiff_t>(o));
      std::copy(b.begin(), b.end(), v.begin() + static_cast<std::ptrdiff_t>(other));
      different += K::bits(std::span<T const>(u).subspan(o), std::span<T const>(v).subspan(other)) != expected;
    }
    INFO("n = " << n);
    CHECK(different == 0);
  }
}

/// A read beyond the fence ends the program.
template <class K>
void nothing_around_is_read() {
  using T = typename K::storage;
  fenced one, two;
  for (std::size_t n : lengths) {
    auto const x = inputs::data(n, layout_of<T>(), inputs::ordinary, n),
               y = inputs::data(n, layout_of<T>(), inputs::ordinary, ~n);
    std::vector<T> const a = values_of<T>(x), b = values_of<T>(y);
    std::uint64_t const expected = K::expected(x, y);
    INFO("n = " << n);
    CHECK(K::bits(one.at_the_end(a), two.at_the_end(b)) == expected);
    CHECK(K::bits(one.at_the_beginning(a), two.at_the_beginning(b)) == expected);
  }
}

}  // namespace

#define MISALIGNED(reduction, method, accumulator, storage)                                                \
  TEST_CASE("misalignment moves no bit of " #reduction " " #method "<" #accumulator "> " #storage) {       \
    misalignment_moves_no_bit<kernel::of<reductions::reduction, method<accumulator>, storage>>();          \
  }                                                                                                        \
  TEST_CASE("nothing around the data is read by " #reduction " " #method "<" #accumulator "> " #storage) { \
    nothing_around_is_read<kernel::of<reductions::reduction, method<accumulator>, storage>>();             \
  }

MISALIGNED(sum, pairwise, none, f16)
MISALIGNED(sum, pairwise, none, bf16)
MISALIGNED(sum, pairwise, none, f32)
MISALIGNED(sum, pairwise, none, f64)
MISALIGNED(dot, pairwise, none, f16)
MISALIGNED(dot, pairwise, none, bf16)
MISALIGNED(dot, pairwise, none, f32)
MISALIGNED(dot, pairwise, none, f64)
MISALIGNED(norm_inf, pairwise, none, bf16)
MISALIGNED(sum, narrow_pairwise, f16, f16)
MISALIGNED(sum, narrow_pairwise, f32, f64)
