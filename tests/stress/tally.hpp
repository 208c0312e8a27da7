// SPDX-License-Identifier: MIT
// tests/stress/tally.hpp - how many checks of each kind there were, and what to type to see a failure again.
#pragma once

#include <cstdio>
#include <map>
#include <string>

#include "stress/expected.hpp"
#include "stress/numbers.hpp"

namespace stress {

/// Everything about a check but the elements.
struct question {
  std::string about;  // result, words, bytes, peel, pattern
  std::size_t storage = 0, result = 0;
  reduction what = reduction::sum;
  direction rounding = direction::to_nearest_even;
  std::uint64_t ddof = 0;
  std::string environment = "as it is", way;
};

class tally {
 public:
  /// `again`: the options that show the same rounds again.
  tally(std::string again, std::uint64_t enough_failures) : again_(std::move(again)), enough_(enough_failures) {}

  void begin(std::uint64_t round, std::string const& numbers) { round_ = round, numbers_ = numbers; }
  /// Counts a check; prints and remembers a failure.
  void check(question const& q, std::uint64_t got, std::uint64_t expected, std::span<std::uint64_t const> x,
             std::span<std::uint64_t const> y) {
    count(q);
    if (got != expected) fail(q, got, expected, x, y);
  }
  /// Counts expected bits that MPFR was asked for too.
  void confirm(bool same, question const& q, char const* hardness) {
    ++confirmed_[hardness];
    if (same) return;
    ++failures_;
    std::printf("ORACLE: MPFR says otherwise: %s --round %llu, %s to %s\n", again_.c_str(), ull(round_),
                name_of(q.what), oracle::formats[q.result]->name);
  }

  std::uint64_t checks() const { return checks_; }
  std::uint64_t failures() const { return failures_; }
  bool is_enough() const { return failures_ >= enough_; }
  void print() const {
    for (auto const& [group, counts] : counts_) print(group, counts);
    print("expected bits that MPFR confirmed", confirmed_);
    std::printf("%llu checks, %llu failures\n", ull(checks_), ull(failures_));
  }

 private:
  static unsigned long long ull(std::uint64_t n) { return n; }
  void count(question const& q) {
    ++checks_;
    auto const one = [&](char const* group, std::string const& name) { ++counts_[group][name]; };
    one("about", q.about);
    one("storage", oracle::formats[q.storage]->name);
    one("reduction", name_of(q.what));
    one("result", oracle::formats[q.result]->name);
    one("rounding", name_of(q.rounding));
    one("environment", q.environment);
    one("way", q.way);
    one("numbers", numbers_);
  }
  void fail(question const& q, std::uint64_t got, std::uint64_t expected, std::span<std::uint64_t const> x,
            std::span<std::uint64_t const> y) {
    ++failures_;
    std::printf("FAIL %s: %s of %s as %s, %s, ddof %llu; environment '%s', %s\n", q.about.c_str(), name_of(q.what),
                oracle::formats[q.storage]->name, oracle::formats[q.result]->name, name_of(q.rounding), ull(q.ddof),
                q.environment.c_str(), q.way.c_str());
    std::printf("  got %llx, expected %llx; again by: %s --round %llu (%s)\n", ull(got), ull(expected), again_.c_str(),
                ull(round_), numbers_.c_str());
    std::printf("  n = %zu", x.size());
    if (x.size() <= 16) print("x", x), print("y", q.what == reduction::dot ? y : std::span<std::uint64_t const>());
    std::printf("\n");
    std::fflush(stdout);
  }
  static void print(std::string const& group, std::map<std::string, std::uint64_t> const& counts) {
    std::printf("%s:", group.c_str());
    char const* before = " ";
    for (auto const& [name, n] : counts) std::printf("%s%s %llu", before, name.c_str(), ull(n)), before = ", ";
    std::printf("\n");
  }
  static void print(char const* name, std::span<std::uint64_t const> x) {
    for (std::size_t i = 0; i != x.size(); ++i)
      std::printf("%s%llx", i == 0 ? (std::string("; ") + name + " = ").c_str() : " ", ull(x[i]));
  }

  std::string again_;
  std::uint64_t enough_, round_ = 0, checks_ = 0, failures_ = 0;
  std::string numbers_;
  std::map<std::string, std::uint64_t> confirmed_;
  std::map<std::string, std::map<std::string, std::uint64_t>> counts_;
};

}  // namespace stress
