// SPDX-License-Identifier: MIT
// tests/cuda/device_digest.cu - do reductions on a device have the CPU's bits? Everything that devices cover, each call
// compared; CUDA's runtime is all that it needs.
//
//   device_digest [--repeats N] [--graph] [--streams 2] [--large] [--few] [--allow-no-device]
//
//   --repeats N         every call N times, all with the same bits
//   --graph             calls are captured in graphs, each replayed twice
//   --streams 2         on two streams at the same time
//   --large             about 2^31 elements instead; 4 GiB on the host and on the device
//   --few               some of the lengths and kinds of data: for tools that make kernels slow
//   --allow-no-device   exit status 0 where there is no device
//
// Prints how many kernels were launched, and a digest of the CPU's results and one of the device's. Exit status: 0 all
// are equal, 1 some differ or something failed, 2 wrong options, 3 there is no device.
#include "cuda/digest/device.cuh"

namespace {

struct asked : digest::options {
  bool large = false, allow_no_device = false, wrong = false;
};

asked read(int count, char** words) {
  asked r;
  auto const number = [&](int& i, int most) {
    int const n = ++i < count ? std::atoi(words[i]) : 0;
    r.wrong = r.wrong || n < 1 || n > most;
    return n;
  };
  for (int i = 1; i < count; ++i) {
    std::string const word = words[i];
    if (word == "--repeats")
      r.repeats = number(i, 1'000'000);
    else if (word == "--streams")
      r.streams = number(i, 2);
    else if (word == "--graph")
      r.graph = true;
    else if (word == "--large")
      r.large = true;
    else if (word == "--few")
      r.few = true;
    else if (word == "--allow-no-device")
      r.allow_no_device = true;
    else
      r.wrong = true;
  }
  return r;
}

}  // namespace

int main(int count, char** words) try {
  asked const how = read(count, words);
  if (how.wrong) {
    std::printf("usage: device_digest [--repeats N] [--graph] [--streams 2] [--large] [--few] [--allow-no-device]\n");
    return 2;
  }
  int devices = 0;
  if (cudaError_t const s = cudaGetDeviceCount(&devices); s != cudaSuccess || devices == 0) {
    std::printf("no device: %s\n", cudaGetErrorString(s));
    return how.allow_no_device ? 0 : 3;
  }
  digest::device on(how);
  digest::tally all;
  if (how.large) {
    digest::of_many(on, all);
  } else {
    digest::of_pairwise(on, all, how);
    digest::of_kahan(on, all, how);
    digest::of_compensated(on, all, how);
    digest::of_exact(on, all, how);
    digest::of_extrema_of_floats(on, all, how);
    digest::of_extrema_of_integers(on, all, how);
    digest::of_sums_of_integers(on, all, how);
    digest::of_variances_of_floats(on, all, how);
    digest::of_exponentials_of_floats(on, all, how);
    digest::of_several_at_once(on, all, how);
    digest::of_parts_of_arrays(on, all, how);
    digest::of_matrices_of_floats(on, all, how);
  }
  std::printf("launches: %" PRIu64 "\n", on.launches());
  return digest::summary(all, "device") ? 0 : 1;
} catch (accrue::cuda_error const& e) {
  std::printf("%s\n", e.what());
  return 1;
}
