// SPDX-License-Identifier: MIT
// bench/cuda/report.hpp - rows of device_bench: a table for people, JSON in the schema of Google Benchmark.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "cuda/replay.hpp"

namespace bench {

struct result {
  std::string storage, method, by;  // half, bfloat16, float, double; pairwise, or the call; accrue, cub, copy
  std::size_t bytes;
  spread microseconds;
  double ulp;  // of the result's type; below 0: not asked

  double rate() const { return static_cast<double>(bytes) / microseconds.median * 1e-3; }
};

/// Rows of one size and storage type, with their share of the copy's rate.
inline void print(std::vector<result> const& rows, double ceiling) {
  for (auto const& r : rows) {
    std::printf("%-9s %-22s %-7s %11zu B %10.2f us %8.1f GB/s %5.1f %% of copy", r.storage.c_str(), r.method.c_str(),
                r.by.c_str(), r.bytes, r.microseconds.median, r.rate(), 100 * r.rate() / ceiling);
    if (r.ulp >= 0) std::printf("  %.3g ulp", r.ulp);
    std::printf("\n");
  }
}

inline bool write_json(char const* path, char const* device, double ceiling, std::vector<result> const& rows) {
  std::FILE* const file = std::fopen(path, "w");
  if (file == nullptr) return false;
  std::fprintf(file, "{\n  \"context\": {\"device\": \"%s\", \"copy_GB_per_second\": %.1f},\n  \"benchmarks\": [",
               device, ceiling);
  char const* separator = "\n";
  for (auto const& r : rows) {
    std::fprintf(file,
                 "%s    {\"name\": \"%zu/sum/%s/%s/%s\", \"run_type\": \"iteration\", \"real_time\": %.4f, "
                 "\"least_time\": %.4f, \"time_unit\": \"us\", \"bytes_per_second\": %.6g",
                 separator, r.bytes, r.storage.c_str(), r.method.c_str(), r.by.c_str(), r.microseconds.median,
                 r.microseconds.least, 1e9 * r.rate());
    if (r.ulp >= 0) std::fprintf(file, ", \"ulp\": %.4g", r.ulp);
    std::fprintf(file, "}");
    separator = ",\n";
  }
  std::fprintf(file, "\n  ]\n}\n");
  return std::fclose(file) == 0;
}

}  // namespace bench
