// SPDX-License-Identifier: MIT
// examples/cuda/columns_on_a_device.cu - the mean and the standard deviation of every column of a matrix, without
// waiting: the bits of the host.
//
//   nvcc -std=c++20 -O2 -arch=native -Iinclude examples/cuda/columns_on_a_device.cu -o columns_on_a_device
//
// Exit status 3: there is no device.
#include <accrue/cuda.hpp>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

namespace reductions = accrue::reductions;

// [columns]
/// Of each column of a batch of `rows`, a result to mean[column] and to deviation[column]; the device writes them.
cudaError_t statistics_of_columns(accrue::cuda const& place, float const* batch, std::size_t rows, std::size_t columns,
                                  std::size_t pitch, float* mean, float* deviation) {
  auto const x = accrue::on_device(batch, rows, columns, pitch);  // pitch: elements from row to row
  cudaError_t const s = accrue::mean(place, x, accrue::axis(0), mean);
  if (s != cudaSuccess) return s;
  return accrue::standard_deviation(place, x, accrue::axis(0), accrue::ddof(1), deviation);
}
// [columns]

void check(cudaError_t s) {
  if (s != cudaSuccess) throw accrue::cuda_error(s, "the example");
}

int run() {
  constexpr std::size_t rows = 5000, columns = 100, pitch = 128;
  std::vector<float> host(rows * pitch);
  for (std::size_t i = 0; i != host.size(); ++i) host[i] = static_cast<float>(i * 2654435761u % 1001) * 0.01f - 3;
  cudaStream_t stream;
  check(cudaStreamCreate(&stream));
  float *batch, *results;
  check(cudaMalloc(&batch, host.size() * sizeof *batch));
  check(cudaMalloc(&results, 2 * columns * sizeof *results));
  check(cudaMemcpy(batch, host.data(), host.size() * sizeof *batch, cudaMemcpyHostToDevice));
  // [room]
  // One workspace is enough for calls that are one behind the other, if it is the larger of what they need.
  using accrue::pairwise, accrue::axis, accrue::scratch_bytes;
  std::size_t const of_means = scratch_bytes<reductions::mean, pairwise<>, float>(rows, columns, axis(0)),
                    of_others =
                        scratch_bytes<reductions::standard_deviation, pairwise<>, float>(rows, columns, axis(0)),
                    bytes = of_means < of_others ? of_others : of_means;
  // [room]
  void* room = nullptr;
  check(cudaMalloc(&room, bytes));
  accrue::cuda const place(stream, accrue::workspace{room, bytes});
  check(statistics_of_columns(place, batch, rows, columns, pitch, results, results + columns));
  std::vector<float> got(2 * columns);
  check(cudaMemcpyAsync(got.data(), results, got.size() * sizeof got[0], cudaMemcpyDeviceToHost, stream));
  check(cudaStreamSynchronize(stream));
  accrue::tensor<float> const matrix(host.data(), {rows, columns}, {pitch, std::size_t{1}});
  auto const mean = accrue::mean(matrix, accrue::axis(0));
  auto const deviation = accrue::standard_deviation(matrix, accrue::axis(0), accrue::ddof(1));
  std::printf("column 7: mean %.9g, deviation %.9g; on the host %.9g, %.9g\n", got[7], got[columns + 7], mean[7],
              deviation[7]);
  bool const same = std::memcmp(got.data(), mean.data(), columns * sizeof(float)) == 0 &&
                    std::memcmp(got.data() + columns, deviation.data(), columns * sizeof(float)) == 0;
  return same ? 0 : 1;
}

}  // namespace

int main() try {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("there is no device");
    return 3;
  }
  return run();
} catch (accrue::cuda_error const& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
