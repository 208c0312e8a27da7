// SPDX-License-Identifier: MIT
// tests/kernels/kernels.hpp - the kernels under test as a table for run time, each compiled once for all tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "support/inputs.hpp"
#include "support/reference.hpp"

namespace kernels {

using words = std::vector<std::uint64_t>;

struct entry {
  std::string name;                      // as in the list, `sum pairwise<none> f16 none`: none is the default
  reference::question question;          // as asked
  reference::format const* accumulator;  // as resolved
  reference::format const* result;
  std::uint64_t (*contiguous)(void const* x, void const* y, std::size_t n);
  std::uint64_t (*strided)(void const* x, void const* y, std::size_t n, std::ptrdiff_t step);  // null: not built
  double (*bound)(std::uint64_t n);                                                            // accrue::bound

  reference::format const& storage() const { return *question.storage; }
  std::size_t element_size() const { return static_cast<std::size_t>(storage().bits) / 8; }
  inputs::layout layout() const { return {storage().bits, storage().digits - 1}; }
  bool is(char const* reduction) const { return question.reduction == reduction; }
  bool by(char const* method) const { return question.method == method; }
  bool takes_two() const { return is("dot"); }
  bool squares() const { return is("dot") || is("norm2") || is("sum_of_squares"); }
  /// Do its nodes carry what additions round away?
  bool carries() const {
    return question.method.find("compensated") != std::string::npos ||
           question.method.find("kahan") != std::string::npos;
  }
  /// Raw methods do what they say: no rescue.
  bool raw() const { return by("sequential") || question.method.rfind("narrow_", 0) == 0; }

  std::uint64_t expected(words const& x, words const& y) const { return reference::bits(question, x, y); }
  std::uint64_t expected(words const& x) const { return expected(x, x); }
};

/// Every kernel there is.
std::vector<entry> const& all();
/// The one of that name; ends the program if there is none.
entry const& find(std::string const& name);

/// Elements in memory, as a kernel wants them: `step` apart, the first of them `offset` elements into a
/// block of memory that ends with the last. Stride 0 has one element only.
class memory {
 public:
  memory(entry const& k, words const& x, std::ptrdiff_t step = 1, std::size_t offset = 0)
      : size_(k.element_size()), n_(x.size()), step_(step), first_(offset) {
    std::size_t const gap = static_cast<std::size_t>(step < 0 ? -step : step);
    if (step < 0 && n_ != 0) first_ += (n_ - 1) * gap;
    bytes_.resize((offset + (n_ == 0 ? 0 : (n_ - 1) * gap + 1)) * size_);
    for (std::size_t i = 0; i != (step == 0 && n_ != 0 ? 1 : n_); ++i) set(i, x[i]);
  }
  void set(std::size_t i, std::uint64_t word) {
    std::size_t const at = first_ + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) * step_);
    std::memcpy(bytes_.data() + at * size_, &word, size_);
  }
  void const* data() const { return bytes_.data() + first_ * size_; }
  std::size_t size() const { return n_; }
  std::ptrdiff_t step() const { return step_; }

 private:
  std::size_t size_, n_;
  std::ptrdiff_t step_;
  std::size_t first_;
  std::vector<unsigned char> bytes_;
};

/// The bits of the result.
inline std::uint64_t bits(entry const& k, memory const& x, memory const& y) {
  return x.step() == 1 ? k.contiguous(x.data(), y.data(), x.size()) : k.strided(x.data(), y.data(), x.size(), x.step());
}
inline std::uint64_t bits(entry const& k, words const& x, words const& y) {
  return bits(k, memory(k, x), memory(k, y));
}
inline std::uint64_t bits(entry const& k, words const& x) { return bits(k, x, x); }
/// The value of the result.
inline double value(entry const& k, words const& x, words const& y) {
  return reference::decode(*k.result, bits(k, x, y));
}
inline double value(entry const& k, words const& x) { return value(k, x, x); }

/// Doubles as elements: each must be one exactly.
inline words encoded(entry const& k, std::vector<double> const& x) {
  words w;
  for (double v : x) w.push_back(reference::encode(k.storage(), v));
  return w;
}
inline std::vector<double> decoded(entry const& k, words const& x) {
  std::vector<double> v;
  for (std::uint64_t w : x) v.push_back(reference::decode(k.storage(), w));
  return v;
}

}  // namespace kernels
