// SPDX-License-Identifier: MIT
// bench/cuda/replay.hpp - times of what a stream is asked to do: graphs of it, replayed between two events.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace bench {

/// Leaves the program: a benchmark has nothing to recover.
inline void check(cudaError_t status, char const* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "device_bench: %s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

/// A graph of so many calls, one after the other. A host that launches kernels one by one is slower than small ones.
class replay {
 public:
  template <class Call>
  replay(cudaStream_t stream, int calls, Call&& call) : stream_(stream), calls_(calls) {
    call(0);  // what is made at the first call is no part of the graph
    check(cudaStreamSynchronize(stream), "a first call");
    cudaGraph_t graph;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capture");
    for (int i = 0; i != calls; ++i) call(i);
    check(cudaStreamEndCapture(stream, &graph), "the end of the capture");
    check(cudaGraphInstantiate(&graph_, graph, 0), "a graph");
    check(cudaGraphDestroy(graph), "a graph");
    check(cudaEventCreate(&begin_), "an event");
    check(cudaEventCreate(&end_), "an event");
  }
  replay(replay const&) = delete;
  replay& operator=(replay const&) = delete;
  ~replay() {
    cudaEventDestroy(end_);
    cudaEventDestroy(begin_);
    cudaGraphExecDestroy(graph_);
  }

  /// Returns microseconds of one call.
  double run() const {
    float milliseconds = 0;
    check(cudaEventRecord(begin_, stream_), "an event");
    check(cudaGraphLaunch(graph_, stream_), "a graph");
    check(cudaEventRecord(end_, stream_), "an event");
    check(cudaEventSynchronize(end_), "a graph");
    check(cudaEventElapsedTime(&milliseconds, begin_, end_), "a time");
    return 1e3 * static_cast<double>(milliseconds) / calls_;
  }

 private:
  cudaStream_t stream_;
  int calls_;
  cudaGraphExec_t graph_ = nullptr;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

/// The median of repetitions, and the least.
struct spread {
  double median, least;
};
inline spread of(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return {all[all.size() / 2], all.front()};
}

}  // namespace bench
