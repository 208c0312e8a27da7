// SPDX-License-Identifier: MIT
// bench/reductions_bench.cpp - every reduction, beside the loops it is measured against, in one process.
//
//   reductions_bench [--dram_mib=N] [flags of Google Benchmark]
//
// A row is LEVEL/SIZE/QUANTITY/METHOD/TYPES/INSTRUCTION SET/BY. Of level L1 to DRAM, SIZE is the memory
// the sources span, and calls are independent; of level `call`, SIZE is the number of elements, and each
// call waits for the result of the one before. Counters: GB of memory spanned a second; ulp: error of the result.
#include <benchmark/benchmark.h>

#include <bit>
#include <cstdio>
#include <cstring>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/exact.hpp"
#include "support/instruction_sets.hpp"

#define BENCH_EXTERN(name) extern table const name;
#define BENCH_DECLARE(isa)   \
  namespace bench::isa {     \
  BENCH_TABLES(BENCH_EXTERN) \
  }
BENCH_INSTRUCTION_SETS(BENCH_DECLARE)

namespace bench {
namespace {

// ---- what the program was asked for

std::size_t dram_bytes = std::size_t{64} << 20;

bool is_option(char const* text) {
  char const name[] = "--dram_mib=";
  if (std::strncmp(text, name, sizeof name - 1) != 0) return false;
  dram_bytes = std::strtoull(text + sizeof name - 1, nullptr, 10) << 20;
  return dram_bytes != 0;
}

// ---- the instruction sets

struct instruction_set {
  char const* name;
  bool runs_here;
  std::vector<table> tables;
};

std::vector<instruction_set> instruction_sets() {
#define BENCH_NAME(name) name,
#define BENCH_LIST(isa)                                                        \
  [] {                                                                         \
    using namespace isa;                                                       \
    return instruction_set{#isa, runs_here(#isa), {BENCH_TABLES(BENCH_NAME)}}; \
  }(),
  return {BENCH_INSTRUCTION_SETS(BENCH_LIST)};
}

// ---- one row with one input

struct job {
  row const* r;
  std::size_t n;
  std::ptrdiff_t stride;

  std::size_t bytes() const {
    std::size_t const size = r->what == quantity::read ? 1 : bytes_of(r->stored);
    return n * size * r->sources * static_cast<std::size_t>(stride);
  }
  source_pair const& sources() const {
    static std::map<storage, source_pair> filled;
    return filled.try_emplace(r->stored, r->stored, dram_bytes).first->second;
  }
  /// The error of the result, worked out once.
  double ulp() const {
    static std::map<std::tuple<quantity, storage, std::size_t, std::ptrdiff_t>, long double> exact;
    static std::map<std::tuple<row const*, std::size_t, std::ptrdiff_t>, double> errors;
    auto const [error, is_new] = errors.try_emplace({r, n, stride});
    if (is_new) {
      source_pair const& s = sources();
      auto const [value, unknown] = exact.try_emplace({r->what, r->stored, n, stride});
      if (unknown) value->second = exact_value(r->what, r->stored, s.x(), s.y(), n, stride);
      error->second = error_in_ulp(r->run(s.x(), s.y(), n, stride), r->double_result, value->second);
    }
    return error->second;
  }
};

void count_error(benchmark::State& state, job const& j) {
  if (j.r->what != quantity::read) state.counters["ulp"] = j.ulp();
}

void throughput(benchmark::State& state, job const& j) {
  count_error(state, j);
  source_pair const& s = j.sources();
  for (auto _ : state) {
    double r = j.r->run(s.x(), s.y(), j.n, j.stride);
    benchmark::DoNotOptimize(r);
  }
  state.counters["GB"] = {static_cast<double>(j.bytes()) * 1e-9, benchmark::Counter::kIsIterationInvariantRate};
}

void latency(benchmark::State& state, job const& j) {
  count_error(state, j);
  auto const x = static_cast<char const*>(j.sources().x()), y = static_cast<char const*>(j.sources().y());
  std::uint64_t none = 0;
  benchmark::DoNotOptimize(none);
  double r = 0;
  for (auto _ : state) {
    std::uint64_t const nothing = std::bit_cast<std::uint64_t>(r) & none;
    r = j.r->run(x + nothing, y + nothing, j.n + nothing, j.stride);
  }
  benchmark::DoNotOptimize(r);
}

// ---- all rows with all inputs

void add(std::string const& level, std::string const& size, instruction_set const& set, job const& j,
         void (*measure)(benchmark::State&, job const&)) {
  std::string what = quantity_names[static_cast<int>(j.r->what)];
  if (j.r->what == quantity::strided_sum) what += "_" + std::to_string(j.stride);
  std::string name;
  for (std::string const& part :
       {level, size, what, std::string(j.r->method), std::string(j.r->types), std::string(set.name)})
    name += part + "/";
  benchmark::RegisterBenchmark((name + j.r->by).c_str(), measure, j);
}

void add_throughput(instruction_set const& set, row const& r) {
  constexpr std::size_t kib = 1024, mib = kib * kib;
  std::pair<char const*, std::size_t> const levels[] = {
      {"L1", 16 * kib}, {"L1", 32 * kib}, {"L2", 256 * kib}, {"L3", 4 * mib}, {"DRAM", dram_bytes}};
  for (auto const& [level, bytes] : levels) {
    std::string const size = bytes < mib ? std::to_string(bytes / kib) + "KiB" : std::to_string(bytes / mib) + "MiB";
    for (int const stride : {1, 2, 17}) {
      if ((stride != 1) != (r.what == quantity::strided_sum)) continue;
      job one{&r, 1, stride};
      add(level, size, set, {&r, bytes / one.bytes(), stride}, throughput);
    }
  }
}
void add_latency(instruction_set const& set, row const& r) {
  if (std::strcmp(r.by, "accrue") != 0 && std::strcmp(r.by, "plain") != 0) return;
  constexpr std::size_t lengths[] = {1, 2, 4, 8, 16, 31, 32, 64, 100, 128, 256, 500, 1000, 2000};
  for (std::size_t const n : lengths)
    add("call", std::to_string(n), set, {&r, n, r.what == quantity::strided_sum ? 2 : 1}, latency);
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (!bench::is_option(argv[i])) {
      std::fprintf(stderr, "reductions_bench: what is %s? Options are --dram_mib=N and those of Google Benchmark.\n",
                   argv[i]);
      return 2;
    }
  }
  for (bench::instruction_set const& set : bench::instruction_sets()) {
    if (!set.runs_here)
      std::fprintf(stderr, "SKIP %s: this CPU does not have it. Its rows are missing below.\n", set.name);
    if (!set.runs_here) continue;
    for (bench::table const& t : set.tables) {
      for (std::size_t i = 0; i != t.size; ++i) {
        bench::add_throughput(set, t.rows[i]);
        bench::add_latency(set, t.rows[i]);
      }
    }
  }
  benchmark::RunSpecifiedBenchmarks();
}
