// SPDX-License-Identifier: MIT
// tests/cuda/digest/simulated.cpp - the digest of a simulated device: kernels by a CPU, calls by the library's own
// text.
//
//   simulated [--few]
//
// Compiled with -DSTORAGES=double or the like, else with those that widen and those that do not. Every compiler, and
// the host's side of nvcc, must print the same lines, by any flags: scripts/device_bits.sh.
#include "cuda/digest/cases.hpp"
#include "support/simulated_queue.hpp"

#if !defined(STORAGES)
#define STORAGES accrue::half, float
#endif

namespace {

class simulation {
 public:
  template <class T>
  void data(std::vector<T> const& x, std::vector<T> const& y) {
    x_ = x.data(), y_ = y.data();
  }
  template <class Reduction, class M, class T, class R, class Result>
  void run(std::vector<digest::call> const& calls, Result* results) {
    using P = accrue::device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
    for (std::size_t i = 0; i != calls.size(); ++i) {
      auto const& c = calls[i];
      accrue::device::streams<T, Reduction::arity> x{{static_cast<T const*>(x_) + c.from}};
      if constexpr (Reduction::arity == 2) x.data[1] = static_cast<T const*>(y_) + c.other;
      simulated::queue queue;
      static_cast<void>(accrue::device::put_on<P>(queue, {}, x, c.n, &results[i],
                                                  accrue::device::result_of_nothing<P, Reduction, Result>()));
    }
  }
  template <class M, class T, class... Reductions, class... R>
  void several(std::vector<digest::call> const& calls, std::vector<std::tuple<R...>>& results) {
    namespace device = accrue::device;
    using list = device::fused_list<accrue::reductions::fused<Reductions...>, M, T>;
    for (std::size_t i = 0; i != calls.size(); ++i) {
      auto const to = [&]<std::size_t... I>(std::index_sequence<I...>) {
        return device::fused_output<R...>{accrue::tree::bundled(&std::get<I>(results[i])...), calls[i].n, 0};
      }(std::index_sequence_for<R...>{});
      simulated::queue queue;
      static_cast<void>(device::put_on<typename list::plans>(queue, {}, {{static_cast<T const*>(x_) + calls[i].from}},
                                                             to, list::template of_nothing<R...>()));
    }
  }
  template <class Reduction, class M, class T, class R, class... Asked>
  void axis(digest::matrix_call const& c, std::vector<R>& results, Asked... asked) {
    using P = accrue::device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
    accrue::device::streams<T, Reduction::arity> x{{static_cast<T const*>(x_)}};
    std::uint64_t pitch[Reduction::arity]{c.pitch};
    if constexpr (Reduction::arity == 2) x.data[1] = static_cast<T const*>(y_), pitch[1] = c.pitch;
    std::uint64_t number = 0;
    ((number = asked.value), ...);
    simulated::queue queue;
    static_cast<void>(
        accrue::device::put_on<P>(queue, {}, accrue::device::slices_along(c.axis, x, c.rows, c.columns, pitch),
                                  results.data(), accrue::device::result_of_nothing<P, Reduction, R>(), number));
  }

 private:
  void const *x_ = nullptr, *y_ = nullptr;
};

}  // namespace

int main(int count, char** words) {
  digest::options how;
  how.few = count == 2 && std::strcmp(words[1], "--few") == 0;
  if (count != 1 && !how.few) {
    std::printf("usage: simulated [--few]\n");
    return 2;
  }
  simulation device;
  digest::tally all;
  digest::of_method<accrue::pairwise<>, STORAGES>(device, all, "pairwise", how);
  digest::of_method<accrue::kahan<>, STORAGES>(device, all, "kahan", how);
  digest::of_method<accrue::compensated<>, STORAGES>(device, all, "compensated", how);
  digest::of_method<accrue::exact, STORAGES>(device, all, "exact", how);
  digest::of_extrema<STORAGES>(device, all, how);
  digest::of_exponentials<STORAGES>(device, all, how);
  digest::of_integers<std::int8_t, std::uint64_t>(device, all, how);
  digest::of_lists(device, all, how);
  digest::of_matrices<STORAGES>(device, all, how);
  return digest::summary(all, "simulated") ? 0 : 1;
}
