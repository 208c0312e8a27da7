// SPDX-License-Identifier: MIT
// bench/peers/peers_bench.cpp - every reduction by every method, beside other people's libraries, in one process.
//
//   peers_bench [--write=FOLDER] [flags of Google Benchmark]
//
// A row is N/QUANTITY/TYPES/BY/CALL: N elements of each source (bytes, of rows that only read); by `accrue`,
// CALL is a method. Counter: ulp, the largest error (truth.hpp). --write leaves sources and exact values in
// FOLDER, for programs in other languages, and runs nothing.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <set>

#include "peers/machine.hpp"
#include "peers/peer.hpp"
#include "peers/truth.hpp"

// The tables of accrue, every/*.cpp, and the loops that only read, compiled for this machine.
#define PEERS_TABLES(of)                                                                                               \
  of(every_sum) of(every_abs_sum) of(every_norm1) of(every_sum_of_squares) of(every_dot) of(every_norm2)               \
      of(every_norm_inf) of(every_mean) of(every_variance) of(every_standard_deviation) of(every_max) of(every_argmax) \
          of(every_minmax) of(every_logsumexp) of(every_norm_p)
#define PEERS_EXTERN(name) extern table const name;
#define PEERS_NAME(name) &native::name,

namespace bench {
namespace native {
PEERS_TABLES(PEERS_EXTERN)
extern table const reads;
}  // namespace native

std::vector<peer>& peers() {
  static std::vector<peer> all;
  return all;
}

namespace {

constexpr std::size_t sizes[] = {std::size_t{1} << 10, std::size_t{1} << 14, std::size_t{1} << 18,
                                 std::size_t{1} << 22};

truth& known() {
  static truth all;
  return all;
}

void measure(benchmark::State& state, row const& r, std::size_t n) {
  static std::map<std::pair<row const*, std::size_t>, double> errors;
  auto const [error, is_new] = errors.try_emplace({&r, n});
  bool const reads = r.what == quantity::read;
  if (is_new && !reads) error->second = known().error(r, n);
  source_pair const& s = known().sources(reads ? storage::double_precision : r.stored);
  for (auto _ : state) {
    double result = r.run(s.x(), s.y(), n, 1);
    benchmark::DoNotOptimize(result);
  }
  if (!reads) state.counters["ulp"] = error->second;
}

void add(row const& r, std::string const& by, std::size_t n) {
  std::string name =
      std::to_string(n) + "/" + quantity_names[static_cast<int>(r.what)] + "/" + r.types + "/" + by + "/" + r.method;
  benchmark::RegisterBenchmark(name.c_str(), [&r, n](benchmark::State& state) { measure(state, r, n); });
}
void add_all(row const& r, std::string const& by) {
  for (std::size_t const n : sizes) add(r, by, n);
}
/// Several times: all shares hang on them.
void add_reads() {
  std::set<std::size_t> bytes;
  for (std::size_t const n : sizes) bytes.insert({2 * n, 4 * n, 8 * n});
  for (std::size_t i = 0; i != native::reads.size; ++i)
    for (std::size_t const b : bytes)
      for (int times = 0; times != 4; ++times) add(native::reads.rows[i], native::reads.rows[i].by, b);
}

void add_rows() {
  for (auto const& [name, text] : this_machine()) benchmark::AddCustomContext(name, text);
  add_reads();
  table const* const tables[] = {PEERS_TABLES(PEERS_NAME)};
  for (table const* t : tables)
    for (std::size_t i = 0; i != t->size; ++i) add_all(t->rows[i], "accrue");
  for (peer const& p : peers()) {
    if (!p.version.empty()) benchmark::AddCustomContext("peer " + p.name, p.version);
    for (row const& r : p.rows) add_all(r, p.name);
  }
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) try {
  constexpr char option[] = "--write=";
  if (argc == 2 && std::strncmp(argv[1], option, sizeof option - 1) == 0) {
    bench::known().write(argv[1] + sizeof option - 1, bench::sizes, std::size(bench::sizes));
    return 0;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  bench::add_rows();
  benchmark::RunSpecifiedBenchmarks();
} catch (std::exception const& e) {
  std::fprintf(stderr, "peers_bench: %s\n", e.what());
  return 2;
}
