// SPDX-License-Identifier: MIT
// examples/norm_of_a_weight.cpp - the story: one fp16 weight, two norms, and nobody's training was wrong.
//
//   norm_of_a_weight [file.npy]    an array of little-endian float16 in C order
#include <accrue/accrue.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using accrue::half;

/// The elements of a NumPy file of float16. Throws std::runtime_error that says what is wrong.
std::vector<half> read_npy(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(path + ": cannot be opened");
  std::string const all{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  auto const byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(all[i])); };
  if (all.size() < 12 || all.compare(0, 6, "\x93NUMPY") != 0) throw std::runtime_error(path + ": is no .npy file");
  bool const long_header = all[6] != 1;
  std::size_t const begin = long_header ? 12 : 10;
  std::size_t const length =
      long_header ? byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24 : byte(8) | byte(9) << 8;
  if (all.size() - begin < length) throw std::runtime_error(path + ": ends inside its header");
  std::string const header = all.substr(begin, length);
  if (header.find("'<f2'") == std::string::npos)
    throw std::runtime_error(path + ": holds no little-endian float16 ('<f2'); its header is " + header);
  if (header.find("'fortran_order': False") == std::string::npos)
    throw std::runtime_error(path + ": is not in C order");
  std::size_t n = 1;
  std::size_t p = header.find('(');
  if (p == std::string::npos) throw std::runtime_error(path + ": its header has no shape");
  while (++p < header.size() && header[p] != ')')
    if (header[p] >= '0' && header[p] <= '9') {
      std::size_t used = 0;
      n *= std::stoull(header.substr(p), &used);
      p += used - 1;
    }
  if ((all.size() - begin - length) / sizeof(half) < n) throw std::runtime_error(path + ": ends inside its data");
  std::vector<half> x(n);
  for (std::size_t i = 0; i != n; ++i)
    x[i] = half::from_bits(
        static_cast<std::uint16_t>(byte(begin + length + 2 * i) | byte(begin + length + 2 * i + 1) << 8));
  return x;
}

/// What a loop with a half accumulator does on so many threads: a left fold a chunk, then one of the chunks.
half folded_in_half(std::vector<half> const& w, std::size_t chunks) {
  using fold = accrue::narrow<accrue::sequential<half>>;
  std::vector<half> part;
  for (std::size_t c = 0; c != chunks; ++c) {
    std::size_t const from = w.size() * c / chunks, to = w.size() * (c + 1) / chunks;
    part.push_back(accrue::sum_of_squares<fold>(std::span(w).subspan(from, to - from)));
  }
  return half(std::sqrt(static_cast<double>(accrue::sum<fold>(part))));
}

/// The least time of a call, in ns.
template <class F>
double least_ns(F f) {
  double least = HUGE_VAL;
  for (int i = 0; i != 7; ++i) {
    auto const from = std::chrono::steady_clock::now();
    double volatile sink = f();
    (void)sink;
    std::chrono::duration<double, std::nano> const took = std::chrono::steady_clock::now() - from;
    least = std::min(least, took.count());
  }
  return least;
}

template <class Method, class Result>
void row(char const* name, std::vector<half> const& w) {
  double const norm = static_cast<double>(accrue::norm2<Method, Result>(w));
  double const bound = accrue::bound<accrue::reductions::norm2, Method, half>(w.size());
  double const ns = least_ns([&] { return static_cast<double>(accrue::norm2<Method, Result>(w)); });
  std::printf("  %-38s %-14.9g %-10.2g %8.3f %8.1f\n", name, norm, bound, ns / static_cast<double>(w.size()),
              static_cast<double>(w.size() * sizeof(half)) / ns);
}

}  // namespace

int main(int argc, char** argv) try {
  std::string const path = argc > 1 ? argv[1] : "examples/data/linear_512x512_seed42_f16.npy";
  std::vector<half> const w = read_npy(path);
  std::printf("%s: %zu float16 elements\n\n", path.c_str(), w.size());

  std::puts("Its norm, summed in float16 by a plain loop:");
  for (std::size_t chunks : {1u, 2u, 4u, 8u})
    std::printf("  on %zu thread%s  %.9g\n", chunks, chunks == 1 ? " " : "s",
                static_cast<double>(folded_in_half(w, chunks)));
  std::puts("Each chunk's sum of squares sticks at 4: the next square is less than half a unit there.\n");

  std::puts("Its norm:");
  std::printf("  accrue::norm2(w)                       %.9g\n", static_cast<double>(accrue::norm2(w)));
  std::printf("  accrue::norm2<accrue::pairwise<>, accrue::half>(w)   %g\n\n",
              static_cast<double>(accrue::norm2<accrue::pairwise<>, half>(w)));

  using namespace accrue;
  std::printf("  %-38s %-14s %-10s %8s %8s\n", "method (accumulator)", "norm2", "bound", "ns/elem", "GB/s");
  row<pairwise<>, void>("pairwise<>       (float), the default", w);
  row<pairwise<double>, void>("pairwise<double>", w);
  row<compensated<>, void>("compensated<>    (float)", w);
  row<compensated<double>, void>("compensated<double>", w);
  row<sequential<>, void>("sequential<>     (float)", w);
  row<sequential<double>, void>("sequential<double>", w);
  row<narrow<pairwise<half>>, void>("narrow<pairwise<half>>", w);
  row<narrow<compensated<half>>, void>("narrow<compensated<half>>", w);
  row<narrow<sequential<half>>, void>("narrow<sequential<half>>", w);
  row<narrow<sequential<bfloat16>>, void>("narrow<sequential<bfloat16>>", w);
  std::puts("\nbound: the norm is within this fraction of the exact one (inf: nothing can be promised).");
  return 0;
} catch (std::exception const& e) {
  std::fprintf(stderr, "norm_of_a_weight: %s\n", e.what());
  return 2;
}
