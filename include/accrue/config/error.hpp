// SPDX-License-Identifier: MIT
// accrue/config/error.hpp - run-time misuse: code, what is wrong with which values, what to do.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "accrue/config/compiler.hpp"

namespace accrue {

/// Thrown on misuse that only run time can see. what() begins with `accrue[code]: `.
class error : public std::exception {
 public:
  error(char const* code, char const* text) noexcept : code_(code) {
    std::snprintf(text_, sizeof text_, "accrue[%s]: %s", code, text);
  }
  char const* what() const noexcept override { return text_; }
  /// The stable code: a string that lives as long as the program.
  char const* code() const noexcept { return code_; }

 private:
  char const* code_;
  char text_[248];
};

namespace detail {
/// Throws; with exceptions switched off, says the same on stderr and aborts.
[[noreturn]] ACCRUE_COLD inline void fail(error const& e) {
#if ACCRUE_EXCEPTIONS
  throw e;
#else
  std::fprintf(stderr, "%s\n", e.what());
  std::abort();
#endif
}
}  // namespace detail

}  // namespace accrue
