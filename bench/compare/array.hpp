// SPDX-License-Identifier: MIT
// bench/compare/array.hpp - the numbers to be reduced, and what there is to say about them.
#pragma once

#include <accrue/numeric/storage.hpp>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/row.hpp"

namespace accrue_compare {

using bench::storage;

/// What the user has to change. The program says it and exits with status 2.
struct misuse : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// f(std::type_identity<T>{}) for the type that is stored.
template <class F>
decltype(auto) with_type(storage s, F&& f) {
  switch (s) {
    case storage::half: return f(std::type_identity<accrue::half>{});
    case storage::bfloat16: return f(std::type_identity<accrue::bfloat16>{});
    case storage::single_precision: return f(std::type_identity<float>{});
    default: return f(std::type_identity<double>{});
  }
}
inline std::size_t bytes_of(storage s) {
  return with_type(s, []<class T>(std::type_identity<T>) { return sizeof(T); });
}
inline char const* name_of(storage s) {
  constexpr char const* names[] = {"half", "bfloat16", "float", "double"};
  return names[static_cast<int>(s)];
}

/// n numbers of one type, on pages of their own.
class array {
 public:
  /// Throws misuse if this machine has not the memory.
  array(storage stored, std::size_t n);

  storage stored() const { return stored_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * bytes_of(stored_); }
  void const* data() const { return memory_.get(); }
  template <class T>
  T* as() {
    return static_cast<T*>(memory_.get());
  }
  template <class T>
  T const* as() const {
    return static_cast<T const*>(memory_.get());
  }

 private:
  struct freed {
    void operator()(void* p) const { std::free(p); }
  };
  storage stored_;
  std::size_t size_;
  std::unique_ptr<void, freed> memory_;
};

/// Where numbers come from, in words.
struct origin {
  std::string name;        // a file, or the name of a distribution
  std::string type;        // as the file says it, '<f2', or as accrue does
  std::string shape;       // (512, 512)
  std::string conversion;  // what was done to the elements, or ""
};

struct input {
  array x;
  origin from;
  std::vector<std::uint64_t> shape;
};

}  // namespace accrue_compare
