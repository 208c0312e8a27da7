// SPDX-License-Identifier: MIT
// tests/cuda/program/main.cpp - a program of several units: this one by a host compiler, which calls what instances.cu
// has made, and two libraries for different devices that make the same reduction. Without a device, all say so.
#include <accrue/cuda.hpp>

#include <cstdio>

cudaError_t sum_of_library_a(cudaStream_t stream, float const* x, std::size_t n, float* out);
cudaError_t sum_of_library_b(cudaStream_t stream, float const* x, std::size_t n, float* out);

namespace {

cudaStream_t const stream = nullptr;
accrue::workspace const room;
float x[4]{1, 2, 3, 4}, out = -1, more[2];
int wrong = 0;

void expect(char const* what, bool right) {
  if (!right) std::printf("wrong: %s\n", what), ++wrong;
}
/// What a call says where there is no device, and no driver either.
bool is_missing(cudaError_t s) { return s == cudaErrorNoDevice || s == cudaErrorInsufficientDriver; }

}  // namespace

int main() {
  auto const sources = accrue::on_device(x, 4);
  cudaError_t const of_main = accrue::sum(accrue::cuda(stream, room), sources, &out);
  cudaError_t const of_a = sum_of_library_a(stream, x, 4, more), of_b = sum_of_library_b(stream, x, 4, more);
  cudaError_t const of_rows = accrue::sum(accrue::cuda(stream), sources, accrue::segments_of(2), &out);
  std::size_t at = 7;
  auto const several = [&](accrue::cuda const& place, auto const& source, float* sum) {
    return accrue::fused<accrue::pairwise<>, accrue::reductions::sum, accrue::reductions::argmax>(place, source, sum,
                                                                                                  &at);
  };
  cudaError_t const of_several = several(accrue::cuda(stream), sources, &out);
  cudaError_t const of_columns =
      accrue::sum(accrue::cuda(stream, room), accrue::on_device(x, 2, 1, 2), accrue::axis(0), &out);
  accrue::device_arrays<float> const no_arrays(accrue::cuda(stream), std::span(&sources, 0));
  cudaError_t const of_list = accrue::global_norm(accrue::cuda(stream), no_arrays, &out);
  // Nothing is launched for any of these, with or without a device.
  expect("no output",
         accrue::sum(accrue::cuda(stream), sources, static_cast<float*>(nullptr)) == cudaErrorInvalidValue);
  expect("lengths", accrue::dot(accrue::cuda(stream), sources, accrue::on_device(x, 3), &out) == cudaErrorInvalidValue);
  expect("no axis",
         accrue::sum(accrue::cuda(stream), accrue::on_device(x, 2, 2), accrue::axis(2), &out) == cudaErrorInvalidValue);
  auto const many = accrue::on_device(x, std::size_t{1} << 30);
  expect("no workspace", accrue::sum(accrue::cuda(stream, room), many, &out) == cudaErrorInvalidValue);
  expect("no output of several", several(accrue::cuda(stream), sources, nullptr) == cudaErrorInvalidValue);
  expect("no workspace of several", several(accrue::cuda(stream, room), many, &out) == cudaErrorInvalidValue);
  expect("nothing written", out == -1);
  int devices = 0;
  bool const is_there = cudaGetDeviceCount(&devices) == cudaSuccess && devices != 0;
  if (!is_there) {
    expect("no device for main", is_missing(of_main));
    expect("no device for rows", is_missing(of_rows));
    expect("no device for several", is_missing(of_several));
    expect("no device for columns", is_missing(of_columns));
    expect("no device for a list", is_missing(of_list));
    expect("no device for a", is_missing(of_a));
    expect("no device for b", is_missing(of_b));
    try {
      static_cast<void>(accrue::norm2<accrue::compensated<>>(accrue::cuda(stream), sources).get());
      expect("thrown", false);
    } catch (accrue::cuda_error const& e) {
      expect("status", is_missing(e.status()));
      std::printf("%s\n", e.what());
    }
  }
  std::printf("%s: %d wrong\n", is_there ? "a device is there" : cudaGetErrorString(of_main), wrong);
  return wrong == 0 ? 0 : 1;
}
