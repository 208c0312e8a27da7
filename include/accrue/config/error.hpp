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

/// Yours to define, where exceptions are switched off: it is called instead of a throw, and may log, unwind by other
/// means or end the program; if it returns, or is nowhere defined, the error is printed on stderr and the program
/// aborts. Define it once, in an object file of the program (a static library's is not looked for):
///
///     void accrue::on_error(accrue::error const& e) { my::panic(e.what()); }
__attribute__((weak)) void on_error(error const& e);

namespace detail {
/// Throws; with exceptions switched off, as on_error() says. (The parameter keeps units of either kind apart.)
template <bool Throws = ACCRUE_EXCEPTIONS != 0>
[[noreturn]] ACCRUE_COLD void fail(error const& e) {
#if ACCRUE_EXCEPTIONS
  throw e;
#else
  auto handler = &on_error;  // null where no unit defines it; not const, or g++ says that it never is
  if (handler != nullptr) handler(e);
  std::fprintf(stderr, "%s\n", e.what());
  std::abort();
#endif
}
}  // namespace detail

}  // namespace accrue
