// SPDX-License-Identifier: MIT
// bench/compare/progress.cpp - one line of stderr, drawn over and removed at the end.
#include "compare/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace accrue_compare {

progress::progress(std::size_t steps)
    : steps_(std::max<std::size_t>(steps, 1)), terminal_(isatty(STDERR_FILENO) != 0) {}

progress::~progress() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

void progress::next(std::string const& what) {
  constexpr std::size_t width = 24;
  std::size_t const filled = std::min(done_++, steps_) * width / steps_;
  if (!terminal_ || std::chrono::steady_clock::now() - begin_ < std::chrono::milliseconds(300)) return;
  drawn_ = true;
  fmt::print(stderr, "\r\x1b[K[{:#<{}}{:.<{}}] {}", "", filled, "", width - filled, what);
  std::fflush(stderr);
}

}  // namespace accrue_compare
