// SPDX-License-Identifier: MIT
// bench/layouts_bench.cpp - axes, sets of arrays, segments, modifiers, threads and exponentials, each beside what
// it is measured against, in one process.
//
//   layouts_bench [flags of Google Benchmark]
//
// A row is GROUP/INSTRUCTION SET/BY; layouts.py says what rows of one group say about each other.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "layouts/call.hpp"
#include "support/inputs.hpp"
#include "support/instruction_sets.hpp"

#define BENCH_EXTERN(name) extern calls const name;
#define BENCH_DECLARE(isa)     \
  namespace bench::isa {       \
  LAYOUTS_TABLES(BENCH_EXTERN) \
  }
BENCH_INSTRUCTION_SETS(BENCH_DECLARE)

namespace bench {
namespace {

struct instruction_set {
  char const* name;
  std::vector<calls> tables;
};
std::vector<instruction_set> instruction_sets() {
#define BENCH_NAME(name) name,
#define BENCH_LIST(isa)                                         \
  [] {                                                          \
    using namespace isa;                                        \
    return instruction_set{#isa, {LAYOUTS_TABLES(BENCH_NAME)}}; \
  }(),
  return {BENCH_INSTRUCTION_SETS(BENCH_LIST)};
}

memory const& filled() {
  constexpr std::size_t elements = memory::side * memory::side;
  static source_pair const half(storage::half, elements * 2), single(storage::single_precision, elements * 4),
      twice(storage::double_precision, elements * 8);
  static auto const floats = static_cast<float const*>(single.x());
  static std::vector<float> gaps(floats, floats + elements), results(100'000);
  static std::vector<std::int32_t> integers;
  static std::vector<std::uint8_t> bytes;
  static memory const all = [] {
    for (std::size_t i = 0; i != elements; ++i) {
      auto const bits = static_cast<std::uint32_t>(i * 0x9e3779b97f4a7c15u >> 32);
      if (bits % 10 == 0) gaps[i] = std::bit_cast<float>(0x7fc00000u);
      integers.push_back(static_cast<std::int32_t>(bits) >> 8);
      for (int shift : {0, 8, 16, 24}) bytes.push_back(static_cast<std::uint8_t>(bits >> shift));
    }
    return memory{
        floats,        static_cast<double const*>(twice.x()), half.x(), gaps.data(), integers.data(), bytes.data(),
        results.data()};
  }();
  return all;
}

void measure(benchmark::State& state, call const& c) {
  memory const& m = filled();
  for (auto _ : state) {
    double r = c.run(m);
    benchmark::DoNotOptimize(r);
    benchmark::ClobberMemory();
  }
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (bench::instruction_set const& set : bench::instruction_sets()) {
    if (!bench::runs_here(set.name)) {
      std::fprintf(stderr, "SKIP %s: this CPU does not have it. Its rows are missing below.\n", set.name);
      continue;
    }
    for (bench::calls const& t : set.tables) {
      for (std::size_t i = 0; i != t.size; ++i) {
        bench::call const& c = t.rows[i];
        std::string const name = std::string(c.group) + "/" + set.name + "/" + c.by;
        auto* row = benchmark::RegisterBenchmark(name.c_str(), bench::measure, c);
        if (c.wall) row->UseRealTime();
      }
    }
  }
  benchmark::RunSpecifiedBenchmarks();
}
