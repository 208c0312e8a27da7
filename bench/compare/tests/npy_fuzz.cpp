// SPDX-License-Identifier: MIT
// bench/compare/tests/npy_fuzz.cpp - .npy files with faults, by the million: read or refused, never anything else.
//
//   npy_fuzz [--seconds S] [--seed N] [--program PATH-OF-ACCRUE-COMPARE]
//
// Each case is a good file and a few faults. Compiled with the address and undefined-behaviour sanitizers, it
// reads each; of a good file the outcome is known, of any file that is read the size must add up. With
// --program, some go through the program, too: its exit status must be 0 where the file was read, else 2.
#include <sys/wait.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <vector>

#include "compare/npy.hpp"
#include "npy_file.hpp"

namespace {

class generator {
 public:
  explicit generator(std::uint64_t seed) : state_(seed) {}
  std::uint64_t word() {
    std::uint64_t w = state_ += 0x9e3779b97f4a7c15u;
    w = (w ^ w >> 30) * 0xbf58476d1ce4e5b9u;
    w = (w ^ w >> 27) * 0x94d049bb133111ebu;
    return w ^ w >> 31;
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(word() % n); }
  template <class T, std::size_t N>
  T const& one_of(T const (&all)[N]) {
    return all[below(N)];
  }

 private:
  std::uint64_t state_;
};

struct dtype {
  char const* descr;
  std::size_t bytes;
};
constexpr dtype dtypes[] = {{"<f2", 2}, {"<f4", 4}, {"<f8", 8}, {">f2", 2}, {">f4", 4}, {">f8", 8}, {"|i1", 1},
                            {"|u1", 1}, {"<i2", 2}, {"<u2", 2}, {"<i4", 4}, {"<u4", 4}, {"<i8", 8}, {"<u8", 8}};

/// A file that must be read: few elements, small integers.
std::string good_file(generator& g) {
  dtype const& type = g.one_of(dtypes);
  std::size_t n = 1;
  std::string shape = "(";
  for (std::size_t dimensions = g.below(4); dimensions != 0; --dimensions) {
    std::size_t const extent = g.below(5);
    n *= extent;
    shape += std::to_string(extent) + ",";
  }
  std::string data;
  for (std::size_t i = 0; i != n * type.bytes; ++i)
    data += static_cast<char>(type.bytes == 8 && i % 8 > 5 ? 0 : g.word());
  return npy_file::file(npy_file::dictionary(type.descr, shape + ")"), data, static_cast<int>(1 + g.below(3)));
}

constexpr char const* pieces[] = {"'",
                                  "\"",
                                  "(",
                                  ")",
                                  ",",
                                  "{",
                                  "}",
                                  ":",
                                  "[",
                                  "True",
                                  "False",
                                  "'descr'",
                                  "'shape'",
                                  "'<c8'",
                                  "18446744073709551615",
                                  "18446744073709551616",
                                  "4294967296, ",
                                  "-1",
                                  "0",
                                  "\n",
                                  "\\",
                                  "\x93NUMPY"};

void damage(generator& g, std::string& s) {
  std::size_t const at = g.below(s.size() + 1), length = g.below(8);
  switch (g.below(8)) {
    case 0: s.resize(at); break;
    case 1: s.insert(at, g.one_of(pieces)); break;
    case 2: s.erase(at, length); break;
    case 3: s.append(length, '\0'); break;
    case 4: s.replace(at, std::min(length, s.size() - at), g.one_of(pieces)); break;
    case 5: s.insert(at, s.substr(g.below(s.size() + 1), 32)); break;
    case 6:
      if (s.size() > 12) s[6 + g.below(6)] = static_cast<char>(g.word());
      break;
    default:
      if (at < s.size()) s[at] = static_cast<char>(s[at] ^ 1 << g.below(8));
  }
}

enum class verdict { read, refused, wrong };

verdict read(std::string const& path, std::string const& bytes, bool as_bfloat16) {
  try {
    accrue_compare::input const in = accrue_compare::read_npy(path, as_bfloat16);
    std::size_t const element = static_cast<std::size_t>(in.from.type[2] - '0');
    bool const fits = in.x.size() * element < bytes.size();
    return fits && (bytes.size() - in.x.size() * element) < (1u << 21) ? verdict::read : verdict::wrong;
  } catch (accrue_compare::misuse const& e) {
    return std::string_view(e.what()).starts_with(path + ": ") ? verdict::refused : verdict::wrong;
  }
}

/// The status of the program, or -1 for a crash.
int status_of(std::string const& program, std::string const& path, bool as_bfloat16) {
  std::string const command =
      "'" + program + "' --time 0 --no-curves " + (as_bfloat16 ? "--bfloat16 '" : "'") + path + "' >/dev/null 2>&1";
  int const status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

template <class T>
bool number(char const* text, T& to) {
  return std::from_chars(text, text + std::strlen(text), to).ptr == text + std::strlen(text);
}

}  // namespace

int main(int argc, char** argv) {
  double seconds = 3;
  std::uint64_t seed = 1;
  std::string program;
  for (int i = 1; i < argc; i += 2) {
    std::string_view const option = argv[i];
    bool known = i + 1 < argc;
    if (known && option == "--seconds")
      known = number(argv[i + 1], seconds);
    else if (known && option == "--seed")
      known = number(argv[i + 1], seed);
    else if (known && option == "--program")
      program = argv[i + 1];
    else
      known = false;
    if (!known) return std::fprintf(stderr, "npy_fuzz [--seconds S] [--seed N] [--program PATH]\n"), 2;
  }
  npy_file::folder const here;
  generator g(seed);
  std::size_t cases = 0, good = 0, accepted = 0, through_program = 0;
  auto const end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (; std::chrono::steady_clock::now() < end; ++cases) {
    std::string bytes = good_file(g);
    std::size_t const faults = g.below(4);
    for (std::size_t i = 0; i != faults; ++i) damage(g, bytes);
    bool const as_bfloat16 = faults != 0 && g.below(4) == 0;
    std::string const path = here.write("x.npy", bytes);
    verdict const v = read(path, bytes, as_bfloat16);
    bool wrong = v == verdict::wrong || (faults == 0 && v != verdict::read);
    if (!wrong && !program.empty() && cases % 64 == 0) {
      ++through_program;
      wrong = status_of(program, path, as_bfloat16) != (v == verdict::read ? 0 : 2);
    }
    if (wrong) {
      std::printf("case %zu of seed %llu is wrong: kept as npy_fuzz_case.npy\n", cases,
                  static_cast<unsigned long long>(seed));
      std::filesystem::copy_file(path, "npy_fuzz_case.npy", std::filesystem::copy_options::overwrite_existing);
      return 1;
    }
    good += faults == 0;
    accepted += v == verdict::read;
  }
  std::printf("%zu files, %zu of them good, %zu read, %zu through the program: nothing wrong\n", cases, good, accepted,
              through_program);
}
