// SPDX-License-Identifier: MIT
// examples/cuda/rows_of_a_kernel.cu - reductions inside of a kernel of one's own: by a warp, and by a CTA.
//
//   nvcc -std=c++20 -O2 -arch=native -Iinclude examples/cuda/rows_of_a_kernel.cu -o rows_of_a_kernel
//
// Exit status 3: there is no device.
#include <accrue/cuda.hpp>
#include <cstdio>
#include <vector>

namespace {

namespace reductions = accrue::reductions;

// [warp]
/// out[r] = the sum of squares of row r: a warp a row.
__global__ void squares_of_rows(float const* x, unsigned rows, unsigned columns, float* out) {
  unsigned const row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (row >= rows) return;  // all threads of a warp alike
  float const sum = accrue::reduce_by_warp<reductions::sum_of_squares>(x + std::size_t{row} * columns, columns);
  if (threadIdx.x % 32 == 0) out[row] = sum;
}
// [warp]

// [held]
/// out[w] = the norm of what the threads of warp w make of x, before any of it is in memory.
__global__ void norms_of_differences(float const* x, float* out) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  float const difference = x[i + 1] - x[i];
  float const norm = accrue::reduce_by_warp<reductions::norm2, accrue::compensated<>>(difference);
  if (threadIdx.x % 32 == 0) out[i / 32] = norm;
}
// [held]

// [cta]
/// Divides each row by its norm: a block of 256 threads a row.
__global__ void normalise_rows(float* x, unsigned columns) {
  __shared__ accrue::cta_room<reductions::norm2, accrue::pairwise<>, float> room;
  float* const row = x + std::size_t{blockIdx.x} * columns;
  float const norm = accrue::reduce_by_cta(room, columns, row);  // to all threads
  for (unsigned i = threadIdx.x; i < columns; i += blockDim.x) row[i] /= norm;
}
// [cta]

void check(cudaError_t s) {
  if (s != cudaSuccess) throw accrue::cuda_error(s, "the example");
}

int run() {
  constexpr unsigned rows = 40, columns = 3000;
  std::vector<float> x(rows * columns), squares(rows), norms(rows * columns / 256 * 8);
  for (std::size_t i = 0; i != x.size(); ++i) x[i] = static_cast<float>(i * 2654435761u % 1000) * 0.001f - 0.3f;
  float *on_device, *out;
  check(cudaMalloc(&on_device, x.size() * sizeof(float)));
  check(cudaMalloc(&out, norms.size() * sizeof(float)));
  check(cudaMemcpy(on_device, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));

  squares_of_rows<<<(rows + 3) / 4, 128>>>(on_device, rows, columns, out);
  check(cudaMemcpy(squares.data(), out, rows * sizeof(float), cudaMemcpyDeviceToHost));
  int different = 0;
  for (unsigned r = 0; r != rows; ++r)
    different += squares[r] != accrue::sum_of_squares(std::span(x).subspan(std::size_t{r} * columns, columns));

  auto const warps = static_cast<unsigned>((x.size() - 1) / 256 * 8);
  norms_of_differences<<<warps / 8, 256>>>(on_device, out);
  check(cudaMemcpy(norms.data(), out, warps * sizeof(float), cudaMemcpyDeviceToHost));
  for (unsigned w = 0; w != warps; ++w) {
    float difference[32];
    for (unsigned t = 0; t != 32; ++t) difference[t] = x[w * 32 + t + 1] - x[w * 32 + t];
    different += norms[w] != accrue::norm2<accrue::compensated<>>(difference);
  }

  normalise_rows<<<rows, 256>>>(on_device, columns);
  std::vector<float> divided(x.size());
  check(cudaMemcpy(divided.data(), on_device, x.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (unsigned r = 0; r != rows; ++r) {
    float const norm = accrue::norm2(std::span(x).subspan(std::size_t{r} * columns, columns));
    for (unsigned c = 0; c != columns; ++c) different += divided[r * columns + c] != x[r * columns + c] / norm;
  }
  std::printf("%u rows and %u warps, %d different from the host\n", rows, warps, different);
  return different == 0 ? 0 : 1;
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
