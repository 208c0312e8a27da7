// SPDX-License-Identifier: MIT
// bench/compare/progress.hpp - a bar on a terminal; nothing where there is none, or where all is quick.
#pragma once

#include <chrono>
#include <string>

namespace accrue_compare {

class progress {
 public:
  explicit progress(std::size_t steps);
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;
  ~progress();
  /// The next step begins.
  void next(std::string const& what);

 private:
  std::size_t steps_, done_ = 0;
  bool terminal_, drawn_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace accrue_compare
