// SPDX-License-Identifier: MIT
// tests/cuda/digest/method.cu - one method's part of device_digest: compiled once for each, -DMETHOD=pairwise.
#include "cuda/digest/device.cuh"

#define ACCRUE_JOINED(a, b) a##b
#define ACCRUE_FUNCTION(method) ACCRUE_JOINED(of_, method)
#define ACCRUE_SPELLED(x) #x
#define ACCRUE_NAME(method) ACCRUE_SPELLED(method)

namespace methods {
using pairwise = accrue::pairwise<>;
using kahan = accrue::kahan<>;
using compensated = accrue::compensated<>;
using exact = accrue::exact;
}  // namespace methods

void digest::ACCRUE_FUNCTION(METHOD)(device& on, tally& all, options const& how) {
  of_method<methods::METHOD, STORAGES>(on, all, ACCRUE_NAME(METHOD), how);
}
